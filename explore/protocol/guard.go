package protocol

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// A Kind says what has to be known of values of a protocol whose types are erased, to check them.
type Kind[V any] struct {
	Stamps func(v V) []Stamp // all stamps in a value
	Typed  func(v V) any     // the value as it is written in messages
}

// A guard checks what the functions of a protocol return.
type guard[V comparable] struct {
	Protocol[V, V]
	local, message Kind[V]
	met            *Met
}

// Guard returns the protocol with functions that panic with a [Mistake] where those of the
// protocol panic or return what they may not; Actions and Observe are there in any case. What steps
// do is noted. The protocol is one whose types are erased, so that this is compiled once; its requirements are those
// of the protocol as it was, whose claims are guarded.
func Guard[V comparable](p Protocol[V, V], local, message Kind[V], met *Met) Protocol[V, V] {
	g := &guard[V]{p, local, message, met}
	if g.Starts != nil {
		p.Starts = g.starts
		if g.Init == nil {
			g.Init = func(q int) V { return g.Starts()[0].Locals[q] }
		}
	}
	p.Init = func(q int) V {
		defer Blame("Init", func() string { return fmt.Sprintf("process %d", q+1) })
		return g.Init(q)
	}
	if w := p.History; w != nil {
		p.History = &History[V, V]{Start: w.Start, Normal: w.Normal, After: func(h any, e Event[V]) (any, string) {
			defer Blame("History", func() string {
				return fmt.Sprintf("%+v, %+v", h, Event[any]{e.Process, e.From, e.Step, local.Typed(e.Before), local.Typed(e.After)})
			})
			return w.After(h, e)
		}}
		if w.Sees != nil {
			p.History.Sees = func(e Event[V]) bool {
				defer Blame("History", func() string {
					return fmt.Sprintf("what it sees, %+v", Event[any]{e.Process, e.From, e.Step, local.Typed(e.Before), local.Typed(e.After)})
				})
				return w.Sees(e)
			}
		}
	}
	if p.Restart != nil {
		p.Restart = g.restart
	}
	p.Actions = func(q int, l V) []Step[V, V] {
		if g.Actions == nil {
			return nil
		}
		return g.steps("Actions", g.at(q, l), q, l, nil, func() []Step[V, V] { return g.Actions(q, l) })
	}
	p.Deliver = func(q int, l V, from int, m V) []Step[V, V] {
		with := func() string {
			return fmt.Sprintf("%s with message %+v from process %d", g.at(q, l)(), message.Typed(m), from+1)
		}
		if g.Deliver == nil {
			panic(&Mistake{"Deliver", with(), "is lacking: without it there are no messages", nil})
		}
		return g.steps("Deliver", with, q, l, &m, func() []Step[V, V] { return g.Deliver(q, l, from, m) })
	}
	if p.Suspect != nil {
		p.Suspect = func(q int, l V, crashed int) []Step[V, V] {
			with := func() string { return fmt.Sprintf("%s, of a crash of process %d", g.at(q, l)(), crashed+1) }
			return g.steps("Suspect", with, q, l, nil, func() []Step[V, V] { return g.Suspect(q, l, crashed) })
		}
	}
	p.Observe = g.observe
	if p.Standing != nil {
		p.Standing = func(q int, l V) []Standing {
			defer Blame("Standing", g.at(q, l))
			return g.Standing(q, l)
		}
	}
	p.Safe = judging("Safe", p.Safe)
	p.Goals, p.Requires = slices.Clone(p.Goals), slices.Clone(p.Requires)
	for i, x := range p.Goals {
		p.Goals[i].Unmet = judging(fmt.Sprintf("goal %q", x.Name), x.Unmet)
	}
	for i, r := range p.Requires {
		p.Requires[i].claim = r.claim.guarded(fmt.Sprintf("requirement %q", r.Name))
	}
	return p
}

// judging returns a function that judges what is observed, guarded; nil for nil.
func judging(function string, f func([]Observation) string) func([]Observation) string {
	if f == nil {
		return nil
	}
	return func(all []Observation) string {
		defer Blame(function, func() string { return fmt.Sprintf("%+v", all) })
		return f(all)
	}
}

// guarded returns a claim with functions that are guarded; nil for nil.
func (c *Claim) guarded(name string) *Claim {
	if c == nil {
		return nil
	}
	view := reflect.TypeOf(c.View)
	g := &Claim{View: c.View, Wrong: judgingView(view, name, c.Wrong), Happens: judgingView(view, name, c.Happens), From: judgingView(view, name, c.From), To: judgingView(view, name, c.To), recorded: c.recorded}
	if s := c.Sight; s != nil {
		local := view.Field(0).Type.Elem()
		g.Sight = &Sight{
			Zero: s.Zero,
			See: func(p int, l unsafe.Pointer) any {
				defer Blame(name, func() string { return atState(p, reflect.NewAt(local, l).Elem()) })
				return s.See(p, l)
			},
			Wrong: func(seen []any) string {
				defer Blame(name, func() string { return fmt.Sprintf("%+v", seen) })
				return s.Wrong(seen)
			},
		}
	}
	return g
}

// judgingView returns a function that judges a view of that type, guarded; nil for nil.
func judgingView[T any](view reflect.Type, function string, f func(unsafe.Pointer) T) func(unsafe.Pointer) T {
	if f == nil {
		return nil
	}
	return func(v unsafe.Pointer) T {
		defer Blame(function, func() string { return fmt.Sprintf("%+v", reflect.NewAt(view, v).Elem()) })
		return f(v)
	}
}

