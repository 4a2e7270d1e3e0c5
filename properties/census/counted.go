package census

import (
	"context"
	"math/bits"
	"slices"

	"qcheck/setsys"
	"qcheck/setsys/fault"
)

// Coteries and 2-coteries on 7 nodes are counted without listing them. Up to renaming they
// are as many as, on average over all renamings, a renaming leaves unchanged (the lemma of
// Cauchy and Frobenius); labelled, as many as the renaming leaves unchanged that changes
// nothing. A renaming takes pairs and triples of nodes round in orbits, and leaves those
// families unchanged that have whole orbits.
//
// # Coteries
//
// Let f be the sets that contain a quorum. Of a set and its complement one at most is in f. Let
// no single node be a quorum (there are seven of the others, one up to renaming), P the
// pairs in f, I the triples, H the pairs whose complements are in f, J the triples whose
// complements are. That f has with each set those that contain it means:
//
//   - with a pair of P, the triples that contain it are in I, and the pairs disjoint from it
//     in H;
//   - with a triple of I, the triples disjoint from it are in J;
//   - with a triple of J, the three pairs within it are in H.
//
// (So with a triple of I, all pairs disjoint from it are in H.) That it has no two disjoint
// sets means that pairs of P meet, that triples of I meet, and that P and H, and I and J, are
// disjoint. Of six nodes, those without a node v, f has the set if a pair of H has v, and may
// have it or not if none does. So the count is a sum over H, P and I, of powers of two: for
// each triple within H that is neither in I nor disjoint from one of I, and for each node that
// no pair of H has.
//
// # 2-coteries
//
// A quorum of a single node leaves a coterie on the six others, which are listed. Let there be
// none. f is the sets that contain a quorum, again; now with each quorum it has the complement,
// and no three disjoint sets. So it is made of the pairs G in it and their complements, and of
// the triples W that are in it together with their complements, and these. It has three
// disjoint sets if three pairs of G are disjoint, or if two and a triple of W are. W can be
// any set of triples such that W has
//
//   - no triple beside which two disjoint pairs of G are,
//   - each triple that contains a pair of G and has one beside it,
//   - each triple that contains a pair of G and has a triple of W beside it.

// seven are the pairs and triples of 7 nodes, as numbers and as sets of these.
type seven struct {
	pairs, triples []uint64
	within         []uint64 // by triple: the pairs within
	beside         []uint64 // by triple: the pairs disjoint from it
	disjoint       []uint64 // by triple: the triples disjoint from it
	containing     []uint64 // by pair: the triples that contain it
	apart          []uint64 // by pair: the pairs disjoint from it
}

func newSeven() *seven {
	x := &seven{}
	for set := range uint64(1 << 7) {
		switch bits.OnesCount64(set) {
		case 2:
			x.pairs = append(x.pairs, set)
		case 3:
			x.triples = append(x.triples, set)
		}
	}
	those := func(of []uint64, are func(uint64) bool) (set uint64) {
		for i, s := range of {
			if are(s) {
				set |= 1 << i
			}
		}
		return set
	}
	for _, t := range x.triples {
		x.within = append(x.within, those(x.pairs, func(p uint64) bool { return p&^t == 0 }))
		x.beside = append(x.beside, those(x.pairs, func(p uint64) bool { return p&t == 0 }))
		x.disjoint = append(x.disjoint, those(x.triples, func(s uint64) bool { return s&t == 0 }))
	}
	for _, p := range x.pairs {
		x.containing = append(x.containing, those(x.triples, func(t uint64) bool { return p&^t == 0 }))
		x.apart = append(x.apart, those(x.pairs, func(q uint64) bool { return p&q == 0 }))
	}
	return x
}

// together returns the union of sets, by the members of another one.
func together(of []uint64, members uint64) (all uint64) {
	for ; members != 0; members &= members - 1 {
		all |= of[bits.TrailingZeros64(members)]
	}
	return all
}

// orbits returns where a renaming takes sets of nodes round, as sets of their numbers.
func orbits(of []uint64, to []int) (all []uint64) {
	seen := uint64(0)
	for i, s := range of {
		if seen>>i&1 == 1 {
			continue
		}
		orbit := uint64(0)
		for j := i; orbit>>j&1 == 0; j = slices.Index(of, s) {
			orbit |= 1 << j
			s = rename([]uint64{s}, to)[0]
		}
		seen |= orbit
		all = append(all, orbit)
	}
	return all
}

// whole counts the orbits that are within a set.
func whole(orbits []uint64, set uint64) (count int) {
	for _, o := range orbits {
		if o&^set == 0 {
			count++
		}
	}
	return count
}

// unions calls do with each union of orbits.
func unions(orbits []uint64, do func(uint64)) {
	var choose func(i int, set uint64)
	choose = func(i int, set uint64) {
		if i == len(orbits) {
			do(set)
			return
		}
		choose(i+1, set)
		choose(i+1, set|orbits[i])
	}
	choose(0, 0)
}

