package properties

import (
	"context"
	"fmt"

	"qcheck/explore/verdict"
	"qcheck/explore/yield"
	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/words"
)

// Byzantine quorum systems (Malkhi and Reiter, "Byzantine Quorum Systems", Distributed
// Computing 11, 1998): quorums that share enough nodes though some lie. Who may lie at
// once is a fail-prone system, here its largest sets B: any f nodes, or sets that are
// listed. With Q1 and Q2 for any two quorums, equal or not:
//
//	dissemination  Q1 ∩ Q2 is within no B; for data that are signed (definition 5.1)
//	masking        Q1 ∩ Q2 less any B1 is within no B2 (definition 4.1)
//	availability   for each B there is a quorum that it misses; both demand it
//	q3, q4         no three, no four sets B have all nodes: if and only if this is so, there
//	               is a dissemination (corollary 5.5), a masking system (corollary 4.4)
//
// Where nodes assume different things, each with its quorums and its fail-prone system,
// they are an asymmetric quorum system (Cachin and Tackmann, "Asymmetric Distributed
// Trust", OPODIS 2019) if, for any two nodes,
//
//	dissemination  Q1 ∩ Q2, one quorum of each, is within no set that lies in a B1 of the
//	               one and in a B2 of the other; and each node has availability
//	b3             no B1 of the one, B2 of the other and set that lies in one of each have
//	               all nodes (Damgård et al., "Secure Protocols with Asymmetric Trust",
//	               ASIACRYPT 2007): if and only if this is so, there are such quorums
//
// Two nodes may be one, or assume the same: then these are dissemination and q3.
//
// Let A be the family of the sets that contain all nodes but those of some B. Then Q1 ∩ Q2
// is within some B if and only if Q1, Q2 and some set of A have no node in common, and within two
// of them if and only if Q1, Q2 and two sets of A have none. A set lies in a B1 and in a B2 if the
// others are in the A of the one and in that of the other. Sets B have all nodes if as many
// of A have none in common; and availability is that no set of A shares a node with each
// quorum outside of itself. For any f nodes the quorums must share f+1, and 2f+1.

// A ByzantineResult is the verdict on quorums some of whose nodes lie. A violation has its
// witness, which is confirmed: quorums, and sets of nodes that may lie at once.
type ByzantineResult struct {
	Property string // one of ByzantineProperties
	Verdict  verdict.Verdict
	Text     string // what the witness shows, or why the verdict is unknown
	Quorums  []setsys.NodeSet
	Faulty   []setsys.NodeSet

	by [2]*assumption // whose the first and the second of these are
}

// ByzantineProperties are the names of what Byzantine judges: where all nodes assume the
// same, and where they do not.
func ByzantineProperties(asymmetric bool) []string {
	if asymmetric {
		return []string{"dissemination", "b3"}
	}
	return []string{"dissemination", "masking", "q3", "q4"}
}

// A Tolerance is how many nodes may lie, whichever they are, such that the quorums have a property: Least of them may, and
// more than Most may not. The two differ where a limit or the end of the context left it open; Why says so. They are -1 if
// the property is not there though nobody lies.
type Tolerance struct {
	Property string `json:"name,omitempty"`
	Least    int    `json:"least"`
	Most     int    `json:"most"`
	Why      string `json:"why,omitempty"`
}

