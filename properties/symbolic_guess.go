package properties

import (
	"iter"
	"math/rand/v2"
	"slices"

	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// guesses is how many divisions are tried at random.
const guesses = 2000

const byChance = "by dividing the nodes at random, as the decision diagrams are too large"

// divisions yields divisions of n nodes into parts at random, always the same ones: each
// node goes to one of the parts if alone, and otherwise to all but one. The parts are
// valid until the next one.
func divisions(n, count int, alone bool) iter.Seq[[][]uint64] {
	return func(yield func([][]uint64) bool) {
		rng := rand.New(rand.NewPCG(1, 2))
		parts := make([][]uint64, count)
		for range guesses {
			for i := range parts {
				parts[i] = make([]uint64, words.Of(n))
			}
			for v := range n {
				chosen := rng.IntN(count)
				for i := range parts {
					if (i == chosen) == alone {
						words.Add(parts[i], v)
					}
				}
			}
			if !yield(parts) {
				return
			}
		}
	}
}

func repeated(role setsys.Role, count int) []setsys.Role {
	return slices.Repeat([]setsys.Role{role}, count)
}

// guess looks for a violation of an intersection property where the diagrams are too
// large: it divides the nodes at random, always in the same way, each to one of the
// parts if alone, and otherwise to all but one, and asks whether each part has a quorum
// of its role. It can find a violation, but not show that there is none.
func (y *symbolic) guess(roles []setsys.Role, alone bool) (finding, bool) {
	for parts := range divisions(y.n, len(roles), alone) {
		y.c.step()
		var members []property.Member
		for i, role := range roles {
			if f := y.formulas[role]; f == nil || !f.Satisfied(parts[i]) {
				break
			}
			members = append(members, y.member(role, y.quorum(role, parts[i])))
		}
		if len(members) == len(roles) {
			return finding{broken: true, members: y.fewer(members, alone), method: byChance}, true
		}
	}
	return finding{}, false
}

// fewer drops those quorums without which the others have no common node either.
// Pairwise disjoint ones are all needed.
func (y *symbolic) fewer(members []property.Member, alone bool) []property.Member {
	for i := 0; !alone && i < len(members); {
		common := words.Full(y.n)
		for j, m := range members {
			if j != i {
				words.And(common, common, m.Set.Words())
			}
		}
		if words.Empty(common) {
			members = slices.Delete(members, i, i+1)
		} else {
			i++
		}
	}
	if members[0].Role == members[len(members)-1].Role {
		sortMembers(members)
	}
	return members
}
