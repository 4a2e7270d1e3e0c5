package simulate

import "math"

// A Mean summarises several runs of the same length: the number of messages for
// each entry.
type Mean struct {
	Units    int   `json:"units"` // of all runs together
	Entries  int64 `json:"entries"`
	Messages int64 `json:"messages"`
	SelfSent int64 `json:"own"`
	Waited   int   `json:"waited"`           // the longest of all
	Faults   int64 `json:"faults,omitempty"` // of all
	// PerEntry is the messages over the entries, of all runs together: the average of
	// section 4.5. Others leaves out messages to oneself. Both are nil when no
	// process entered.
	PerEntry *float64 `json:"mean,omitempty"`
	// Error is the standard error of PerEntry, estimated from how the runs differ (of a
	// ratio of two sums); nil with fewer than two runs.
	Error  *float64 `json:"error,omitempty"`
	Others *float64 `json:"others,omitempty"`
}

// Average puts independent runs together.
func Average(runs []*Run) Mean {
	var m Mean
	for _, r := range runs {
		m.Units += r.Units
		m.Entries += r.Entries
		m.Messages += r.Messages
		m.SelfSent += r.SelfSent
		m.Faults += r.Faults
		m.Waited = max(m.Waited, r.Waited)
	}
	if m.Entries == 0 {
		return m
	}
	mean, others := float64(m.Messages)/float64(m.Entries), float64(m.Messages-m.SelfSent)/float64(m.Entries)
	m.PerEntry, m.Others = &mean, &others
	if n := float64(len(runs)); n > 1 {
		sum := 0.0
		for _, r := range runs {
			d := float64(r.Messages) - mean*float64(r.Entries)
			sum += d * d
		}
		wrong := math.Sqrt(sum*n/(n-1)) / float64(m.Entries)
		m.Error = &wrong
	}
	return m
}
