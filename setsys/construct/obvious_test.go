package construct_test

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// Every construction is compared here with its definition, taken literally: all
// subsets of the nodes are looked at one by one. A set of nodes is a mask, node i
// counted from 0.

type values = map[string]any

const limit = 100_000

func build(t testing.TB, name string, v values) *setsys.Structure {
	t.Helper()
	s, err := construct.Build(name, v, limit)
	if err != nil {
		t.Fatalf("Build(%s, %v): %v", name, v, err)
	}
	return s
}

// masks returns the sets of a family over at most 64 nodes.
func masks(f setsys.Family) []uint64 {
	ms := make([]uint64, f.Len())
	for i := range ms {
		ms[i] = f.Words(i)[0]
	}
	return ms
}

// where returns the subsets of n nodes for which pred is true, ascending.
func where(n int, pred func(s uint64) bool) []uint64 {
	ms := []uint64{}
	for s := uint64(0); s < 1<<n; s++ {
		if pred(s) {
			ms = append(ms, s)
		}
	}
	return ms
}

// minimalWhere returns the minimal subsets for which the monotone pred is true.
func minimalWhere(n int, pred func(s uint64) bool) []uint64 {
	return where(n, func(s uint64) bool {
		if !pred(s) {
			return false
		}
		for i := range n {
			if s>>i&1 == 1 && pred(s&^(1<<i)) {
				return false
			}
		}
		return true
	})
}

func size(s uint64) int { return bits.OnesCount64(s) }

// mask returns the set of the nodes i of n for which pred is true.
func mask(n int, pred func(i int) bool) uint64 {
	var s uint64
	for i := range n {
		if pred(i) {
			s |= 1 << i
		}
	}
	return s
}

// same compares a family with the sets wanted, without regard to order; neither
// may have a set twice.
func same(t *testing.T, what string, got setsys.Family, want []uint64) {
	t.Helper()
	g, w := slices.Sorted(slices.Values(masks(got))), slices.Sorted(slices.Values(want))
	if d := cmp.Diff(w, g); d != "" {
		t.Errorf("%s (-definition +built):\n%s", what, d)
	}
}

// upTo calls f with every n from 1 to most and every k from 1 to mostK.
func upTo(most, mostK int, f func(n, k int)) {
	for n := 1; n <= most; n++ {
		for k := 1; k <= mostK; k++ {
			f(n, k)
		}
	}
}

func TestMajority(t *testing.T) {
	for n := 1; n <= 14; n++ {
		s := build(t, "majority", values{"n": n})
		same(t, s.Name, s.Quorums, where(n, func(s uint64) bool { return size(s) == n/2+1 }))
	}
}

func TestMajoritySplit(t *testing.T) {
	c1s := map[string]func(s uint64) bool{
		"node-1": func(s uint64) bool { return s&1 == 1 },
		"all":    func(s uint64) bool { return true },
		"none":   func(s uint64) bool { return false },
	}
	for n := 1; n <= 11; n++ {
		for c1, in := range c1s {
			var want []uint64
			if n%2 == 1 {
				want = where(n, func(s uint64) bool { return size(s) == (n+1)/2 })
			} else {
				first := where(n, func(s uint64) bool { return size(s) == n/2 && in(s) })
				second := where(n, func(s uint64) bool {
					return size(s) == n/2+1 && !slices.ContainsFunc(first, func(q uint64) bool { return q&^s == 0 })
				})
				want = append(first, second...)
			}
			s := build(t, "majority-split", values{"n": n, "c1": c1})
			same(t, s.Name, s.Quorums, want)
		}
		if got, want := build(t, "majority-split", values{"n": n}), build(t, "majority-split", values{"n": n, "c1": "node-1"}); !got.Quorums.Equal(want.Quorums) {
			t.Errorf("n=%d: c1 is not node-1 by default", n)
		}
	}
}

func TestGrid(t *testing.T) {
	for side := 1; side <= 4; side++ {
		n := side * side
		var want []uint64
		for y := range side {
			for x := range side {
				want = append(want, mask(n, func(i int) bool { return i/side == y || i%side == x }))
			}
		}
		s := build(t, "grid", values{"n": n})
		if d := cmp.Diff(want, masks(s.Quorums)); d != "" { // in the order of the nodes
			t.Errorf("%s (-definition +built):\n%s", s.Name, d)
		}
		for _, q := range want {
			if size(q) != 2*side-1 {
				t.Errorf("%s: a quorum of %d nodes", s.Name, size(q))
			}
		}
	}
}

