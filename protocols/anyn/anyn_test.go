package anyn

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/properties/census"
	"qcheck/protocols/instance"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/lamport"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/manabetajima"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// Of all variants, those are within the proof that keep their books in all searches, and are known to be
// safe; each that breaks them is refused, or left open. Guarded, those with a contract are safe for every number of processes; as they
// are written, nothing is proved of any.
func TestVariants(t *testing.T) {
	contract := map[string]bool{
		"kakugawa repaired": true, "kakugawa without-earliest-first": true, "kakugawa without-settling": true, "kakugawa without-w-all": true,
		"kakugawa with-release-any": true, "kakugawa query-ignored": true, "kakugawa straightforward": true,
		"manabe-tajima repaired": true,
	}
	within := map[string]bool{
		"kakugawa repaired": true, "kakugawa without-earliest-first": true,
		"manabe-tajima repaired": true, "manabe-tajima cancel-on-grant": true, "manabe-tajima without-cancel": true,
	}
	refused, most, states := 0, 2000, int64(800)
	if slow.Tests() {
		most, states = 6000, 0 // as many as usual
	}
	for _, a := range []*instance.Algorithm{kakugawa.Algorithm(), manabetajima.Algorithm()} {
		for _, v := range a.Variants {
			q := Question{Algorithm: a, Variant: v.Name, Nodes: 3, K: 1, Views: most, states: states}
			r, err := Ask(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			name := a.Name + " " + v.Name
			holds := r.Contract && r.Premises[2].Verdict != verdict.Violated
			if want := contract[name]; r.Contract != want || (r.Guarded == verdict.Holds) != holds || r.Verdict != verdict.Unknown {
				t.Errorf("%s: it has a contract: %v; for every number of processes: %v, guarded %v", name, r.Contract, r.Verdict, r.Guarded)
			}
			proved := r.Within == verdict.Holds
			if proved && r.Contract && !r.Defined {
				t.Errorf("%s: safety is proved within, and the guard may stop it", name)
			}
			if want := within[name]; proved != want {
				t.Errorf("%s: within the proof is %v\n%+v", name, !want, r.Premises)
			}
			if proved && !strings.Contains(r.Premises[1].How+r.Premises[2].How, "the second checker confirms each proof") {
				t.Errorf("%s: not confirmed: %+v", name, r.Premises)
			}
			if r.Premises[2].Verdict == verdict.Holds {
				t.Errorf("%s: more is proved than was tried", name)
			}
			if r.Premises[1].Verdict == verdict.Violated || r.Premises[2].Verdict == verdict.Violated {
				refused++
			}
		}
	}
	if refused < 12 {
		t.Errorf("%d variants are refused", refused)
	}
}

// The first step that goes wrong is named.
func TestPrinted(t *testing.T) {
	r, err := Ask(t.Context(), Question{Algorithm: kakugawa.Algorithm(), Variant: "printed", Nodes: 3, K: 1, Views: 6000})
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Premises[1]; p.Verdict != verdict.Violated || !strings.Contains(p.How, `"QUERY: gives back"`) {
		t.Errorf("%+v", p)
	}
}

// What is found until the context ends is said, and proves nothing.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	r, err := Ask(ctx, Question{Algorithm: manabetajima.Algorithm(), Nodes: 3})
	if err != nil {
		t.Fatal(err)
	}
	if r.Within != verdict.Unknown || r.Guarded != verdict.Unknown || r.Verdict != verdict.Unknown || r.Variant != "repaired" || r.Premises[0].Verdict != verdict.Unknown || r.Premises[1].Verdict != verdict.Unknown || !strings.Contains(r.Premises[1].How, "enough") {
		t.Errorf("%+v", r)
	}
}

// What cannot be asked is an error.
func TestNoQuestion(t *testing.T) {
	for _, q := range []Question{
		{Algorithm: lamport.Algorithm(), Nodes: 2},
		{Algorithm: maekawa.Algorithm(), Kind: setsys.RequestSets, Nodes: 2},
		{Algorithm: maekawa.Algorithm(), Kind: setsys.KCoterie, Nodes: 2},
		{Algorithm: maekawa.Algorithm(), Variant: "none", Nodes: 2},
	} {
		if r, err := Ask(t.Context(), q); err == nil {
			t.Errorf("%+v", r)
		}
	}
}

