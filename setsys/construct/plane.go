package construct

import (
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// plane is the family of the lines of PG(2,q), the finite projective plane over
// the field of q elements, whose points are the nodes (Maekawa 1985; Baldoni,
// section 2). Claimed: any two of the q²+q+1 lines meet in exactly one point and
// have q+1 points, so that it is a coterie, and with a line through i for each
// process i, request sets that satisfy (i) and (ii).
//
// Points and lines are triples of field elements that are not all 0 and whose
// first element other than 0 is 1, both numbered in lexicographic order; a point
// is on a line when the inner product is 0.
//
// The papers do not say which line is R_i. As request sets, process 1 has the
// first line through point 1, process 2 the first one left through point 2, and
// so on, passing over lines that would leave a later process without one.
func plane() *Construction {
	return &Construction{
		Name: "plane", Kind: setsys.Coterie,
		Summary: "the lines of the finite projective plane PG(2,order); its points are the nodes",
		Source:  "Maekawa, 1985, as given by Baldoni, section 2",
		Claim:   "a coterie of order²+order+1 quorums, any two of which share exactly one node; as request sets, (i) and (ii)",
		Params: []Param{{Name: "order", Doc: "the order, a prime power: 2, 3, 4, 5, 7, 8 or 9; each line has one point more",
			Type: Int, Required: true, Min: 2, Max: 9}},
		build: func(a args) (*setsys.Structure, error) {
			lines, err := a.lines()
			if err != nil {
				return nil, err
			}
			return quorums(setsys.Coterie, 0, lines)
		},
		requests: func(a args) (*setsys.Structure, error) {
			lines, err := a.lines()
			if err != nil {
				return nil, err
			}
			return requestSets(1, representatives(lines))
		},
	}
}

func (a args) lines() (setsys.Family, error) {
	order := a.int("order")
	f, ok := newField(order)
	if !ok {
		return setsys.Family{}, outside("order", "one of 2, 3, 4, 5, 7, 8, 9", order)
	}
	if err := a.room(order*order + order + 1); err != nil {
		return setsys.Family{}, err
	}
	return f.lines(), nil
}

// lines returns the lines of the projective plane over the field.
func (f field) lines() setsys.Family {
	var points [][3]int
	for x := range 2 {
		for y := range f.q {
			for z := range f.q {
				if x == 1 || y == 1 || y == 0 && z == 1 {
					points = append(points, [3]int{x, y, z})
				}
			}
		}
	}
	b := setsys.NewFamilyBuilder(len(points))
	for _, line := range points {
		row := make([]uint64, words.Of(len(points)))
		for i, p := range points {
			inner := 0
			for c := range 3 {
				inner = f.sum[inner][f.mul[line[c]][p[c]]]
			}
			if inner == 0 {
				words.Add(row, i)
			}
		}
		b.AddWords(row)
	}
	return b.Family()
}

// representatives returns the sets of f in the order in which node i is a member
// of set i: the first such order. There is one because every node is in as many
// sets as every set has nodes (Hall's theorem).
func representatives(f setsys.Family) setsys.Family {
	n := f.Nodes()
	node := make([]int, n) // by set: the node that has it, or -1
	for i := range node {
		node[i] = -1
	}
	has := make([]int, n) // by node: the set it has
	var seen []bool
	// settle gives v one of its sets numbered from or higher, moving later nodes
	// away as needed; nodes below fixed stay.
	var settle func(v, from, fixed int) bool
	settle = func(v, from, fixed int) bool {
		for s := from; s < n; s++ {
			if seen[s] || !words.Has(f.Words(s), v) || node[s] >= 0 && node[s] < fixed {
				continue
			}
			seen[s] = true
			if node[s] < 0 || settle(node[s], 0, fixed) {
				node[s], has[v] = v, s
				return true
			}
		}
		return false
	}
	for v := range n {
		seen = make([]bool, n)
		settle(v, 0, 0)
	}
	for v := range n {
		// Take the least set that still lets all later nodes have one.
		for s := range has[v] {
			if !words.Has(f.Words(s), v) || node[s] < v {
				continue
			}
			seen = make([]bool, n)
			seen[s] = true
			free, moved := has[v], node[s]
			node[free] = -1
			if settle(moved, 0, v) {
				node[s], has[v] = v, s
				break
			}
			node[free] = v
		}
	}
	b := setsys.NewFamilyBuilder(n)
	for v := range n {
		b.AddWords(f.Words(has[v]))
	}
	return b.Family()
}
