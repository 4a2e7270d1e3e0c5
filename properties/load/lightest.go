package load

import (
	"math/big"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// A pair is a number a + b·ε, for an ε that is greater than 0 and less than every
// fraction that matters.
type pair struct{ a, b *big.Int }

func newPair() pair { return pair{new(big.Int), new(big.Int)} }

func (p pair) sign() int {
	if s := p.a.Sign(); s != 0 {
		return s
	}
	return p.b.Sign()
}

func (p pair) cmp(q pair) int {
	if c := p.a.Cmp(q.a); c != 0 {
		return c
	}
	return p.b.Cmp(q.b)
}

// lightest finds quorums of least weight: shortest paths of the diagram of the
// family.
type lightest struct {
	index *setsys.Index
	best  []pair // by vertex
	with  []bool // by vertex: whether the best path has its node
}

func newLightest(f setsys.Family, goOn func()) *lightest {
	ix := setsys.NewIndex(f, goOn)
	l := &lightest{index: ix, best: make([]pair, ix.Vertices()), with: make([]bool, ix.Vertices())}
	for i := range l.best {
		l.best[i] = newPair()
	}
	return l
}

// find returns a quorum of least weight as words, when the node v has weight[v].
// The family has a quorum.
func (l *lightest) find(weight []pair) []uint64 {
	ix := l.index
	sum := newPair()
	// A vertex comes after those it leads to.
	for id := setsys.EmptySet + 1; int(id) < len(l.best); id++ {
		w, with, without := weight[ix.Node(id)], ix.With(id), ix.Without(id)
		sum.a.Add(w.a, l.best[with].a)
		sum.b.Add(w.b, l.best[with].b)
		l.with[id] = without == setsys.NoSet || sum.cmp(l.best[without]) <= 0
		from := sum
		if !l.with[id] {
			from = l.best[without]
		}
		l.best[id].a.Set(from.a)
		l.best[id].b.Set(from.b)
	}
	set := make([]uint64, words.Of(ix.Nodes()))
	for id := ix.Root(); id != setsys.EmptySet; {
		if l.with[id] {
			words.Add(set, ix.Node(id))
			id = ix.With(id)
		} else {
			id = ix.Without(id)
		}
	}
	return set
}
