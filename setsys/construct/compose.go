package construct

import (
	"fmt"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// nested returns a required parameter that is a structure of one of the kinds.
func nested(name, doc string, kinds ...setsys.Kind) Param {
	return Param{Name: name, Doc: doc, Type: Nested, Required: true, Kinds: kinds}
}

// join is the composition of two coteries (Neilsen and Mizuno 1992): a node x of
// the first is replaced by the second. A quorum is a quorum of the first that
// does not have x, or one that has it, without it, and with a quorum of the
// second. Claimed: a coterie, and nondominated if and only if both are.
//
// The nodes are those of the first but x, then those of the second. When both
// are numbered, so is the result; otherwise names are kept, and must differ.
func join() *Construction {
	return &Construction{
		Name: "join", Kind: setsys.Coterie,
		Summary: "a coterie with one of its nodes replaced by another coterie",
		Source:  "Neilsen and Mizuno, Coterie join algorithm, 1992",
		Claim:   "a coterie, nondominated if and only if both are",
		Params: []Param{
			nested("left", "the coterie one of whose nodes is replaced", setsys.Coterie),
			nested("right", "the coterie to replace it with", setsys.Coterie),
			{Name: "node", Doc: "the node of left that is replaced", Type: Node, Required: true},
		},
		build: func(a args) (*setsys.Structure, error) {
			left, right := a.structure("left"), a.structure("right")
			x, ok := left.Universe.Index(show(a.values["node"]))
			if !ok {
				return nil, outside("node", "a node of left", show(a.values["node"]))
			}
			u, err := side{left.Universe, x}.beside(side{right.Universe, -1})
			if err != nil {
				return nil, err
			}
			f, err := a.join(left.Quorums, right.Quorums, x)
			if err != nil {
				return nil, err
			}
			return &setsys.Structure{Kind: setsys.Coterie, Universe: u, Quorums: f}, nil
		},
		formula: func(a args) (*setsys.Structure, error) {
			left, right := a.structure("left"), a.structure("right")
			x, ok := left.Universe.Index(show(a.values["node"]))
			if !ok {
				return nil, outside("node", "a node of left", show(a.values["node"]))
			}
			u, err := side{left.Universe, x}.beside(side{right.Universe, -1})
			if err != nil {
				return nil, err
			}
			both, ok := formulasOf(left.Quorums, right.Quorums)
			if !ok {
				return nil, nil
			}
			inner := shifted(both[1], left.Universe.Len()-1)
			f := both[0].Substitute(func(i int) *setsys.Formula {
				switch {
				case i == x:
					return inner
				case i > x:
					i--
				}
				return setsys.OfNode(i)
			})
			return &setsys.Structure{Kind: setsys.Coterie, Universe: u, Quorums: setsys.Unlisted(u.Len(), f, a.limit)}, nil
		},
	}
}

func (a args) join(left, right setsys.Family, x int) (setsys.Family, error) {
	n := left.Nodes() - 1 + right.Nodes()
	with := 0
	for i := range left.Len() {
		if words.Has(left.Words(i), x) {
			with++
		}
	}
	if err := a.room(plus(left.Len()-with, times(with, right.Len()))); err != nil {
		return setsys.Family{}, err
	}
	b := setsys.NewFamilyBuilder(n)
	for i := range left.Len() {
		row := make([]uint64, words.Of(n))
		for v := range left.At(i).All() {
			switch {
			case v < x:
				words.Add(row, v)
			case v > x:
				words.Add(row, v-1)
			}
		}
		if !words.Has(left.Words(i), x) {
			b.AddWords(row)
			continue
		}
		for j := range right.Len() {
			both := append([]uint64{}, row...)
			for v := range right.At(j).All() {
				words.Add(both, left.Nodes()-1+v)
			}
			b.AddWords(both)
		}
	}
	return b.Family().Canonical(), nil
}

// union is the disjoint union of two k-coteries: the quorums of either, over the
// nodes of both. It is a k-coterie whose k is the sum: quorums of different
// sides are disjoint, and a side with fewer disjoint quorums than its k has room
// for one more. Repeated for t coteries it gives the plainest t-coterie; the
// k-singleton coterie is the union of k coteries of one node.
//
// The nodes are those of the first, then those of the second. When both are
// numbered, so is the result; otherwise names are kept, and must differ.
func union() *Construction {
	return &Construction{
		Name: "union", Kind: setsys.KCoterie,
		Summary: "the quorums of two k-coteries over separate nodes",
		Source:  "folklore",
		Claim:   "a k-coterie whose k is the sum of the two",
		Params: []Param{
			nested("left", "a coterie or k-coterie", setsys.Coterie, setsys.KCoterie),
			nested("right", "a coterie or k-coterie", setsys.Coterie, setsys.KCoterie),
		},
		build: func(a args) (*setsys.Structure, error) {
			return a.beside(a.structure("left"), a.structure("right"))
		},
		formula: func(a args) (*setsys.Structure, error) {
			return a.formulaBeside(a.structure("left"), a.structure("right"))
		},
	}
}

// copies is the disjoint union of t copies of a k-coterie, which is a
// (t·k)-coterie (see union). Nodes are numbered, copy by copy.
func copies() *Construction {
	return &Construction{
		Name: "copies", Kind: setsys.KCoterie,
		Summary: "the quorums of t copies of a k-coterie, each over nodes of its own",
		Source:  "folklore",
		Claim:   "a (t·k)-coterie",
		Params: []Param{
			nested("of", "a coterie or k-coterie", setsys.Coterie, setsys.KCoterie),
			number("t", "number of copies; at most 4096 nodes in all"),
		},
		build: func(a args) (*setsys.Structure, error) {
			parts, err := a.parts()
			if err != nil {
				return nil, err
			}
			return a.beside(parts...)
		},
		formula: func(a args) (*setsys.Structure, error) {
			parts, err := a.parts()
			if err != nil {
				return nil, err
			}
			return a.formulaBeside(parts...)
		},
	}
}

// parts returns the t copies.
func (a args) parts() ([]*setsys.Structure, error) {
	of := *a.structure("of")
	numbered, err := setsys.Numbered(of.Universe.Len())
	if err != nil {
		return nil, err
	}
	of.Universe = numbered
	parts := make([]*setsys.Structure, a.int("t"))
	for i := range parts {
		parts[i] = &of
	}
	return parts, nil
}

// formulaBeside is beside for formulas.
func (a args) formulaBeside(parts ...*setsys.Structure) (*setsys.Structure, error) {
	s := &setsys.Structure{Kind: setsys.KCoterie}
	sides, families := make([]side, len(parts)), make([]setsys.Family, len(parts))
	for i, p := range parts {
		s.K += kOf(p)
		sides[i], families[i] = side{p.Universe, -1}, p.Quorums
	}
	var err error
	if s.Universe, err = sides[0].beside(sides[1:]...); err != nil {
		return nil, err
	}
	list, ok := formulasOf(families...)
	if !ok {
		return nil, nil
	}
	first := 0
	for i, p := range parts {
		list[i] = shifted(list[i], first)
		first += p.Universe.Len()
	}
	s.Quorums = setsys.Unlisted(s.Universe.Len(), setsys.Any(list...), a.limit)
	return s, nil
}

// beside returns the disjoint union of k-coteries.
func (a args) beside(parts ...*setsys.Structure) (*setsys.Structure, error) {
	s := &setsys.Structure{Kind: setsys.KCoterie}
	count, sides := 0, make([]side, len(parts))
	for i, p := range parts {
		s.K += kOf(p)
		count = plus(count, p.Quorums.Len())
		sides[i] = side{p.Universe, -1}
	}
	if err := a.room(count); err != nil {
		return nil, err
	}
	var err error
	if s.Universe, err = sides[0].beside(sides[1:]...); err != nil {
		return nil, err
	}
	b := setsys.NewFamilyBuilder(s.Universe.Len())
	first := 0
	for _, p := range parts {
		for i := range p.Quorums.Len() {
			row := make([]uint64, words.Of(s.Universe.Len()))
			for v := range p.Quorums.At(i).All() {
				words.Add(row, first+v)
			}
			b.AddWords(row)
		}
		first += p.Universe.Len()
	}
	s.Quorums = b.Family().Canonical()
	return s, nil
}

// A side is a universe, less the node with the index without, if not -1.
type side struct {
	setsys.Universe
	without int
}

// beside returns the universe of the nodes of all sides, in order: numbered anew
// when all are numbered, otherwise with the names they have.
func (s side) beside(others ...side) (setsys.Universe, error) {
	all := append([]side{s}, others...)
	n, numbered := 0, true
	for _, t := range all {
		if n, numbered = n+t.Len(), numbered && t.IsNumbered(); t.without >= 0 {
			n--
		}
	}
	if numbered || n > setsys.MaxNodes {
		return setsys.Numbered(n)
	}
	var names []string
	for _, t := range all {
		for i := range t.Len() {
			if i != t.without {
				names = append(names, t.Name(i))
			}
		}
	}
	u, err := setsys.Named(names)
	if err != nil {
		return u, fmt.Errorf("the nodes together: %w", err)
	}
	return u, nil
}
