package corpus

import (
	"context"
	"fmt"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// baldoni has the structural claims of R. Baldoni, "An O(N^(M/(M+1)))
// distributed algorithm for the k-out of-M resources allocation problem".
func baldoni() []*entry.Entry {
	return []*entry.Entry{
		fewestMembers(), fewestEqualMembers(),
		figure1(),
		entry.New("baldoni/figure-1-plane", entry.Case{Build: entry.File("baldoni-figure-1.json"), Ask: plane(2)}),
		figure1TwoResources(), figure1Entering(),
		planes(), planesRequestSets(), planesTwoResources(),
		figure3(), hyperplanes(), hyperplaneSizes(), hyperplaneCount(), hyperplanesTruncated(), hyperplanesDummies(),
		conflictDetection(), arbitrationIff(), pairsOfSingles(),
		tuplesOfConflicts(), tupleCount(), symmetricSizes(),
		singhalSatisfiable(), singhalSizes(),
		entry.New("baldoni/singhal-stronger", entry.Case{Ask: entry.Stated("(v)-implies-(ii)", implication(4, 1, []p.ID{p.Singhal}, p.PairwiseIntersection)).
			With(entry.Stated("(v)-with-contains-implies-(ii)", implication(4, 1, []p.ID{p.LocalRecovery}, p.PairwiseIntersection)))}),
		entry.New("baldoni/local-recovery-stronger", entry.Case{Ask: entry.Stated("(vi)-implies-(iii)", implication(4, 3, []p.ID{p.LocalRecoveryExact}, p.Arbitration)).
			With(entry.Stated("(vi)-with-contains-implies-(iii)", implication(4, 3, []p.ID{p.LocalRecovery}, p.Arbitration)))}),
		entry.New("baldoni/local-recovery-weaker", entry.Case{Ask: entry.Stated("(vii)-implies-(vi)", implication(4, 3, []p.ID{p.FullSets}, p.LocalRecoveryExact)).
			Violated("(vii)-implies-(vi)", "R = {{1,2},{1,2}}, M = 1").
			With(entry.Stated("(vii)-implies-(vi)-with-contains", implication(4, 3, []p.ID{p.FullSets}, p.LocalRecovery)))}),
		fullSets(), exactSatisfiable(),
		sizeOrder(), gridAboveMinimal(), betterThanRaynal(), twoArbiters(), oneResourceCounts(),
		baldoniMessages(), entry.Pin(entry.Measured("baldoni/messages-most")), entry.Measured("baldoni/raynal-messages"), localRecoveryMessages(),
	}
}

func figure1() *entry.Entry {
	return entry.New("baldoni/figure-1", entry.Case{
		Build: entry.File("baldoni-figure-1.json"),
		Ask: entry.Claimed(p.NonEmpty, p.SelfMembership, p.Arbitration, p.PairwiseIntersection).
			With(entry.Silent(p.Singhal, p.LocalRecovery, p.LocalRecoveryExact, p.FullSets)).
			Violated("singhal", "1:{1,2,3} 5:{2,5,7}").
			Violated("local-recovery", "1:{1,2,3} 5:{2,5,7}").
			Violated("local-recovery-exact", "1:{1,2,3} 5:{2,5,7}").
			Violated("full-sets", "1:{1,2,3}").
			With(entry.Observed("is-the-construction", same(entry.Construction("seven-processes", nil), func(i int) int { return i }))),
	})
}

// plane states the three axioms of section 2 and the three properties that
// follow, for lines of size points.
func plane(order int) entry.Questions {
	size := order + 1
	return entry.Stated("axiom-1", axiom1).With(entry.Stated("axiom-2", axiom2)).With(entry.Stated("axiom-3", axiom3)).
		With(entry.Stated("points-of-a-line", entry.Sizes(size, size))).
		With(entry.Stated("lines-of-a-point", linesThrough(size))).
		With(entry.Stated("points-and-lines", pointsAndLines(size*(size-1)+1)))
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

func linesThrough(count int) entry.Statement {
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

func pointsAndLines(count int) entry.Statement {
	return func(_ context.Context, s *setsys.Structure) (string, error) {
		if n, m := s.Universe.Len(), len(lines(s)); n != count || m != count {
			return fmt.Sprintf("there are %d points and %d lines, not %d", n, m, count), nil
		}
		return "", nil
	}
}

func figure1TwoResources() *entry.Entry {
	return entry.New("baldoni/figure-1-two-resources", entry.Case{
		Build: entry.File("baldoni-figure-1-two-resources.json"),
		Ask: entry.Claimed(p.NonEmpty, p.SelfMembership, p.PairwiseIntersection).
			With(entry.Denied(p.Arbitration)).Violated("arbitration", "1:{1,2,3} 2:{2,4,6} 3:{3,5,6}"),
	})
}

func figure1Entering() *entry.Entry {
	return entry.New("baldoni/figure-1-entering", entry.Case{
		Build: entry.File("baldoni-figure-1-two-resources.json"),
		Ask: entry.Stated("processes-1-to-4-enter", func(_ context.Context, s *setsys.Structure) (string, error) {
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

func planes() *entry.Entry {
	e := entry.New("baldoni/projective-planes")
	for _, q := range orders {
		ask := entry.Claimed(entry.Required(setsys.Coterie)...).With(plane(q))
		if q <= 3 {
			ask = ask.With(entry.Silent(p.Nondomination))
		}
		e.Add(entry.Built("plane", ask, "order", q))
	}
	return entry.Pin(e)
}

func planesRequestSets() *entry.Entry {
	e := entry.New("baldoni/projective-planes-request-sets")
	for _, q := range orders {
		e.Add(entry.Case{
			Name:  entry.Params("order", q),
			Build: entry.Construction("plane", entry.Args{"order": q, "as": "request-sets"}),
			Ask:   entry.Claimed(p.NonEmpty, p.SelfMembership, p.Arbitration, p.PairwiseIntersection),
		})
	}
	return e
}

func planesTwoResources() *entry.Entry {
	e := entry.New("baldoni/projective-planes-two-resources")
	for _, q := range orders {
		base := entry.Construction("plane", entry.Args{"order": q, "as": "request-sets"})
		e.Add(entry.Case{
			Name: entry.Params("order", q),
			Build: func() (*setsys.Structure, error) {
				s, err := base()
				if err != nil {
					return nil, err
				}
				two := *s
				two.M = 2
				return &two, nil
			},
			Ask: entry.Denied(p.Arbitration),
		})
	}
	return entry.Pin(e)
}