// at says for what a function is called.
func (g *guard[V]) at(process int, l V) func() string {
	return func() string { return atState(process, g.local.Typed(l)) }
}

func atState(process int, l any) string { return fmt.Sprintf("process %d in state %+v", process+1, l) }

func (g *guard[V]) observe(q int, l V) (o Observation) {
	defer Blame("Observe", g.at(q, l))
	if g.Observe != nil {
		o = g.Observe(q, l)
	}
	if o.Phase > Inside {
		panic(&Mistake{"Observe", g.at(q, l)(), fmt.Sprintf("returns %v, which is no phase", o.Phase), nil})
	}
	return o
}

func (g *guard[V]) restart(q int, l V) V {
	defer Blame("Restart", g.at(q, l))
	next := g.Restart(q, l)
	given := g.local.Stamps(l)
	for _, x := range g.local.Stamps(next) {
		if x != 0 && !slices.Contains(given, x) {
			panic(&Mistake{"Restart", g.at(q, l)(), "makes up a time stamp", nil})
		}
	}
	return next
}

// starts checks what Starts returns; without it there is one start, as Init says.
func (g *guard[V]) starts() []Start[V, V] {
	wrong := func(format string, args ...any) {
		panic(&Mistake{"Starts", "the beginning", fmt.Sprintf(format, args...), nil})
	}
	defer Blame("Starts", func() string { return "the beginning" })
	all := g.Starts()
	if len(all) == 0 {
		wrong("returns no start")
	}
	unstamped := func(all []Stamp) {
		if slices.ContainsFunc(all, func(x Stamp) bool { return x != 0 }) {
			wrong("has a time stamp: stamps are made by steps")
		}
	}
	for i, s := range all {
		if len(s.Locals) != g.N {
			wrong("has %d local states in start %d, for %d processes", len(s.Locals), i+1, g.N)
		}
		for _, l := range s.Locals {
			unstamped(g.local.Stamps(l))
		}
		for _, x := range s.Sent {
			if x.From < 0 || x.From >= g.N || x.To < 0 || x.To >= g.N {
				wrong("has a message from process %d to process %d in start %d, of %d", x.From+1, x.To+1, i+1, g.N)
			}
			unstamped(g.message.Stamps(x.Msg))
		}
	}
	return all
}

// steps returns the steps of Actions, Deliver or Suspect.
func (g *guard[V]) steps(function string, at func() string, q int, l V, m *V, ask func() []Step[V, V]) []Step[V, V] {
	defer Blame(function, at)
	all := ask()
	wrong := func(format string, args ...any) { panic(&Mistake{function, at(), fmt.Sprintf(format, args...), nil}) }
	if g.met.calls.Add(1) <= askedTwice && !slices.EqualFunc(all, ask(), equalSteps[V]) {
		wrong("answers differently when it is asked again")
	}
	for _, s := range all {
		switch {
		case len(g.Steps) > 0 && g.Network == FIFO && !g.Faults.Any() && !slices.Contains(g.Steps, s.Name):
			wrong("returns the step %q, which is not in Steps", s.Name)
		case s.Undefined != "" || s.Overflow != "":
			continue
		case s.Kind > May || s.Kind != Plain && (m != nil || function == "Suspect"):
			wrong("returns the step %q of kind %v, and only local steps ask, leave or may happen", s.Name, s.Kind)
		}
		if s.Kind == Ask {
			g.met.Asks.Store(true)
		}
		for _, o := range s.Send {
			if o.To == q {
				g.met.ToSelf.Store(true)
			}
			if o.To < 0 || o.To >= g.N {
				wrong("returns the step %q, which sends to process %d of %d", s.Name, o.To+1, g.N)
			}
		}
		if why := g.stamps(s, l, m); why != "" {
			wrong("returns the step %q, which %s", s.Name, why)
		}
	}
	return all
}

func equalSteps[V comparable](s, t Step[V, V]) bool {
	return s.Name == t.Name && s.Kind == t.Kind && s.Next == t.Next && s.Undefined == t.Undefined && s.Overflow == t.Overflow && slices.Equal(s.Send, t.Send)
}

// stamps returns what is wrong with the stamps of a step: each is one of the state in which it is
// taken, or of the message that it takes, or Fresh.
func (g *guard[V]) stamps(s Step[V, V], l V, m *V) (why string) {
	given := g.local.Stamps(l)
	if m != nil {
		given = append(given, g.message.Stamps(*m)...)
	}
	check := func(all []Stamp) {
		for _, x := range all {
			if x != 0 && x != Fresh && !slices.Contains(given, x) {
				why = "makes up a time stamp: it is neither in the state, nor in the message, nor Fresh"
			}
		}
	}
	check(g.local.Stamps(s.Next))
	for _, o := range s.Send {
		sent := g.message.Stamps(o.Msg)
		if g.Clock.Attach == NoMessage && slices.ContainsFunc(sent, func(x Stamp) bool { return x != 0 }) {
			// Its receiver could hold a stamp that it does not know, later than a fresh
			// one of its own; but Fresh is later than all it is compared with.
			why = "sends a stamp, and no message brings the clock along (ClockRule.Attach)"
		}
		check(sent)
	}
	return why
}
