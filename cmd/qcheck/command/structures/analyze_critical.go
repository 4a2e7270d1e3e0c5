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
	critical.Drop:   "drop a node from a set",
	critical.Lower:  "lower a threshold",
	critical.Remove: "remove a server",
	critical.Add:    "add a server",
}

// writeCritical writes how close the structure is to breaking.
func writeCritical(s console.Streams, r *critical.Report) {
	fmt.Fprintf(s.Out, "\n  which single edits break a property\n")
	table := [][]string{{"edit", "edits", "break it", "property", "such as"}}
	for _, x := range r.Singles {
		name := editNames[x.Kind]
		if r.Formula && x.Kind == critical.Drop {
			name = "drop a member of a threshold"
		}
		line := []string{name, fmt.Sprint(x.Edits), "0", "", ""}
		for _, b := range x.Breaks {
			table = append(table, []string{line[0], line[1], fmt.Sprint(b.Edits), string(b.Property), b.First.Text + ": " + b.Witness.Text()})
			line[0], line[1] = "", ""
		}
		if len(x.Breaks) == 0 {
			table = append(table, line)
		}
	}
	console.WriteAligned(s, table, "lrrll")
	if r.Formula {
		fmt.Fprintf(s.Out, "  the edits are those of the thresholds; the quorums are not listed, and a node that is left out of\n"+
			"  one of them was not tried\n")
	}

	fmt.Fprintf(s.Out, "\n  the fewest edits that break each property\n")
	table = [][]string{{"property", "edits", "such as"}}
	for _, d := range r.Distances {
		line := []string{string(d.Property), fmt.Sprint(len(d.Edits)), ""}
		switch {
		case d.Witness != nil && len(d.Edits) == 0:
			line[2] = "it is violated: " + d.Witness.Text()
		case d.Witness != nil:
			var texts []string
			for _, e := range d.Edits {
				texts = append(texts, e.Text)
			}
			line[2] = strings.Join(texts, "; ") + ": " + d.Witness.Text()
		case d.Never:
			line[1], line[2] = "-", "no number of edits does"
		default:
			line[1], line[2] = "unknown", d.Note
			if d.AtLeast > 0 {
				line[2] = fmt.Sprintf("%d or more; %s", d.AtLeast, d.Note)
			}
		}
		table = append(table, line)
	}
	console.WriteAligned(s, table, "lrl")
	if r.Cut != "" {
		fmt.Fprintf(s.Out, "  tried      %s; every sequence of up to %s\n", console.Count(r.Tried, "structure"), console.Count(r.Complete, "edit"))
	}
}

// The types below are the part of the document that --critical adds.
type (
	criticalJSON struct {
		Singles   []singleJSON   `json:"singles"`
		Distances []distanceJSON `json:"distances"`
		Tried     int            `json:"tried"`
		Complete  int            `json:"complete"`
		Cut       string         `json:"cut,omitempty"`
		Formula   bool           `json:"formula,omitempty"`
	}
	singleJSON struct {
		Kind   critical.Kind `json:"kind"`
		Edits  int           `json:"edits"`
		Breaks []breakJSON   `json:"breaks"`
	}
	breakJSON struct {
		Property properties.ID       `json:"property"`
		Edits    int                 `json:"edits"`
		First    string              `json:"first"`
		Witness  *properties.Witness `json:"witness"`
	}
	distanceJSON struct {
		Property properties.ID       `json:"property"`
		Edits    *int                `json:"edits,omitempty"`
		Such     []string            `json:"such,omitempty"`
		Witness  *properties.Witness `json:"witness,omitempty"`
		Never    bool                `json:"never,omitempty"`
		AtLeast  int                 `json:"atLeast,omitempty"`
		Note     string              `json:"note,omitempty"`
	}
)

func criticalDocument(r *critical.Report) *criticalJSON {
	if r == nil {
		return nil
	}
	doc := &criticalJSON{Singles: []singleJSON{}, Distances: []distanceJSON{}, Tried: r.Tried, Complete: r.Complete, Cut: r.Cut, Formula: r.Formula}
	for _, x := range r.Singles {
		single := singleJSON{x.Kind, x.Edits, []breakJSON{}}
		for _, b := range x.Breaks {
			single.Breaks = append(single.Breaks, breakJSON{b.Property, b.Edits, b.First.Text, b.Witness})
		}
		doc.Singles = append(doc.Singles, single)
	}
	for _, d := range r.Distances {
		x := distanceJSON{Property: d.Property, Witness: d.Witness, Never: d.Never, AtLeast: d.AtLeast, Note: d.Note}
		if d.Witness != nil {
			n := len(d.Edits)
			x.Edits = &n
		}
		for _, e := range d.Edits {
			x.Such = append(x.Such, e.Text)
		}
		doc.Distances = append(doc.Distances, x)
	}
	return doc
}
