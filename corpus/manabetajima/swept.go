package manabetajima

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	// What is pinned: how many arbiters there are, and their states together.
	arbiters int
	states   int64

	found entry.Found[map[string]string] // what is violated, with the first arbiter; "" for what holds
}

// sweep reads the first part of a case, whose name is what stands before the first comma:
//
//	printed n=2 k=1 arbiters=2 requests unbounded queued, 78 states, invariants
//
// With lone-quorums for arbiters, just those with one quorum for each number of units are
// searched.
func sweep(text string) (entry.Case, map[string]entry.Program, error) {
	name, pinned, _ := strings.Cut(text, ", ")
	x := &unitsSweep{each: explore.Unbounded}
	states, _, ok := strings.Cut(pinned, " states")
	words := strings.Fields(name)
	if _, err := fmt.Sscan(states, &x.states); err != nil || !ok || len(words) == 0 {
		return entry.Case{}, nil, fmt.Errorf("%q has no name or no number of states", text)
	}
	x.proofs = strings.HasSuffix(pinned, ", invariants")
	x.variant = words[0]
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		into, number := map[string]*int{"n": &x.n, "k": &x.k, "arbiters": &x.arbiters, "lone-quorums": &x.arbiters, "requests": &x.each}[key]
		switch {
		case word == "requests" || word == "unbounded":
		case word == "queued":
			x.queued = true
		case !number:
			return entry.Case{}, nil, fmt.Errorf("%q is no part of a search", word)
		default:
			x.lone = x.lone || key == "lone-quorums"
			if _, err := fmt.Sscan(value, into); err != nil {
				return entry.Case{}, nil, fmt.Errorf("%q: %w", word, err)
			}
		}
	}
	asked := []string{"range", string(explore.Safety), string(explore.WellDefined), string(explore.DeadlockFreedom), string(explore.StarvationFreedom)}
	if x.proofs {
		asked = append(asked, allPermissions, onePlace, oksFit, waitingBehind, edgesRise, waitersWait, noCycle)
	}
	programs := map[string]entry.Program{}
	for _, question := range asked {
		programs[question] = x.program(question)
	}
	return entry.Case{Name: name, Of: name}, programs, nil
}

// The invariants, by their names.
const (
	allPermissions = "permissions-add-up-to-k"
	onePlace       = "each-permission-is-in-one-place"
	oksFit         = "an-OK-fits-with-all-before-it"
	waitingBehind  = "who-waits-is-behind-or-for-a-cancelled"
)

// program states that a property holds on every arbiter.
func (x *unitsSweep) program(question string) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, _ entry.Values) string {
		text, ok := x.found.By(a, x.search)[question]
		if !ok {
			a.Fail("%s is not decided by the search", question)
		}
		return text
	}
}

// search returns what is violated on some arbiter, with the first such one, and what holds.
func (x *unitsSweep) search(ctx entry.Asked) map[string]string {
	found := map[string]string{"range": ""}
	arbiters, states := 0, int64(0)
	for _, s := range entry.Known(census.Structures(ctx, census.Class{Kind: setsys.HKArbiter, N: x.n, K: x.k})) {
		var a []entry.Masks
		for _, f := range s.ByUnits {
			a = append(a, entry.ToMasks(f))
		}
		if x.lone && slices.ContainsFunc(a, func(f entry.Masks) bool { return len(f.Sets) > 1 }) {
			continue
		}
		r := entry.Known(x.explore(ctx, a))
		arbiters++
		states += r.States
		for _, p := range r.Properties {
			name := string(p.Property)
			switch {
			case p.Verdict == verdict.Unknown:
				ctx.Fail("%v: %s is unknown: %s", s.ByUnits, p.Property, p.Detail)
			case found[name] != "": // it is violated already
			case p.Verdict == verdict.Violated:
				found[name] = fmt.Sprintf("%v: %d steps", s.ByUnits, len(p.Trace.Steps))
			default:
				found[name] = ""
			}
		}
	}
	if arbiters != x.arbiters || states != x.states {
		found["range"] = fmt.Sprintf("%d arbiters with %d states, not %d with %d", arbiters, states, x.arbiters, x.states)
	}
	return found
}

func (x *unitsSweep) explore(ctx context.Context, a []entry.Masks) (*explore.Result, error) {
	p, err := manabetajima.New(manabetajima.Config{N: x.n, K: x.k, Quorums: quorumSets(a), Variant: x.variant})
	if err != nil {
		return nil, err
	}
	if x.proofs {
		p.Requires = append(invariants(x.k), proofOfTheorem5()...)
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
		see := func(_ int, s manabetajima.State) bool { return wrong(s) }
		return explore.AlwaysOf[manabetajima.State, manabetajima.Message](explore.Property(name), see, func(wrong []bool) string {
			if i := slices.Index(wrong, true); i >= 0 {
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
