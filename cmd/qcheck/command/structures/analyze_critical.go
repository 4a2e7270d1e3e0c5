package structures

import (
	"fmt"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties"
	"qcheck/properties/critical"
)

// editNames says what the edits of each kind are.
var editNames = map[critical.Kind]string{
	critical.Drop:   "drop a member of a set",
	critical.Lower:  "lower a threshold",
	critical.Remove: "remove a server",
	critical.Add:    "add a server",
}

type (
	// A criticalReport says how close a structure is to breaking.
	criticalReport struct {
		Singles   []singleReport   `json:"singles"`
		Distances []distanceReport `json:"distances"`
		Tried     int              `json:"tried"`
		Complete  int              `json:"complete"`
		Cut       string           `json:"cut,omitempty"`
		Trust     bool             `json:"trust,omitempty"`
	}
	singleReport struct {
		Kind   critical.Kind `json:"kind"`
		Edits  int           `json:"edits"`
		Breaks []breakReport `json:"breaks"`
	}
	breakReport struct {
		Property properties.ID       `json:"property"`
		Edits    int                 `json:"edits"`
		First    string              `json:"first"`
		Witness  *properties.Witness `json:"witness"`
	}
	distanceReport struct {
		Property properties.ID       `json:"property"`
		Edits    *int                `json:"edits,omitempty"` // nil if none are known
		Such     []string            `json:"such,omitempty"`
		Witness  *properties.Witness `json:"witness,omitempty"`
		Never    bool                `json:"never,omitempty"`
		AtLeast  int                 `json:"atLeast,omitempty"`
		Note     string              `json:"note,omitempty"`
	}
)

// criticalOf returns the report.
func criticalOf(r *critical.Report) *criticalReport {
	c := &criticalReport{Singles: []singleReport{}, Distances: []distanceReport{}, Tried: r.Tried, Complete: r.Complete, Cut: r.Cut, Trust: r.Trust}
	for _, x := range r.Singles {
		single := singleReport{x.Kind, x.Edits, []breakReport{}}
		for _, b := range x.Breaks {
			single.Breaks = append(single.Breaks, breakReport{b.Property, b.Edits, b.First.Text, b.Witness})
		}
		c.Singles = append(c.Singles, single)
	}
	for _, d := range r.Distances {
		x := distanceReport{Property: d.Property, Witness: d.Witness, Never: d.Never, AtLeast: d.AtLeast, Note: d.Note}
		for _, e := range d.Edits {
			x.Such = append(x.Such, e.Text)
		}
		if d.Witness != nil {
			x.Edits = new(len(d.Edits))
		}
		c.Distances = append(c.Distances, x)
	}
	return c
}

// writeCritical writes the report.
func writeCritical(s console.Streams, r *criticalReport) {
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
			table = append(table, []string{line[0], line[1], fmt.Sprint(b.Edits), string(b.Property), b.First + ": " + b.Witness.Text()})
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
			such := strings.Join(d.Such, "; ")
			if such == "" {
				such = "it is violated"
			}
			line[1], line[2] = fmt.Sprint(*d.Edits), such+": "+d.Witness.Text()
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
