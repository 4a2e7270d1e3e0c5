package load

import (
	"math/big"
	"math/bits"
	"slices"

	"qcheck/setsys"
)

// This file solves linear programs by looking at every vertex. It shares nothing
// with what it judges.

// A halfspace are the x with row·x >= right; all is small integers.
type halfspace struct {
	row   []int64
	right int64
}

// obviousMinimum returns the least cost·x where all equations (row·x = right) and
// inequalities hold. It is found at a vertex: where as many of them as there are
// variables, the equations among these, hold with equality and determine x.
func obviousMinimum(cost []int64, equations, inequalities []halfspace) *big.Rat {
	var least *big.Rat
	tight := slices.Clone(equations)
	var choose func(from int)
	choose = func(from int) {
		if len(tight) == len(cost) {
			x, den := solve(tight)
			if den == 0 || slices.ContainsFunc(inequalities, func(h halfspace) bool { return dot(h.row, x) < times(h.right, den) }) {
				return
			}
			if value := big.NewRat(dot(cost, x), den); least == nil || value.Cmp(least) < 0 {
				least = value
			}
			return
		}
		for i := from; i < len(inequalities); i++ {
			tight = append(tight, inequalities[i])
			choose(i + 1)
			tight = tight[:len(tight)-1]
		}
	}
	choose(0)
	return least
}

func dot(a, b []int64) (sum int64) {
	for i := range a {
		sum += times(a[i], b[i])
	}
	return sum
}

// times multiplies numbers that are small, and notices if they are not.
func times(a, b int64) int64 {
	if high, low := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b))); high != 0 || low > 1<<60 {
		panic("the obvious linear program has large numbers")
	}
	return a * b
}

// solve returns den times the x at which all hold with equality; den is 0 where
// they do not determine x, and otherwise greater. It is Gauss-Jordan elimination,
// each row kept in lowest terms.
func solve(tight []halfspace) (x []int64, den int64) {
	n := len(tight)
	m := make([][]int64, n)
	for i, h := range tight {
		m[i] = append(slices.Clone(h.row), h.right)
	}
	for k := range n {
		p := k
		for p < n && m[p][k] == 0 {
			p++
		}
		if p == n {
			return nil, 0
		}
		m[k], m[p] = m[p], m[k]
		for i := range n {
			if a := m[i][k]; i != k && a != 0 {
				b := m[k][k]
				var g int64
				for j := range m[i] {
					m[i][j] = times(m[i][j], b) - times(m[k][j], a)
					g = gcd(g, m[i][j])
				}
				for j := range m[i] {
					m[i][j] /= max(g, 1)
				}
			}
		}
	}
	den = 1
	for k := range n {
		d := max(m[k][k], -m[k][k])
		den = times(den/gcd(den, d), d)
	}
	for k := range n {
		x = append(x, times(m[k][n], den/m[k][k]))
	}
	return x, den
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// An obviousUse is a family, whose quorums are masks, and its share as a numerator.
type obviousUse struct {
	sets  []uint32
	share int64
	cost  []int64 // by node: what a quorum takes of it; nil: 1
}

func (u obviousUse) takes(q uint32, v int) int64 {
	if u.cost == nil {
		return int64(q >> v & 1)
	}
	return u.cost[v] * int64(q>>v&1)
}

// obviousLoad is the load by the dual program: the greatest sum of share times
// the least weight of a quorum. Shares are numerators of den.
func obviousLoad(n int, uses []obviousUse, den int64) *big.Rat {
	// Variables: the weights of the nodes, then the least weight for each family.
	vars := n + len(uses)
	cost := make([]int64, vars)
	equation := halfspace{make([]int64, vars), 1}
	var all []halfspace
	for v := range n {
		equation.row[v] = 1
		h := halfspace{make([]int64, vars), 0}
		h.row[v] = 1
		all = append(all, h)
	}
	for i, u := range uses {
		cost[n+i] = -u.share
		for _, q := range u.sets {
			h := halfspace{make([]int64, vars), 0}
			for v := range n {
				h.row[v] = u.takes(q, v)
			}
			h.row[n+i] = -1
			all = append(all, h)
		}
	}
	least := obviousMinimum(cost, []halfspace{equation}, all)
	return least.Neg(least.Quo(least, big.NewRat(den, 1)))
}

// obviousSize is the least expected size of a quorum with the given load, by the
// strategies themselves: a variable for each quorum of each family.
func obviousSize(n int, uses []obviousUse, den int64, load *big.Rat) *big.Rat {
	vars := 0
	for _, u := range uses {
		vars += len(u.sets)
	}
	var cost []int64
	var equations, all []halfspace
	top, right := load.Denom().Int64(), -times(load.Num().Int64(), den)
	for range n {
		all = append(all, halfspace{make([]int64, vars), right})
	}
	for _, u := range uses {
		one := halfspace{make([]int64, vars), 1}
		for _, q := range u.sets {
			at := len(cost)
			cost = append(cost, u.share*int64(bits.OnesCount32(q)))
			one.row[at] = 1
			h := halfspace{make([]int64, vars), 0}
			h.row[at] = 1
			all = append(all, h)
			for v := range n {
				all[v].row[at] = -times(top, u.share*u.takes(q, v))
			}
		}
		equations = append(equations, one)
	}
	least := obviousMinimum(cost, equations, all)
	return least.Quo(least, big.NewRat(den, 1))
}

// antichains calls yield with every family over n nodes, at most 5, of sets none
// of which is empty or contains another, but for the one without sets.
func antichains(n int, yield func(family []uint32)) {
	var family []uint32
	var extend func(from uint32)
	extend = func(from uint32) {
		for q := from; q < 1<<n; q++ {
			if !slices.ContainsFunc(family, func(p uint32) bool { return p&q == p || p&q == q }) {
				family = append(family, q)
				yield(family)
				extend(q + 1)
				family = family[:len(family)-1]
			}
		}
	}
	extend(1)
}

// firstOfOrbit reports whether no renaming of the nodes makes the family less.
func firstOfOrbit(n int, family []uint32) bool {
	perm := make([]int, 0, n)
	var tryAll func() bool
	tryAll = func() bool {
		if len(perm) == n {
			renamed := make([]uint32, len(family))
			for j, q := range family {
				for v, to := range perm {
					renamed[j] |= q >> v & 1 << to
				}
			}
			slices.Sort(renamed)
			return slices.Compare(renamed, family) >= 0
		}
		for to := range n {
			if !slices.Contains(perm, to) {
				perm = append(perm, to)
				ok := tryAll()
				perm = perm[:len(perm)-1]
				if !ok {
					return false
				}
			}
		}
		return true
	}
	return tryAll()
}

func toFamily(n int, sets []uint32) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for _, q := range sets {
		b.AddWords([]uint64{uint64(q)})
	}
	return b.Family()
}
