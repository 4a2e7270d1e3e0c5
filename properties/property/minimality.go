package property

import (
	"errors"
	"fmt"

	"qcheck/setsys"
)

// The names of the properties.
const (
	Minimality      ID = "minimality"
	WriteMinimality ID = "write-minimality"
	ReadMinimality  ID = "read-minimality"
)

var minimality = Definition{
	ID:        Minimality,
	Required:  []setsys.Kind{setsys.Coterie, setsys.KCoterie, setsys.KArbiter, setsys.HKArbiter},
	Meaning:   "no quorum contains another",
	MeaningOf: map[setsys.Kind]string{setsys.HKArbiter: "no quorum contains another of the same Q_h"},
	Breaks: func(w *Witness) error {
		if m := w.Members; len(m) != 2 || m[0].Role != m[1].Role || !m[0].Set.SubsetOf(m[1].Set) {
			return errors.New("not two quorums of one family, the first within the second")
		}
		return nil
	},
	Text: func(w *Witness) string {
		a, b := w.Members[0], w.Members[1]
		if a.Set.Equal(b.Set) {
			return fmt.Sprintf("quorum %s is listed twice%s", w.format(a), family(" in ", a.Role))
		}
		return fmt.Sprintf("quorum %s contains quorum %s%s", w.format(b), w.format(a), family(" of ", a.Role))
	},
}

var (
	writeMinimality = minimality.of(setsys.WriteRole, WriteMinimality, "no write quorum contains another").asOption("")
	readMinimality  = minimality.of(setsys.ReadRole, ReadMinimality, "no read quorum contains another").asOption("")
)
