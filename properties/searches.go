package properties

import "qcheck/setsys"

// The table is filled here, and not where it is declared: a search may need the outcome
// of another one.
func init() {
	quorums, write, read := setsys.QuorumsRole, setsys.WriteRole, setsys.ReadRole
	minimal := func(id ID) search {
		return search{
			listed: func(c *checker) finding { return c.allMinimal(id) },
			decide: func(y *symbolic) finding { return y.minimality(id) },
		}
	}
	searches = map[ID]search{
		NonEmpty:     {(*checker).nonEmpty, (*symbolic).nonEmpty, nil},
		Intersection: {(*checker).intersection, (*symbolic).intersection, (*symbolic).guessIntersection},
		NonIntersection: {
			listed: func(c *checker) finding { return c.stuck(quorums, c.s.Quorums, c.s.K) },
			decide: func(y *symbolic) finding { return y.stuck(quorums, false) },
		},
		StrongNonIntersection: {
			listed: (*checker).blocked,
			decide: func(y *symbolic) finding { return y.stuck(quorums, true) },
		},
		Minimality: minimal(Minimality),
		WriteIntersection: {
			func(c *checker) finding { return c.packing(write, c.s.Write, max(c.s.K, 1)+1) },
			func(y *symbolic) finding { return y.packing(write, max(y.c.s.K, 1)+1) },
			func(y *symbolic) (finding, bool) { return y.guess(repeated(write, min(max(y.c.s.K, 1), y.n)+1), true) },
		},
		ReadIntersection: {
			func(c *checker) finding { return c.packing(read, c.s.Read, 2) },
			func(y *symbolic) finding { return y.packing(read, 2) },
			func(y *symbolic) (finding, bool) { return y.guess(repeated(read, 2), true) },
		},
		WriteNonIntersection: {
			listed: func(c *checker) finding { return c.stuck(write, c.s.Write, c.s.K) },
			decide: func(y *symbolic) finding { return y.stuck(write, false) },
		},
		WriteReadIntersection: {
			(*checker).cross,
			func(y *symbolic) finding { return y.cross(write, read) },
			func(y *symbolic) (finding, bool) { return y.guess([]setsys.Role{write, read}, true) },
		},
		WriteMinimality: minimal(WriteMinimality),
		ReadMinimality:  minimal(ReadMinimality),
		Nondomination:   {(*checker).nondomination, (*symbolic).nondomination, nil},

		SelfMembership: {listed: (*checker).selfMembership},
		Arbitration:    {listed: (*checker).arbitration},
		PairwiseIntersection: {listed: func(c *checker) finding {
			return c.pairs(func(i, j int, common setsys.NodeSet) bool { return !common.IsEmpty() })
		}},
		Singhal: {listed: func(c *checker) finding {
			return c.pairs(func(i, j int, common setsys.NodeSet) bool {
				return common.Len() == 1 && (common.Has(i) || common.Has(j))
			})
		}},
		LocalRecovery:      {listed: func(c *checker) finding { return c.localRecovery(false) }},
		LocalRecoveryExact: {listed: func(c *checker) finding { return c.localRecovery(true) }},
		FullSets:           {listed: (*checker).fullSets},
	}
}

// intersection: of coteries it is about disjoint quorums, of arbiters about quorums
// without a common node.
func (c *checker) intersection() finding {
	switch c.s.Kind {
	case setsys.KArbiter:
		return c.arbiter()
	case setsys.HKArbiter:
		return c.unitsArbiter()
	}
	return c.packing(setsys.QuorumsRole, c.s.Quorums, disjointOf(c.s)+1)
}

func (y *symbolic) intersection() finding {
	switch y.c.s.Kind {
	case setsys.KArbiter:
		return y.arbiter()
	case setsys.HKArbiter:
		return y.unitsArbiter()
	}
	return y.packing(setsys.QuorumsRole, disjointOf(y.c.s)+1)
}

func (y *symbolic) guessIntersection() (finding, bool) {
	s := y.c.s
	if s.Kind == setsys.HKArbiter {
		return finding{}, false
	}
	most := s.K
	if s.Kind != setsys.KArbiter {
		most = disjointOf(s)
	}
	return y.guess(repeated(setsys.QuorumsRole, min(most, y.n)+1), s.Kind != setsys.KArbiter)
}

// disjointOf returns how many quorums of a coterie or a k-coterie may be pairwise disjoint.
func disjointOf(s *setsys.Structure) int {
	if s.Kind == setsys.KCoterie {
		return s.K
	}
	return 1
}
