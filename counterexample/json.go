package counterexample

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
		Violates  string   `json:"violates,omitempty"`
		Text      string   `json:"text"`
	}{Quorums: [][]any{}, Pattern: w.Pattern, Violates: w.Violates, Text: w.Text()}
	for _, m := range w.Members {
		out.Quorums = append(out.Quorums, names(m.Set, u))
		if m.Process >= 0 {
			out.Processes = append(out.Processes, name(m.Process, u))
		} else if m.Role != setsys.QuorumsRole {
			out.Families = append(out.Families, string(m.Role))
		}
	}
	for _, m := range w.Added {
		out.Added = append(out.Added, names(m.Set, u))
		out.AddedTo = string(m.Role)
	}
	return json.Marshal(out)
}

func names(s setsys.NodeSet, u setsys.Universe) []any {
	out := []any{}
	for i := range s.All() {
		out = append(out, name(i, u))
	}
	return out
}

// name is the node's number in a numbered universe, otherwise its string.
func name(i int, u setsys.Universe) any {
	if u.IsNumbered() {
		return i + 1
	}
	return u.Name(i)
}
