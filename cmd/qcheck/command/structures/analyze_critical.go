package structures

import (
	"cmp"
	"fmt"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties/critical"
)

// editNames says what the edits of each kind are.
var editNames = map[critical.Kind]string{
	critical.Drop:   "drop a member of a set",
	critical.Lower:  "lower a threshold",
	critical.Remove: "remove a server",
	critical.Add:    "add a server",
}

// writeCritical writes the report.
func writeCritical(s console.Streams, r *critical.Report) {
	fmt.Fprintf(s.Out, "\n  which single edits break a property\n")
	table := [][]string{{"edit", "edits", "break it", "property", "such as"}}
	for _, x := range r.Singles {
		name := editNames[x.Kind]
		switch {
		case r.Trust && x.Kind == critical.Drop:
			name = "drop a member of a quorum set"
		case r.Trust && x.Kind == critical.Remove:
			name = "remove an organisation"
		}
		line := []string{name, fmt.Sprint(x.Edits), "0", "", ""}
		switch {
		case x.Edits == 0 && r.Complete == 0:
			line[1], line[2] = "not tried", "-"
		case x.Edits == 0:
			line[1], line[2] = "none", "-"
		}
		for _, b := range x.Breaks {
			table = append(table, []string{line[0], line[1], fmt.Sprint(b.Edits), string(b.Property), b.First.Text + ": " + b.Witness.Text()})
			line[0], line[1] = "", ""
		}
		if len(x.Breaks) == 0 {
			table = append(table, line)
		}
	}
	console.WriteAligned(s, table, "lrrll")
	if r.Trust {
		fmt.Fprintf(s.Out, "  an edit is of the quorum set of one organisation, for its nodes that have the same one, or of a\n"+
			"  node that is in none; the organisations are the failure domains\n")
	}

	fmt.Fprintf(s.Out, "\n  the fewest edits that break each property\n")
	table = [][]string{{"property", "edits", "such as"}}
	for _, d := range r.Distances {
		line := []string{string(d.Property), "unknown", d.Note}
		switch {
		case d.Edits != nil:
			var such []string
			for _, e := range d.Such {
				such = append(such, e.Text)
			}
			line[1], line[2] = fmt.Sprint(*d.Edits), cmp.Or(strings.Join(such, "; "), "it is violated")+": "+d.Witness.Text()
		case d.Never:
			line[1], line[2] = "-", "no number of edits does"
		case d.AtLeast > 0:
			line[2] = fmt.Sprintf("%d or more; %s", d.AtLeast, d.Note)
		}
		table = append(table, line)
	}
	console.WriteAligned(s, table, "lrl")
	if r.Cut != "" {
		fmt.Fprintf(s.Out, "  tried      %s; every sequence of up to %s\n", console.Count(r.Tried, "structure"), console.Count(r.Complete, "edit"))
	}
}
