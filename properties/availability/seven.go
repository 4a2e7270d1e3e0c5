package availability

import (
	"math/bits"
	"slices"

	"qcheck/explore/yield"
)

// addSeven adds, for n = 7, the nondominated coteries, the 3-coteries and the
// 7-coterie; see Compare.
func (t *tally) addSeven(w *yield.Watch) {
	const n = 7
	c := newCube(n - 1)
	c.eachKCoterie(w, func(_ []uint8, available []uint64) {
		switch k := len(available) - 1; k {
		case 1:
			t.addSelfDual(c.vector(available[1]))
		case 2, 6:
			var vectors []counts
			for _, sets := range available {
				vectors = append(vectors, c.vector(sets))
			}
			t.add(withSingleton(n, vectors))
		}
	})
	t.addSelfDual(counts{}) // {7} alone
	for edges := range uint32(1) << (n * (n - 1) / 2) {
		w.Step()
		if pairs := pairsOf(n, edges); descending(n, pairs) {
			if vectors := coterieOf(n, (n-1)/2, pairs); vectors != nil {
				t.add(vectors)
			}
		}
	}
}

// pascal has the binomial coefficients of up to 7.
var pascal = func() (rows [MaxNodes + 1]counts) {
	for n := range rows {
		rows[n][0] = 1
		for s := 1; s <= n; s++ {
			rows[n][s] = rows[n-1][s-1] + rows[n-1][s]
		}
	}
	return rows
}()

// addSelfDual adds a nondominated coterie on 7 nodes, given how many sets of
// each size without node 7 contain a quorum.
func (t *tally) addSelfDual(v counts) {
	var all, one counts
	for s := range t.n + 1 {
		all[s] = pascal[t.n][s]
		one[s] = v[s]
		if s > 0 {
			// The complement of a set with node 7 has n-s nodes, without node 7.
			one[s] += pascal[t.n-1][s-1] - v[t.n-s]
		}
	}
	t.add([]counts{all, one})
}

// withSingleton returns the vectors of a (k-1)-coterie on n-1 nodes with one
// more quorum, that of the last node alone.
func withSingleton(n int, vectors []counts) []counts {
	k := len(vectors)
	more := make([]counts, k+1)
	for r := range more {
		for s := range n + 1 {
			if r == 0 {
				more[r][s] = pascal[n][s]
				continue
			}
			if r < k {
				more[r][s] = vectors[r][s] // without the node
			}
			if s > 0 {
				more[r][s] += vectors[r-1][s-1] // with it
			}
		}
	}
	return more
}

// pairsOf returns the sets of two of n nodes that edges has bits for.
func pairsOf(n int, edges uint32) []uint8 {
	var pairs []uint8
	for a := range n {
		for b := range a {
			if edges&1 != 0 {
				pairs = append(pairs, 1<<a|1<<b)
			}
			edges >>= 1
		}
	}
	return pairs
}

// descending reports whether no node is in more of the pairs than the node
// before it. Nodes can be renamed so that it is true, which changes no vector.
func descending(n int, pairs []uint8) bool {
	var degree [MaxNodes]int
	for _, p := range pairs {
		for v := range n {
			degree[v] += int(p >> v & 1)
		}
	}
	for v := 1; v < n; v++ {
		if degree[v] > degree[v-1] {
			return false
		}
	}
	return true
}

// coterieOf returns the vectors of the k-coterie on n = 2k+1 nodes without
// singletons whose quorums of two nodes are the pairs, nil when there is none.
// Its other quorums are the sets of three nodes that contain no pair and leave
// k-1 disjoint ones.
func coterieOf(n, k int, pairs []uint8) []counts {
	full := uint8(1)<<n - 1
	var most [1 << MaxNodes]int8 // most disjoint quorums in a set
	fill := func(quorums []uint8) {
		for s := 1; s <= int(full); s++ {
			v := s & -s
			m := most[s&^v]
			for _, q := range quorums {
				if int(q)&v != 0 && int(q)&^s == 0 {
					m = max(m, 1+most[s&^int(q)])
				}
			}
			most[s] = m
		}
	}
	fill(pairs)
	quorums := slices.Clone(pairs)
	for i := range int(full) + 1 {
		t := uint8(i)
		if bits.OnesCount8(t) == 3 && most[t] == 0 && int(most[full&^t]) == k-1 {
			quorums = append(quorums, t)
		}
	}
	if len(quorums) > len(pairs) {
		fill(quorums)
	}
	// Every choice of fewer than k disjoint quorums leaves one more.
	if int(most[full]) != k {
		return nil
	}
	var extends func(free uint8, h, from int) bool
	extends = func(free uint8, h, from int) bool {
		if h > 0 && most[free] == 0 {
			return h == k
		}
		for i := from; i < len(quorums); i++ {
			if q := quorums[i]; q&^free == 0 && !extends(free&^q, h+1, i+1) {
				return false
			}
		}
		return true
	}
	if !extends(full, 0, 0) {
		return nil
	}
	vectors := make([]counts, k+1)
	for s := range int(full) + 1 {
		for r := range int(most[s]) + 1 {
			vectors[r][bits.OnesCount(uint(s))]++
		}
	}
	return vectors
}