// Random quorums are apart if k+1 of them are pairwise disjoint, which is the definition.
func TestApart(t *testing.T) {
	r := slow.Random(t, 1)
	met := map[bool]int{}
	for range 3000 {
		var sets []explore.Set
		for range 1 + r.IntN(4) {
			sets = append(sets, explore.Set(1+r.IntN(63)))
		}
		k := 1 + r.IntN(3)
		var disjoint func(from, left int, used explore.Set) bool
		disjoint = func(from, left int, used explore.Set) bool {
			if left == 0 {
				return true
			}
			for i := from; i < len(sets); i++ {
				if sets[i]&used == 0 && disjoint(i+1, left-1, used|sets[i]) {
					return true
				}
			}
			return false
		}
		want := disjoint(0, k+1, 0)
		met[want]++
		if got := apart([][]explore.Set{sets}, load{inside: k, member: 1}); (got != "") != want {
			t.Fatalf("%v, k = %d: %q", sets, k, got)
		}
	}
	if met[true] < 100 || met[false] < 100 {
		t.Error(met)
	}
}

// The theorem, by trying: each member of a structure has given its units away in some way, and processes with the
// permissions of a quorum for theirs are no more than may be inside.
func TestTheorem(t *testing.T) {
	for _, c := range []census.Class{
		{Kind: setsys.Coterie, N: 4}, {Kind: setsys.KCoterie, N: 3, K: 2}, {Kind: setsys.KCoterie, N: 4, K: 1}, {Kind: setsys.KCoterie, N: 4, K: 2},
		{Kind: setsys.HKArbiter, N: 2, K: 2}, {Kind: setsys.HKArbiter, N: 3, K: 2},
	} {
		all, err := census.Structures(t.Context(), c)
		if err != nil || len(all) == 0 {
			t.Fatal(c, err)
		}
		k := max(c.K, 1)
		for _, s := range all {
			var families [][]explore.Set
			for _, f := range s.Families() {
				var sets []explore.Set
				for _, q := range f.Family.All() {
					sets = append(sets, explore.SetOf(q.Nodes()...))
				}
				families = append(families, sets)
			}
			for _, units := range vectors(k+1, len(families)) { // of k+1 processes, from 1
				most := 1
				if c.Kind == setsys.HKArbiter {
					most = k
				}
				given(c.N, units, most, func(has []explore.Set) {
					inside := 0
					for p, h := range has {
						for _, q := range families[units[p]-1] {
							if h.Contains(q) {
								inside += units[p]
								break
							}
						}
					}
					if inside > k {
						t.Fatalf("%v: %v have %v", families, units, has)
					}
				})
			}
		}
	}
}

// vectors returns all lists of n numbers from 1 to most.
func vectors(n, most int) [][]int {
	all := [][]int{nil}
	for range n {
		var next [][]int
		for _, v := range all {
			for x := 1; x <= most; x++ {
				next = append(next, append(append([]int(nil), v...), x))
			}
		}
		all = next
	}
	return all
}

// given calls f with each way in which members give permissions to processes, of at most so many units each.
func given(members int, units []int, most int, f func(has []explore.Set)) {
	has := make([]explore.Set, len(units))
	var member func(m int)
	member = func(m int) {
		if m == members {
			f(has)
			return
		}
		for those := range 1 << len(units) {
			sum := 0
			for p, u := range units {
				sum += u * (those >> p & 1)
			}
			if sum > most {
				continue
			}
			before := append([]explore.Set(nil), has...)
			for p := range units {
				if those>>p&1 == 1 {
					has[p] = has[p].With(m)
				}
			}
			member(m + 1)
			copy(has, before)
		}
	}
	member(0)
}

// What the views of one process more add is said.
func TestObserved(t *testing.T) {
	for nodes, want := range map[int]string{1: "nothing to compare", 4: "35 shapes of views with 3 processes, and the same with 4"} {
		r, err := Ask(t.Context(), Question{Algorithm: manabetajima.Algorithm(), K: 1, Nodes: nodes})
		if err != nil || !strings.Contains(fmt.Sprint(r.Premises), want) {
			t.Errorf("%+v, %v", r, err)
		}
	}
}
