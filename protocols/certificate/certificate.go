// Package certificate has certificates of protocols as files: what a search, or a proof by
// local views, leaves behind, so that others can check its verdicts without it. [Of] makes one
// of a report, [Read] reads one, and Check says what it proves. The states are checked by
// package explore/certify, the runs by package counterexample/trace, local views by package
// explore/views/certify; none of them uses the search, or the proof.
//
// A file has a line of JSON, whose schema says of which kind it is; the lines of the states,
// or of the views (the two packages say what they are and what makes them a proof); and a last
// line with the SHA-256 digest of all bytes before it. It may be compressed with gzip.
package certificate

import (
	"iter"
	"slices"

	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/certify"
	"qcheck/explore/verdict"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

// The forms of the files: of searches, and of local views.
const (
	Schema      = "qcheck/certificate/v1"
	ViewsSchema = "qcheck/certificate/views/v1"
)

// A Certificate is a file.
type Certificate struct {
	Model    *instance.Model // the instance that it is about
	Instance string          // the same as flags, with the structure in full
	Claims   []Claim
	Header   certify.Header
	// Entries are the states of one that was read; Lines says how many lines of the file are
	// before them.
	Entries []certify.Entry
	Lines   int
	lines   iter.Seq[string] // those of one that was made of a report
	// Views are the lines of a certificate of local views, nil for one of a search; it has
	// none of the above but the model, the claims and Lines.
	Views    []string
	promised int // how many
}

// A Claim is what a certificate says of a property. Unknown claims that no run up to the
// depth of the file violates it; of properties of fair runs, it claims nothing.
type Claim struct {
	Property explore.Property `json:"name"`
	Verdict  verdict.Verdict  `json:"verdict"`
	Trace    *trace.Trace     `json:"trace,omitempty"` // what shows it, if a run does
}

// Of returns the certificate of what was found of an algorithm in a list. The report must
// have a closure, or what [ByViews] says.
func Of(r *check.Report, all instance.Registry) (*Certificate, error) {
	if ByViews(r) {
		return ofViews(r, all)
	}
	from, m := r.Closure, *r.Model
	m.Instance = r.Instance
	text, err := all.Full(m.Instance)
	if err != nil {
		return nil, err
	}
	c := &Certificate{Model: &m, Instance: text, lines: from.Lines, Header: certify.Header{
		Closed: from.Closed, Depth: from.Depth, States: from.States, Local: from.Local, Message: from.Message,
		Ranks: []certify.Column{}, Helpful: []certify.Step{},
	}}
	for _, x := range from.Ranks {
		c.Header.Ranks = append(c.Header.Ranks, certify.Column{Property: x.Property, Process: x.Process + 1})
	}
	for _, x := range from.Helpful {
		c.Header.Helpful = append(c.Header.Helpful, certify.Step{Process: x.Process + 1, From: x.From + 1, Name: x.Name})
	}
	c.Header.Transitions = from.Transitions
	for _, f := range r.Findings {
		if r.Model.Instance.Requests == nil && f.Property == explore.StarvationFreedom && !slices.Contains(r.Instance.Requests, explore.Unbounded) {
			continue // it is about requests without bound, and what was searched has fewer
		}
		if f.HoldsFor != "" && from.Closed {
			f.Verdict = verdict.Holds
		}
		endless := m.Kind(f.Property) == instance.FairRuns || m.Kind(f.Property) == instance.LeadsTo
		if f.ByViews && !from.Closed || f.Verdict == verdict.Holds && endless && m.Network() != explore.FIFO {
			f.Verdict = verdict.Unknown // a certificate has no ranks for networks without order
		}
		c.Claims = append(c.Claims, Claim{f.Property, f.Verdict, f.Trace})
	}
	return c, nil
}

// Properties returns the properties that the certificate is about.
func (c *Certificate) Properties() []explore.Property {
	var all []explore.Property
	for _, claim := range c.Claims {
		all = append(all, claim.Property)
	}
	return all
}

// ranked reports whether there are ranks for a property: for one that is about each
// process, for all of them.
func (c *Certificate) ranked(p explore.Property) bool {
	need := 1
	if p == explore.StarvationFreedom {
		need = c.Model.Processes()
	}
	var processes []int
	for _, col := range c.Header.Ranks {
		if col.Property == p && !slices.Contains(processes, col.Process) {
			processes = append(processes, col.Process)
		}
	}
	return len(processes) == need
}
