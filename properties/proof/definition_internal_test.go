package proof

import (
	"math/bits"
	"slices"

	"qcheck/properties"
	"qcheck/properties/proof/checker"
	"qcheck/setsys"
)

// What is violated, by the definitions, as loops over all choices. A set is a mask
// with bit i for node i.

// structureOf returns the structure of the kind over the nodes 1..n.
func structureOf(kind setsys.Kind, n, k int, families ...[]uint64) *setsys.Structure {
	u, err := setsys.Numbered(n)
	if err != nil {
		panic(err)
	}
	var all []setsys.Family
	for _, f := range families {
		b := setsys.NewFamilyBuilder(n)
		for _, q := range f {
			b.AddWords([]uint64{q})
		}
		all = append(all, b.Family())
	}
	s := &setsys.Structure{Kind: kind, Universe: u}
	if kind.HasK() {
		s.K = k
	}
	switch kind {
	case setsys.HKArbiter:
		s.ByUnits = all
	case setsys.KWRCoterie, setsys.ReadWrite:
		s.Write, s.Read = all[0], all[1]
	case setsys.RequestSets:
		s.M, s.Requests = k, all[0]
	default:
		s.Quorums = all[0]
	}
	return s
}

// masks returns the families of the structure.
func masks(s *setsys.Structure) [][]uint64 {
	var all [][]uint64
	for _, f := range s.Families() {
		var sets []uint64
		for _, set := range f.Family.All() {
			sets = append(sets, set.Words()[0])
		}
		all = append(all, sets)
	}
	return all
}

// choose reports whether there is a choice of one set of each family that is good.
func choose(families [][]uint64, good func([]uint64) bool) bool {
	var pick func(chosen []uint64) bool
	pick = func(chosen []uint64) bool {
		if len(chosen) == len(families) {
			return good(chosen)
		}
		return slices.ContainsFunc(families[len(chosen)], func(q uint64) bool { return pick(append(slices.Clone(chosen), q)) })
	}
	return pick(nil)
}

func disjoint(sets []uint64) bool {
	for i, a := range sets {
		for _, b := range sets[:i] {
			if a&b != 0 {
				return false
			}
		}
	}
	return true
}

func common(sets []uint64) uint64 {
	all := ^uint64(0)
	for _, q := range sets {
		all &= q
	}
	return all
}

func union(sets []uint64) uint64 {
	all := uint64(0)
	for _, q := range sets {
		all |= q
	}
	return all
}

// violates reports whether the structure, whose sets are not empty, violates the
// property.
func violates(s *setsys.Structure, id properties.ID) bool {
	f := masks(s)
	apart := func(sets []uint64) bool { return common(sets) == 0 }
	stuck := func(f []uint64, asked func([]uint64) bool) bool {
		for r := 1; r < s.K; r++ {
			if choose(slices.Repeat([][]uint64{f}, r), func(t []uint64) bool {
				return asked(t) && !slices.ContainsFunc(f, func(q uint64) bool { return q&union(t) == 0 })
			}) {
				return true
			}
		}
		return false
	}
	switch id {
	case properties.Intersection:
		switch s.Kind {
		case setsys.Coterie:
			return choose([][]uint64{f[0], f[0]}, disjoint)
		case setsys.KCoterie:
			return choose(slices.Repeat(f, s.K+1), disjoint)
		case setsys.KArbiter:
			return choose(slices.Repeat(f, s.K+1), apart)
		case setsys.HKArbiter:
			for _, p := range properties.CriticalPatterns(s.K) {
				var from [][]uint64
				for _, h := range p {
					from = append(from, f[h-1])
				}
				if choose(from, apart) {
					return true
				}
			}
			return false
		}
	case properties.WriteIntersection:
		return choose(slices.Repeat(f[:1], max(s.K, 1)+1), disjoint)
	case properties.ReadIntersection:
		return choose([][]uint64{f[1], f[1]}, disjoint)
	case properties.WriteReadIntersection:
		return choose(f, disjoint)
	case properties.NonIntersection, properties.WriteNonIntersection:
		return stuck(f[0], disjoint)
	case properties.StrongNonIntersection:
		return stuck(f[0], func([]uint64) bool { return true })
	case properties.Minimality:
		return slices.ContainsFunc(f, contained)
	case properties.WriteMinimality:
		return contained(f[0])
	case properties.ReadMinimality:
		return contained(f[1])
	case properties.Nondomination: // of a coterie: Garcia-Molina and Barbara
		for set := uint64(0); set < 1<<s.Universe.Len(); set++ {
			if !slices.ContainsFunc(f[0], func(q uint64) bool { return q&^set == 0 || q&set == 0 }) {
				return true
			}
		}
		return false
	case properties.PairwiseIntersection, properties.Arbitration:
		size := 2
		if id == properties.Arbitration {
			size = s.M + 1
		}
		for processes := uint(0); processes < 1<<len(f[0]); processes++ {
			var sets []uint64
			for i, q := range f[0] {
				if processes>>i&1 == 1 {
					sets = append(sets, q)
				}
			}
			if bits.OnesCount(processes) == size && common(sets) == 0 {
				return true
			}
		}
		return false
	}
	panic("no definition of " + id)
}

