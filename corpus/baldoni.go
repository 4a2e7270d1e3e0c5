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
		figure1(), figure1Plane(), figure1TwoResources(), figure1Entering(),
		planes(), planesRequestSets(), planesTwoResources(),
		figure3(), hyperplanes(), hyperplaneSizes(), hyperplaneCount(), hyperplanesTruncated(), hyperplanesDummies(),
		conflictDetection(), arbitrationIff(), pairsOfSingles(),
		tuplesOfConflicts(), tupleCount(), symmetricSizes(),
		singhalSatisfiable(), singhalSizes(), singhalStronger(),
		localRecoveryOrder(), localRecoveryBelowFull(), fullSets(), exactSatisfiable(), baldoniMessages(), baldoniMessagesMost(), raynalMessages(), localRecoveryMessages(),
	}
}

func resources(section, says string) Source {
	return Source{Paper: "Baldoni", Section: section, Says: says}
}

func figure1() *Entry {
	return &Entry{
		Name:   "baldoni/figure-1",
		Source: resources("section 4 and figure 1", "the request sets of figure 1 for 7 processes verify conditions (i) and (ii)"),
		Claim:  "each process is in its own set, and every two sets intersect",
		Reason: "the worked example; with one resource the sets are a right choice",
		Cases: []Case{{
			Build: example("baldoni-figure-1.json"),
			Ask: claimed(p.NonEmpty, p.SelfMembership, p.Arbitration, p.PairwiseIntersection).
				with(silent(p.Singhal, p.LocalRecovery, p.LocalRecoveryExact, p.FullSets)).
				violated("singhal", "1:{1,2,3} 5:{2,5,7}").
				violated("local-recovery", "1:{1,2,3} 5:{2,5,7}").
				violated("local-recovery-exact", "1:{1,2,3} 5:{2,5,7}").
				violated("full-sets", "1:{1,2,3}").
				with(observed("is-the-construction", same(construction("seven-processes", nil), func(i int) int { return i }))),
		}},
	}
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

func figure1Plane() *Entry {
	return &Entry{
		Name:    "baldoni/figure-1-plane",
		Source:  resources("sections 2 and 4, figure 1", "request sets that are the lines of a finite projective plane; figure 1 has 7 processes"),
		Claim:   "the request sets of figure 1 are the lines of the projective plane of order 2",
		Reading: "exactly as printed",
		Reason:  "rules out a misprint in the figure on which section 4 builds its counterexample",
		Cases:   []Case{{Build: example("baldoni-figure-1.json"), Ask: plane(2)}},
	}
}

func figure1TwoResources() *Entry {
	return &Entry{
		Name: "baldoni/figure-1-two-resources",
		Source: resources("section 4", "with two resources, condition (ii) does not guarantee an arbiter for each triple of processes in conflict; "+
			"figure 1 is the example"),
		Claim:  "for M = 2, some three sets of figure 1 have no common node",
		Reason: "the paper's own negative example, with the triple named",
		Cases: []Case{{
			Build: example("baldoni-figure-1-two-resources.json"),
			Ask: claimed(p.NonEmpty, p.SelfMembership, p.PairwiseIntersection).
				with(denied(p.Arbitration)).violated("arbitration", "1:{1,2,3} 2:{2,4,6} 3:{3,5,6}"),
		}},
	}
}

func figure1Entering() *Entry {
	return &Entry{
		Name: "baldoni/figure-1-entering",
		Source: resources("section 4", "all request one of two resources, timestamps in the order of the labels; each process grants two requests; "+
			"the processes 1 to 4 get all the grants they need"),
		Claim:   "when every node grants the two lowest requests it gets, just the processes 1, 2, 3 and 4 have all grants",
		Reading: "each node has got all requests before it grants",
		Reason:  "the printed scenario, replayed on the sets alone",
		Cases: []Case{{
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
		}},
	}
}

// orders are the orders of the projective planes in the corpus.
var orders = [...]int{2, 3, 4, 5, 7, 8, 9}

func planes() *Entry {
	e := &Entry{
		Name: "baldoni/projective-planes",
		Source: resources("section 2", "a projective plane of order K-1 has lines of K points, K lines through each point, and "+
			"K(K-1)+1 points and as many lines; its lines are the request sets of Maekawa's algorithm"),
		Claim:  "the lines of a projective plane are a coterie, with the axioms, properties and counts of section 2",
		Reason: "all prime-power orders up to 9, over fields that are not prime as well; all are nondominated only for order 2",
	}
	for _, q := range orders {
		ask := claimed(required(setsys.Coterie)...).with(plane(q))
		if q <= 3 {
			ask = ask.with(silent(p.Nondomination))
		}
		e.Cases = append(e.Cases, Case{
			Name: params("order", q), Build: construction("plane", args{"order": q}), Ask: ask,
		})
	}
	return pinned(e)
}

func planesRequestSets() *Entry {
	e := &Entry{
		Name:    "baldoni/projective-planes-request-sets",
		Source:  resources("section 2", "a line for each process as its request set verifies (i), that it has the process, and (ii), that every two meet"),
		Claim:   "the lines can be given to the processes so that each is in its own set",
		Reading: "some assignment of the lines does; the text does not give one",
		Reason:  "condition (i) is about the assignment, not about the plane",
	}
	for _, q := range orders {
		e.Cases = append(e.Cases, Case{
			Name:  params("order", q),
			Build: construction("plane", args{"order": q, "as": "request-sets"}),
			Ask:   claimed(p.NonEmpty, p.SelfMembership, p.Arbitration, p.PairwiseIntersection),
		})
	}
	return e
}

func planesTwoResources() *Entry {
	e := &Entry{
		Name:    "baldoni/projective-planes-two-resources",
		Source:  resources("section 7", "the theory of finite projective planes does not apply if M is greater than one, because an axiom is violated"),
		Claim:   "no projective plane gives request sets for M = 2",
		Reading: "the planes over fields; the text's proof assumes that different triples have different arbiters, which it does not show",
		Reason:  "true for a simpler reason: by axiom 3 some three lines have no common point",
	}
	for _, q := range orders {
		base := construction("plane", args{"order": q, "as": "request-sets"})
		e.Cases = append(e.Cases, Case{
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
