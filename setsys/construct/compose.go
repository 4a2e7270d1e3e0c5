package construct

import (
	"fmt"
	"slices"

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
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			left, right := a.structure("left"), a.structure("right")
			x, ok := left.Universe.Index(show(a.values["node"]))
			if !ok {
				return nil, outside("node", "a node of left", show(a.values["node"]))
			}
			u, err := beside(x, left.Universe, right.Universe)
			if err != nil {
				return nil, err
			}
			var inner []part
			for v := range left.Universe.Len() {
				switch {
				case v == x:
					inner = append(inner, part{right.Quorums, left.Universe.Len() - 1})
				case v > x:
					inner = append(inner, part{lone, v - 1})
				default:
					inner = append(inner, part{lone, v})
				}
			}
			f, err := a.substitute(u.Len(), left.Quorums, inner)
			return &setsys.Structure{Kind: setsys.Coterie, Universe: u, Quorums: f}, err
		},
	}
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
		HasFormula: true,
		build:      func(a args) (*setsys.Structure, error) { return a.union(a.structure("left"), a.structure("right")) },
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
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			of := *a.structure("of")
			var err error
			if of.Universe, err = setsys.Numbered(of.Universe.Len()); err != nil {
				return nil, err
			}
			return a.union(slices.Repeat([]*setsys.Structure{&of}, a.int("t"))...)
		},
	}
}

// union returns the disjoint union of k-coteries.
func (a args) union(parts ...*setsys.Structure) (*setsys.Structure, error) {
	s := &setsys.Structure{Kind: setsys.KCoterie}
	var universes []setsys.Universe
	for _, p := range parts {
		s.K += kOf(p)
		universes = append(universes, p.Universe)
	}
	var err error
	if s.Universe, err = beside(-1, universes...); err != nil {
		return nil, err
	}
	var inner []part
	first := 0
	for _, p := range parts {
		inner = append(inner, part{p.Quorums, first})
		first += p.Universe.Len()
	}
	some := setsys.Any(nodes(len(parts))...)
	s.Quorums, err = a.substitute(s.Universe.Len(), setsys.Unlisted(len(parts), some, len(parts)), inner)
	return s, err
}

// A part is a family to be put in the place of a node, with its nodes moved by so many places.
type part struct {
	setsys.Family
	by int
}

// lone is the family of a node that stays.
var lone = setsys.Unlisted(1, setsys.OfNode(0), 1)

// substitute returns the family over n nodes of outer with a set of a part in the place of
// each of its nodes.
func (a args) substitute(n int, outer setsys.Family, parts []part) (setsys.Family, error) {
	if a.formulas {
		return a.substituteFormulas(n, outer, parts)
	}
	families := make([]setsys.Family, len(parts)+1)
	for i, p := range append(parts, part{outer, 0}) {
		var err error
		if families[i], err = p.List(); err != nil {
			return setsys.Family{}, err
		}
	}
	outer = families[len(parts)]
	count := 0
	for _, q := range outer.All() {
		choices := 1
		for v := range q.All() {
			choices = times(choices, families[v].Len())
		}
		count = plus(count, choices)
	}
	if err := a.room(count); err != nil {
		return setsys.Family{}, err
	}
	for i, p := range parts {
		b := setsys.NewFamilyBuilder(n)
		for _, q := range families[i].All() {
			row := make([]uint64, words.Of(n))
			for v := range q.All() {
				words.Add(row, v+p.by)
			}
			b.AddWords(row)
		}
		families[i] = b.Family()
	}
	b := setsys.NewFamilyBuilder(n)
	for _, q := range outer.All() {
		var chosen []setsys.Family
		for v := range q.All() {
			chosen = append(chosen, families[v])
		}
		addUnions(b, make([]uint64, words.Of(n)), chosen)
	}
	return b.Family().Canonical(), nil
}

// substituteFormulas is substitute for formulas, which listed families have whose sets are
// minimal and not empty.
func (a args) substituteFormulas(n int, outer setsys.Family, parts []part) (setsys.Family, error) {
	formulas := make([]*setsys.Formula, len(parts))
	for i, p := range append(parts, part{outer, 0}) {
		if p.IsListed() && (p.Len() == 0 || p.HasEmpty() || p.Minimal().Len() < p.Len()) {
			return p.Family, errNoFormula
		}
		if i < len(parts) {
			formulas[i] = setsys.FormulaOf(p.Family).Substitute(func(v int) *setsys.Formula { return setsys.OfNode(v + p.by) })
		}
	}
	f := setsys.FormulaOf(outer).Substitute(func(v int) *setsys.Formula { return formulas[v] })
	return setsys.Unlisted(n, f, a.limit), nil
}

// beside returns the universe of the nodes of all, in order, without node x of the first if
// it is not -1: numbered anew when all are numbered, otherwise with the names they have.
func beside(x int, all ...setsys.Universe) (setsys.Universe, error) {
	n, numbered := 0, true
	for _, u := range all {
		n, numbered = n+u.Len(), numbered && u.IsNumbered()
	}
	if x >= 0 {
		n--
	}
	if numbered || n > setsys.MaxNodes {
		return setsys.Numbered(n)
	}
	var names []string
	for i, u := range all {
		for v := range u.Len() {
			if i > 0 || v != x {
				names = append(names, u.Name(v))
			}
		}
	}
	u, err := setsys.Named(names)
	if err != nil {
		return u, fmt.Errorf("the nodes together: %w", err)
	}
	return u, nil
}
