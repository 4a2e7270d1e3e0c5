package command

import (
	"fmt"
	"strings"

	"qcheck/explore"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// instanceFacts returns what is run, as rows of a label and a value.
func instanceFacts(m *instance.Model, in instance.Instance, broken *check.Breach) [][2]string {
	a := m.Algorithm
	rows := [][2]string{{"source", a.Source}}
	for _, v := range a.Variants {
		if v.Name == in.Variant {
			rows = append(rows, [2]string{"variant", v.Name + ": " + v.Summary})
		}
	}
	processes := fmt.Sprint(in.N)
	if m.Setup.Has(instance.K) {
		processes += fmt.Sprintf(", k = %d", m.Setup.K())
	}
	rows = append(rows, [2]string{"processes", processes})
	if text := m.ParamsText(); text != "" {
		rows = append(rows, [2]string{"with", text})
	}
	if s := in.Quorums.Structure; s != nil {
		rows = append(rows, [2]string{"quorums", quorumsText(m, in)})
		if broken != nil {
			rows = append(rows, [2]string{"", broken.Says(s)})
		}
		if !s.Universe.IsNumbered() {
			var names []string
			for i := range in.N {
				names = append(names, fmt.Sprintf("%d %s", i+1, s.Universe.Name(i)))
			}
			rows = append(rows, [2]string{"nodes", strings.Join(names, ", ")})
		}
	}
	rows = append(rows, [2]string{"requests", in.RequestsText()}, [2]string{"clock", clockText(in)})
	if in.Queued {
		rows = append(rows, [2]string{"channels", "messages to oneself go through one, too"})
	}
	return rows
}

// quorumsText says which structure it is, and how quorums are chosen.
func quorumsText(m *instance.Model, in instance.Instance) string {
	s := in.Quorums.Structure
	if s.Kind == setsys.RequestSets {
		text := sizes(s.Requests, "request set")
		if m.OwnQuorums() { // they stand in no file
			var sets []string
			for _, q := range s.Requests.All() {
				sets = append(sets, q.Format(s.Universe))
			}
			text = strings.Join(sets, ", ")
		}
		return in.StructureName() + ": " + text + ", one for each process"
	}
	text := in.StructureName() + ": " + sizes(s.Families()[0].Family, "quorum")
	switch {
	case in.Quorums.Choice == instance.Fixed:
		return text + "; process i takes the i-th, cyclically, as its first choice"
	}
	return text + "; each request takes any of them"
}

func clockText(in instance.Instance) string {
	switch {
	case in.Clock == explore.Causal:
		return "causal stamps: every clock that satisfies Lamport's clock condition"
	case in.ClockMax > 0:
		return fmt.Sprintf("integers, as printed, up to %d", in.ClockMax)
	}
	return "integers, as printed"
}
