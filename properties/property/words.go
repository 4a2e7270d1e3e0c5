package property

import (
	"fmt"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/phrase"
)

// sets lists the sets of the members.
func (w *Witness) sets(ms []Member) string {
	var parts []string
	for _, x := range ms {
		parts = append(parts, w.format(x))
	}
	return phrase.List(parts)
}

func (w *Witness) format(m Member) string { return m.Set.Format(w.Structure.Universe) }

// family names a family after a word, if the word alone is ambiguous.
func family(word string, r setsys.Role) string {
	switch {
	case r == setsys.QuorumsRole || r == setsys.RequestsRole:
		return ""
	case strings.HasPrefix(string(r), "quorums."):
		return word + "Q_" + strings.TrimPrefix(string(r), "quorums.")
	}
	return word + "the " + string(r) + " family"
}

func commonNode(what, sets string, n int) string {
	if n == 1 {
		return fmt.Sprintf("the %s %s has no node", what, sets)
	}
	return fmt.Sprintf("the %ss %s have no common node", what, sets)
}
