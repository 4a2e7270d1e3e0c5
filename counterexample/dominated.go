package counterexample

import (
	"fmt"
	"slices"

	"qcheck/setsys"
)

// dominated checks a witness of nondomination: the structure with the added
// quorums, without the quorums that contain others, and with the full set for
// an empty family, differs from the structure, has a quorum within each of its
// quorums, and is of the kind.
func (w *Witness) dominated() error {
	differs := false
	var after [][]setsys.NodeSet
	for _, f := range w.Structure.Families() {
		before := slices.Collect(values(f.Family))
		sets := slices.Clone(before)
		for _, m := range w.Added {
			if m.Role == f.Role {
				sets = append(sets, m.Set)
			}
		}
		if len(sets) == 0 {
			sets = append(sets, w.Structure.Universe.Full())
		}
		least := minimal(sets)
		for _, q := range least {
			if q.IsEmpty() {
				return fmt.Errorf("an empty quorum")
			}
			differs = differs || !contains(before, q)
		}
		for _, q := range before {
			differs = differs || !contains(least, q)
			if !slices.ContainsFunc(least, func(p setsys.NodeSet) bool { return p.SubsetOf(q) }) {
				return fmt.Errorf("no quorum within %v", q)
			}
		}
		after = append(after, least)
	}
	if !differs {
		return fmt.Errorf("the structure itself")
	}
	return w.ofKind(after)
}

// ofKind checks the intersection (and for a k-coterie non-intersection) of
// families of minimal non-empty quorums.
func (w *Witness) ofKind(families [][]setsys.NodeSet) error {
	s := w.Structure
	full := s.Universe.Full()
	switch s.Kind {
	case setsys.Coterie:
		return share(families, []int{0, 0}, full)
	case setsys.KArbiter:
		return share(families, make([]int, s.K+1), full)
	case setsys.HKArbiter:
		return patterns(s.K, 1, 0, nil, func(p []int) error { return share(families, p, full) })
	case setsys.KCoterie:
		unions := map[string]setsys.NodeSet{"": s.Universe.Full()} // free nodes beside h disjoint quorums
		for h := 0; h <= s.K; h++ {
			next := map[string]setsys.NodeSet{}
			for _, free := range unions {
				more := 0
				for _, q := range families[0] {
					if q.SubsetOf(free) {
						rest := free.Difference(q)
						next[rest.String()] = rest
						more++
					}
				}
				if more == 0 && h < s.K {
					return fmt.Errorf("%d disjoint quorums cannot be extended", h)
				}
			}
			unions = next
		}
		if len(unions) > 0 {
			return fmt.Errorf("%d disjoint quorums", s.K+1)
		}
		return nil
	}
	return fmt.Errorf("domination is not defined for kind %s", s.Kind)
}

// share checks that quorums of the families numbered by left always have a
// common node.
func share(families [][]setsys.NodeSet, left []int, common setsys.NodeSet) error {
	parts := map[string]setsys.NodeSet{"": common}
	for _, f := range left {
		next := map[string]setsys.NodeSet{}
		for _, part := range parts {
			for _, q := range families[f] {
				p := part.Intersection(q)
				if p.IsEmpty() {
					return fmt.Errorf("quorums of the result have no common node")
				}
				next[p.String()] = p
			}
		}
		parts = next
	}
	return nil
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

func values(f setsys.Family) func(func(setsys.NodeSet) bool) {
	return func(yield func(setsys.NodeSet) bool) {
		for _, q := range f.All() {
			if !yield(q) {
				return
			}
		}
	}
}

func contains(sets []setsys.NodeSet, q setsys.NodeSet) bool {
	return slices.ContainsFunc(sets, q.Equal)
}

func minimal(sets []setsys.NodeSet) []setsys.NodeSet {
	var least []setsys.NodeSet
	for i, q := range sets {
		keep := true
		for j, p := range sets {
			keep = keep && !(p.SubsetOf(q) && (!q.SubsetOf(p) || j < i))
		}
		if keep {
			least = append(least, q)
		}
	}
	return least
}
