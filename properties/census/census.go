// Package census lists structures on few nodes: of each kind all, one of those
// that renaming the nodes makes equal.
//
// Listed are the structures that have the required properties of their kind and
// whose quorums are minimal: no quorum of a family contains another. Request sets
// are any that have the required properties. A node may be in no quorum. The
// families are antichains; every tuple of as many antichains as the kind has
// families is judged by package properties, once for each class: the one that is
// least among its renamings, families compared in their order, by their sets as
// numbers. On more than [MaxNodes] nodes, what is judged is found in other ways, see
// larger.go.
package census

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// A Class says which structures are listed.
type Class struct {
	Kind setsys.Kind
	N    int // nodes, 1 to MaxNodes; of some classes more
	K, M int // of the kinds that have them
}

// MaxNodes is the largest number of nodes of every kind, and maxTuples how many tuples of
// families are tried at most: with 5 nodes, coteries, k-coteries, k-arbiters,
// k-wr-coteries and request sets are in reach.
const (
	MaxNodes  = 5
	maxTuples = 3_000_000
)

// Structures lists the structures of a class, in a fixed order: on up to [MaxNodes] nodes;
// also coteries, k-coteries and k-arbiters on 6, k-coteries with k > 2 and k-arbiters with
// k > 1 on 7. The error says that there are too many to try, or is the cause for which ctx
// ended; what was found until then is returned, too.
func Structures(ctx context.Context, c Class) ([]*setsys.Structure, error) {
	if c.N > MaxNodes && c.Larger() {
		return larger(ctx, c)
	}
	if c.N < 1 || c.N > MaxNodes {
		return nil, c.unlisted()
	}
	x := &listing{Class: c, renamings: renamings(c.N)}
	families := 1
	choices := Antichains(c.N)
	switch c.Kind {
	case setsys.HKArbiter:
		families = c.K
	case setsys.KWRCoterie, setsys.ReadWrite:
		families = 2
	case setsys.RequestSets: // the set of a process is a family of one set
		families, choices = c.N, nil
		for set := uint64(1); set < 1<<c.N; set++ {
			choices = append(choices, []uint64{set})
		}
	}
	places := slices.Repeat([][][]uint64{choices}, families)
	for i := range places {
		switch {
		case c.Kind == setsys.RequestSets: // a process is in its own set
			places[i] = slices.DeleteFunc(slices.Clone(choices), func(f []uint64) bool { return f[0]>>i&1 == 0 })
		case i == 0:
			places[i] = slices.DeleteFunc(slices.Clone(choices), func(f []uint64) bool { return !x.least([][]uint64{f}) })
		}
	}
	tuples := 1
	for _, all := range places {
		if tuples *= len(all); tuples > maxTuples {
			return nil, fmt.Errorf("there are more than %d candidates for a %s on %d nodes: too many to try", maxTuples, c.Kind, c.N)
		}
	}
	err := x.extend(ctx, make([][]uint64, 0, families), places)
	return x.found, err
}

// A listing is under way.
type listing struct {
	Class
	renamings [][]int
	found     []*setsys.Structure
}

// extend tries all tuples that begin with the given families and go on with those of the places after them.
func (x *listing) extend(ctx context.Context, tuple [][]uint64, places [][][]uint64) error {
	switch {
	case x.Kind == setsys.RequestSets && !Arbitrated(slices.Concat(tuple...), x.M+1):
		return nil
	case len(places) == 0:
		return x.try(ctx, tuple)
	}
	for _, f := range places[0] {
		if err := x.extend(ctx, append(tuple, f), places[1:]); err != nil {
			return err
		}
	}
	return nil
}

// Arbitrated reports whether each so many of some sets have a common node, if that is so without the last one.
func Arbitrated(sets []uint64, many int) bool {
	last := len(sets) - 1
	return len(sets) < many || Meets(sets[last], sets[:last], many-1)
}

func (x *listing) try(ctx context.Context, tuple [][]uint64) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if !x.least(tuple) {
		return nil
	}
	return x.judge(ctx, x.Structure(tuple...))
}

