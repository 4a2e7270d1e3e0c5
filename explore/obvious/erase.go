package obvious

import (
	"reflect"
	"unsafe"

	"qcheck/explore"
)

// An Erased is a protocol whose states and messages are values of any type, so that what this package does with them
// is compiled once. It shares nothing with what the search does to that end: values are converted by the language.
type Erased struct {
	explore.Protocol[any, any]
	local, message any // values of its types
	elsewhere      func(explore.Network, explore.Faults, *explore.Met) Erased
}

// Of returns a protocol as this package runs it. Its functions are checked, and what steps do is noted (see [explore.Guard]).
func Of[L, M comparable](p explore.Protocol[L, M], met *explore.Met) Erased {
	e := explore.Protocol[any, any]{
		Name: p.Name, N: p.N, Clock: p.Clock, Steps: p.Steps, Selective: p.Selective, Network: p.Network, Faults: p.Faults,
		Exclusion: explore.Exclusion[any]{Obliged: p.Obliged, NoEntry: p.NoEntry, Safe: p.Safe, Goals: p.Goals},
	}
	if p.Init != nil {
		e.Init = func(q int) any { return p.Init(q) }
	}
	if p.Starts != nil {
		e.Starts = func() []explore.Start[any, any] { return starts(p.Starts()) }
	}
	if p.Actions != nil {
		e.Actions = func(q int, l any) []explore.Step[any, any] { return steps(p.Actions(q, l.(L))) }
	}
	if p.Deliver != nil {
		e.Deliver = func(q int, l any, from int, m any) []explore.Step[any, any] {
			return steps(p.Deliver(q, l.(L), from, m.(M)))
		}
	}
	if p.Suspect != nil {
		e.Suspect = func(q int, l any, crashed int) []explore.Step[any, any] { return steps(p.Suspect(q, l.(L), crashed)) }
	}
	if p.Restart != nil {
		e.Restart = func(q int, l any) any { return p.Restart(q, l.(L)) }
	}
	if p.Observe != nil {
		e.Observe = func(q int, l any) explore.Observation { return p.Observe(q, l.(L)) }
	}
	if p.Standing != nil {
		e.Standing = func(q int, l any) []explore.Standing { return p.Standing(q, l.(L)) }
	}
	if w := p.History; w != nil {
		e.History = &explore.History[any, any]{Start: w.Start, After: func(h any, x explore.Event[any]) (any, string) {
			return w.After(h, explore.Event[L]{Process: x.Process, From: x.From, Step: x.Step, Before: x.Before.(L), After: x.After.(L)})
		}}
	}
	for _, r := range p.Requires {
		e.Requires = append(e.Requires, explore.Requirement[any, any](r))
	}
	return guarded(e, *new(L), *new(M), view[L, M], met, func(n explore.Network, f explore.Faults, met *explore.Met) Erased {
		there := p
		there.Network, there.Faults = n, f
		return Of(there, met)
	})
}

// guarded returns a protocol with functions that are checked, as requirements are of views that the protocol knows as typed says.
func guarded(p explore.Protocol[any, any], local, message any, typed func(explore.View[any, any]) unsafe.Pointer, met *explore.Met, elsewhere func(explore.Network, explore.Faults, *explore.Met) Erased) Erased {
	p = explore.Guard(p, kind(reflect.TypeOf(local)), kind(reflect.TypeOf(message)), met)
	for i, r := range p.Requires {
		p.Requires[i] = requirement(r, typed)
	}
	return Erased{p, local, message, elsewhere}
}

// Elsewhere returns the protocol on another network, with other faults.
func (x Erased) Elsewhere(n explore.Network, f explore.Faults, met *explore.Met) Erased {
	return x.elsewhere(n, f, met)
}

// Values returns a state and a message of the protocol's types.
func (x Erased) Values() (local, message any) { return x.local, x.message }

func erased[L, M comparable](p explore.Protocol[L, M]) Erased { return Of(p, &explore.Met{}) }

// steps returns steps whose states and messages are of any type. It is compiled once for the three functions that return some.
//
//go:noinline
func steps[L, M comparable](all []explore.Step[L, M]) []explore.Step[any, any] {
	var list []explore.Step[any, any]
	for _, s := range all {
		x := explore.Step[any, any]{Name: s.Name, Kind: s.Kind, Next: s.Next, Undefined: s.Undefined, Overflow: s.Overflow}
		for _, o := range s.Send {
			x.Send = append(x.Send, explore.Out[any]{To: o.To, Msg: o.Msg})
		}
		list = append(list, x)
	}
	return list
}

// starts returns starts whose states and messages are of any type.
func starts[L, M comparable](all []explore.Start[L, M]) []explore.Start[any, any] {
	var list []explore.Start[any, any]
	for _, s := range all {
		var x explore.Start[any, any]
		for _, l := range s.Locals {
			x.Locals = append(x.Locals, l)
		}
		for _, m := range s.Sent {
			x.Sent = append(x.Sent, explore.Sent[any]{From: m.From, To: m.To, Msg: m.Msg})
		}
		list = append(list, x)
	}
	return list
}

// view returns the address of a view as the protocol knows it.
func view[L, M comparable](v explore.View[any, any]) unsafe.Pointer {
	t := &explore.View[L, M]{Channels: make([][]M, len(v.Channels)), Down: v.Down, History: v.History}
	for _, l := range v.Locals {
		t.Locals = append(t.Locals, l.(L))
	}
	for i, channel := range v.Channels {
		for _, m := range channel {
			t.Channels[i] = append(t.Channels[i], m.(M))
		}
	}
	return unsafe.Pointer(t)
}

// requirement returns a requirement of views of any type, which the protocol knows as typed says.
func requirement(r explore.Requirement[any, any], typed func(explore.View[any, any]) unsafe.Pointer) explore.Requirement[any, any] {
	c := r.Claim()
	switch c.Kind() {
	case "always":
		return explore.Always(r.Name, func(v explore.View[any, any]) string { return c.Wrong(typed(v)) })
	case "sometimes":
		return explore.Sometimes(r.Name, func(v explore.View[any, any]) bool { return c.Happens(typed(v)) })
	}
	return explore.LeadsTo(r.Name,
		func(v explore.View[any, any]) bool { return c.From(typed(v)) },
		func(v explore.View[any, any]) bool { return c.To(typed(v)) })
}

// kind says what checks need to know of values of a type.
func kind(of reflect.Type) explore.Kind[any] {
	is := stampsOf(of)
	return explore.Kind[any]{
		Typed: func(v any) any { return v },
		Stamps: func(v any) (all []explore.Stamp) {
			is.read(v, func(x explore.Stamp) { all = append(all, x) })
			return all
		},
	}
}
