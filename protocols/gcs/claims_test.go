package gcs

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/mutin"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

type (
	view        = explore.View[State[lockState, lockState], Message[lockMessage, lockMessage]]
	requirement = explore.Requirement[State[lockState, lockState], Message[lockMessage, lockMessage]]
)

// states says of a process whether it is in by lmin, by the whole and by kmex. In the
// state of kmex, which is a complement, Out is InCS.
func states(s State[lockState, lockState]) (lmin, whole, kmex bool) {
	return s.Lmin.Stage != mutin.Out, s.Stage == In || s.Stage == Exiting || s.Stage == Entered, s.Kmex.Stage == mutin.Out
}

// ordered: who is in by lmin is in, and who is in is in by kmex, from which
// #L ≤ #G ≤ #K.
func ordered() requirement {
	return explore.Always("ordered", func(v view) string {
		for p, s := range v.Locals {
			if lmin, whole, kmex := states(s); lmin && !whole || whole && !kmex {
				return fmt.Sprintf("process %d is in: by lmin %t, by the whole %t, by kmex %t", p+1, lmin, whole, kmex)
			}
		}
		return ""
	})
}

// objectsSafe: lmin has l processes in at least, and kmex k at most.
func objectsSafe(l, k int) requirement {
	return explore.Always("objects", func(v view) string {
		inL, inK := 0, 0
		for _, s := range v.Locals {
			lmin, _, kmex := states(s)
			if lmin {
				inL++
			}
			if kmex {
				inK++
			}
		}
		if inL < l || inK > k {
			return fmt.Sprintf("%d processes are in by lmin, and %d by kmex", inL, inK)
		}
		return ""
	})
}

// lminLives: not all processes are in lmin.Exit() while nothing is on its way.
func lminLives() requirement {
	return explore.Always("lmin", func(v view) string {
		for _, s := range v.Locals {
			if s.Stage != Exiting {
				return ""
			}
		}
		if len(v.Messages()) > 0 {
			return ""
		}
		return "all wait in lmin.Exit()"
	})
}

// judged says after how many steps each requirement fails, over all states.
func judged(t *testing.T, c Config, all ...requirement) map[explore.Property]int {
	t.Helper()
	p := locked(t, c)
	p.Requires = all
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	o := explore.Options{Requests: slices.Repeat([]int{explore.Unbounded}, p.N), Full: true, MaxStates: 5_000_000}
	for _, r := range all {
		o.Check = append(o.Check, r.Name)
	}
	r, err := explore.Run(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	found := map[explore.Property]int{}
	for _, x := range r.Properties {
		switch x.Verdict {
		case verdict.Violated:
			found[x.Property] = len(x.Trace.Steps)
		case verdict.Unknown:
			t.Errorf("%s: unknown: %s", x.Property, x.Detail)
		}
	}
	return found
}

// TestObjects judges Lemma 7 and the invariants in the proof of Lemma 8 on all states:
// of all coteries of two processes, each l and k and each safe initial set; and of
// three processes with two sets of quorums, in the long test with each l and k and each
// safe initial set.
func TestObjects(t *testing.T) {
	long := slow.Tests()
	holds := map[explore.Property]int{}
	for _, variant := range []string{"uncounted", "printed-separate", "repaired", "separate"} {
		for _, quorums := range [][]explore.Set{{1, 1}, {2, 2}, {3, 3}, first3, shared} {
			n := len(quorums)
			for k := 1; k <= n; k++ {
				for l := range k {
					for in := range explore.All(n) + 1 {
						if in.Len() < l || in.Len() > k || n == 3 && !long && (l != 2 || in != explore.SetOf(0, 1)) {
							continue
						}
						c := Config{N: n, L: l, K: k, Quorums: quorums, InCS: in, Variant: variant}
						if diff := cmp.Diff(holds, judged(t, c, ordered(), objectsSafe(l, k))); diff != "" {
							t.Errorf("%+v: expected (-), found (+):\n%s", c, diff)
						}
					}
				}
			}
		}
	}
	stuck := Config{N: 3, L: 2, K: 3, Quorums: shared, InCS: explore.SetOf(0, 1), Variant: "uncounted"}
	if diff := cmp.Diff(map[explore.Property]int{"lmin": 34}, judged(t, stuck, lminLives())); diff != "" {
		t.Errorf("printed: expected (-), found (+):\n%s", diff)
	}
	stuck.Variant = "repaired"
	if diff := cmp.Diff(holds, judged(t, stuck, lminLives())); diff != "" {
		t.Errorf("repaired: expected (-), found (+):\n%s", diff)
	}
}
