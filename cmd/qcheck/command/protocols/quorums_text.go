package protocols

import (
	"fmt"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// quorumsText says which structure it is, and how quorums are chosen.
func quorumsText(m *instance.Model, in instance.Instance) string {
	s := in.Quorums.Structure
	if s.Kind == setsys.RequestSets {
		text := console.Sizes(s.Requests, "request set")
		if m.OwnQuorums() { // they stand in no file
			var sets []string
			for _, q := range s.Requests.All() {
				sets = append(sets, q.Format(s.Universe))
			}
			text = strings.Join(sets, ", ")
		}
		return in.StructureName() + ": " + text + ", one for each process"
	}
	var families []string
	for _, f := range s.Families() {
		text := console.Sizes(f.Family, "quorum")
		if h := f.Role.Units(); h > 0 {
			text += " for " + console.Count(h, "unit")
		} else if len(s.Families()) > 1 {
			text += fmt.Sprintf(" (%s)", f.Role)
		}
		families = append(families, text)
	}
	text := in.StructureName() + ": " + strings.Join(families, ", ")
	if m.Algorithm.Quorums.Awaited {
		return text
	}
	if in.Quorums.Choice == instance.Fixed {
		return text + "; process i takes the i-th, cyclically, as its first choice"
	}
	if !m.Met().Asks.Load() {
		return text + "; any of them may be taken"
	}
	return text + "; each request takes any of them"
}
