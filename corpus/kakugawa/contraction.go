package kakugawa

import (
	"fmt"
	"math/bits"

	"qcheck/corpus/entry"
	"qcheck/properties"
	"qcheck/properties/availability"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// contracts: the r-contraction of every small k-coterie is a floor(k/r)-coterie.
func contracts(a entry.Asked, _ *setsys.Structure, _ entry.Values) string {
	for n := 1; n <= 4; n++ {
		for f := range entry.Antichains(n) {
			for k := 1; k <= n; k++ {
				s := f.Structure(setsys.KCoterie, k)
				if !a.Has(s, properties.Required(s.Kind)...) {
					continue
				}
				for r := 1; r <= k; r++ {
					c := entry.Known(construct.Build("contraction", entry.Args{"of": s, "r": r}, setsys.DefaultMaxSets))
					if c.K != k/r {
						return fmt.Sprintf("the %d-contraction of %v is labelled with k = %d", r, s.Quorums, c.K)
					}
					if !a.Has(c, properties.Required(c.Kind)...) {
						return fmt.Sprintf("the %d-contraction of the %d-coterie %v is no %d-coterie", r, k, s.Quorums, k/r)
					}
				}
			}
		}
	}
	return ""
}

// literallyContracted makes the r-contraction as it is printed: of the unions of r disjoint quorums,
// those are removed that contain some union. It states that some are left.
func literallyContracted(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
	quorums := entry.ToMasks(s.Quorums).Sets
	unions := map[uint]bool{}
	var unite func(from int, union uint, count int)
	unite = func(from int, union uint, count int) {
		if count == x["r"] {
			unions[union] = true
			return
		}
		for i := from; i < len(quorums); i++ {
			if quorums[i]&union == 0 {
				unite(i+1, union|quorums[i], count+1)
			}
		}
	}
	unite(0, 0, 0)
	left := 0
	for q := range unions {
		removed := false
		for other := range unions {
			removed = removed || other&^q == 0
		}
		if !removed {
			left++
		}
	}
	if left == 0 {
		return fmt.Sprintf("all of %d are removed", len(unions))
	}
	return ""
}

// sameCharacteristic compares on sets of nodes whether they have r disjoint quorums and whether
// they have a quorum of the r-contraction: on all, or on every seventh where listing all takes long.
func sameCharacteristic(a entry.Asked, s *setsys.Structure, x entry.Values) string {
	r, step := x["r"], uint(1)
	if s.Universe.Len() > 9 && r > 1 && s.K < 6 {
		step = 7
	}
	c := entry.Known(construct.Build("contraction", entry.Args{"of": s, "r": r}, setsys.DefaultMaxSets))
	quorums, contracted := entry.ToMasks(s.Quorums), entry.ToMasks(c.Quorums)
	for set := uint(0); set < 1<<quorums.N; set += step {
		a.Look()
		a, b := entry.DisjointWithin(quorums.Sets, set, r), entry.DisjointWithin(contracted.Sets, set, 1)
		if a != b {
			return fmt.Sprintf("%v has %d disjoint quorums: %t, and a quorum of the contraction: %t",
				setsys.FromWords(quorums.N, []uint64{uint64(set)}), r, a, b)
		}
	}
	return ""
}

// shrunkMajority is the family of section 5.2 made from the quorums of the k-majority, which have w
// of n nodes: Q_0 is the first w nodes, u_0 the last of them.
func shrunkMajority(x entry.Values) (*setsys.Structure, error) {
	n, w := x["n"], availability.Quorum(x["n"], x["k"])
	q0 := uint(1)<<w - 1
	u0 := uint(1) << (w - 1)
	q1 := q0 &^ u0
	f := entry.Masks{N: n, Sets: []uint{q1}}
	for q := uint(1); q < 1<<n; q++ {
		if bits.OnesCount(q) == w && q&q1 != q1 && q&q0 != u0 {
			f.Sets = append(f.Sets, q)
		}
	}
	return f.Structure(setsys.KCoterie, x["k"]), nil
}
