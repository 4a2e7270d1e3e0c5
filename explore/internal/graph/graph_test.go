package graph

import (
	"slices"
	"testing"

	"qcheck/setsys/slow"
)

// Vertices are in one component if each can be reached from the other; an edge leads to the same component or to one
// with a lower number, and the vertices of lower ones come first.
func TestComponents(t *testing.T) {
	random := slow.Random(t, 2)
	several, cycles := 0, 0
	for range 2000 {
		n := 1 + random.IntN(7)
		var edges [][2]int32
		for range random.IntN(2 * n) {
			edges = append(edges, [2]int32{random.Int32N(int32(n)), random.Int32N(int32(n))})
		}
		in := Components(n, func(edge func(from, to int32)) {
			for _, e := range edges {
				edge(e[0], e[1])
			}
		})
		reached := make([][]bool, n)
		for v := range reached {
			reached[v] = make([]bool, n)
			reached[v][v] = true
			for range n {
				for _, e := range edges {
					reached[v][e[1]] = reached[v][e[1]] || reached[v][e[0]]
				}
			}
		}
		for v := range n {
			for w := range n {
				if together := reached[v][w] && reached[w][v]; together != (in[v] == in[w]) {
					t.Fatalf("%v: %d and %d are in %v", edges, v, w, in)
				} else if together && v != w {
					cycles++
				}
			}
		}
		for _, e := range edges {
			if in[e[1]] > in[e[0]] {
				t.Fatalf("%v: an edge leads to a higher number: %v", edges, in)
			}
		}
		order := Ascending(in)
		if !slices.IsSortedFunc(order, func(v, w int32) int { return int(in[v] - in[w]) }) || len(order) != n {
			t.Fatalf("%v: the order of %v is %v", edges, in, order)
		}
		if slices.Max(in) > 0 {
			several++
		}
	}
	if several < 500 || cycles < 500 {
		t.Errorf("only %d graphs have several components, and %d pairs are on cycles", several, cycles)
	}
}