// judge keeps a structure that has the required properties, and others.
func (x *listing) judge(ctx context.Context, s *setsys.Structure, others ...properties.ID) error {
	report, err := properties.Check(ctx, s, slices.Concat(properties.Required(s.Kind), others))
	switch {
	case err != nil:
		return err
	case report.Verdict == verdict.Unknown:
		return context.Cause(ctx)
	case report.Verdict == verdict.Holds:
		x.found = append(x.found, s)
	}
	return nil
}

// Structure returns what families of sets as numbers are as a structure of the class: one for each number of
// units, those for writing and reading, or the sets of the processes.
func (c Class) Structure(families ...[]uint64) *setsys.Structure {
	s := &setsys.Structure{Kind: c.Kind}
	var err error
	if s.Universe, err = setsys.Numbered(c.N); err != nil {
		return s // not valid, which the checker says
	}
	if c.Kind.HasK() {
		s.K = c.K
	}
	switch c.Kind {
	case setsys.HKArbiter:
		for _, f := range families {
			s.ByUnits = append(s.ByUnits, FamilyOf(c.N, f))
		}
	case setsys.KWRCoterie, setsys.ReadWrite:
		s.Write, s.Read = FamilyOf(c.N, families[0]), FamilyOf(c.N, families[1])
	case setsys.RequestSets:
		s.M, s.Requests = c.M, FamilyOf(c.N, slices.Concat(families...))
	default:
		s.Quorums = FamilyOf(c.N, families[0])
	}
	return s
}

// FamilyOf returns the family of some sets of n nodes.
func FamilyOf(n int, sets []uint64) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for _, set := range sets {
		b.AddWords([]uint64{set})
	}
	return b.Family()
}

// least reports whether no renaming makes the tuple less.
func (x *listing) least(tuple [][]uint64) bool {
	for _, to := range x.renamings {
		if slices.CompareFunc(renameTuple(x.Kind, tuple, to), tuple, compare) < 0 {
			return false
		}
	}
	return true
}

// rename renames the nodes of a family, and sorts it.
func rename(f []uint64, to []int) []uint64 {
	renamed := make([]uint64, len(f))
	for i, set := range f {
		for rest := set; rest != 0; rest &= rest - 1 {
			renamed[i] |= 1 << to[bits.TrailingZeros64(rest)]
		}
	}
	slices.SortFunc(renamed, before)
	return renamed
}

// compare orders families: fewer sets first, then by their sets.
func compare(f, g []uint64) int {
	return cmp.Or(cmp.Compare(len(f), len(g)), slices.CompareFunc(f, g, before))
}

// before orders sets: smaller ones first.
func before(a, b uint64) int {
	if c := bits.OnesCount64(a) - bits.OnesCount64(b); c != 0 {
		return c
	}
	return cmp.Compare(a, b)
}

// Antichains lists the families that [EachAntichain] yields, small families first. There are 7579 for n = 5.
func Antichains(n int) [][]uint64 { return slices.SortedFunc(EachAntichain(n), compare) }

// EachAntichain yields the non-empty families of non-empty sets of n nodes of which none contains
// another: sets as numbers, small sets first in a family, each family before those that go on with it.
func EachAntichain(n int) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		var sets, chosen []uint64
		for size := 1; size <= n; size++ {
			sets = append(sets, SetsOf(n, size)...)
		}
		var extend func(from int) bool
		extend = func(from int) bool {
			for i, set := range sets[from:] {
				if slices.ContainsFunc(chosen, func(c uint64) bool { return c&set == c }) {
					continue
				}
				chosen = append(chosen, set)
				if !yield(slices.Clone(chosen)) || !extend(from+i+1) {
					return false
				}
				chosen = chosen[:len(chosen)-1]
			}
			return true
		}
		extend(0)
	}
}

// SetsOf lists the sets of so many of n nodes, as numbers, ascending.
func SetsOf(n, size int) (sets []uint64) {
	for set := range uint64(1) << n {
		if bits.OnesCount64(set) == size {
			sets = append(sets, set)
		}
	}
	return sets
}

// renamings lists the permutations of n nodes.
func renamings(n int) [][]int {
	all := [][]int{{}}
	for i := range n {
		var longer [][]int
		for _, p := range all {
			for at := range i + 1 {
				longer = append(longer, slices.Insert(slices.Clone(p), at, i))
			}
		}
		all = longer
	}
	return all
}
