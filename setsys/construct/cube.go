package construct

import (
	"cmp"
	"fmt"
	"slices"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// A cube is the (k+1)-dimensional hypercube of side a onto which n processes
// are mapped: a is the least integer with a^(k+1) >= n, and the tuple
// (b_1,...,b_{k+1}) over 0..a-1 has the number Σ b_i·a^(i-1), and stands for the
// process of that number modulo n, counted from 0. When n is a^(k+1), every
// process has one tuple (Manabe and Tajima, sections 2.3 and 3.3).
type cube struct {
	n, k, a int
	tuples  int // a^(k+1), or many
}

func newCube(n, k int) cube {
	c := cube{n: n, k: k, a: 1, tuples: 1}
	for c.tuples < n {
		c.a++
		c.tuples = power(c.a, k+1)
	}
	return c
}

// each calls yield with the quorums q^b of the count first tuples b, in the
// order of their numbers, as words that are valid during the call. Q^b is the
// union of k+2-z subcubes: for each j from 0 to k+1-z, the tuples that agree with
// b in the z consecutive places j+1..j+z.
//
// Places j+1..j+z of the tuple number t are the number floor(t/a^j) mod a^z in
// base a. So the subcubes at j, already mapped to processes, are listed by that
// number once, and every quorum is a union of k+2-z entries.
func (c cube) each(z, count int, yield func(row []uint64)) {
	width, span := words.Of(c.n), power(c.a, z)
	var sub [][]uint64 // at j: the subcubes, width words each
	var unit []int     // a^j
	for j := 0; j <= c.k+1-z; j++ {
		s, u := make([]uint64, span*width), power(c.a, j)
		for t := range c.tuples {
			at := t / u % span * width
			words.Add(s[at:at+width], t%c.n)
		}
		sub, unit = append(sub, s), append(unit, u)
		if u >= c.tuples { // the numbers from here on are 0 for all tuples
			break
		}
	}
	row := make([]uint64, width)
	for t := range count {
		clear(row)
		for j, s := range sub {
			at := t / unit[j] % span * width
			words.Or(row, row, s[at:at+width])
		}
		yield(row)
	}
}

// quorums returns the quorums of all tuples that contain no other, each once, in
// the order of the tuples.
func (c cube) quorums(z int) setsys.Family {
	t := words.NewTable(words.Of(c.n))
	c.each(z, c.tuples, func(row []uint64) { t.Insert(row) })
	f := listed(c.n, t)
	if c.tuples == c.n { // all have the same size
		return f
	}
	return minimal(f)
}

// minimal returns the sets of f, which are distinct, that contain no other, in
// their order.
//
// It compares pairs. The sets of a cube are large and have few beginnings in
// common, so the diagram behind Family.Minimal would have almost a vertex for
// each member of each set.
func minimal(f setsys.Family) setsys.Family {
	bySize, size := make([]int, f.Len()), make([]int, f.Len())
	for i := range bySize {
		bySize[i], size[i] = i, words.Count(f.Words(i))
	}
	slices.SortStableFunc(bySize, func(i, j int) int { return cmp.Compare(size[i], size[j]) })
	drop := make([]bool, f.Len())
	for at, i := range bySize {
		drop[i] = slices.ContainsFunc(bySize[:at], func(j int) bool { return !drop[j] && words.Subset(f.Words(j), f.Words(i)) })
	}
	b := setsys.NewFamilyBuilder(f.Nodes())
	for i := range f.Len() {
		if !drop[i] {
			b.AddWords(f.Words(i))
		}
	}
	return b.Family()
}

// listed returns the family of the sets in the table.
func listed(n int, t *words.Table) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for i := range t.Len() {
		b.AddWords(t.Row(i))
	}
	return b.Family()
}

// cubeKArbiter is the (k+1)-cube k-arbiter (Manabe and Tajima, section 2.3,
// example 2 of k-arbiters): q^b has the tuples that agree with b in some place.
// For n not a power, tuples are mapped modulo n and supersets removed, as
// section 3.3 says for the (h,k)-arbiter. Claimed: a k-arbiter.
//
// As request sets for k resources, process i has the quorum of its own tuple,
// of which it is a member; there, supersets are kept, as every process needs a
// set.
func cubeKArbiter() *Construction {
	return &Construction{
		Name: "cube-k-arbiter", Kind: setsys.KArbiter,
		Summary: "in a (k+1)-dimensional cube, the nodes that agree with a tuple in some place",
		Source:  "Manabe and Tajima, section 2.3, example 2 of k-arbiters, and section 3.3",
		Claim:   "a k-arbiter",
		Params:  cubeParams(),
		build: func(a args) (*setsys.Structure, error) {
			c, err := a.cube()
			if err != nil {
				return nil, err
			}
			return quorums(setsys.KArbiter, c.k, c.quorums(1))
		},
		requests: func(a args) (*setsys.Structure, error) {
			c, err := a.cube()
			if err != nil {
				return nil, err
			}
			b := setsys.NewFamilyBuilder(c.n)
			c.each(1, c.n, b.AddWords)
			return requestSets(c.k, b.Family())
		},
	}
}

// cubeHKArbiter is the (k+1)-cube (h,k)-arbiter (Manabe and Tajima, section
// 3.3): for h units, q^b has the tuples that agree with b in some z_h
// consecutive places, z_h = floor((1+k)/(1+k/h)). For n not a power, tuples are
// mapped modulo n and supersets removed. Claimed: an (h,k)-arbiter (Theorem 4).
func cubeHKArbiter() *Construction {
	return &Construction{
		Name: "cube-hk-arbiter", Kind: setsys.HKArbiter,
		Summary: "in a (k+1)-dimensional cube, for h units, the nodes that agree with a tuple in some floor((1+k)/(1+k/h)) consecutive places",
		Source:  "Manabe and Tajima, section 3.3",
		Claim:   "an (h,k)-arbiter (Theorem 4)",
		Params:  cubeParams(),
		build: func(a args) (*setsys.Structure, error) {
			c, err := a.cube()
			if err != nil {
				return nil, err
			}
			var f setsys.Family
			last := 0
			return a.byUnits(func(h int) (setsys.Family, error) {
				if z := places(c.k, h); z != last { // z_h ascends with h
					f, last = c.quorums(z), z
				}
				return f, nil
			})
		},
	}
}

// places returns z_h, the number of places in which the tuples of a subcube
// agree: floor((1+k)/(1+k/h)).
func places(k, h int) int { return (1 + k) * h / (h + k) }

func cubeParams() []Param {
	return []Param{
		number("n", "number of nodes; when it is not a (k+1)-th power, the least larger one is mapped onto the nodes"),
		number("k", "number of units"),
	}
}

// cube returns the cube of the parameters. There is a quorum a tuple before
// supersets are removed, and the limit is on those.
func (a args) cube() (cube, error) {
	c := newCube(a.int("n"), a.int("k"))
	err := a.room(c.tuples)
	if err != nil && c.tuples != c.n {
		err = fmt.Errorf("before supersets are removed, %w", err)
	}
	return c, err
}