func TestKMajority(t *testing.T) {
	upTo(11, 12, func(n, k int) {
		least := 0 // the least integer that is not below (n+1)/(k+1)
		for least*(k+1) < n+1 {
			least++
		}
		s := build(t, "k-majority", values{"n": n, "k": k})
		if s.K != k {
			t.Errorf("%s: k = %d", s.Name, s.K)
		}
		same(t, s.Name, s.Quorums, where(n, func(s uint64) bool { return size(s) == least }))
	})
}

func TestKSingleton(t *testing.T) {
	upTo(8, 8, func(n, k int) {
		if k > n {
			return
		}
		s := build(t, "k-singleton", values{"n": n, "k": k})
		same(t, s.Name, s.Quorums, where(n, func(s uint64) bool { return size(s) == 1 && s < 1<<k }))
	})
}

// aboveShare returns the sets with just more than the share p/q of the n nodes.
func aboveShare(n, p, q int) []uint64 {
	least := 0
	for least*q <= p*n {
		least++
	}
	return where(n, func(s uint64) bool { return size(s) == least })
}

func TestUniform(t *testing.T) {
	upTo(10, 6, func(n, k int) {
		s := build(t, "uniform-k-arbiter", values{"n": n, "k": k})
		same(t, s.Name, s.Quorums, aboveShare(n, k, k+1))
		hk := build(t, "uniform-hk-arbiter", values{"n": n, "k": k})
		for h := 1; h <= k; h++ {
			same(t, hk.Name, hk.ByUnits[h-1], aboveShare(n, k, k+h))
		}
		if !hk.ByUnits[0].Equal(s.Quorums) {
			t.Errorf("%s: one unit does not have the quorums of the k-arbiter", hk.Name)
		}
	})
}

// tuplesOf returns the (k+1)-tuples over 0..a-1 for the least a that gives n of
// them, in the order of their numbers.
func tuplesOf(n, k int) (tuples [][]int, a int) {
	for a = 1; ; a++ {
		tuples = [][]int{{}}
		for range k + 1 {
			var longer [][]int
			for digit := range a { // the place added last has the greatest weight
				for _, b := range tuples {
					longer = append(longer, append(slices.Clone(b), digit))
				}
			}
			tuples = longer
		}
		if len(tuples) >= n {
			return tuples, a
		}
	}
}

// cubeQuorum is q^b of the paper for z places, mapped to processes.
func cubeQuorum(tuples [][]int, n, z int, b []int) uint64 {
	var q uint64
	for number, x := range tuples {
		for j := 0; j+z <= len(b); j++ {
			if slices.Equal(x[j:j+z], b[j:j+z]) {
				q |= 1 << (number % n)
			}
		}
	}
	return q
}

// cubeQuorums are the quorums for z places, supersets removed.
func cubeQuorums(n, k, z int) []uint64 {
	tuples, _ := tuplesOf(n, k)
	var all []uint64
	for _, b := range tuples {
		all = append(all, cubeQuorum(tuples, n, z, b))
	}
	return antichain(all)
}

// antichain returns the sets that contain no other, each once.
func antichain(all []uint64) []uint64 {
	var kept []uint64
	for _, s := range all {
		if !slices.Contains(kept, s) && !slices.ContainsFunc(all, func(r uint64) bool { return r != s && r&^s == 0 }) {
			kept = append(kept, s)
		}
	}
	return kept
}

func TestCubes(t *testing.T) {
	for k, most := range map[int]int{1: 26, 2: 30, 3: 20, 4: 18, 5: 9, 6: 5, 7: 3} {
		for n := 1; n <= most; n++ {
			s := build(t, "cube-k-arbiter", values{"n": n, "k": k})
			same(t, s.Name, s.Quorums, cubeQuorums(n, k, 1))
			hk := build(t, "cube-hk-arbiter", values{"n": n, "k": k})
			for h := 1; h <= k; h++ {
				z := 0 // the greatest integer with z·(1+k/h) <= 1+k
				for (z+1)*(h+k) <= (1+k)*h {
					z++
				}
				same(t, hk.Name, hk.ByUnits[h-1], cubeQuorums(n, k, z))
			}
			if tuples, a := tuplesOf(n, k); len(tuples) == n && a > 1 {
				if s.Quorums.Len() != n {
					t.Errorf("%s: %d quorums for %d tuples", s.Name, s.Quorums.Len(), n)
				}
				for i := range n {
					if s.Quorums.Words(i)[0] != cubeQuorum(tuples, n, 1, tuples[i]) {
						t.Errorf("%s: quorum %d is not that of tuple %d", s.Name, i, i)
					}
				}
			}
		}
	}
}

