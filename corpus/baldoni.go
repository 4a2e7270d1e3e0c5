package corpus

import (
	"context"
	"fmt"

	p "qcheck/properties"
	"qcheck/setsys"
)

// baldoni has the structural claims of R. Baldoni, "An O(N^(M/(M+1)))
// distributed algorithm for the k-out of-M resources allocation problem".
func baldoni() []*Entry {
	return []*Entry{
		fewestMembers(), fewestEqualMembers(),
		figure1(),
		entry("baldoni/figure-1-plane", Case{Build: example("baldoni-figure-1.json"), Ask: plane(2)}),
		figure1TwoResources(), figure1Entering(),
		planes(), planesRequestSets(), planesTwoResources(),
		figure3(), hyperplanes(), hyperplaneSizes(), hyperplaneCount(), hyperplanesTruncated(), hyperplanesDummies(),
		conflictDetection(), arbitrationIff(), pairsOfSingles(),
		tuplesOfConflicts(), tupleCount(), symmetricSizes(),
		singhalSatisfiable(), singhalSizes(),
		entry("baldoni/singhal-stronger", Case{Ask: stated("(v)-implies-(ii)", implication(4, 1, []p.ID{p.Singhal}, p.PairwiseIntersection)).
			with(stated("(v)-with-contains-implies-(ii)", implication(4, 1, []p.ID{p.LocalRecovery}, p.PairwiseIntersection)))}),
		entry("baldoni/local-recovery-stronger", Case{Ask: stated("(vi)-implies-(iii)", implication(4, 3, []p.ID{p.LocalRecoveryExact}, p.Arbitration)).
			with(stated("(vi)-with-contains-implies-(iii)", implication(4, 3, []p.ID{p.LocalRecovery}, p.Arbitration)))}),
		entry("baldoni/local-recovery-weaker", Case{Ask: stated("(vii)-implies-(vi)", implication(4, 3, []p.ID{p.FullSets}, p.LocalRecoveryExact)).
			violated("(vii)-implies-(vi)", "R = {{1,2},{1,2}}, M = 1").
			with(stated("(vii)-implies-(vi)-with-contains", implication(4, 3, []p.ID{p.FullSets}, p.LocalRecovery)))}),
		fullSets(), exactSatisfiable(),
		sizeOrder(), gridAboveMinimal(), betterThanRaynal(), twoArbiters(), oneResourceCounts(),
		baldoniMessages(), pinned(measured("baldoni/messages-most")), measured("baldoni/raynal-messages"), localRecoveryMessages(),
	}
}

func figure1() *Entry {
	return entry("baldoni/figure-1", Case{
		Build: example("baldoni-figure-1.json"),
		Ask: claimed(p.NonEmpty, p.SelfMembership, p.Arbitration, p.PairwiseIntersection).
			with(silent(p.Singhal, p.LocalRecovery, p.LocalRecoveryExact, p.FullSets)).
			violated("singhal", "1:{1,2,3} 5:{2,5,7}").
			violated("local-recovery", "1:{1,2,3} 5:{2,5,7}").
			violated("local-recovery-exact", "1:{1,2,3} 5:{2,5,7}").
			violated("full-sets", "1:{1,2,3}").
			with(observed("is-the-construction", same(construction("seven-processes", nil), func(i int) int { return i }))),
	})
}

// plane states the three axioms of section 2 and the three properties that
// follow, for lines of size points.
func plane(order int) questions {
	size := order + 1
	return stated("axiom-1", axiom1).with(stated("axiom-2", axiom2)).with(stated("axiom-3", axiom3)).
		with(stated("points-of-a-line", sizes(size, size))).
		with(stated("lines-of-a-point", linesThrough(size))).
		with(stated("points-and-lines", pointsAndLines(size*(size-1)+1)))
}

// lines are the sets of a structure with one family.
func lines(s *setsys.Structure) []setsys.NodeSet {
	var all []setsys.NodeSet
	for _, q := range s.Families()[0].Family.All() {
		all = append(all, q)
	}
	return all
}

func axiom1(_ context.Context, s *setsys.Structure) (string, error) {
	for i := range s.Universe.Len() {
		for j := range i {
			through := 0
			for _, l := range lines(s) {
				if l.Has(i) && l.Has(j) {
					through++
				}
			}
			if through != 1 {
				return fmt.Sprintf("%d lines have the points %s and %s", through, s.Universe.Name(j), s.Universe.Name(i)), nil
			}
		}
	}
	return "", nil
}

