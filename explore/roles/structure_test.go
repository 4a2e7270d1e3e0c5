package roles

import (
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/setsys/slow"
)

// What a structure says is what it is by definition, and no more than what an oracle may say (see everyn): the quorum that was asked is enough, nothing is not, and what may be
// asked besides is none of what is not to be.
func TestStructure(t *testing.T) {
	r := slow.Random(t, 53)
	structures := 2000
	if slow.Tests() {
		structures = 100_000
	}
	counts := map[string]int{}
	for range structures {
		n := 1 + r.IntN(7)
		set := func() explore.Set { return explore.Set(r.IntN(1 << n)) }
		few := func(times int) explore.Set {
			all := set()
			for range times {
				all &= set()
			}
			return all
		}
		var quorums []explore.Set
		for range 1 + r.IntN(5) {
			quorums = append(quorums, set()|explore.SetOf(r.IntN(n)))
		}
		fixed, stays := r.IntN(4) == 0, r.IntN(6) == 0
		x := NewStructure(quorums, fixed, stays)
		process := r.IntN(n)
		first := x.First(process)
		if want := quorums[process%len(quorums)]; first.None() || first.Sets()[0] != want || len(first.Sets()) != map[bool]int{true: 1, false: len(quorums)}[fixed] {
			t.Errorf("%v, process %d: %v", quorums, process, first)
		}
		k, asked := set(), few(1)
		enough, all, within := false, explore.Set(0), false
		for _, q := range quorums {
			enough = enough || k&q == q
			within = within || k&^q == 0
			all |= q
			if !x.Enough(q) || x.Enough(0) || !x.Is(q) {
				t.Errorf("%v: %v is no quorum, or nothing is one", quorums, q)
			}
		}
		if x.Enough(k) != enough || x.Within(k) != within || x.Is(k) != slices.Contains(quorums, k) || x.All(asked) != (stays || all&^asked == 0) {
			t.Errorf("%v: %v is enough %v, within %v; %v has all %v", quorums, k, x.Enough(k), x.Within(k), asked, x.All(asked))
		}
		retry := Retry{Asked: asked, Held: k & asked, Avoid: few(2), But: asked, Fewest: r.IntN(2) == 0}
		if r.IntN(3) == 0 {
			retry.But = retry.Held
		}
		checkOthers(t, x, quorums, process, retry, counts)
	}
	slow.Reached(t, "structures that have others to ask", counts["some"], structures, structures/8)
	slow.Reached(t, "structures with a choice of others", counts["several"], structures, structures/50)
}

func checkOthers(t *testing.T, x *Structure, quorums []explore.Set, process int, retry Retry, counts map[string]int) {
	t.Helper()
	got := x.Others(process, retry)
	open := func(q explore.Set) bool { return q&retry.Avoid == 0 && q&^retry.Asked != 0 }
	best := func(q explore.Set) bool { // of those that are open, none has more members to ask, or fewer
		return !slices.ContainsFunc(quorums, func(p explore.Set) bool {
			a, b := (p &^ retry.Held).Len(), (q &^ retry.Held).Len()
			return open(p) && (a > b && !retry.Fewest || a < b && retry.Fewest)
		})
	}
	var want []explore.Set
	for i := range quorums {
		if q := quorums[(process+i)%len(quorums)]; !x.stays && open(q) && best(q) && (!x.fixed || len(want) == 0) && !slices.Contains(want, q&^retry.But) {
			want = append(want, q&^retry.But)
		}
	}
	if !slices.Equal(got.Sets(), want) || got.None() != (len(want) == 0) {
		t.Errorf("%v, process %d, %+v: %v, want %v", quorums, process, retry, got.Sets(), want)
	}
	for _, s := range got.Sets() {
		if s == 0 || s&retry.But != 0 {
			t.Errorf("%v, %+v: %v may be asked", quorums, retry, s)
		}
	}
	if counts["some"] += min(1, len(want)); len(want) > 1 {
		counts["several"]++
	}
}
