// Package graph has what proofs need of directed graphs: the strongly connected components, in order.
package graph

import (
	"math"
	"slices"
)

// Components numbers the strongly connected components of a graph, by Tarjan's algorithm
// without recursion: an edge leads to the same one, or to a lower number. edges calls its argument
// with each edge, in the same order each time.
func Components(vertices int, edges func(edge func(from, to int32))) []int32 {
	first := make([]int32, vertices+1)
	edges(func(from, _ int32) { first[from+1]++ })
	for i := range vertices {
		first[i+1] += first[i]
	}
	to := make([]int32, first[vertices])
	next := slices.Clone(first[:vertices])
	edges(func(a, b int32) {
		to[next[a]] = b
		next[a]++
	})
	in, count := make([]int32, vertices), int32(0)
	all := make([]int32, vertices)
	for v := range all {
		all[v] = int32(v)
	}
	Strong(all, NewMemory(vertices), func(v int32) (uint64, uint64) { return uint64(first[v]), uint64(first[v+1]) },
		func(_ int32, edge uint64) (int32, bool) { return to[edge], true },
		func(part []int32) {
			for _, v := range part {
				in[v] = count
			}
			count++
		})
	return in
}

// A Memory is working memory for graphs of up to as many vertices as it was made for. Between calls Met is free for others.
type Memory struct{ Met, low []uint32 }

func NewMemory(vertices int) Memory {
	return Memory{make([]uint32, vertices), make([]uint32, vertices)}
}

// Strong calls part with the strongly connected parts of the graph that some vertices make, those that edges lead to first. The edges
// from a vertex have the numbers from the first to the last that edges returns, less that one; leads returns where one leads, and
// whether it is one of the graph.
func Strong[V ~int32 | ~uint32](vertices []V, m Memory, edges func(v V) (first, last uint64), leads func(v V, edge uint64) (V, bool), part func([]V)) {
	const (
		unseen = math.MaxUint32
		done   = math.MaxUint32 - 1 // as low: its part is complete
	)
	for _, v := range vertices {
		m.Met[v], m.low[v] = unseen, unseen
	}
	type frame struct {
		v          V
		edge, last uint64
	}
	var path []frame
	var stack []V
	next := uint32(0)
	enter := func(v V) {
		m.Met[v], m.low[v] = next, next
		next++
		first, last := edges(v)
		stack, path = append(stack, v), append(path, frame{v, first, last})
	}
	for _, root := range vertices {
		if m.Met[root] != unseen {
			continue
		}
		for enter(root); len(path) > 0; {
			f := &path[len(path)-1]
			v := f.v
			if f.edge < f.last {
				w, counts := leads(v, f.edge)
				f.edge++
				switch {
				case !counts:
				case m.Met[w] == unseen:
					enter(w)
				case m.low[w] != done:
					m.low[v] = min(m.low[v], m.Met[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				u := path[len(path)-1].v
				m.low[u] = min(m.low[u], m.low[v])
			}
			if m.low[v] != m.Met[v] {
				continue
			}
			cut := len(stack) - 1
			for stack[cut] != v {
				cut--
			}
			for _, x := range stack[cut:] {
				m.low[x] = done
			}
			part(stack[cut:])
			stack = stack[:cut]
		}
	}
}

// Ascending returns the vertices by the numbers of their components: those first that edges lead to.
func Ascending(in []int32) []int32 {
	order := make([]int32, len(in))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int { return int(in[i] - in[j]) })
	return order
}
