package obvious

import (
	"reflect"
	"unsafe"

	"qcheck/explore"
)

// An Erased is a protocol whose states and messages are values of any type, so that this package
// is compiled once. It shares nothing with what the search does to that end: functions that are asked in each state have
// values converted by the language; the others are called, and what they return is read, by reflection.
type Erased struct {
	explore.Protocol[any, any]
	local, message any // values of its types
	origin         origin
}

// An origin is what an erased protocol is made of.
type origin struct {
	explore.Protocol[any, any] // what does not depend on its types, and which functions there are
	functions
}

// functions are those of a protocol that know its types: functions of values of any type, which are there in any
// case, and as they are.
type functions struct {
	Actions func(q int, l any) []explore.Step[any, any]
	Deliver func(q int, l any, from int, m any) []explore.Step[any, any]
	Observe func(q int, l any) explore.Observation

	Init, Starts, Suspect, Restart, Standing, After any
}

var _ [0]byte = [unsafe.Offsetof(explore.Protocol[any, any]{}.Name)]byte{} // see Of

// Of returns a protocol as this package runs it. Its functions are checked, and what steps do is noted (see [explore.Guard]).
func Of[L, M comparable](p explore.Protocol[L, M], met *explore.Met) Erased {
	var l L
	var m M
	actions, deliver, observe := p.Actions, p.Deliver, p.Observe
	f := functions{
		func(q int, l any) []explore.Step[any, any] { return steps(actions(q, l.(L))) },
		func(q int, l any, from int, m any) []explore.Step[any, any] {
			return steps(deliver(q, l.(L), from, m.(M)))
		},
		func(q int, l any) explore.Observation { return observe(q, l.(L)) },
		p.Init, p.Starts, p.Suspect, p.Restart, p.Standing, nil,
	}
	// Protocols of all types have the same fields at the same places, the name first.
	of := *(*explore.Protocol[any, any])(unsafe.Pointer(&p.Name))
	if of.History != nil {
		f.After = p.History.After
	}
	return erase(origin{of, f}, l, m, met)
}

// Elsewhere returns the protocol on another network, with other faults.
func (x Erased) Elsewhere(n explore.Network, f explore.Faults, met *explore.Met) Erased {
	x.origin.Network, x.origin.Faults = n, f
	return erase(x.origin, x.local, x.message, met)
}

// Values returns a state and a message of the protocol's types.
func (x Erased) Values() (local, message any) { return x.local, x.message }

func erased[L, M comparable](p explore.Protocol[L, M]) Erased { return Of(p, &explore.Met{}) }

func erase(p origin, local, message any, met *explore.Met) Erased {
	e := explore.Protocol[any, any]{
		Name: p.Name, N: p.N, Clock: p.Clock, Steps: p.Steps, Selective: p.Selective, Network: p.Network, Faults: p.Faults, Requires: p.Requires,
		Exclusion: explore.Exclusion[any]{Obliged: p.Obliged, NoEntry: p.NoEntry, Safe: p.Safe, Goals: p.Goals},
	}
	if f := reflect.ValueOf(p.functions.Init); !f.IsNil() {
		e.Init = func(q int) any { return call(f, q).Interface() }
	}
	if f := reflect.ValueOf(p.functions.Starts); !f.IsNil() {
		e.Starts = func() []explore.Start[any, any] { return starts(call(f)) }
	}
	if p.Protocol.Actions != nil {
		e.Actions = p.functions.Actions
	}
	if p.Protocol.Deliver != nil {
		e.Deliver = p.functions.Deliver
	}
	if f := reflect.ValueOf(p.functions.Suspect); !f.IsNil() {
		e.Suspect = func(q int, l any, crashed int) []explore.Step[any, any] { return stepsIn(call(f, q, l, crashed)) }
	}
	if f := reflect.ValueOf(p.functions.Restart); !f.IsNil() {
		e.Restart = func(q int, l any) any { return call(f, q, l).Interface() }
	}
	if p.Protocol.Observe != nil {
		e.Observe = p.functions.Observe
	}
	if f := reflect.ValueOf(p.functions.Standing); !f.IsNil() {
		e.Standing = func(q int, l any) []explore.Standing { return call(f, q, l).Interface().([]explore.Standing) }
	}
	if w := p.History; w != nil {
		e.History = &explore.History[any, any]{Start: w.Start, After: after(reflect.ValueOf(p.functions.After))}
	}
	e = explore.Guard(e, kind(local), kind(message), met)
	for i, r := range e.Requires {
		e.Requires[i] = requirement(r)
	}
	return Erased{e, local, message, p}
}

// call returns what a function returns first for arguments of its types.
func call(f reflect.Value, args ...any) reflect.Value {
	var in [4]reflect.Value
	for i, x := range args {
		in[i] = reflect.ValueOf(x)
	}
	return f.Call(in[:len(args)])[0]
}

