package protocols

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// cells returns every algorithm in every variant with two and three processes, or nodes, on every network with every kind of fault, where
// crashes hit anybody, or one of each role.
func cells() (all []instance.Instance) {
	faults := []explore.Faults{{}, {Crash: 1}, {Crash: 1, Restart: 1}, {Lose: 1}, {Duplicate: 1}}
	told := []explore.Faults{{Crash: 1, Suspect: true}, {Crash: 1, Restart: 1, Suspect: true}}
	for _, a := range All() {
		for _, v := range variantsOf(a) {
			for _, base := range basesOf(a, v) {
				plain, err := All().Open(base, nil)
				if err != nil {
					continue // two processes are too few
				}
				kinds := faults
				for _, p := range rolesOf(plain) {
					kinds = append(slices.Clip(kinds), explore.Faults{Crash: 1, Of: explore.SetOf(p)}, explore.Faults{Crash: 1, Restart: 1, Of: explore.SetOf(p)})
				}
				in := base
				if in.Faults = told[0]; v == "failures" {
					kinds = append(kinds, told...)
				} else if _, err := All().Open(in, nil); err == nil {
					panic(a.Name + " says what is done about a crash in " + v + ", too")
				}
				for _, network := range explore.Networks() {
					for _, in.Faults = range kinds {
						if in.Network = network.String(); in.Faults.Check(plain.Instance.Processes(), network) == nil {
							all = append(all, in)
						}
					}
				}
			}
		}
	}
	return all
}

// basesOf returns the instances of a variant with two and three processes, or the small ones where there is no structure for so few.
func basesOf(a *instance.Algorithm, v string) []instance.Instance {
	bases := []instance.Instance{{N: 2}, {N: 3}}
	if a.Quorums != nil && a.Quorums.Make == nil {
		bases = slices.Clone(a.Small)
	}
	for i := range bases {
		bases[i].Algorithm, bases[i].Variant, bases[i].Requests = a.Name, v, []int{1}
	}
	return bases
}

// rolesOf returns a process of each role: the first one, since some begin otherwise than others, the first that is no
// node, and the last one.
func rolesOf(m *instance.Model) []int {
	roles := []int{0, m.Instance.Processes() - 1}
	if m.Algorithm.Outside != nil {
		roles = append(roles, m.Instance.N)
	}
	slices.Sort(roles)
	return slices.Compact(roles)
}

// fewer are values of parameters with which there are fewer states.
var fewer = map[string][2]string{
	"paxos": {"proposers", "1"}, "raft-election": {"terms", "1"}, "abd": {"reads", "1"}, "lease-lock": {"expiries", "0"}, "two-phase-commit": {"repeats", "0"},
}

// smaller returns the instances of a cell, each with fewer states than the last.
func smaller(t *testing.T, in instance.Instance) (models []*instance.Model) {
	open := func(in instance.Instance) *instance.Model {
		m, err := All().Open(in, nil)
		if err != nil {
			t.Fatalf("%+v: %v", in, err)
		}
		return m
	}
	models = append(models, open(in))
	if x, ok := fewer[in.Algorithm]; ok && (in.Algorithm != "paxos" || in.Faults.Of == 0) { // of another number of processes
		in = in.With(x[0], x[1])
		models = append(models, open(in))
	}
	n := models[0].Instance.Processes()
	for ask := 2; ask > 0 && !slices.Contains([]string{"paxos", "raft-election", "abd", "two-phase-commit"}, in.Algorithm); ask-- { // who ask
		in.Requests = make([]int, n)
		for p := range ask {
			in.Requests[(models[0].Instance.N*min(len(models[0].Instance.Outside), 1)+p)%n] = 1
		}
		models = append(models, open(in))
	}
	return models
}

