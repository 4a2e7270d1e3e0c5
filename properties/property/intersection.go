package property

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/phrase"
)

// The names of the properties.
const (
	Intersection          ID = "intersection"
	WriteIntersection     ID = "write-intersection"
	ReadIntersection      ID = "read-intersection"
	WriteReadIntersection ID = "write-read-intersection"
)

// Intersection of coteries is about disjoint quorums, of arbiters about quorums
// without a common node.
var intersection = Definition{
	ID:       Intersection,
	Required: []setsys.Kind{setsys.Coterie, setsys.KCoterie, setsys.KArbiter, setsys.HKArbiter},
	Meaning:  "every two quorums share a node",
	MeaningOf: map[setsys.Kind]string{
		setsys.KCoterie:  "no {k+1} quorums are pairwise disjoint",
		setsys.KArbiter:  "every {k+1} quorums, repeats allowed, have a common node",
		setsys.HKArbiter: "the quorums of every critical conflicting request pattern have a common node",
	},
	Breaks: func(w *Witness) error {
		switch w.Structure.Kind {
		case setsys.Coterie, setsys.ReadWrite:
			return w.disjoint(2)
		case setsys.KArbiter:
			return w.noCommonNode(w.Structure.K + 1)
		case setsys.HKArbiter:
			return cmp.Or(w.critical(), w.noCommonNode(len(w.Members)))
		}
		return w.disjoint(w.Structure.K + 1)
	},
	Text: func(w *Witness) string {
		switch w.Structure.Kind {
		case setsys.KArbiter:
			text := commonNode("quorum", w.sets(w.Members), len(w.Members))
			if n := w.Structure.K + 1; len(w.Members) < n {
				text += fmt.Sprintf("; with repeats they are %d quorums", n)
			}
			return text
		case setsys.HKArbiter:
			var units, quorums []string
			for i, h := range w.pattern() {
				units = append(units, fmt.Sprint(h))
				quorums = append(quorums, fmt.Sprintf("%s for %s", w.format(w.Members[i]), phrase.Count(h, "unit")))
			}
			return fmt.Sprintf("requests for %s units exceed k = %d, but the quorums %s have no common node",
				strings.Join(units, " + "), w.Structure.K, phrase.List(quorums))
		}
		pairwise := "pairwise "
		if len(w.Members) == 2 {
			pairwise = ""
		}
		return fmt.Sprintf("quorums %s are %sdisjoint", w.sets(w.Members), pairwise)
	},
}

var writeIntersection = intersection.of(setsys.WriteRole, WriteIntersection, "no {k+1} write quorums are pairwise disjoint").
	asOption("every two write quorums share a node")

// The read quorums of Flexible Paxos elect leaders: two that are disjoint elect two, of
// which one is not known to the other until it writes.
var readIntersection = Definition{
	ID: ReadIntersection, Of: setsys.ReadRole, Optional: []setsys.Kind{setsys.ReadWrite},
	Meaning: "every two read quorums share a node", Breaks: intersection.Breaks, Text: intersection.Text,
}

var writeReadIntersection = Definition{
	ID:       WriteReadIntersection,
	Required: []setsys.Kind{setsys.KWRCoterie, setsys.ReadWrite},
	Meaning:  "every write quorum shares a node with every read quorum",
	Breaks: func(w *Witness) error {
		if len(w.Members) != 2 || w.Members[0].Role != setsys.WriteRole || w.Members[1].Role != setsys.ReadRole {
			return errors.New("not a write quorum and a read quorum")
		}
		return w.disjoint(2)
	},
	Text: func(w *Witness) string {
		return fmt.Sprintf("write quorum %s and read quorum %s are disjoint", w.format(w.Members[0]), w.format(w.Members[1]))
	},
}

func (w *Witness) disjoint(count int) error {
	if len(w.Members) != count {
		return fmt.Errorf("%d members, not %d", len(w.Members), count)
	}
	for i, a := range w.Members {
		for _, b := range w.Members[:i] {
			if a.Set.Intersects(b.Set) {
				return fmt.Errorf("%v and %v share a node", b.Set, a.Set)
			}
		}
	}
	return nil
}

func (w *Witness) noCommonNode(most int) error {
	if n := len(w.Members); n < 1 || n > most {
		return fmt.Errorf("%d members, where 1 to %d are asked for", n, most)
	}
	if c := w.common(); !c.IsEmpty() {
		return fmt.Errorf("the members share %v", c)
	}
	return nil
}

// assigns reports whether the members are assigned to a request pattern; then a
// quorum may be one more than once.
func (w *Witness) assigns() bool {
	return w.Structure.Kind == setsys.HKArbiter && (w.Property == Intersection || w.Violates == Intersection)
}

// pattern returns the request pattern: for each member, the units it is for.
func (w *Witness) pattern() []int {
	var units []int
	for _, m := range w.Members {
		units = append(units, m.Role.Units())
	}
	return units
}

// critical checks that the pattern is a critical conflicting one.
func (w *Witness) critical() error {
	sum := 0
	for _, h := range w.pattern() {
		sum += h
	}
	if sum <= w.Structure.K {
		return fmt.Errorf("the pattern %v is not conflicting", w.pattern())
	}
	for _, h := range w.pattern() {
		if sum-h > w.Structure.K {
			return fmt.Errorf("the pattern %v is not critical", w.pattern())
		}
	}
	return nil
}