// Where the fields of a Step, an Out, a Start and a Sent are: in those of all protocols at the same places.
var (
	stepAt  = places(explore.Step[any, any]{}, "Name", "Kind", "Next", "Send", "Undefined", "Overflow")
	outAt   = places(explore.Out[any]{}, "To", "Msg")
	startAt = places(explore.Start[any, any]{}, "Locals", "Sent")
	sentAt  = places(explore.Sent[any]{}, "From", "To", "Msg")
)

// places returns the places of the fields of a struct that have these names.
func places(of any, names ...string) (at []int) {
	for _, name := range names {
		f, ok := reflect.TypeOf(of).FieldByName(name)
		if !ok {
			panic(name)
		}
		at = append(at, f.Index[0])
	}
	return at
}

// steps returns steps whose states and messages are of any type.
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

// stepsIn reads a list of steps.
func stepsIn(all reflect.Value) []explore.Step[any, any] {
	var list []explore.Step[any, any]
	for i := range all.Len() {
		s := all.Index(i)
		x := explore.Step[any, any]{
			Name: s.Field(stepAt[0]).String(), Kind: explore.StepKind(s.Field(stepAt[1]).Uint()), Next: s.Field(stepAt[2]).Interface(),
			Undefined: s.Field(stepAt[4]).String(), Overflow: s.Field(stepAt[5]).String(),
		}
		send := s.Field(stepAt[3])
		for j := range send.Len() {
			o := send.Index(j)
			x.Send = append(x.Send, explore.Out[any]{To: int(o.Field(outAt[0]).Int()), Msg: o.Field(outAt[1]).Interface()})
		}
		list = append(list, x)
	}
	return list
}

// starts reads a list of starts.
func starts(list reflect.Value) []explore.Start[any, any] {
	var all []explore.Start[any, any]
	for i := range list.Len() {
		var x explore.Start[any, any]
		locals, sent := list.Index(i).Field(startAt[0]), list.Index(i).Field(startAt[1])
		for j := range locals.Len() {
			x.Locals = append(x.Locals, locals.Index(j).Interface())
		}
		for j := range sent.Len() {
			o := sent.Index(j)
			x.Sent = append(x.Sent, explore.Sent[any]{From: int(o.Field(sentAt[0]).Int()), To: int(o.Field(sentAt[1]).Int()), Msg: o.Field(sentAt[2]).Interface()})
		}
		all = append(all, x)
	}
	return all
}

// after returns what a history's function does, with events of any type.
func after(f reflect.Value) func(any, explore.Event[any]) (any, string) {
	return func(h any, x explore.Event[any]) (any, string) {
		e := reflect.New(f.Type().In(1)).Elem()
		e.FieldByName("Process").SetInt(int64(x.Process))
		e.FieldByName("From").SetInt(int64(x.From))
		e.FieldByName("Step").SetString(x.Step)
		e.FieldByName("Before").Set(reflect.ValueOf(x.Before))
		e.FieldByName("After").Set(reflect.ValueOf(x.After))
		out := f.Call([]reflect.Value{reflect.ValueOf(h), e})
		return out[0].Interface(), out[1].String()
	}
}

// requirement returns a requirement of views of any type.
func requirement(r explore.Requirement[any, any]) explore.Requirement[any, any] {
	c := r.Claim()
	switch c.Kind() {
	case "always":
		return explore.Always(r.Name, func(v explore.View[any, any]) string { return c.Wrong(typed(reflect.TypeOf(c.View), v)) })
	case "sometimes":
		return explore.Sometimes(r.Name, func(v explore.View[any, any]) bool { return c.Happens(typed(reflect.TypeOf(c.View), v)) })
	}
	return explore.LeadsTo(r.Name,
		func(v explore.View[any, any]) bool { return c.From(typed(reflect.TypeOf(c.View), v)) },
		func(v explore.View[any, any]) bool { return c.To(typed(reflect.TypeOf(c.View), v)) })
}

// typed returns the address of a view as the protocol knows it.
func typed(as reflect.Type, v explore.View[any, any]) unsafe.Pointer {
	t := reflect.New(as)
	list := func(into reflect.Value, all []any) {
		for _, x := range all {
			into.Set(reflect.Append(into, reflect.ValueOf(x)))
		}
	}
	list(t.Elem().FieldByName("Locals"), v.Locals)
	channels := t.Elem().FieldByName("Channels")
	channels.Set(reflect.MakeSlice(channels.Type(), len(v.Channels), len(v.Channels)))
	for i, channel := range v.Channels {
		list(channels.Index(i), channel)
	}
	t.Elem().FieldByName("Down").Set(reflect.ValueOf(v.Down))
	if v.History != nil {
		t.Elem().FieldByName("History").Set(reflect.ValueOf(v.History))
	}
	return t.UnsafePointer()
}

// kind says what checks need to know of values of the type of the given one.
func kind(of any) explore.Kind[any] {
	is := stampsOf(reflect.TypeOf(of))
	return explore.Kind[any]{
		Typed: func(v any) any { return v },
		Stamps: func(v any) (all []explore.Stamp) {
			is.read(v, func(x explore.Stamp) { all = append(all, x) })
			return all
		},
	}
}
