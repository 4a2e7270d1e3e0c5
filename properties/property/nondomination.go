package property

import (
	"fmt"
	"slices"

	"qcheck/setsys"
	"qcheck/setsys/phrase"
	"qcheck/setsys/words"
)

// Nondomination is the name of the property.
const Nondomination ID = "nondomination"

// The witness of a structure that is not of its kind names the required property
// that is violated (see Witness.Violates); this is about the others.
var nondomination = Definition{
	ID:       Nondomination,
	Optional: []setsys.Kind{setsys.Coterie, setsys.KCoterie, setsys.KArbiter, setsys.HKArbiter},
	Meaning:  "no other coterie dominates it",
	MeaningOf: map[setsys.Kind]string{
		setsys.KCoterie:  "no other {k}-coterie dominates it",
		setsys.KArbiter:  "no other {k}-arbiter dominates it",
		setsys.HKArbiter: "no other (h,{k})-arbiter dominates it, every Q_h compared with its counterpart",
	},
	Breaks: (*Witness).dominated,
	Text: func(w *Witness) string {
		added := "nothing"
		if n := len(w.Added); n > 0 {
			added = fmt.Sprintf("the %s %s%s", phrase.Noun(n, "quorum"), w.sets(w.Added), family(" to ", w.Added[0].Role))
		}
		return fmt.Sprintf("adding %s and dropping the quorums that contain others gives a valid %s that dominates it", added, w.Structure.KindName())
	},
}

// dominated checks that the structure with the added quorums, and without those
// that contain an added one, differs from the structure, and is of its kind. By
// construction it has a quorum within each quorum of the structure.
func (w *Witness) dominated() error {
	if len(w.Added) == 0 || len(w.Members) > 0 {
		return fmt.Errorf("%d quorums to add, %d members", len(w.Added), len(w.Members))
	}
	for _, m := range w.Added {
		f, ok := w.family(m.Role)
		if !ok || m.Process != -1 || m.Set.Cap() != f.Nodes() || listed(f, m.Set) > 0 {
			return fmt.Errorf("quorum %v added to %s", m.Set, m.Role)
		}
	}
	if t := w.Structure.Quorums.Trust(); t != nil && w.Structure.Kind == setsys.Coterie {
		return w.dominatedTrust(t)
	}
	if !w.Structure.IsListed() {
		return w.dominatedByFormula()
	}
	var after []setsys.Family
	for _, f := range w.Structure.Families() {
		b := setsys.NewFamilyBuilder(f.Family.Nodes())
		for _, q := range f.Family.All() {
			if !slices.ContainsFunc(w.Added, func(m Member) bool { return m.Role == f.Role && m.Set.SubsetOf(q) }) {
				b.Add(q)
			}
		}
		for _, m := range w.Added {
			if m.Role == f.Role {
				b.Add(m.Set)
			}
		}
		g := b.Family()
		if g.Len() == 0 || g.At(0).IsEmpty() || !minimal(g) {
			return fmt.Errorf("the result violates nonempty or minimality")
		}
		after = append(after, g)
	}
	return w.intersects(after)
}

// intersects checks the intersection (and for a k-coterie non-intersection) of
// families of minimal non-empty quorums.
func (w *Witness) intersects(families []setsys.Family) error {
	k := w.Structure.K
	const choices = 100_000
	switch w.Structure.Kind {
	case setsys.Coterie:
		if families[0].Len() > few {
			if decided, err := packs(families[0], 1, choices); decided {
				return err
			}
		}
		return share(families, []int{0, 0})
	case setsys.KArbiter:
		// Of more than n+1 quorums, some takes nothing from what the others
		// share.
		return share(families, make([]int, min(k, families[0].Nodes())+1))
	case setsys.HKArbiter:
		return patterns(k, 1, 0, nil, func(p []int) error { return share(families, p) })
	case setsys.KCoterie:
		if families[0].Len() > few/10 {
			if decided, err := packs(families[0], k, choices); decided {
				return err
			}
		}
		return packsByUnions(families[0], k)
	}
	return fmt.Errorf("domination is not defined for kind %s", w.Structure.Kind)
}

// share checks that quorums of the families with the given numbers always have
// a common node: that no quorum of the last is disjoint from what quorums of
// the others have in common. A common part that has more nodes than the other
// quorums can lack together needs no further look.
func share(families []setsys.Family, numbers []int) error {
	n := families[0].Nodes()
	last := len(numbers) - 1
	lack := 0
	for _, f := range numbers {
		lack += lacking(families[f])
	}
	parts := setsys.NewFamily(n, setsys.NewNodeSet(n).Complement())
	row := make([]uint64, words.Of(n))
	for _, f := range numbers[:last] {
		lack -= lacking(families[f])
		next := words.NewTable(len(row))
		for i := 0; i < parts.Len(); i++ {
			for j := 0; j < families[f].Len(); j++ {
				words.And(row, parts.Words(i), families[f].Words(j))
				if words.Count(row) <= lack {
					next.Insert(row)
				}
			}
		}
		parts = rows(n, next)
	}
	free := freeOf(families[numbers[last]])
	for i := 0; i < parts.Len(); i++ {
		words.AndNot(row, words.Full(n), parts.Words(i))
		if free(row) {
			return fmt.Errorf("quorums of the result have no common node")
		}
	}
	return nil
}

// lacking returns the most nodes that a quorum of f lacks.
func lacking(f setsys.Family) int {
	most := 0
	for i := 0; i < f.Len(); i++ {
		most = max(most, f.Nodes()-words.Count(f.Words(i)))
	}
	return most
}

// patterns calls check with every critical conflicting request pattern of k,
// as family numbers (units less one): the ascending bags whose sum is above k,
// but not without the last member, nor without the first.
func patterns(k, least, sum int, bag []int, check func([]int) error) error {
	if sum > k {
		if sum-(bag[0]+1) > k {
			return nil
		}
		return check(bag)
	}
	for h := least; h <= k; h++ {
		if err := patterns(k, h, sum+h, append(slices.Clone(bag), h-1), check); err != nil {
			return err
		}
	}
	return nil
}

// few is the number of sets up to which all pairs of them are compared; for more,
// the questions go to an index.
const few = 2000

// freeOf returns a function that reports whether some quorum of f is within
// the given nodes.
func freeOf(f setsys.Family) func(within []uint64) bool {
	if f.Len() > few {
		return setsys.NewIndex(f).Query().Has
	}
	return func(within []uint64) bool {
		for i := 0; i < f.Len(); i++ {
			if words.Subset(f.Words(i), within) {
				return true
			}
		}
		return false
	}
}

// minimal reports whether no set of f contains another one.
func minimal(f setsys.Family) bool {
	if f.Len() > few {
		return f.Minimal().Len() == f.Len()
	}
	for i := range f.Len() {
		for j := range f.Len() {
			if i != j && words.Subset(f.Words(j), f.Words(i)) {
				return false
			}
		}
	}
	return true
}

func rows(n int, t *words.Table) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for i := 0; i < t.Len(); i++ {
		b.AddWords(t.Row(i))
	}
	return b.Family()
}
