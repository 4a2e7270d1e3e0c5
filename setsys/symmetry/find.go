package symmetry

import (
	"slices"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// maxWork bounds the search: how many members of thresholds it looks at. Beyond,
// symmetries are missing.
const maxWork = 200_000_000

// maxTried is with how many nodes, of which no symmetry takes one to another, one
// of the same colour is compared.
const maxTried = 3

// Find returns symmetries of the formulas, which are over n nodes. Nodes with
// different numbers in apart are not exchanged; nil tells none apart. Step is
// called often, and may panic to end the search.
func Find(n int, apart []int, step func(), formulas ...*setsys.Formula) *Group {
	s := &search{graph: newGraph(n, formulas), step: step, apart: apart}
	if s.apart == nil {
		s.apart = make([]int, n)
	}
	var generators [][]int
	group := Generated(n, nil)
	classes := map[uint64][]int{}
	colours, _ := s.refine(nil, 0)
	for v := range n {
		c := colours[v]
		classes[c] = append(classes[c], v)
	}
	done := map[uint64]bool{}
	for v := range n {
		c := colours[v]
		if done[c] {
			continue
		}
		done[c] = true
		first := []int{v} // of the orbits
		for _, w := range classes[c] {
			if slices.ContainsFunc(first, func(u int) bool { return group.Orbit[u] == group.Orbit[w] }) {
				continue
			}
			found := false
			for _, u := range first[:min(len(first), maxTried)] {
				p, ok := s.permutation(u, w)
				if ok {
					found = true
					generators = append(generators, p)
					group = Generated(n, generators)
					break
				}
			}
			if !found {
				first = append(first, w)
			}
		}
	}
	return group
}

type search struct {
	*graph
	step  func()
	apart []int
	work  int
}

// refine returns the colours of the vertices when the nodes that are marked have
// colours of their own, by the order of the marks, after so many rounds; 0 rounds
// stands for as many as tell more apart. It also returns how many they were.
func (s *search) refine(marked []int, rounds int) ([]uint64, int) {
	colour := make([]uint64, s.nodes+len(s.thresholds))
	for v, a := range s.apart {
		colour[v] = words.Mix(uint64(a) + 1)
	}
	for i, v := range marked {
		colour[v] = words.Mix(words.Mix(uint64(i) + 1<<32))
	}
	for i, r := range s.roots {
		colour[r] += words.Mix(words.Mix(uint64(i) + 1<<33))
	}
	from := make([]uint64, len(colour)) // of the thresholds that a vertex is in
	for round, told := 0, 0; ; round++ {
		if rounds > 0 && round == rounds {
			return colour, round
		}
		s.step()
		clear(from)
		for i, t := range s.thresholds {
			s.work += len(t.members)
			var sum uint64
			for _, m := range t.members {
				sum += words.Mix(colour[m.vertex] + words.Mix(uint64(m.weight)))
			}
			colour[s.nodes+i] = words.Mix(colour[s.nodes+i] + words.Mix(sum+uint64(t.need)))
		}
		for i, t := range s.thresholds {
			for _, m := range t.members {
				from[m.vertex] += words.Mix(colour[s.nodes+i] + words.Mix(uint64(m.weight)+1<<32))
			}
		}
		seen := map[uint64]bool{}
		for v := range colour {
			colour[v] = words.Mix(colour[v] + words.Mix(from[v]))
			seen[colour[v]] = true
		}
		if rounds == 0 && len(seen) == told {
			return colour, round + 1
		}
		told = len(seen)
	}
}

// permutation looks for a symmetry that takes node a to node b.
func (s *search) permutation(a, b int) ([]int, bool) {
	left, right := []int{a}, []int{b}
	for s.work < maxWork {
		colours, rounds := s.refine(left, 0)
		others, _ := s.refine(right, rounds)
		from, to := s.classes(colours), s.classes(others)
		p := make([]int, s.nodes)
		var open []uint64
		for c, members := range from {
			images := to[c]
			if len(images) != len(members) {
				return nil, false
			}
			if !slices.Equal(members, images) { // else each stays, as a first guess
				members, images = after(members, a), after(images, b)
			}
			for i, v := range members {
				p[v] = images[i]
			}
			if len(members) > 1 {
				open = append(open, c)
			}
		}
		if s.keeps(p) {
			return p, true
		}
		if len(open) == 0 {
			return nil, false
		}
		c := slices.MinFunc(open, func(x, y uint64) int { return from[x][0] - from[y][0] })
		v := from[c][0]
		left, right = append(left, v), append(right, p[v])
	}
	return nil, false
}

// classes returns the nodes of each colour, ascending.
func (s *search) classes(colours []uint64) map[uint64][]int {
	classes := map[uint64][]int{}
	for v, c := range colours[:s.nodes] {
		classes[c] = append(classes[c], v)
	}
	return classes
}

// after returns the nodes, which ascend, from the first one beyond v on, and then
// those before: what shifts nodes in a circle is one generator for all of them.
func after(nodes []int, v int) []int {
	at, _ := slices.BinarySearch(nodes, v+1)
	return slices.Concat(nodes[at:], nodes[:at])
}