func axiom2(_ context.Context, s *setsys.Structure) (string, error) {
	all := lines(s)
	for i, a := range all {
		for _, b := range all[:i] {
			if n := a.Intersection(b).Len(); n != 1 {
				return fmt.Sprintf("lines %v and %v share %d points", b, a, n), nil
			}
		}
	}
	return "", nil
}

// axiom3: four lines, no three of which go through one point.
func axiom3(_ context.Context, s *setsys.Structure) (string, error) {
	all := lines(s)
	apart := func(a, b, c setsys.NodeSet) bool { return a.Intersection(b).Intersection(c).IsEmpty() }
	for i := range all {
		for j := range i {
			for k := range j {
				for l := range k {
					a, b, c, d := all[i], all[j], all[k], all[l]
					if apart(a, b, c) && apart(a, b, d) && apart(a, c, d) && apart(b, c, d) {
						return "", nil
					}
				}
			}
		}
	}
	return "of any four lines, three go through one point", nil
}

func linesThrough(count int) Statement {
	return func(_ context.Context, s *setsys.Structure) (string, error) {
		for i := range s.Universe.Len() {
			through := 0
			for _, l := range lines(s) {
				if l.Has(i) {
					through++
				}
			}
			if through != count {
				return fmt.Sprintf("point %s is on %d lines, not %d", s.Universe.Name(i), through, count), nil
			}
		}
		return "", nil
	}
}

func pointsAndLines(count int) Statement {
	return func(_ context.Context, s *setsys.Structure) (string, error) {
		if n, m := s.Universe.Len(), len(lines(s)); n != count || m != count {
			return fmt.Sprintf("there are %d points and %d lines, not %d", n, m, count), nil
		}
		return "", nil
	}
}

func figure1TwoResources() *Entry {
	return entry("baldoni/figure-1-two-resources", Case{
		Build: example("baldoni-figure-1-two-resources.json"),
		Ask: claimed(p.NonEmpty, p.SelfMembership, p.PairwiseIntersection).
			with(denied(p.Arbitration)).violated("arbitration", "1:{1,2,3} 2:{2,4,6} 3:{3,5,6}"),
	})
}

func figure1Entering() *Entry {
	return entry("baldoni/figure-1-entering", Case{
		Build: example("baldoni-figure-1-two-resources.json"),
		Ask: stated("processes-1-to-4-enter", func(_ context.Context, s *setsys.Structure) (string, error) {
			n := s.Universe.Len()
			grants := make([]int, n)
			for node := range n {
				left := s.M
				for i := 0; i < n && left > 0; i++ {
					if s.Requests.At(i).Has(node) {
						grants[i]++
						left--
					}
				}
			}
			for i, g := range grants {
				if all := g == s.Requests.At(i).Len(); all != (i < 4) {
					return fmt.Sprintf("process %d has %d of %d grants", i+1, g, s.Requests.At(i).Len()), nil
				}
			}
			return "", nil
		}),
	})
}

// orders are the orders of the projective planes in the corpus.
var orders = [...]int{2, 3, 4, 5, 7, 8, 9}

func planes() *Entry {
	e := entry("baldoni/projective-planes")
	for _, q := range orders {
		ask := claimed(required(setsys.Coterie)...).with(plane(q))
		if q <= 3 {
			ask = ask.with(silent(p.Nondomination))
		}
		e.add(built("plane", ask, "order", q))
	}
	return pinned(e)
}

func planesRequestSets() *Entry {
	e := entry("baldoni/projective-planes-request-sets")
	for _, q := range orders {
		e.add(Case{
			Name:  params("order", q),
			Build: construction("plane", args{"order": q, "as": "request-sets"}),
			Ask:   claimed(p.NonEmpty, p.SelfMembership, p.Arbitration, p.PairwiseIntersection),
		})
	}
	return e
}

func planesTwoResources() *Entry {
	e := entry("baldoni/projective-planes-two-resources")
	for _, q := range orders {
		base := construction("plane", args{"order": q, "as": "request-sets"})
		e.add(Case{
			Name: params("order", q),
			Build: func() (*setsys.Structure, error) {
				s, err := base()
				if err != nil {
					return nil, err
				}
				two := *s
				two.M = 2
				return &two, nil
			},
			Ask: denied(p.Arbitration),
		})
	}
	return pinned(e)
}
