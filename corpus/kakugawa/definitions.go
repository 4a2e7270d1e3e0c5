package kakugawa

import (
	"fmt"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/properties/census"
	"qcheck/setsys"
)

// allWithVotes are all sets of nodes with enough votes.
func allWithVotes(x entry.Values) (*setsys.Structure, error) {
	votes := entry.ListOf(x, "votes")
	f := entry.Masks{N: len(votes)}
	for set := uint64(1); set < 1<<len(votes); set++ {
		sum := 0
		for i, v := range votes {
			sum += v * int(set>>i&1)
		}
		if sum >= x["threshold"] {
			f.Sets = append(f.Sets, set)
		}
	}
	return f.Structure(setsys.Coterie, 0), nil
}

// sameKinds: coterie, 1-coterie, 1-arbiter and (1,1)-arbiter are the same.
func sameKinds(a entry.Asked, f entry.Masks) string {
	var verdicts [4]bool
	for i, kind := range []setsys.Kind{setsys.Coterie, setsys.KCoterie, setsys.KArbiter, setsys.HKArbiter} {
		verdicts[i] = a.Has(f.Structure(kind, 1), p.Required(kind)...)
	}
	if verdicts != [4]bool{verdicts[0], verdicts[0], verdicts[0], verdicts[0]} {
		return fmt.Sprintf("%v: coterie %t, 1-coterie %t, 1-arbiter %t, (1,1)-arbiter %t",
			f.Family(), verdicts[0], verdicts[1], verdicts[2], verdicts[3])
	}
	return ""
}

// sameForOne states sameKinds of every family of non-empty sets on up to 3 nodes, and on 4 of those of which
// no set contains another.
func sameForOne(a entry.Asked, _ *setsys.Structure, _ entry.Values) string {
	for n := 1; n <= 3; n++ {
		for pick := range 1 << (1<<n - 1) {
			f := entry.Masks{N: n}
			for set := uint64(1); set < 1<<n; set++ {
				if pick>>(set-1)&1 != 0 {
					f.Sets = append(f.Sets, set)
				}
			}
			if text := sameKinds(a, f); text != "" {
				return text
			}
		}
	}
	for sets := range census.EachAntichain(4) {
		if text := sameKinds(a, entry.Masks{N: 4, Sets: sets}); text != "" {
			return text
		}
	}
	return ""
}
