package corpus

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"qcheck/corpus/entry"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/properties/census"
	"qcheck/protocols/manabetajima"
	"qcheck/setsys"
)

// quorumSets returns the quorums of families as sets of processes.
func quorumSets(families []entry.Masks) [][]explore.Set {
	var all [][]explore.Set
	for _, f := range families {
		var sets []explore.Set
		for _, set := range f.Sets {
			sets = append(sets, explore.Set(set))
		}
		all = append(all, sets)
	}
	return all
}

// A unitsSweep is the search of every (h,k)-arbiter over n nodes for k units, up to renaming,
// in one variant: each request takes any number of units and any quorum.
type unitsSweep struct {
	variant string
	n, k    int
	each    int // requests of each process, or explore.Unbounded
	queued  bool
	lone    bool // of the arbiters, those with one quorum for each number of units
	proofs  bool // the invariants are asked for as well
	long    bool
	// What is pinned: how many arbiters there are, and their states together.
	arbiters int
	states   int64
}

func (x *unitsSweep) name() string {
	text := fmt.Sprintf("%s n=%d k=%d arbiters=%d", x.variant, x.n, x.k, x.arbiters)
	if x.lone {
		text = fmt.Sprintf("%s n=%d k=%d lone-quorums=%d", x.variant, x.n, x.k, x.arbiters)
	}
	if x.each == explore.Unbounded {
		text += " requests unbounded"
	} else {
		text += fmt.Sprintf(" requests=%d", x.each)
	}
	if x.queued {
		text += " queued"
	}
	return text
}

// The invariants, by their names.
const (
	allPermissions = "permissions-add-up-to-k"
	onePlace       = "each-permission-is-in-one-place"
	oksFit         = "an-OK-fits-with-all-before-it"
	waitingBehind  = "who-waits-is-behind-or-for-a-cancelled"
)

// search returns what is violated on some arbiter, with the first such one; it
// searches when it is called for the first time.
func (x *unitsSweep) search() func(ctx context.Context) (map[explore.Property]string, error) {
	var mu sync.Mutex
	var wrong map[explore.Property]string
	return func(ctx context.Context) (map[explore.Property]string, error) {
		mu.Lock()
		defer mu.Unlock()
		if wrong != nil {
			return wrong, nil
		}
		found := map[explore.Property]string{}
		arbiters, states := 0, int64(0)
		all, err := census.Structures(ctx, census.Class{Kind: setsys.HKArbiter, N: x.n, K: x.k})
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			var a []entry.Masks
			for _, f := range s.ByUnits {
				a = append(a, entry.ToMasks(f))
			}
			if x.lone && slices.ContainsFunc(a, func(f entry.Masks) bool { return len(f.Sets) > 1 }) {
				continue
			}
			r, err := x.explore(ctx, a)
			if err != nil {
				return nil, err
			}
			arbiters++
			states += r.States
			for _, p := range r.Properties {
				switch {
				case p.Verdict == verdict.Unknown:
					return nil, fmt.Errorf("%v: %s is unknown: %s", byUnits(a...).ByUnits, p.Property, p.Detail)
				case p.Verdict == verdict.Violated && found[p.Property] == "":
					found[p.Property] = fmt.Sprintf("%v: %d steps", byUnits(a...).ByUnits, len(p.Trace.Steps))
				}
			}
		}
		if arbiters != x.arbiters || states != x.states {
			found["range"] = fmt.Sprintf("%d arbiters with %d states, not %d with %d", arbiters, states, x.arbiters, x.states)
		}
		wrong = found
		return wrong, nil
	}
}

func (x *unitsSweep) explore(ctx context.Context, a []entry.Masks) (*explore.Result, error) {
	p, err := manabetajima.New(manabetajima.Config{N: x.n, K: x.k, Quorums: quorumSets(a), Variant: x.variant})
	if err != nil {
		return nil, err
	}
	if x.proofs {
		p.Requires = invariants(x.k)
	}
	m, err := explore.NewModel(p)
	if err != nil {
		return nil, err
	}
	return explore.Run(ctx, m, explore.Options{Requests: slices.Repeat([]int{x.each}, x.n), Queued: x.queued, Workers: 2, Full: true})
}

type (
	unitsView        = explore.View[manabetajima.State, manabetajima.Message]
	unitsRequirement = explore.Requirement[manabetajima.State, manabetajima.Message]
)

// asks returns the case of a sweep, with the questions in claims as the text's and those in more
// as others.
func (x *unitsSweep) asks(claims, more []string) entry.Case {
	search := x.search()
	ask := func(names []string, of func(string, entry.Statement) entry.Questions) (all entry.Questions) {
		for _, name := range names {
			all = all.With(of(name, func(ctx context.Context, _ *setsys.Structure) (string, error) {
				wrong, err := search(ctx)
				return wrong[explore.Property(name)], err
			}))
		}
		return all
	}
	return entry.Case{Name: x.name(), Long: x.long, Ask: ask(claims, entry.Stated).With(ask(append(more, "range"), entry.Observed))}
}

// The questions of sweeps that are not invariants.
const (
	safetyAsked = string(explore.Safety)
	definedAsk  = string(explore.WellDefined)
)

