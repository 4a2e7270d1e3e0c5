package everyn

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// local returns the local steps. Of those that ask, all quorums are tried that there may be: with one or both of two members of each kind, or none. A
// list of quorums must act as its quorums, one by one; other steps must not depend on it.
func (e *engine) local(p int) []move {
	if all, ok := e.locals[p]; ok {
		return all
	}
	own, others := e.kinds(p)
	kinds := []kind{own}
	for _, k := range append(others, 0) {
		kinds = append(kinds, k, k)
	}
	half := e.pools.all[p].half
	call := func(p *protocol, self int, r value, _ func(int) int) []roles.Act[value, value] {
		return p.Requester.Local(self, r)
	}
	asks := func(m move) bool { return m.kind == explore.Ask }
	var all, rest []move
	singles := map[explore.Set][]move{}
	for i, q := range e.quorumsOf(len(kinds), 1) {
		steps := e.moves(half, kinds, []explore.Set{q}, -1, call)
		singles[q] = slices.DeleteFunc(slices.Clone(steps), func(m move) bool { return !asks(m) })
		all = append(all, singles[q]...)
		steps = slices.DeleteFunc(steps, asks)
		if i == 0 {
			rest = steps
		} else if !slices.Equal(rest, steps) {
			e.refuse("what a requester does, other than asking, depends on its quorums")
		}
	}
	if slices.ContainsFunc(append(rest, all...), func(m move) bool { return m.others }) {
		e.refuse("a requester asks further members in a local step")
	}
	fewer := e.moves(half, append(append([]kind{own}, others...), 0), []explore.Set{1}, -1, call)
	for round := range explore.MaxProcesses {
		e.movesOf([]seating{{n: len(kinds), stride: 1}, turned(round)}, half, kinds, []explore.Set{explore.All(len(kinds))}, -1, call)
	}
	if !slices.Equal(rest, slices.DeleteFunc(fewer, asks)) {
		e.refuse("what a requester does depends on how many members are alike")
	}
	if len(kinds) <= mostListed && (len(all) > 0 || len(kinds) <= 3) {
		e.lists(half, kinds, singles, rest, call)
	}
	slices.SortFunc(all, compareMoves)
	all = append(rest, slices.Compact(all)...)
	e.locals[p] = all
	return all
}

// mostListed is of how many members lists of two quorums are tried.
const mostListed = 5

// quorumsOf returns quorums of members of which, from one on, each two are alike: all of few members.
func (e *engine) quorumsOf(members, from int) (all []explore.Set) {
	key := [2]int{members, from}
	if all, ok := e.quorums[key]; ok {
		return all
	}
	for q := explore.Set(1); int(q) < 1<<members && q != 0; q++ {
		alike := true
		for i := from; i < members; i += 2 {
			alike = alike && (members <= mostListed || q.Has(i) || !q.Has(i+1)) // of one of the two, the first
		}
		if alike {
			all = append(all, q)
		}
	}
	e.quorums[key] = all
	return all
}

func compareMoves(a, b move) int {
	return strings.Compare(fmt.Sprint(a.name, a.to, []byte(a.sends), a.wrong), fmt.Sprint(b.name, b.to, []byte(b.sends), b.wrong))
}

// lists refuses a requester that does otherwise with lists of two and of three quorums than with each of these.
func (e *engine) lists(half value, kinds []kind, singles map[explore.Set][]move, rest []move, call calling) {
	without := func(all []move) []move { // what is asked: the quorum of a list is not told
		all = slices.Clone(all)
		for i, m := range all {
			if m.kind == explore.Ask && m.wrong == "" {
				x := e.pools.all[m.to]
				own, others := e.kinds(m.to)
				ks := append([]kind{own}, others...)
				for j := range ks {
					ks[j] &^= e.inQuorum()
				}
				all[i].to = e.pool(x.half, ks)
			}
		}
		slices.SortFunc(all, compareMoves)
		return slices.Compact(all)
	}
	all := e.quorumsOf(len(kinds), 1)
	var tried [][]explore.Set
	for _, a := range all {
		for _, b := range all {
			tried = append(tried, []explore.Set{a, b})
			for _, c := range all {
				if len(kinds) <= 3 {
					tried = append(tried, []explore.Set{a, b, c})
				}
			}
		}
	}
	for _, quorums := range tried {
		want := slices.Clone(rest)
		for _, q := range quorums {
			want = append(want, singles[q]...)
		}
		if got := e.movesOf(e.seatings(len(kinds))[:1], half, kinds, quorums, -1, call); !slices.Equal(without(got), without(want)) {
			e.refuse("a requester with a list of %d quorums does not do what it does with each of them", len(quorums))
		}
	}
}
