package property

import (
	"cmp"
	"fmt"
	"slices"

	"qcheck/setsys"
)

// The names of the properties.
const (
	NonIntersection       ID = "non-intersection"
	WriteNonIntersection  ID = "write-non-intersection"
	StrongNonIntersection ID = "strong-non-intersection"
)

var nonIntersection = Definition{
	ID:       NonIntersection,
	Required: []setsys.Kind{setsys.KCoterie},
	Meaning:  "fewer than {k} pairwise disjoint quorums always leave a further quorum disjoint from them",
	Breaks:   func(w *Witness) error { return cmp.Or(w.disjoint(len(w.Members)), w.leaveNone(w.Members)) },
	Text: func(w *Witness) string {
		switch m := w.Members; {
		case len(m) == 1 && m[0].Set.IsEmpty():
			return "there is no other quorum than the empty set"
		case len(m) == 1:
			return "every other quorum meets " + w.sets(m)
		}
		return fmt.Sprintf("quorums %s are disjoint, and every other quorum meets one of them", w.sets(w.Members))
	},
}

var writeNonIntersection = nonIntersection.of(setsys.WriteRole, WriteNonIntersection,
	"fewer than {k} pairwise disjoint write quorums always leave a further one disjoint from them")

// The form that Kakugawa's thesis prints.
var strongNonIntersection = Definition{
	ID:       StrongNonIntersection,
	Optional: []setsys.Kind{setsys.KCoterie},
	Meaning:  "fewer than {k} quorums, disjoint or not, always leave a further quorum disjoint from them all",
	Breaks:   func(w *Witness) error { return w.leaveNone(nil) },
	Text: func(w *Witness) string {
		if len(w.Members) == 1 {
			return "every quorum meets " + w.sets(w.Members)
		}
		return "every quorum meets one of the quorums " + w.sets(w.Members)
	},
}

// leaveNone checks that the members are 1 to k-1, and that every quorum of their
// family meets one of them. The quorums of except need not: of these only the
// empty ones matter, which meet nothing.
func (w *Witness) leaveNone(except []Member) error {
	if n := len(w.Members); n < 1 || n >= w.Structure.K {
		return fmt.Errorf("%d quorums, where 1 to k-1 are asked for", n)
	}
	empties := 0
	for _, m := range except {
		if m.Set.IsEmpty() {
			empties++
		}
	}
	f, _ := w.family(w.Members[0].Role)
	if g := f.Formula(); g != nil {
		left := w.Structure.Universe.Full()
		for _, m := range w.Members {
			left = left.Difference(m.Set)
		}
		if g.Satisfied(left.Words()) {
			return fmt.Errorf("there is a quorum within %v", left)
		}
		return nil
	}
	for _, q := range f.All() {
		if q.IsEmpty() && empties > 0 {
			empties--
			continue
		}
		if !slices.ContainsFunc(w.Members, func(m Member) bool { return m.Set.Intersects(q) }) {
			return fmt.Errorf("quorum %v is disjoint from all members", q)
		}
	}
	return nil
}
