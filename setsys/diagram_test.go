package setsys_test

import (
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// TestDiagram reads the sets of random families back from the diagrams of their
// indexes, vertex by vertex.
func TestDiagram(t *testing.T) {
	r := slow.Random(t, 82)
	for range 300 {
		n := 1 + r.IntN(8)
		b := setsys.NewFamilyBuilder(n)
		for range r.IntN(10) {
			b.AddWords([]uint64{r.Uint64N(1 << n)})
		}
		f := b.Family()
		ix := setsys.NewIndex(f)
		read := setsys.NewFamilyBuilder(n)
		// below adds the sets that chosen, of nodes before the vertex's, leads
		// to, and returns the size of the smallest without chosen.
		var below func(v setsys.Vertex, least int, chosen []int) int
		below = func(v setsys.Vertex, least int, chosen []int) int {
			switch v {
			case setsys.NoSet:
				return n + 1
			case setsys.EmptySet:
				read.Add(setsys.NewNodeSet(n, chosen...))
				return 0
			}
			node := ix.Node(v)
			if node < least || node >= n {
				t.Fatalf("%v: a vertex of node %d after node %d", f, node, least-1)
			}
			with := below(ix.With(v), node+1, append(chosen, node))
			size := min(with+1, below(ix.Without(v), node+1, chosen))
			if size != ix.Least(v) {
				t.Fatalf("%v: least size below a vertex %d, want %d", f, ix.Least(v), size)
			}
			return size
		}
		below(ix.Root(), 0, nil)
		if got := read.Family().Canonical(); !got.Equal(ix.Family()) {
			t.Fatalf("%v: the diagram has %v", f, got)
		}
		if ix.Node(setsys.NoSet) != n || ix.Node(setsys.EmptySet) != n || ix.Least(setsys.NoSet) != n+1 || ix.Least(setsys.EmptySet) != 0 {
			t.Fatal("the two ends")
		}
	}
}