func TestCubeOfTwoIsTheGrid(t *testing.T) {
	for _, n := range []int{4, 9, 16, 25, 36, 49} {
		grid, cube := build(t, "grid", values{"n": n}), build(t, "cube-k-arbiter", values{"n": n, "k": 1})
		same(t, cube.Name, cube.Quorums, masks(grid.Quorums))
	}
}

// arrays calls f with every array of at most most nodes.
func arrays(most int, f func(rows, columns int)) {
	for rows := 1; rows <= most; rows++ {
		for columns := 1; rows*columns <= most; columns++ {
			f(rows, columns)
		}
	}
}

// row returns the part of s in row i of an array, and column likewise.
func row(s uint64, i, columns int) uint64 { return s >> (i * columns) & (1<<columns - 1) }

func column(s uint64, j, rows, columns int) uint64 {
	return s & mask(rows*columns, func(i int) bool { return i%columns == j })
}

// torusQuorums are the sets with a full row, one node in each of the rows that
// follow, and none elsewhere.
func torusQuorums(rows, columns, following int) []uint64 {
	return where(rows*columns, func(s uint64) bool {
		for j := range rows {
			good := size(row(s, j, columns)) == columns
			for d := 1; d < rows; d++ {
				want := 0
				if d <= following {
					want = 1
				}
				good = good && size(row(s, (j+d)%rows, columns)) == want
			}
			if good {
				return true
			}
		}
		return false
	})
}

func rowCoverQuorums(rows, columns int) []uint64 {
	return where(rows*columns, func(s uint64) bool {
		for i := range rows {
			if size(row(s, i, columns)) != 1 {
				return false
			}
		}
		return true
	})
}

func TestTorus(t *testing.T) {
	arrays(12, func(rows, columns int) {
		covers := build(t, "row-covers", values{"rows": rows, "columns": columns})
		same(t, covers.Name, covers.Quorums, rowCoverQuorums(rows, columns))
		if covers.K != columns {
			t.Errorf("%s: k = %d", covers.Name, covers.K)
		}
		for k := 1; k <= rows+1; k++ {
			v := values{"rows": rows, "columns": columns, "k": k}
			want := torusQuorums(rows, columns, rows/(k+1))
			s := build(t, "torus", v)
			same(t, s.Name, s.Quorums, want)
			wr := build(t, "torus-wr", v)
			same(t, wr.Name+" write", wr.Write, want)
			same(t, wr.Name+" read", wr.Read, masks(covers.Quorums))
			if s.K != k || wr.K != k {
				t.Errorf("%s: k = %d and %d", s.Name, s.K, wr.K)
			}
		}
		for f := range rows {
			v := values{"rows": rows, "columns": columns, "k": 2, "following": f}
			s := build(t, "torus", v)
			same(t, s.Name, s.Quorums, torusQuorums(rows, columns, f))
			same(t, s.Name, build(t, "torus-wr", v).Write, torusQuorums(rows, columns, f))
		}
	})
}

// The k-torus quorums are a k-coterie if and only if k = 1 or rows > (k-1)(2f+1), f
// following rows, by trying all sets of disjoint quorums.
func TestTorusCondition(t *testing.T) {
	arrays(14, func(rows, columns int) {
		for k := 1; k <= 5; k++ {
			f := rows / (k + 1)
			s := build(t, "torus", values{"rows": rows, "columns": columns, "k": k})
			qs := masks(s.Quorums)
			// grow reports whether every set of disjoint quorums beyond these, taken
			// in order, that has fewer than k can be extended, and none has more.
			var grow func(from int, union uint64, count int) bool
			grow = func(from int, union uint64, count int) bool {
				room := slices.ContainsFunc(qs, func(q uint64) bool { return q&union == 0 })
				if room != (count < k) {
					return false
				}
				for i := from; i < len(qs); i++ {
					if qs[i]&union == 0 && !grow(i+1, union|qs[i], count+1) {
						return false
					}
				}
				return true
			}
			if got, want := grow(0, 0, 0), k == 1 || rows > (k-1)*(2*f+1); got != want {
				t.Errorf("%s is a k-coterie: %v, want %v", s.Name, got, want)
			}
		}
	})
}