func contained(f []uint64) bool {
	for i, a := range f {
		for j, b := range f {
			if i != j && a&^b == 0 {
				return true
			}
		}
	}
	return false
}

// dominated reports whether one of the structures dominates s: it differs, and each
// quorum of s contains one of its quorums in the same family.
func dominated(s *setsys.Structure, all []*setsys.Structure) bool {
	f := masks(s)
	return slices.ContainsFunc(all, func(t *setsys.Structure) bool {
		g := masks(t)
		differs := false
		for h := range f {
			for _, q := range f[h] {
				if !slices.ContainsFunc(g[h], func(p uint64) bool { return p&^q == 0 }) {
					return false
				}
			}
			differs = differs || !slices.Equal(slices.Sorted(slices.Values(f[h])), slices.Sorted(slices.Values(g[h])))
		}
		return differs
	})
}

// satisfiable reports whether the formula of the proof has a model: it decides the
// variables in turn, but those that an inequality decides first.
func satisfiable(p *Proof) bool {
	all, variables := inequalitiesOf(p.Formula)
	return model(all, make([]int, variables+1))
}

// inequalitiesOf reads a formula.
func inequalitiesOf(formula []byte) (all []inequality, variables int) {
	f, err := checker.OPB(formula)
	if err != nil {
		panic(err)
	}
	for _, i := range f.Inequalities {
		all = append(all, plain(i))
	}
	return all, f.Variables
}

// plain is the inequality with small numbers.
func plain(i *checker.Inequality) inequality {
	q := inequality{bound: int(i.Bound.Int64())}
	for l, c := range i.Coefficients {
		q.terms = append(q.terms, summand{l, int(c.Int64())})
	}
	return q
}

type (
	inequality struct {
		terms []summand // of different literals
		bound int
	}
	summand struct{ literal, coefficient int }
)

// model reports whether there is a model with the values by variable: 1 true, -1
// false, 0 open.
func model(all []inequality, values []int) bool {
	for again := true; again; {
		again = false
		for _, q := range all {
			most := -q.bound
			for _, x := range q.terms {
				if value(values, x.literal) >= 0 {
					most += x.coefficient
				}
			}
			if most < 0 {
				return false
			}
			for _, x := range q.terms {
				if value(values, x.literal) == 0 && x.coefficient > most {
					set(values, x.literal)
					again = true
				}
			}
		}
	}
	open := slices.Index(values[1:], 0) + 1
	if open == 0 {
		return true
	}
	for _, l := range []int{open, -open} {
		next := slices.Clone(values)
		set(next, l)
		if model(all, next) {
			return true
		}
	}
	return false
}

func value(values []int, literal int) int {
	if literal < 0 {
		return -values[-literal]
	}
	return values[literal]
}

func set(values []int, literal int) {
	if literal < 0 {
		values[-literal] = -1
	} else {
		values[literal] = 1
	}
}
