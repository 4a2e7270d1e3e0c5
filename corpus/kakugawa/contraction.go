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

// contractions states something of all r-contractions of all k-coteries on up to so many nodes.
func (s *study) contractions(most int, wrong func(a entry.Asked, of, c *setsys.Structure, r int) string) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, _ entry.Values) string {
		for n := 1; n <= most; n++ {
			for k := 1; k <= n; k++ {
				for _, of := range s.kCoteries(a, n, k) {
					for r := 1; r <= k; r++ {
						if text := wrong(a, of, contraction(of, r), r); text != "" {
							return text
						}
					}
				}
			}
		}
		return ""
	}
}

func contraction(of *setsys.Structure, r int) *setsys.Structure {
	return entry.Known(construct.Build("contraction", entry.Args{"of": of, "r": r}, setsys.DefaultMaxSets))
}

// contracts: it is a floor(k/r)-coterie.
func contracts(a entry.Asked, of, c *setsys.Structure, r int) string {
	if c.K != of.K/r || !a.Has(c, properties.Required(c.Kind)...) {
		return fmt.Sprintf("the %d-contraction of the %d-coterie %v is no %d-coterie", r, of.K, of.Quorums, of.K/r)
	}
	return ""
}

// contractsAsPrinted is the same with non-intersection as definition 1 is printed, for any quorums,
// disjoint or not.
func contractsAsPrinted(a entry.Asked, of, c *setsys.Structure, r int) string {
	if a.Has(of, properties.StrongNonIntersection) && !a.Has(c, properties.StrongNonIntersection) {
		return fmt.Sprintf("the %d-contraction of the %d-coterie %v", r, of.K, of.Quorums)
	}
	return ""
}

// literallyContracted makes the r-contraction as it is printed: of the unions of r disjoint quorums,
// those are removed that contain some union. It states that some are left.
func literallyContracted(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
	quorums := entry.ToMasks(s.Quorums).Sets
	unions := map[uint64]bool{}
	var unite func(from int, union uint64, count int)
	unite = func(from int, union uint64, count int) {
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
func sameCharacteristic(a entry.Asked, of, c *setsys.Structure, r int) string {
	step := uint64(1)
	if of.Universe.Len() > 9 && r > 1 && of.K < 6 {
		step = 7
	}
	quorums, contracted := entry.ToMasks(of.Quorums), entry.ToMasks(c.Quorums)
	for set := uint64(0); set < 1<<quorums.N; set += step {
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
	q0 := uint64(1)<<w - 1
	u0 := uint64(1) << (w - 1)
	q1 := q0 &^ u0
	f := entry.Masks{N: n, Sets: []uint64{q1}}
	for q := uint64(1); q < 1<<n; q++ {
		if bits.OnesCount64(q) == w && q&q1 != q1 && q&q0 != u0 {
			f.Sets = append(f.Sets, q)
		}
	}
	return f.Structure(setsys.KCoterie, x["k"]), nil
}
