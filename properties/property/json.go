package property

import (
	"encoding/json"

	"qcheck/setsys"
)

// MarshalJSON writes the witness as an object: the quorums (node names as the
// structure has them, ascending in its universe), where they stand when that
// is not plain (families, units, processes), the request pattern, for
// nondomination the quorums to add or the required property that is violated,
// and the text.
func (w *Witness) MarshalJSON() ([]byte, error) {
	u := w.Structure.Universe
	out := struct {
		Quorums   [][]any  `json:"quorums"`
		Families  []string `json:"families,omitempty"`
		Processes []any    `json:"processes,omitempty"`
		Pattern   []int    `json:"pattern,omitempty"`
		Added     [][]any  `json:"added,omitempty"`
		AddedTo   string   `json:"addedTo,omitempty"`
		Violates  ID       `json:"violates,omitempty"`
		Text      string   `json:"text"`
	}{Quorums: [][]any{}, Violates: w.Violates, Text: w.Text()}
	if w.assigns() {
		out.Pattern = w.pattern()
	}
	for _, m := range w.Members {
		out.Quorums = append(out.Quorums, u.Names(m.Set))
		if m.Process >= 0 {
			out.Processes = append(out.Processes, u.Names(setsys.NewNodeSet(u.Len(), m.Process))...)
		} else if m.Role != setsys.QuorumsRole {
			out.Families = append(out.Families, string(m.Role))
		}
	}
	for _, m := range w.Added {
		out.Added = append(out.Added, u.Names(m.Set))
		out.AddedTo = string(m.Role)
	}
	return json.Marshal(out)
}
