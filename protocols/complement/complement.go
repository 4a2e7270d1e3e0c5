package complement

import (
	"slices"

	"qcheck/explore"
	"qcheck/protocols/csobject"
)

// Of returns the complement of a protocol in which a process in the critical
// section is observed with one unit, and any other with none, as in mutin and
// gcs. It is its own inverse. What the protocol finds unsafe is said in its own
// terms.
func Of[L, M comparable](p explore.Protocol[L, M]) explore.Protocol[L, M] {
	co := p
	co.Name = "complement of " + p.Name
	co.Observe = func(i int, l L) explore.Observation { return swapped(p.Observe(i, l)) }
	if p.Safe != nil {
		co.Safe = func(all []explore.Observation) string { return about(p.Safe(back(all))) }
	}
	co.Goals = slices.Clone(p.Goals)
	for i, g := range p.Goals {
		co.Goals[i].Unmet = func(all []explore.Observation) string { return about(g.Unmet(back(all))) }
	}
	if p.Actions != nil {
		co.Actions = func(i int, l L) []explore.Step[L, M] { return renamed(p.Actions(i, l)) }
	}
	co.Deliver = func(i int, l L, from int, m M) []explore.Step[L, M] { return renamed(p.Deliver(i, l, from, m)) }
	co.Steps = slices.Clone(p.Steps)
	for i, name := range co.Steps {
		co.Steps[i] = method(name)
	}
	return co
}

// OfExclusion returns the complement of a protocol for mutual exclusion of some
// kind, in which a process is in the critical section when its phase is Inside.
func OfExclusion[L, M comparable](p explore.Protocol[L, M]) explore.Protocol[L, M] {
	return Of(csobject.Exclusion(p))
}

// swapped returns the observation with in and out swapped.
func swapped(o explore.Observation) explore.Observation {
	switch o.Phase {
	case explore.Thinking:
		o.Phase = explore.Inside
	case explore.Inside:
		o.Phase = explore.Thinking
	}
	o.Units = 1 - min(o.Units, 1)
	return o
}

func back(all []explore.Observation) []explore.Observation {
	swap := make([]explore.Observation, len(all))
	for i, o := range all {
		swap[i] = swapped(o)
	}
	return swap
}

// about says that a text is about the protocol before the swap.
func about(text string) string {
	if text == "" {
		return ""
	}
	return "before in and out were swapped: " + text
}

// method returns the name of a step with the methods swapped.
func method(name string) string {
	switch name {
	case "Exit":
		return "Entry"
	case "Entry":
		return "Exit"
	}
	return name
}

func renamed[L, M comparable](steps []explore.Step[L, M]) []explore.Step[L, M] {
	renamed := slices.Clone(steps)
	for i := range renamed {
		renamed[i].Name = method(renamed[i].Name)
	}
	return renamed
}