// The example of Jiang, section 2, is the torus of 4 rows and 2 columns.
func TestJiangExample(t *testing.T) {
	s := build(t, "torus-wr", values{"rows": 4, "columns": 2, "k": 2})
	write := "{{1,2,3},{1,2,4},{3,4,5},{3,4,6},{5,6,7},{5,6,8},{1,7,8},{2,7,8}}"
	if got := s.Write.String(); got != write {
		t.Errorf("write quorums %s, want %s", got, write)
	}
	if s.Read.Len() != 16 || s.Read.At(0).String() != "{1,3,5,7}" || s.Read.At(15).String() != "{2,4,6,8}" {
		t.Errorf("read quorums %s", s.Read)
	}
}

func TestColumnCover(t *testing.T) {
	arrays(12, func(rows, columns int) {
		s := build(t, "column-cover", values{"rows": rows, "columns": columns})
		same(t, s.Name, s.Quorums, where(rows*columns, func(s uint64) bool {
			for full := range columns {
				good := true
				for j := range columns {
					want := 1
					if j == full {
						want = rows
					}
					good = good && size(column(s, j, rows, columns)) == want
				}
				if good {
					return true
				}
			}
			return false
		}))
	})
}

func TestWheel(t *testing.T) {
	for n := 3; n <= 12; n++ {
		s := build(t, "wheel", values{"n": n})
		same(t, s.Name, s.Quorums, where(n, func(s uint64) bool {
			return s == 1<<n-2 || s&1 == 1 && size(s) == 2
		}))
	}
}

// compositions calls f with every list of positive integers with the sum n.
func compositions(n int, f func(parts []int)) {
	for cuts := range 1 << (n - 1) {
		parts := []int{1}
		for i := range n - 1 {
			if cuts>>i&1 == 1 {
				parts = append(parts, 1)
			} else {
				parts[len(parts)-1]++
			}
		}
		f(parts)
	}
}

func TestCrumblingWall(t *testing.T) {
	for n := 1; n <= 8; n++ {
		compositions(n, func(widths []int) {
			s := build(t, "crumbling-wall", values{"widths": widths})
			same(t, s.Name, s.Quorums, where(n, func(s uint64) bool {
				for full := range widths {
					good, first := true, 0
					for i, w := range widths {
						want := 0
						switch {
						case i == full:
							want = w
						case i > full:
							want = 1
						}
						good = good && size(row(s>>first, 0, w)) == want
						first += w
					}
					if good {
						return true
					}
				}
				return false
			}))
		})
	}
}

func TestReadWriteThreshold(t *testing.T) {
	of := func(m int) func(uint64) bool { return func(s uint64) bool { return size(s) == m } }
	upTo(7, 7, func(n, write int) {
		if write > n {
			return
		}
		for read := 1; read <= n; read++ {
			s := build(t, "read-write-threshold", values{"n": n, "write": write, "read": read})
			same(t, s.Name+" write", s.Write, where(n, of(write)))
			same(t, s.Name+" read", s.Read, where(n, of(read)))
		}
		s := build(t, "read-write-threshold", values{"n": n, "write": write})
		same(t, s.Name+" read", s.Read, where(n, of(n+1-write)))
		s = build(t, "read-write-threshold", values{"n": n})
		same(t, s.Name+" write", s.Write, where(n, of(n/2+1)))
		same(t, s.Name+" read", s.Read, where(n, of((n+1)/2)))
	})
}