func algorithmSwept() *entry.Entry {
	e := entry.New("manabe-tajima/algorithm-swept")
	for _, x := range []unitsSweep{
		{variant: "printed", n: 2, k: 1, each: explore.Unbounded, proofs: true, arbiters: 2, states: 78},
		{variant: "printed", n: 2, k: 2, each: explore.Unbounded, proofs: true, arbiters: 4, states: 818},
		{variant: "printed", n: 2, k: 3, each: explore.Unbounded, proofs: true, arbiters: 8, states: 4755},
		{variant: "printed", n: 2, k: 2, each: explore.Unbounded, queued: true, arbiters: 4, states: 36322},
		{variant: "printed", n: 3, k: 1, each: 1, proofs: true, arbiters: 5, states: 105499},
		{variant: "printed", n: 3, k: 1, each: explore.Unbounded, lone: true, arbiters: 3, states: 21429},
		{variant: "printed", n: 3, k: 2, each: 1, long: true, arbiters: 23, states: 1892142},
		{variant: "missing-ignored", n: 3, k: 1, each: 1, proofs: true, arbiters: 5, states: 116533},
		{variant: "missing-ignored", n: 3, k: 1, each: explore.Unbounded, lone: true, arbiters: 3, states: 22591},
	} {
		claims, more := []string{safetyAsked, deadlockFreedom}, []string{}
		if x.each == explore.Unbounded {
			claims = append(claims, starvationFreedom)
		}
		if x.proofs {
			claims = append(claims, oksFit, waitingBehind)
			more = append(more, allPermissions, onePlace)
		}
		if x.variant != "printed" {
			more = append(more, definedAsk)
		}
		e.Add(x.asks(claims, more))
	}
	return e
}

func repairsSwept() *entry.Entry {
	e := entry.New("manabe-tajima/repairs-swept")
	for _, x := range []unitsSweep{
		{variant: "repaired", n: 2, k: 2, each: explore.Unbounded, arbiters: 4, states: 663},
		{variant: "repaired", n: 2, k: 3, each: explore.Unbounded, arbiters: 8, states: 4079},
		{variant: "repaired", n: 3, k: 1, each: 1, proofs: true, arbiters: 5, states: 76885},
		{variant: "repaired", n: 3, k: 1, each: explore.Unbounded, long: true, arbiters: 5, states: 2525407},
		{variant: "cancel-by-request", n: 2, k: 2, each: 1, proofs: true, arbiters: 4, states: 380},
		{variant: "cancel-by-request", n: 3, k: 1, each: 1, proofs: true, arbiters: 5, states: 77217},
	} {
		claims := []string{safetyAsked, definedAsk, deadlockFreedom}
		if x.each == explore.Unbounded {
			claims = append(claims, starvationFreedom)
		}
		var more []string
		if x.proofs {
			more = []string{oksFit, waitingBehind, allPermissions, onePlace}
		}
		e.Add(x.asks(claims, more))
	}
	return e
}

// invariants are what the steps of the proofs of Theorem 5 and of the repair rest on.
func invariants(k int) []unitsRequirement {
	// eachEntry calls see with every entry of a member's queue, and the units up to it.
	eachEntry := func(s manabetajima.State, see func(e manabetajima.Entry, sum int)) {
		for _, e := range s.Que {
			if e.Status == manabetajima.NoEntry {
				continue
			}
			sum := 0
			for _, f := range s.Que {
				if f.Status != manabetajima.NoEntry && f.Stamp <= e.Stamp {
					sum += int(f.Units)
				}
			}
			see(e, sum)
		}
	}
	member := func(name string, wrong func(s manabetajima.State) bool) unitsRequirement {
		return explore.Always(explore.Property(name), func(v unitsView) string {
			if i := slices.IndexFunc(v.Locals, wrong); i >= 0 {
				return fmt.Sprintf("not at process %d", i+1)
			}
			return ""
		})
	}
	return []unitsRequirement{
		member(allPermissions, func(s manabetajima.State) bool {
			sum := int(s.X)
			for _, e := range s.Que {
				if e.Status == manabetajima.Okay || e.Status == manabetajima.Canceled {
					sum += int(e.Units)
				}
			}
			return sum != k
		}),
		member(oksFit, func(s manabetajima.State) bool {
			wrong := false
			eachEntry(s, func(e manabetajima.Entry, sum int) { wrong = wrong || e.Status == manabetajima.Okay && sum > k })
			return wrong
		}),
		member(waitingBehind, func(s manabetajima.State) bool {
			first, taken := false, false
			eachEntry(s, func(e manabetajima.Entry, sum int) {
				first = first || e.Status == manabetajima.Wait && sum <= k
				taken = taken || e.Status == manabetajima.Canceled
			})
			return first && !taken
		}),
		explore.Always(onePlace, func(v unitsView) string {
			for r, s := range v.Locals {
				for p, e := range s.Que[:len(v.Locals)] {
					given := e.Status == manabetajima.Okay || e.Status == manabetajima.Canceled
					if places := permissionPlaces(v, r, p); places != 1 && given || places != 0 && !given {
						return fmt.Sprintf("that of process %d to process %d is in %d places", r+1, p+1, places)
					}
				}
			}
			return ""
		}),
	}
}

// permissionPlaces counts the places of the permission of member r to process p: on the way, counted
// by p, or on the way back. A cancelled that comes behind the release, or finds no
// entry, is none: it is ignored.
func permissionPlaces(v unitsView, r, p int) int {
	places := 0
	for _, m := range v.Channel(r, p) {
		if m.Kind == manabetajima.OK {
			places++
		}
	}
	if s := v.Locals[p]; s.Phase != explore.Thinking && s.K.Has(r) {
		places++
	}
	for _, m := range v.Channel(p, r) {
		switch {
		case m.Kind == manabetajima.Release:
			return places + 1
		case m.Kind == manabetajima.Cancelled && v.Locals[r].Que[p].Status != manabetajima.NoEntry:
			places++
		}
	}
	return places
}
