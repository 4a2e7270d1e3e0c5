// Package graph has what proofs need of directed graphs: the strongly connected components, in order.
package graph

import "slices"

// Components numbers the strongly connected components of a graph, by Tarjan's algorithm,
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
	copy(next, first)
	const open = -1
	in := slices.Repeat([]int32{open}, vertices)
	order, low := make([]int32, vertices), make([]int32, vertices) // 0: not met
	var stack, path []int32
	met, count := int32(0), int32(0)
	enter := func(v int32) {
		met++
		order[v], low[v] = met, met
		stack, path = append(stack, v), append(path, v)
	}
	for root := range int32(vertices) {
		if order[root] != 0 {
			continue
		}
		enter(root)
		for len(path) > 0 {
			v := path[len(path)-1]
			if next[v] < first[v+1] {
				w := to[next[v]]
				next[v]++
				if order[w] == 0 {
					enter(w)
				} else if in[w] == open {
					low[v] = min(low[v], order[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				u := path[len(path)-1]
				low[u] = min(low[u], low[v])
			}
			if low[v] != order[v] {
				continue
			}
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				in[w] = count
				if w == v {
					break
				}
			}
			count++
		}
	}
	return in
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