func TestReadWriteVoting(t *testing.T) {
	for _, votes := range [][]int{{1}, {2, 1}, {1, 1, 1}, {3, 0, 2, 1}, {5, 1, 4, 0, 3}} {
		total := 0
		for _, v := range votes {
			total += v
		}
		reaching := func(need int) []uint64 {
			return minimalWhere(len(votes), func(s uint64) bool {
				sum := 0
				for i, v := range votes {
					if s>>i&1 == 1 {
						sum += v
					}
				}
				return sum >= need
			})
		}
		for write := 1; write <= total; write++ {
			for read := 1; read <= total; read++ {
				s := build(t, "read-write-voting", values{"votes": votes, "write": write, "read": read})
				same(t, s.Name+" write", s.Write, reaching(write))
				same(t, s.Name+" read", s.Read, reaching(read))
			}
			s := build(t, "read-write-voting", values{"votes": votes, "write": write})
			same(t, s.Name+" read", s.Read, reaching(total+1-write))
		}
		s := build(t, "read-write-voting", values{"votes": votes})
		same(t, s.Name+" write", s.Write, reaching(total/2+1))
		same(t, s.Name+" read", s.Read, reaching(total+1-(total/2+1)))
	}
}

func TestReadWriteDual(t *testing.T) {
	five, err := setsys.Numbered(5)
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range [][]uint64{{}, {0}, {0b11}, {0b11, 0b101, 0b110}, {0b1, 0b10, 0b11}, {0b11, 0b1100}, {0b11, 0b110, 0b1100, 0b11000, 0b10001}} {
		b := setsys.NewFamilyBuilder(5)
		for _, q := range family {
			b.AddWords([]uint64{q})
		}
		s := build(t, "read-write-dual", values{"of": &setsys.Structure{Kind: setsys.KCoterie, K: 2, Universe: five, Quorums: b.Family()}})
		inside := func(s uint64) bool { return slices.ContainsFunc(family, func(q uint64) bool { return q&^s == 0 }) }
		outside := func(s uint64) bool { return !slices.ContainsFunc(family, func(q uint64) bool { return q&s == 0 }) }
		same(t, s.Name+" write", s.Write, minimalWhere(5, inside))
		same(t, s.Name+" read", s.Read, minimalWhere(5, outside))
	}
	xyz := named(t, build(t, "majority", values{"n": 3}), "x", "y", "z")
	if got := build(t, "read-write-dual", values{"of": xyz}).Universe.Name(2); got != "z" {
		t.Errorf("node 3 is %s", got)
	}
}

func TestWeightedVoting(t *testing.T) {
	check := func(votes []int) {
		total := 0
		for _, v := range votes {
			total += v
		}
		for threshold := 0; threshold <= total; threshold++ {
			v, need := values{"votes": votes}, threshold
			if threshold > 0 {
				v["threshold"] = threshold
			} else {
				need = total/2 + 1 // by default
			}
			s := build(t, "weighted-voting", v)
			same(t, s.Name, s.Quorums, minimalWhere(len(votes), func(s uint64) bool {
				sum := 0
				for i, v := range votes {
					if s>>i&1 == 1 {
						sum += v
					}
				}
				return sum >= need
			}))
			if !s.Quorums.Equal(s.Quorums.Canonical()) {
				t.Errorf("%s: not in canonical order", s.Name)
			}
		}
	}
	for n := 1; n <= 4; n++ { // all votes up to 3
		for code := range 1 << (2 * n) {
			votes, total := make([]int, n), 0
			for i := range votes {
				votes[i] = code >> (2 * i) & 3
				total += votes[i]
			}
			if total > 0 {
				check(votes)
			}
		}
	}
	for _, votes := range [][]int{{5, 1, 4, 0, 3, 3, 2}, {1, 1, 1, 1, 1, 1, 1, 1}, {7, 3, 3, 3, 1, 1, 1, 1, 1}, {0, 0, 2, 0, 1}} {
		check(votes)
	}
}

func TestTree(t *testing.T) {
	for _, c := range []struct{ depth, degree, n int }{
		{0, 2, 1}, {1, 2, 3}, {2, 2, 7}, {3, 2, 15}, {0, 7, 1}, {1, 3, 4}, {2, 3, 13}, {1, 4, 5}, {1, 9, 10},
	} {
		var has func(s uint64, v int) bool
		has = func(s uint64, v int) bool {
			here := s>>v&1 == 1
			if c.degree*v+1 >= c.n {
				return here
			}
			some, all := false, true
			for i := 1; i <= c.degree; i++ {
				in := has(s, c.degree*v+i)
				some, all = some || in, all && in
			}
			return here && some || all
		}
		s := build(t, "tree", values{"depth": c.depth, "degree": c.degree})
		if s.Universe.Len() != c.n {
			t.Errorf("%s: %d nodes, want %d", s.Name, s.Universe.Len(), c.n)
		}
		same(t, s.Name, s.Quorums, minimalWhere(c.n, func(s uint64) bool { return has(s, 0) }))
		if !s.Quorums.Equal(s.Quorums.Canonical()) {
			t.Errorf("%s: not in canonical order", s.Name)
		}
	}
}

