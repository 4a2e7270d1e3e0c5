package main

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/counterexample"
	"qcheck/explore"
	"qcheck/protocols"
	"qcheck/setsys"
)

// A workload is an instance and how it is run.
type workload struct {
	*protocols.Instance
	broken    *breach // what is wrong with the structure, if anything
	structure string  // how to call a structure without a name
	requests  []int
	clock     explore.ClockMode
	clockMax  int
	queued    bool
}

func (x *exploration) workload() workload {
	return workload{x.instance, x.broken, displayName(x.options.structure), x.requests, x.base.Clock, x.base.ClockMax, x.base.Queued}
}

// facts returns what is run, as rows of a label and a value.
func (w workload) facts() [][2]string {
	a, p := w.Algorithm, w.Params
	rows := [][2]string{{"source", a.Source}}
	for _, v := range a.Variants {
		if v.Name == p.Variant {
			rows = append(rows, [2]string{"variant", v.Name + ": " + v.Summary})
		}
	}
	processes := fmt.Sprint(p.N)
	if a.HasK {
		processes += fmt.Sprintf(", k = %d", p.K)
	}
	rows = append(rows, [2]string{"processes", processes})
	if text := settingsText(p); text != "" {
		rows = append(rows, [2]string{"with", text})
	}
	if s := p.Structure; s != nil {
		rows = append(rows, [2]string{"quorums", w.quorums()})
		if w.broken != nil {
			rows = append(rows, [2]string{"", w.broken.says(s)})
		}
		if !s.Universe.IsNumbered() {
			var names []string
			for i := range p.N {
				names = append(names, fmt.Sprintf("%d %s", i+1, s.Universe.Name(i)))
			}
			rows = append(rows, [2]string{"nodes", strings.Join(names, ", ")})
		}
	}
	rows = append(rows, [2]string{"requests", requestsText(w.requests)}, [2]string{"clock", clockText(w.clock, w.clockMax)})
	if w.queued {
		rows = append(rows, [2]string{"channels", "messages to oneself go through one, too"})
	}
	return rows
}

// settingsText writes the settings of further parameters, as on a command line
// but for the dashes.
func settingsText(p protocols.Params) string {
	var parts []string
	for _, q := range protocols.Parameters() {
		if value, ok := p.Settings[q.Name]; ok && q.Value == "" {
			parts = append(parts, q.Name)
		} else if ok {
			parts = append(parts, q.Name+" "+value)
		}
	}
	return strings.Join(parts, ", ")
}

// quorums says which structure it is, and how quorums are chosen.
func (w workload) quorums() string {
	s := w.Params.Structure
	noun := "quorum"
	if s.Kind == setsys.RequestSets {
		noun = "request set"
	}
	text := w.structureName() + ": " + sizes(s.Families()[0].Family, noun)
	switch {
	case s.Kind == setsys.RequestSets:
		return text + ", one for each process"
	case w.Params.Fixed:
		return text + "; process i takes the i-th, cyclically, as its first choice"
	}
	return text + "; each request takes any of them"
}

func (w workload) structureName() string {
	if name := w.Params.Structure.Name; name != "" {
		return name
	}
	return w.structure
}

// quorumChoiceOf says how quorums are chosen: any or fixed, or nothing where
// there is no structure.
func quorumChoiceOf(p protocols.Params) string {
	switch {
	case p.Structure == nil:
		return ""
	case p.Structure.Kind == setsys.RequestSets || p.Fixed:
		return "fixed"
	}
	return "any"
}

// quorumChoice says how quorums are chosen.
func (x *exploration) quorumChoice() string { return quorumChoiceOf(x.instance.Params) }

// byProcess marks bounds that are not the same for all.
const byProcess = ", by process"

func requestsText(bounds []int) string {
	if !slices.ContainsFunc(bounds, func(b int) bool { return b != bounds[0] }) {
		switch bounds[0] {
		case explore.Unbounded:
			return "without bound"
		}
		return fmt.Sprintf("%d of each process", bounds[0])
	}
	var parts []string
	for _, b := range bounds {
		parts = append(parts, fmt.Sprint(counterexample.Requests(b)))
	}
	return strings.Join(parts, ", ") + byProcess
}

// requestsFlag writes bounds as --requests takes them.
func requestsFlag(bounds []int) string {
	var parts []string
	for _, b := range bounds {
		parts = append(parts, fmt.Sprint(counterexample.Requests(b)))
	}
	if slices.Equal(parts, slices.Repeat(parts[:1], len(parts))) {
		return parts[0]
	}
	return strings.Join(parts, ",")
}

func clockText(mode explore.ClockMode, bound int) string {
	switch {
	case mode == explore.Causal:
		return "causal stamps: every clock that satisfies Lamport's clock condition"
	case bound > 0:
		return fmt.Sprintf("integers, as printed, up to %d", bound)
	}
	return "integers, as printed"
}
