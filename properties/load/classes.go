package load

import (
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// Classes are a partition of the nodes, and one of the quorums of each family,
// such that every node of a class is in equally many quorums of each class, and
// every quorum of a class has equally many nodes of each class; and that nodes with
// different capacities are in different classes. They are the
// coarsest such partition, but where two hashes collide; then Result.Confirm
// fails.
type classes struct {
	node  []int32   // by node: the number of its class
	nodes []int     // by class: how many nodes it has
	of    [][]int32 // by family and quorum: the number of its class in the family
	first [][]int32 // by family and class: its first quorum
	size  [][]int   // by family and class: how many quorums it has
}

// refine finds the classes by colour refinement: nodes and quorums have colours;
// in each round the new colour of one is made of its own and those of the others
// it is incident with. It ends when a round tells no more apart. Nodes with different
// numbers in apart, if it is not nil, have different colours from the start.
func refine(families []setsys.Family, apart []int, goOn func()) *classes {
	n := families[0].Nodes()
	node := make([]uint64, n)
	for v, number := range apart {
		node[v] = uint64(number)
	}
	quorum := make([][]uint64, len(families))
	for i, f := range families {
		quorum[i] = make([]uint64, f.Len())
		for j := range quorum[i] {
			quorum[i][j] = words.Mix(uint64(i) + 1)
		}
	}
	for told := -1; ; {
		seen := make(map[uint64]struct{})
		sums := make([]uint64, n)
		for i, f := range families {
			for j := range quorum[i] {
				goOn()
				row := f.Words(j)
				var sum uint64
				for v := words.Next(row, 0); v >= 0; v = words.Next(row, v+1) {
					sum += words.Mix(node[v])
				}
				quorum[i][j] = words.Mix(quorum[i][j] + words.Mix(sum))
				seen[quorum[i][j]] = struct{}{}
				for v := words.Next(row, 0); v >= 0; v = words.Next(row, v+1) {
					sums[v] += quorum[i][j]
				}
			}
		}
		quorums := len(seen)
		clear(seen)
		for v := range node {
			node[v] = words.Mix(node[v] + words.Mix(sums[v]))
			seen[node[v]] = struct{}{}
		}
		if quorums+len(seen) == told {
			break
		}
		told = quorums + len(seen)
	}
	c := &classes{}
	c.node, _, c.nodes = number(node)
	for _, colours := range quorum {
		of, first, size := number(colours)
		c.of, c.first, c.size = append(c.of, of), append(c.first, first), append(c.size, size)
	}
	return c
}

// number numbers the colours in the order in which they come.
func number(colours []uint64) (of, first []int32, size []int) {
	numbers := make(map[uint64]int32)
	of = make([]int32, len(colours))
	for i, c := range colours {
		k, ok := numbers[c]
		if !ok {
			k = int32(len(size))
			numbers[c] = k
			first, size = append(first, int32(i)), append(size, 0)
		}
		of[i] = k
		size[k]++
	}
	return of, first, size
}