func TestHierarchy(t *testing.T) {
	// satisfied counts, from the leaves up, the members of each group that are.
	satisfied := func(s uint64, n int, widths, thresholds []int) bool {
		level := make([]bool, n)
		for i := range level {
			level[i] = s>>i&1 == 1
		}
		for l := len(widths) - 1; l >= 0; l-- {
			up := make([]bool, len(level)/widths[l])
			for g := range up {
				count := 0
				for _, in := range level[g*widths[l] : (g+1)*widths[l]] {
					if in {
						count++
					}
				}
				up[g] = count >= thresholds[l]
			}
			level = up
		}
		return level[0]
	}
	for _, widths := range [][]int{{1}, {4}, {1, 1}, {2, 2}, {3, 1}, {1, 3}, {2, 3}, {3, 2}, {3, 3}, {2, 5}, {3, 4}, {2, 2, 3}, {1, 5, 2}} {
		n := 1
		for _, w := range widths {
			n *= w
		}
		thresholds := make([]int, len(widths))
		var each func(l int)
		each = func(l int) {
			if l == len(widths) {
				s := build(t, "hierarchy", values{"widths": widths, "thresholds": slices.Clone(thresholds)})
				same(t, s.Name, s.Quorums, minimalWhere(n, func(s uint64) bool { return satisfied(s, n, widths, thresholds) }))
				if !s.Quorums.Equal(s.Quorums.Canonical()) {
					t.Errorf("%s: not in canonical order", s.Name)
				}
				return
			}
			for thresholds[l] = 1; thresholds[l] <= widths[l]; thresholds[l]++ {
				each(l + 1)
			}
		}
		each(0)
		for i, w := range widths {
			thresholds[i] = w/2 + 1
		}
		s := build(t, "hierarchy", values{"widths": widths})
		same(t, s.Name, s.Quorums, minimalWhere(n, func(s uint64) bool { return satisfied(s, n, widths, thresholds) }))
	}
}

func TestHyperplanes(t *testing.T) {
	for m := 1; m <= 5; m++ {
		for n := 1; n <= 40; n++ {
			side, points := 1, 1
			for points < n {
				side, points = side+1, 1
				for range m + 1 {
					points *= side
				}
			}
			coordinate := func(i, c int) int {
				for range c {
					i /= side
				}
				return i % side
			}
			var want []uint64
			for i := range n {
				want = append(want, mask(n, func(j int) bool {
					for c := range m + 1 {
						if coordinate(i, c) == coordinate(j, c) {
							return true
						}
					}
					return false
				}))
			}
			s := build(t, "hyperplanes", values{"n": n, "m": m})
			if d := cmp.Diff(want, masks(s.Requests)); d != "" || s.M != m {
				t.Errorf("%s: m = %d (-definition +built):\n%s", s.Name, s.M, d)
			}
		}
	}
}

// Baldoni, section 7.1: 27 processes and 2 resources give sets of
// 3L²-3L+1 = 19 points, L = 3.
func TestHyperplanesOf27(t *testing.T) {
	s := build(t, "hyperplanes", values{"n": 27, "m": 2})
	for i, r := range s.Requests.All() {
		if r.Len() != 19 {
			t.Errorf("process %d has a set of %d", i+1, r.Len())
		}
	}
}

func TestSevenProcesses(t *testing.T) {
	want := "{{1,2,3},{2,4,6},{3,5,6},{1,4,5},{2,5,7},{1,6,7},{3,4,7}}"
	for m, v := range map[int]values{1: {}, 2: {"m": 2}} {
		s := build(t, "seven-processes", v)
		if got := s.Requests.String(); got != want || s.M != m {
			t.Errorf("%s: m = %d, %s", s.Name, s.M, got)
		}
	}
}
