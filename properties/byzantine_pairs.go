package properties

import (
	"fmt"
	"slices"

	"qcheck/explore/verdict"
	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/phrase"
	"qcheck/setsys/words"
)

// violated returns a violation with its witness, which the text tells; where nodes assume
// different things, it begins with whose these are.
func (b *byzantine) violated(x, y *assumption, quorums, faulty []setsys.NodeSet, text string, args ...any) ByzantineResult {
	text = fmt.Sprintf(text, args...)
	if len(b.all) > 1 {
		who := b.first(x)
		if x != y {
			who += " and " + b.first(y)
		}
		text = "for " + who + ": " + text
	}
	return ByzantineResult{Verdict: verdict.Violated, Text: text, Quorums: quorums, Faulty: faulty, by: [2]*assumption{x, y}}
}

// first names the first node that assumes x.
func (b *byzantine) first(x *assumption) string {
	for v := range x.Nodes.All() {
		return setsys.Printable(b.c.s.Universe.Name(v))
	}
	return "nobody"
}

func (b *byzantine) set(row []uint64) setsys.NodeSet { return setsys.FromWords(b.n, row) }

func (b *byzantine) quorum(x *assumption, row []uint64) setsys.NodeSet {
	if x.trust != nil {
		return b.set(x.trust.Reduce(row))
	}
	return b.set(x.formula.Reduce(row))
}

func (b *byzantine) format(s setsys.NodeSet) string { return s.Format(b.c.s.Universe) }

// available says whether each set that may lie misses a quorum: if not, all but some such
// set and a set that hits every quorum have no node in common.
func (b *byzantine) available(x *assumption) ByzantineResult {
	hits := b.d.Dual(x.f)
	sets, ok := b.d.Apart(x.left, hits)
	if !ok {
		return ByzantineResult{Verdict: verdict.Holds}
	}
	faulty := slices.Clone(sets[1])
	for v := range b.n {
		if !words.Has(faulty, v) {
			continue
		}
		words.Remove(faulty, v)
		if !b.d.Has(hits, faulty) {
			words.Add(faulty, v)
		}
	}
	nodes := b.set(faulty)
	return b.violated(x, x, nil, []setsys.NodeSet{nodes}, "without %s, which may fail, no quorum is left", b.format(nodes))
}

// shares says whether what a quorum of x and one of y share is within no so many sets that
// may lie by both.
func (b *byzantine) shares(x, y *assumption, count int) ByzantineResult {
	var p, q setsys.NodeSet
	var faulty []setsys.NodeSet
	if x == y && x.most >= 0 && x.among.Len() == b.n {
		u, v, _ := b.d.Least(x.f, x.f)
		p, q = b.quorum(x, u), b.quorum(x, v)
		nodes := p.Intersection(q).Nodes()
		if len(nodes) > count*x.most {
			return ByzantineResult{Verdict: verdict.Holds}
		}
		faulty = b.parts(nodes, count, x.most)
	} else {
		families := append([]diagram.Family{x.f, y.f}, slices.Repeat([]diagram.Family{b.both(x, y)}, count)...)
		sets, ok := b.d.Apart(families...)
		if !ok {
			return ByzantineResult{Verdict: verdict.Holds}
		}
		p, q = b.quorum(x, sets[0]), b.quorum(y, sets[1])
		for _, left := range sets[2:] {
			faulty = append(faulty, p.Intersection(q).Difference(b.set(left)))
		}
	}
	common := p.Intersection(q)
	shared := b.shared(common)
	quorums := []setsys.NodeSet{p, q}
	if common.SubsetOf(faulty[0]) {
		return b.violated(x, y, quorums, faulty, "%s and %s share %s, and all of these may lie", b.format(p), b.format(q), shared)
	}
	return b.violated(x, y, quorums, faulty, "%s and %s share %s: %s may lie, and so may %s, so that neither outvotes the other",
		b.format(p), b.format(q), shared, b.shared(faulty[0]), b.shared(common.Difference(faulty[0])))
}

// both returns the sets that contain all but those of a set that may lie by x and by y.
func (b *byzantine) both(x, y *assumption) diagram.Family {
	return b.d.Dual(b.d.Union(b.d.Dual(x.left), b.d.Dual(y.left)))
}

// parts returns so many sets of the nodes, of at most most nodes each.
func (b *byzantine) parts(nodes []int, count, most int) (all []setsys.NodeSet) {
	for range count {
		k := min(most, len(nodes))
		all, nodes = append(all, setsys.NewNodeSet(b.n, nodes[:k]...)), nodes[k:]
	}
	return all
}

// covered says whether no so many sets have all nodes: one that may lie by x, one by y, and
// others by both.
func (b *byzantine) covered(x, y *assumption, count int) ByzantineResult {
	var faulty []setsys.NodeSet
	if x == y && x.most >= 0 {
		if x.among.Len() < b.n || count*x.most < b.n {
			return ByzantineResult{Verdict: verdict.Holds}
		}
		faulty = b.parts(x.among.Nodes(), count, x.most)
	} else {
		families := append([]diagram.Family{x.left, y.left}, slices.Repeat([]diagram.Family{b.both(x, y)}, count-2)...)
		sets, ok := b.d.Apart(families...)
		if !ok {
			return ByzantineResult{Verdict: verdict.Holds}
		}
		for _, left := range sets {
			faulty = append(faulty, b.set(left).Complement())
		}
	}
	var names []string
	for _, set := range faulty {
		if !set.IsEmpty() {
			names = append(names, b.format(set))
		}
	}
	return b.violated(x, y, nil, faulty, "the nodes of each of %s may lie at once, and together they are all nodes", phrase.List(names))
}

// shared names a set of nodes, or no node.
func (b *byzantine) shared(s setsys.NodeSet) string {
	if s.IsEmpty() {
		return "no node"
	}
	return b.format(s)
}
