package everyn_test

import (
	"math/rand/v2"
	"testing"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/explore/roles"
	"qcheck/protocols/agrawalelabbadi"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/maekawa"
	"qcheck/setsys/slow"
)

var (
	voting = familyOf(maekawa.Roles, func(variant string, n int, lists [][]explore.Set) maekawa.Config {
		return maekawa.Config{N: n, Quorums: lists, Variant: variant}
	})
	trying = familyOf(kakugawa.Roles, func(variant string, n int, lists [][]explore.Set) kakugawa.Config {
		return kakugawa.Config{N: n, K: 1 + n/3, Quorums: lists[0], Variant: variant}
	})
	tree = familyOf(agrawalelabbadi.Roles, func(variant string, n int, lists [][]explore.Set) agrawalelabbadi.Config {
		return agrawalelabbadi.Config{N: n, Quorums: lists, Variant: variant}
	})
)

func familyOf[C any, W, R, M, A, B comparable](
	of func(C) (roles.Protocol[R, M, A, B], roles.Wire[W, A, B], error), config func(variant string, n int, lists [][]explore.Set) C,
) func(variant string) everyn.Family[R, M, A, B] {
	return func(variant string) everyn.Family[R, M, A, B] {
		return func(n int, lists [][]explore.Set) (roles.Protocol[R, M, A, B], error) {
			p, _, err := of(config(variant, n, lists))
			return p, err
		}
	}
}

// Of each state of random runs of up to 14 processes, each pair of a member and a requester has its view in the set; also where
// processes have several quorums, that do not meet.
func TestRunsAreCovered(t *testing.T) {
	covered(t, "maekawa", voting("repaired"), 150)
	covered(t, "maekawa, printed", voting("printed"), 150)
	covered(t, "agrawal-el-abbadi", tree("printed"), 100)
	covered(t, "agrawal-el-abbadi, inquired-for", tree("inquired-for"), 100)
	covered(t, "kakugawa", trying("repaired"), 200)
	if slow.Tests() {
		covered(t, "kakugawa, without-earliest-first", trying("without-earliest-first"), 200)
	}
	covered(t, "trial", fault{}.family(), 150)
}

func covered[R, M, A, B comparable](t *testing.T, name string, family everyn.Family[R, M, A, B], least int) {
	t.Helper()
	c, err := everyn.CoveringOf(family)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	r := slow.Random(t, 510)
	runs := 10
	if slow.Tests() {
		runs = 200
	}
	all := 0
	for range runs {
		pairs, missing := once(c, r)
		if all += pairs; missing != "" {
			t.Fatalf("%s: no view %s", name, missing)
		}
	}
	slow.Reached(t, name+": views met", len(c.Met), c.Views(), least)
	slow.Reached(t, name+": pairs", all, all, 20_000)
	c.Withhold(4)
	for range runs {
		if _, missing := once(c, r); missing != "" {
			return
		}
	}
	t.Errorf("%s: nobody misses a quarter of the views", name)
}

func once(c *everyn.Covering, r *rand.Rand) (int, string) {
	n := 2 + r.IntN(13)
	lists := make([][]explore.Set, n)
	for i := range lists {
		for range 1 + r.IntN(3) {
			lists[i] = append(lists[i], explore.Set(1+r.IntN(1<<n-1)))
		}
		if r.IntN(2) == 0 {
			lists[i] = []explore.Set{lists[0][0]}
		}
	}
	return c.Run(r, n, lists, 1000)
}