// Tolerances returns for each of the ByzantineProperties how many nodes may lie, and in live how many may fail with
// a quorum left. What a set of liars leaves of a property, its subsets leave: with a node less in B, no side of a
// definition above that is to be large shrinks, and none that is to be small grows. So f is tried upward, by doubling, and then
// in between.
func Tolerances(ctx context.Context, s *setsys.Structure) (live Tolerance, all []Tolerance, err error) {
	b := newByzantine(ctx, s, setsys.AnyNodes(s.Universe.Len(), 0, 0))
	x := b.all[0]
	live = Tolerance{Least: -1, Most: b.n}
	if err := b.within(func() {
		if least, ok := b.d.Smallest(b.d.Dual(x.f)); ok {
			live.Most = words.Count(least) - 1
		}
		live.Least = live.Most
	}); err != nil {
		live.Why = err.Error()
	}
	for _, property := range ByzantineProperties(false) {
		t := Tolerance{Property: property, Least: -1, Most: b.n}
		if property[0] != 'q' {
			t.Most = live.Most
		}
		for f := 0; t.Least < t.Most && t.Why == ""; {
			var r ByzantineResult
			stopped := b.within(func() {
				x.most, x.left = f, diagram.Every
				if left := x.leaves(); left != nil {
					x.left = b.d.Of(left)
				}
				r = b.decide(property)
			})
			r.Property = property
			if wrong := b.confirm(r); wrong != nil {
				return live, nil, fmt.Errorf("the witness against %s does not confirm: %w", property, wrong)
			}
			switch {
			case stopped != nil:
				t.Why = stopped.Error()
			case r.Verdict == verdict.Holds:
				t.Least = f
			default:
				t.Most = f - 1
			}
			if f = min(2*f+1, t.Most); r.Verdict == verdict.Violated || f <= t.Least {
				f = t.Least + (t.Most-t.Least+1)/2
			}
		}
		all = append(all, t)
	}
	return live, all, nil
}

// Byzantine judges the quorums of a coterie, whose family is listed or has a formula and
// is not empty, by its assumptions; without these, failProne are the sets of nodes that
// may lie at once, listed or a threshold of nodes.
func Byzantine(ctx context.Context, s *setsys.Structure, failProne setsys.Family) ([]ByzantineResult, error) {
	b := newByzantine(ctx, s, failProne)
	var all []ByzantineResult
	for _, property := range ByzantineProperties(len(b.all) > 1) {
		var r ByzantineResult
		if err := b.within(func() { r = b.decide(property) }); err != nil {
			r = ByzantineResult{Verdict: verdict.Unknown, Text: err.Error()}
		}
		r.Property = property
		if err := b.confirm(r); err != nil {
			return nil, fmt.Errorf("the witness against %s does not confirm: %w", r.Property, err)
		}
		all = append(all, r)
	}
	return all, nil
}

type byzantine struct {
	c   *checker
	n   int
	all []*assumption
	d   *diagram.Diagram
}

// An assumption is one of the structure, ready to be decided.
type assumption struct {
	setsys.Assumption
	trust   *setsys.Trust // whose quorums these are, if any
	formula *setsys.Formula
	most    int            // any so many nodes of among may lie; -1 if the sets are listed
	among   setsys.NodeSet // for that
	f, left diagram.Family // what contains a quorum; what contains all but those of a set that may lie
}

func newByzantine(ctx context.Context, s *setsys.Structure, failProne setsys.Family) *byzantine {
	b := &byzantine{c: newChecker(yield.NewWatch(ctx), s), n: s.Universe.Len()}
	all := s.Quorums.Assumptions()
	if all == nil {
		all = []setsys.Assumption{{Nodes: s.Universe.Full(), Quorums: s.Quorums, FailProne: failProne}}
	}
	for _, a := range all {
		x := &assumption{Assumption: a, trust: a.Quorums.Trust(), most: -1}
		if g := a.FailProne.Formula(); g != nil {
			most, nodes := g.Uniform()
			x.most, x.among = most, setsys.NewNodeSet(b.n, nodes...)
		} else if a.FailProne.Len() == 1 && a.FailProne.At(0).IsEmpty() {
			x.most, x.among = 0, s.Universe.Full()
		}
		b.all = append(b.all, x)
	}
	return b
}

// leaves returns the formula of the sets that contain all but those of a set that may lie;
// nil if all nodes may.
func (x *assumption) leaves() *setsys.Formula {
	if x.most >= 0 {
		members := setsys.OfNodes(x.among.Complement().Nodes()...)
		if left := x.among.Len() - x.most; left > 0 {
			members = append(members, setsys.AtLeast(left, setsys.OfNodes(x.among.Nodes()...)...))
		}
		if len(members) == 0 {
			return nil
		}
		return setsys.All(members...)
	}
	var members []*setsys.Formula
	for _, set := range x.FailProne.All() {
		left := set.Complement()
		if left.IsEmpty() {
			return nil
		}
		members = append(members, setsys.All(setsys.OfNodes(left.Nodes()...)...))
	}
	return setsys.Any(members...)
}

