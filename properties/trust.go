package properties

import (
	"context"
	"fmt"
	"slices"

	"qcheck/explore/yield"
	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/phrase"
	"qcheck/setsys/words"
)

// Trust graphs (see setsys.Trust) are judged without listing their quorums. Whether
// two quorums are disjoint is decided in this order, from what is quick to what
// always decides, within its limit:
//
//	components  two components of the graph that have quorums: these are disjoint.
//	pairs       each quorum satisfies the quorum set of one of its nodes. If no two
//	            quorum sets (or one twice) can be satisfied by disjoint sets of
//	            nodes of the core, no two quorums are disjoint. This suffices, and
//	            is not needed: a set that satisfies a quorum set need not be a
//	            quorum. It is quick where each node leaves out some others, for
//	            which the diagrams below grow.
//	diagrams    of the sets that contain a quorum, divided as those of formulas.
//	by chance   nodes divided at random, which can find a violation only.
//
// Every other question is one about the formula of the sets that contain a quorum,
// which the diagram gives.
func (c *checker) trust(id ID) (f finding, decided bool) {
	t := c.s.Quorums.Trust()
	if t == nil || c.s.Kind != setsys.Coterie || c.s.Quorums.IsListed() {
		return f, false
	}
	switch id {
	case NonEmpty:
		most := words.Count(t.Greatest(words.Full(t.Nodes()), nil))
		return finding{method: fmt.Sprintf("the largest quorum has %s", phrase.Count(most, "node"))}, true
	case Minimality:
		return finding{method: "by construction: the quorums are the minimal ones of the trust graph"}, true
	case Intersection:
		return c.trustIntersection(t)
	}
	return f, false
}

func (c *checker) trustIntersection(t *setsys.Trust) (f finding, decided bool) {
	cores := t.Cores()
	if len(cores) > 1 {
		f = c.disjoint(t, cores[0], cores[1])
		f.method = fmt.Sprintf("by components: %d of the trust graph have quorums of their own", len(cores))
		return f, true
	}
	sets := t.Within(cores[0]).Sets()
	if c.apart(sets, cores[0]) {
		return finding{method: fmt.Sprintf("by pairs: no two of the %s can be satisfied by disjoint sets of nodes", phrase.Count(len(sets), "quorum set"))}, true
	}
	if err := c.solve(0); err != nil {
		if f, ok := c.guessTrust(t); ok {
			return f, true
		}
		c.stop(err.Error())
	}
	return f, false
}

// disjoint returns the violation that both sets, which are disjoint, contain a quorum.
func (c *checker) disjoint(t *setsys.Trust, a, b []uint64) finding {
	members := []property.Member{
		member(setsys.QuorumsRole, t.Nodes(), t.Reduce(a)), member(setsys.QuorumsRole, t.Nodes(), t.Reduce(b)),
	}
	sortMembers(members)
	return finding{broken: true, members: members}
}

// The pairs of quorum sets that are tried, and the vertices for them.
const (
	mostPairs    = 20_000
	pairVertices = 500_000
)

// apart reports whether no two of the quorum sets can be satisfied by disjoint sets of
// the nodes; false means that it is not known.
func (c *checker) apart(sets []*setsys.Formula, nodes []uint64) (apart bool) {
	if len(sets)*(len(sets)+1)/2 > mostPairs {
		return false
	}
	err := diagram.Try(func() {
		d := diagram.New(c.s.Universe.Len(), pairVertices, c.step, sets...)
		none := make([]uint64, len(nodes))
		for i, f := range sets {
			for _, g := range sets[:i+1] {
				if _, _, ok := d.Divide(d.Of(f), d.Of(g), none, nodes); ok {
					return
				}
			}
		}
		apart = true
	})
	return apart && err == nil
}

// guessTrust divides the nodes at random, always in the same way.
func (c *checker) guessTrust(t *setsys.Trust) (finding, bool) {
	for parts := range divisions(t.Nodes(), 2, true) {
		c.step()
		a, b := t.Greatest(parts[0], nil), t.Greatest(parts[1], nil)
		if !words.Empty(a) && !words.Empty(b) {
			f := c.disjoint(t, a, b)
			f.method = byChance
			return f, true
		}
	}
	return finding{}, false
}

// solve finds the formulas of the trust graphs of the structure, with a limit as in
// diagram.New. Its error is that the diagrams are too large.
func (c *checker) solve(limit int) error {
	if limit == 0 {
		limit = c.vertices
	}
	s, err := solved(c.s, limit, c.step)
	if err != nil {
		return err
	}
	c.s = s
	for i, f := range c.formulas {
		for _, g := range s.Families() {
			if f.Role == g.Role {
				c.formulas[i] = g
			}
		}
	}
	return nil
}

// mostListed is the most quorums of a trust graph that are listed where a list is asked for:
// listing does not look at the time.
const mostListed = 10_000

// solved returns the structure with the formulas of its trust graphs.
func solved(s *setsys.Structure, limit int, step func()) (t *setsys.Structure, err error) {
	t = Mapped(s, func(_ int, f setsys.Family) setsys.Family {
		if err == nil {
			f, err = diagram.Solve(f, limit, mostListed, step)
		}
		return f
	})
	return t, err
}

// Mapped returns the structure with what change makes of its families, in their order.
func Mapped(s *setsys.Structure, change func(i int, f setsys.Family) setsys.Family) *setsys.Structure {
	t := *s
	t.ByUnits = nil
	for i, f := range s.Families() {
		switch g := change(i, f.Family); f.Role {
		case setsys.QuorumsRole:
			t.Quorums = g
		case setsys.WriteRole:
			t.Write = g
		case setsys.ReadRole:
			t.Read = g
		case setsys.RequestsRole:
			t.Requests = g
		default:
			t.ByUnits = append(t.ByUnits, g)
		}
	}
	return &t
}

// Solve returns the structure with the formulas of its trust graphs, which availability,
// load and all that is computed of formulas need. The error says why there are none: the
// diagrams are too large, or ctx has ended.
func Solve(ctx context.Context, s *setsys.Structure) (t *setsys.Structure, err error) {
	if !slices.ContainsFunc(s.Families(), func(f setsys.RoleFamily) bool { return f.Family.Trust() != nil }) {
		return s, nil
	}
	c := newChecker(yield.NewWatch(ctx), s)
	if cut := c.attempt(func() { t, err = solved(s, 0, c.step) }); cut != nil {
		return nil, fmt.Errorf("the search was cut: %w", cut)
	}
	return t, err
}
