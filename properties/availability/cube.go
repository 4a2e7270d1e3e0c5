package availability

import (
	"math/bits"

	"qcheck/explore/yield"
)

// A cube is the sets of n nodes, n <= 6, of which a family is one word: bit S is
// set when the set S is in the family, and node i is bit i of S. Loops over
// millions of k-coteries can afford nothing slower.
type cube struct {
	n      int
	avoids [1 << low]uint64 // by set: the family of all sets disjoint from it
	ofSize [low + 1]uint64
}

func newCube(n int) *cube {
	c := &cube{n: n}
	for s := range uint32(1) << n {
		c.avoids[s] = without(s) & c.all()
		c.ofSize[bits.OnesCount32(s)] |= 1 << s
	}
	return c
}

// all is the family of all sets.
func (c *cube) all() uint64 { return ^uint64(0) >> (64 - 1<<c.n) }

// product returns the unions of a quorum and a set of the family that is
// disjoint from it.
func (c *cube) product(quorums []uint8, family uint64) uint64 {
	unions := uint64(0)
	for _, q := range quorums {
		unions |= (family & c.avoids[q]) << q
	}
	return unions
}

// complements returns the complements of the sets of the family.
func (c *cube) complements(family uint64) uint64 { return bits.Reverse64(family) >> (64 - 1<<c.n) }

// minimal lists the sets of the family that contain no other one.
func (c *cube) minimal(family uint64) []uint8 {
	up := family // with all that contain them
	for i := range c.n {
		up |= up & c.avoids[1<<i] << (1 << i)
	}
	for i := range c.n {
		family &^= up & c.avoids[1<<i] << (1 << i)
	}
	return c.list(family)
}

func (c *cube) list(family uint64) []uint8 {
	var sets []uint8
	for ; family != 0; family &= family - 1 {
		sets = append(sets, uint8(bits.TrailingZeros64(family)))
	}
	return sets
}

// available returns the r-available sets, by r from 0 on, as far as there are
// any.
func (c *cube) available(quorums []uint8, levels []uint64) []uint64 {
	levels = append(levels[:0], c.all())
	for {
		next := c.product(quorums, levels[len(levels)-1])
		if next == 0 {
			return levels
		}
		levels = append(levels, next)
	}
}

// isKCoterie reports whether the quorums, none of which is empty or contains
// another, are a k-coterie, given their r-available sets.
func (c *cube) isKCoterie(quorums []uint8, available []uint64, k int) bool {
	if k < 1 || len(available) != k+1 { // more than k disjoint quorums, or none that extend fewer
		return false
	}
	unions := uint64(1) // of as many disjoint quorums
	for range k - 1 {
		unions = c.product(quorums, unions)
		if c.complements(unions)&^available[1] != 0 {
			return false
		}
	}
	return true
}

// isStrong reports whether to any fewer than k quorums, disjoint or not, there
// is one disjoint from all of them, as Definition 1 of the thesis is printed.
func (c *cube) isStrong(quorums []uint8, available []uint64, k int) bool {
	unions := uint64(1) // of at most as many quorums
	for range k - 1 {
		for _, s := range c.list(unions) {
			for _, q := range quorums {
				unions |= 1 << (s | q)
			}
		}
	}
	return c.complements(unions)&^available[1] == 0
}

// vector returns how many sets of each size are in the family.
func (c *cube) vector(family uint64) counts {
	var v counts
	for s := range c.n + 1 {
		v[s] = uint8(bits.OnesCount64(family & c.ofSize[s]))
	}
	return v
}

// Counts are a [Vector] of up to 7 nodes.
type counts [MaxNodes + 1]uint8

func (v counts) vector(n int) Vector { return vectorOf(v[:n+1]) }

// eachKCoterie calls f with every k-coterie on n nodes, n <= 6, with its k, and
// its r-available sets. Both lists are reused.
//
// A k-coterie has k disjoint quorums and no more, so a family is one for at
// most one k.
func (c *cube) eachKCoterie(w *yield.Watch, f func(quorums []uint8, available []uint64)) {
	later := make([]uint64, 1<<c.n) // by set: the later sets that neither contain it nor are within it
	for a := range later {
		for b := a + 1; b < 1<<c.n; b++ {
			if a&b != a && a&b != b {
				later[a] |= 1 << b
			}
		}
	}
	var quorums []uint8
	var levels []uint64
	var extend func(allowed uint64)
	extend = func(allowed uint64) {
		w.Step()
		for rest := allowed; rest != 0; rest &= rest - 1 {
			q := bits.TrailingZeros64(rest)
			quorums = append(quorums, uint8(q))
			levels = c.available(quorums, levels)
			if c.isKCoterie(quorums, levels, len(levels)-1) {
				f(quorums, levels)
			}
			extend(allowed & later[q])
			quorums = quorums[:len(quorums)-1]
		}
	}
	extend(c.all() &^ 1)
}
