package symmetry

// A Group of symmetries, by permutations that generate it.
type Group struct {
	Generators [][]int // each has the image of every node
	Orbit      []int   // by node: the number of its orbit, by the lowest nodes in them
	Sizes      []int   // by orbit: how many nodes it has
}

// Generated returns the group of permutations of n nodes.
func Generated(n int, generators [][]int) *Group {
	root := make([]int, n)
	for v := range root {
		root[v] = v
	}
	find := func(v int) int {
		for root[v] != v {
			root[v] = root[root[v]]
			v = root[v]
		}
		return v
	}
	for _, p := range generators {
		for v, image := range p {
			a, b := find(v), find(image)
			root[max(a, b)] = min(a, b)
		}
	}
	g := &Group{Generators: generators, Orbit: make([]int, n)}
	for v := range n {
		if r := find(v); r != v {
			g.Orbit[v] = g.Orbit[r]
		} else {
			g.Orbit[v] = len(g.Sizes)
			g.Sizes = append(g.Sizes, 0)
		}
		g.Sizes[g.Orbit[v]]++
	}
	return g
}