// coteries counts the coteries without a quorum of one node that a renaming leaves
// unchanged.
func (x *seven) coteries(to []int) (count int) {
	pairs, triples := orbits(x.pairs, to), orbits(x.triples, to)
	var nodes []uint64
	for v := range 7 {
		nodes = append(nodes, 1<<v)
	}
	nodes = orbits(nodes, to)
	unions(pairs, func(h uint64) {
		var within, may uint64 // the triples that may be in J, and in I
		for t := range x.triples {
			if x.within[t]&^h == 0 {
				within |= 1 << t
			}
			if x.beside[t]&^h == 0 {
				may |= 1 << t
			}
		}
		free := whole(nodes, (1<<7-1)&^together(x.pairs, h))
		var choose func(i int, p uint64)
		choose = func(i int, p uint64) {
			if i == len(pairs) {
				if must := together(x.containing, p); must&^may == 0 && must&together(x.disjoint, must) == 0 {
					count += x.triplesOf(triples, within, may, must) << free
				}
				return
			}
			choose(i+1, p)
			if q := p | pairs[i]; q&h == 0 && together(x.apart, q)&^h == 0 && together(x.apart, q)&q == 0 {
				choose(i+1, q)
			}
		}
		choose(0, 0)
	})
	return count
}

// triplesOf counts the choices of I and J: must is in I, which is within may, and the
// triples of J are among within.
func (x *seven) triplesOf(orbits []uint64, within, may, must uint64) (count int) {
	var choose func(i int, set, near uint64)
	choose = func(i int, set, near uint64) {
		for ; i < len(orbits); i++ {
			if o := orbits[i]; o&^may == 0 && o&set == 0 && o&near == 0 {
				if beside := together(x.disjoint, o); beside&o == 0 {
					choose(i+1, set|o, near|beside)
				}
			}
		}
		count += 1 << whole(orbits, within&^set&^near)
	}
	choose(0, must, together(x.disjoint, must))
	return count
}

// twoCoteries counts the 2-coteries without a quorum of one node that a renaming leaves
// unchanged.
func (x *seven) twoCoteries(to []int) (count int) {
	pairs, triples := orbits(x.pairs, to), orbits(x.triples, to)
	unions(pairs, func(g uint64) {
		var never, always, with uint64 // of triples; with: contain a pair of G
		for t := range x.triples {
			beside := x.beside[t] & g
			two := together(x.apart, beside)&beside != 0
			contains := x.within[t]&g != 0
			switch {
			case two && contains:
				return // three disjoint pairs
			case two:
				never |= 1 << t
			case contains && beside != 0:
				always |= 1 << t
			case contains:
				with |= 1 << t
			}
		}
		var sources, targets []uint64 // orbits
		for _, o := range triples {
			switch {
			case o&^with == 0:
				targets = append(targets, o)
			case o&(never|always|with) == 0:
				sources = append(sources, o)
			}
		}
		unions(targets, func(set uint64) { // of W
			fits := 0
			for _, o := range sources {
				if together(x.disjoint, o)&with&^set == 0 {
					fits++
				}
			}
			count += 1 << fits
		})
	})
	return count - 1 // no quorum at all
}

// overRenamings counts up to renaming, and labelled, what a renaming leaves unchanged as
// often as fixed says.
func overRenamings(ctx context.Context, fixed func(to []int) int) (*Counted, error) {
	sum, all, labelled := 0, 0, 0
	known := map[string]int{} // by the lengths of cycles
	for _, to := range renamings(7) {
		kind := cycles(to)
		if _, ok := known[kind]; !ok {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			known[kind] = fixed(to)
		}
		sum += known[kind]
		all++
		if len(kind) == len(to) {
			labelled = known[kind]
		}
	}
	if sum%all != 0 {
		return nil, fault.New("what renamings leave unchanged is not whole on average: %d of %d renamings", sum, all)
	}
	return &Counted{sum / all, labelled}, nil
}

// cycles returns the lengths of the cycles of a renaming, in order.
func cycles(to []int) string {
	var lengths []byte
	seen := make([]bool, len(to))
	for v := range to {
		length := byte('0')
		for ; !seen[v]; v = to[v] {
			seen[v] = true
			length++
		}
		if length > '0' {
			lengths = append(lengths, length)
		}
	}
	slices.Sort(lengths)
	return string(lengths)
}

// Counted says how many structures there are: up to renaming, and each for itself.
type Counted struct{ UpToRenaming, Labelled int }

// Countable reports whether the structures of a class are too many to list, and [Count]
// counts them.
func (c Class) Countable() bool {
	return c.N == 7 && oneFamily(c.Kind) && (c.Kind == setsys.Coterie || c.K == 1 || c.Kind == setsys.KCoterie && c.K == 2)
}

// Count counts the structures of a class that is countable. The error is the cause for which
// ctx ended.
func Count(ctx context.Context, c Class) (*Counted, error) {
	x := newSeven()
	if c.K != 2 {
		counted, err := overRenamings(ctx, x.coteries)
		if err == nil {
			counted.UpToRenaming++
			counted.Labelled += 7
		}
		return counted, err
	}
	counted, err := overRenamings(ctx, x.twoCoteries)
	if err != nil {
		return nil, err
	}
	six, err := Structures(ctx, Class{Kind: setsys.Coterie, N: 6})
	if err != nil {
		return nil, err
	}
	for _, s := range six { // with one node more, which is a quorum
		counted.UpToRenaming++
		if s.Quorums.Len() == 1 && bits.OnesCount64(s.Quorums.Words(0)[0]) == 1 {
			counted.Labelled += 7 * 6 / 2
		} else {
			counted.Labelled += 7 * Renamings(s)
		}
	}
	return counted, nil
}
