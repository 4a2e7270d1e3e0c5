package structures

import (
	"fmt"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties/critical"
)

// editNames says what the edits of each kind are.
var editNames = map[critical.Kind]string{
	critical.Drop:   "drop a member of a set",
	critical.Lower:  "lower a threshold",
	critical.Remove: "remove a server",
}

// writeCritical writes the report.
func writeCritical(s console.Streams, r *critical.Report) {
	fmt.Fprintf(s.Out, "\n  which single edits break a property\n")
	table := [][]string{{"edit", "edits", "break it", "property", "such as"}}
	for _, x := range r.Singles {
		line := []string{editNames[x.Kind], fmt.Sprint(x.Edits), "0", "", ""}
		switch {
		case x.Edits == 0 && r.Cut != "":
			line[1], line[2] = "not tried", "-"
		case x.Edits == 0:
			line[1], line[2] = "none", "-"
		}
		for _, b := range x.Breaks {
			table = append(table, []string{line[0], line[1], fmt.Sprint(b.Edits), string(b.Property), b.First + ": " + b.Witness.Text()})
			line[0], line[1] = "", ""
		}
		if len(x.Breaks) == 0 {
			table = append(table, line)
		}
	}
	console.WriteAligned(s, table, "lrrll")
	if r.Cut != "" {
		fmt.Fprintf(s.Out, "  unknown    not all edits were decided: %s\n", r.Cut)
	}
}