// TestMatrix compares the engine with the obvious explorer on cells: all in the long form, others at random. Where a search does not
// end, a smaller instance is taken, and where none ends, nothing is compared.
func TestMatrix(t *testing.T) {
	most, all, random := int64(200), cells(), slow.Random(t, 49)
	total, nth := len(all), map[string]int{}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if slow.Tests() {
		most = 3000
	} else { // as many of each algorithm
		all = slices.DeleteFunc(all, func(in instance.Instance) bool {
			nth[in.Algorithm]++
			return nth[in.Algorithm] > 3
		})
	}
	compared, whole, reached := 0, 0, map[string]int{}
	for taken, in := range all {
		if taken > 0 && taken%200 == 0 {
			t.Logf("%d of %d cells taken, %d compared, %d whole", taken, len(all), compared, whole)
		}
		for i, m := range smaller(t, in) {
			if !compareCell(t, m, most) {
				continue
			}
			compared++
			reached[in.Network]++
			for what, some := range map[string]bool{"crash": in.Faults.Crash > 0, "restart": in.Faults.Restart > 0, "lose": in.Faults.Lose > 0, "duplicate": in.Faults.Duplicate > 0,
				"suspect": in.Faults.Suspect, "one role": in.Faults.Of != 0} {
				if some {
					reached[what]++
				}
			}
			reached[in.Algorithm]++
			if i == 0 {
				whole++
			}
			break
		}
	}
	t.Logf("of %d cells %d were taken: compared %d, with one request of each process and the default parameters in all states %d; %v", total, len(all), compared, whole, reached)
	slow.Reached(t, "cells compared with the obvious explorer", compared, len(all), len(all)/3)
	for _, a := range All() {
		if slow.Tests() && reached[a.Name] == 0 {
			t.Errorf("no cell of %s", a.Name)
		}
	}
	for _, n := range explore.Networks() {
		if reached[n.String()] < len(all)/30 {
			t.Errorf("only %d cells on network %s", reached[n.String()], n)
		}
	}
}

// compareCell compares one instance, and reports whether its search ended.
func compareCell(t *testing.T, m *instance.Model, most int64) bool {
	name := All().Format(m.Instance)
	o := m.Instance.Options()
	o.Full, o.MaxStates = true, most
	search := func() *explore.Result {
		r, err := explore.Run(t.Context(), m.Model, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return r
	}
	r := search()
	if ended(r) && !r.Complete { // all was decided before all states were met, which may be many
		o.Check = []explore.Property{explore.WellDefined}
		all := search()
		r.Complete, r.States, r.Transitions, r.Depth, r.Levels, r.Resting = all.Complete, all.States, all.Transitions, all.Depth, all.Levels, all.Resting
	}
	if !r.Complete || r.States > 2*most {
		return false
	}
	want := m.Explore(m.Instance.ReplayOptions())
	if want.Overflow != "" {
		t.Errorf("%s: a bound of the model is passed: %s", name, want.Overflow)
	}
	got, all := fmt.Sprint(r.States, r.Transitions, r.Depth, r.Levels, r.Resting), fmt.Sprint(want.States, want.Transitions, want.Depth, want.Levels, want.Resting)
	if got != all {
		t.Errorf("%s: states, transitions, depth, levels, resting: %s; obvious %s", name, got, all)
	}
	for _, p := range r.Properties {
		length, violated := want.Violations[string(p.Property)]
		isGoal := !slices.Contains(explore.Properties(), p.Property)
		switch {
		case p.Property == explore.StarvationFreedom: // the obvious explorer does not know it
		case p.Trace == nil && violated || p.Trace != nil && !violated && !isGoal || p.Trace != nil && violated && len(p.Trace.Steps) != length:
			t.Errorf("%s: %s: %s; obvious %d", name, p.Property, p.Verdict, length)
		case p.Trace != nil:
			if _, err := m.Replay(obvious.OptionsOf(o), p.Trace.Steps); err != nil {
				t.Errorf("%s: %s: the run does not replay: %v", name, p.Property, err)
			}
		}
	}
	return true
}
