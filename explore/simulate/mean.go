package simulate

import "math"

// A Mean summarises several runs of the same length: the number of messages for
// each entry.
type Mean struct {
	Runs     int   `json:"-"`
	Units    int   `json:"units"` // of all runs together
	Entries  int64 `json:"entries"`
	Messages int64 `json:"messages"`
	Own      int64 `json:"own"`
	Waited   int   `json:"waited"`           // the longest of all
	Faults   int64 `json:"faults,omitempty"` // of all
	// Mu is the messages over the entries, of all runs together: the average of
	// section 4.5. MuOthers leaves out messages to oneself. Both are NaN when no
	// process entered.
	Mu, MuOthers float64 `json:"-"`
	// Error and ErrorOthers are their standard errors, estimated from how the
	// runs differ (of a ratio of two sums); NaN with fewer than two runs.
	Error, ErrorOthers float64 `json:"-"`
}

// Average puts independent runs together.
func Average(runs []*Run) Mean {
	m := Mean{Runs: len(runs)}
	for _, r := range runs {
		m.Units += r.Units
		m.Entries += r.Entries
		m.Messages += r.Messages
		m.Own += r.Own
		m.Faults += r.Faults
		m.Waited = max(m.Waited, r.Waited)
	}
	m.Mu, m.Error = ratio(runs, m.Messages, m.Entries, func(r *Run) int64 { return r.Messages })
	m.MuOthers, m.ErrorOthers = ratio(runs, m.Messages-m.Own, m.Entries, func(r *Run) int64 { return r.Messages - r.Own })
	return m
}

func ratio(runs []*Run, messages, entries int64, of func(*Run) int64) (mu, err float64) {
	mu, err = math.NaN(), math.NaN()
	if entries == 0 {
		return mu, err
	}
	mu = float64(messages) / float64(entries)
	if n := float64(len(runs)); n > 1 {
		sum := 0.0
		for _, r := range runs {
			d := float64(of(r)) - mu*float64(r.Entries)
			sum += d * d
		}
		err = math.Sqrt(sum*n/(n-1)) / float64(entries)
	}
	return mu, err
}