// mayLie reports whether the nodes may lie at once, by the definition.
func (x *assumption) mayLie(nodes setsys.NodeSet) bool {
	if x.most >= 0 {
		return nodes.Len() <= x.most && nodes.SubsetOf(x.among)
	}
	for _, set := range x.FailProne.All() {
		if nodes.SubsetOf(set) {
			return true
		}
	}
	return false
}

func (b *byzantine) within(part func()) error {
	return b.c.attempt(func() {
		if b.d == nil {
			var formulas []*setsys.Formula
			for _, x := range b.all {
				x.formula = setsys.FormulaOf(x.Quorums, b.c.step)
				formulas = append(formulas, x.formula)
			}
			d := diagram.New(b.n, 0, b.c.step, formulas...)
			for _, x := range b.all {
				x.f, x.left = d.Of(x.formula), diagram.Every
				if left := x.leaves(); left != nil {
					x.left = d.Of(left)
				}
			}
			b.d = d
		}
		part()
	})
}

// decide decides one property; the first violation of a pair of assumptions is returned.
func (b *byzantine) decide(property string) ByzantineResult {
	if property[0] != 'q' && property != "b3" {
		for _, x := range b.all {
			if r := b.available(x); r.Verdict != verdict.Holds {
				return r
			}
		}
	}
	for i, y := range b.all {
		for _, x := range b.all[:i+1] {
			var r ByzantineResult
			switch property {
			case "dissemination":
				r = b.shares(x, y, 1)
			case "masking":
				r = b.shares(x, y, 2)
			case "q4":
				r = b.covered(x, y, 4)
			default:
				r = b.covered(x, y, 3)
			}
			if r.Verdict != verdict.Holds {
				return r
			}
		}
	}
	return ByzantineResult{Verdict: verdict.Holds}
}

// confirm checks a witness by the definitions.
func (b *byzantine) confirm(r ByzantineResult) error {
	if r.Verdict != verdict.Violated {
		return nil
	}
	x, y := r.by[0], r.by[1]
	for i, q := range r.Quorums {
		if !r.by[i].isQuorum(q) {
			return fmt.Errorf("%v is no quorum", q)
		}
	}
	cover := len(r.Quorums) == 0 && len(r.Faulty) > 1
	for i, faulty := range r.Faulty {
		mayLie := x.mayLie(faulty) && y.mayLie(faulty)
		if cover && i < 2 {
			mayLie = r.by[i].mayLie(faulty)
		}
		if !mayLie {
			return fmt.Errorf("%v may not fail at once", faulty)
		}
	}
	left := b.c.s.Universe.Full()
	if r.Quorums != nil {
		left = r.Quorums[0].Intersection(r.Quorums[1])
	}
	for _, faulty := range r.Faulty {
		left = left.Difference(faulty)
	}
	want := map[string]int{"dissemination": 1, "masking": 2, "q3": 3, "b3": 3, "q4": 4}[r.Property]
	switch {
	case r.Quorums == nil && !cover:
		if x.formula.Satisfied(left.Words()) {
			return fmt.Errorf("there is a quorum without %v", r.Faulty[0])
		}
	case !left.IsEmpty() || len(r.Faulty) != want || cover != (want > 2):
		return fmt.Errorf("there is %v besides", left)
	}
	return nil
}

// isQuorum reports whether the set is one of the quorums.
func (x *assumption) isQuorum(q setsys.NodeSet) bool {
	switch {
	case x.trust != nil:
		return x.trust.IsMinimal(q.Words())
	case x.Quorums.Formula() != nil:
		return x.formula.IsMinimal(q.Words())
	}
	for _, o := range x.Quorums.All() {
		if o.Equal(q) {
			return true
		}
	}
	return false
}
