package properties

import (
	"context"
	"fmt"

	"qcheck/explore/yield"
	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/words"
)

// A Crossed says whether every quorum of a family of one structure shares a node with every
// quorum of a family of another, which is what a change needs that is made node by node:
// meanwhile some go by the one, and some by the other.
type Crossed struct {
	One, Other setsys.Role
	Apart      bool           // two quorums are disjoint: X of the one, Y of the other
	X, Y       setsys.NodeSet // over the universe that Cross returns
	Open       string         // why it is not known
}

// Cross compares the families of two structures of one kind, whose nodes are those with the
// same names. Families are compared that must share nodes within each of the two: the
// quorums of a coterie with each other, reads with writes.
func Cross(ctx context.Context, one, other *setsys.Structure) (u setsys.Universe, found []Crossed, err error) {
	if one.Kind != other.Kind {
		return u, nil, fmt.Errorf("a %s and a %s: quorums of two kinds are not compared", one.KindName(), other.KindName())
	}
	var pairs [][2]setsys.Role
	switch one.Kind {
	case setsys.Coterie:
		pairs = [][2]setsys.Role{{setsys.QuorumsRole, setsys.QuorumsRole}}
	case setsys.ReadWrite, setsys.KWRCoterie:
		pairs = [][2]setsys.Role{{setsys.WriteRole, setsys.ReadRole}, {setsys.ReadRole, setsys.WriteRole}}
	default:
		return u, nil, fmt.Errorf("structures of kind %s are not compared quorum by quorum", one.Kind)
	}
	names, index := []string{}, map[string]int{}
	for _, s := range []*setsys.Structure{one, other} {
		for v := range s.Universe.Len() {
			if name := s.Universe.Name(v); index[name] == 0 {
				names = append(names, name)
				index[name] = len(names)
			}
		}
	}
	if u, err = setsys.Named(names); one.Universe.IsNumbered() && other.Universe.IsNumbered() {
		u, err = setsys.Numbered(len(names))
	}
	if err != nil {
		return u, nil, err
	}
	moved := func(s *setsys.Structure, role setsys.Role, step func()) *setsys.Formula {
		for _, f := range s.Families() {
			if f.Role != role {
				continue
			}
			if f.Family.IsListed() && (f.Family.Len() == 0 || f.Family.HasEmpty()) {
				return nil
			}
			return setsys.FormulaOf(f.Family, step).Substitute(func(v int) *setsys.Formula { return setsys.OfNode(index[s.Universe.Name(v)] - 1) })
		}
		return nil
	}
	for _, p := range pairs {
		c := Crossed{One: p[0], Other: p[1]}
		x := &checker{Watch: yield.NewWatch(ctx)}
		err := x.attempt(func() {
			f, g := moved(one, p[0], x.step), moved(other, p[1], x.step)
			if c.Open = "a family has no quorum, or an empty one"; f != nil && g != nil {
				c.Open = ""
				c.X, c.Y, c.Apart = x.apartIn(u.Len(), f, g)
			}
		})
		if err != nil {
			c.Open = err.Error()
		}
		found = append(found, c)
	}
	return u, found, nil
}

// apartIn looks for disjoint minimal sets of two formulas, and confirms them.
func (c *checker) apartIn(n int, f, g *setsys.Formula) (x, y setsys.NodeSet, apart bool) {
	d := diagram.New(n, 0, c.step, f, g)
	a, b, apart := d.Divide(d.Of(f), d.Of(g), make([]uint64, words.Of(n)), words.Full(n))
	if !apart {
		return x, y, false
	}
	x, y = setsys.FromWords(n, f.Reduce(a)), setsys.FromWords(n, g.Reduce(b))
	if !f.Satisfied(x.Words()) || !g.Satisfied(y.Words()) || x.Intersects(y) {
		panic("properties: disjoint quorums that are none")
	}
	return x, y, true
}
