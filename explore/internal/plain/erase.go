package plain

import (
	"reflect"
	"unsafe"

	"qcheck/explore/protocol"
)

// A Protocol is one whose states and messages are values, whatever their types.
type Protocol struct {
	protocol.Protocol[Value, Value] // without Requires
	Local, Message                  *Form
	Requirements                    []Requirement
	// Watched is the form of the values of the history, nil if there is none; WatchedAfter returns the one
	// after a step.
	Watched      *Form
	WatchedStart Value
	WatchedAfter func(h Value, e protocol.Event[Value]) (next Value, overflow string)
	WatchedSees  func(e protocol.Event[Value]) bool // nil for each step
	// SideOf returns a process's part of a View, from its state and what is in its channels.
	SideOf func(local Value, channels [][]Value, down bool) any
}

// A Requirement is one about the sides of a state.
type Requirement struct {
	Name     protocol.Property
	Wrong    func(sides []any) string
	Happens  func(sides []any) bool
	Leads    func(sides []any) (from, to bool)
	Sight    *Sight // of a requirement that sees something of each process alone, which has Wrong, too
	Recorded bool   // it looks at the history alone
}

// A Sight is what a requirement sees of each process.
type Sight struct {
	Form  *Form
	See   func(process int, local Value) Value
	Wrong func(seen []Value) string
}

// A Typed is a protocol as its author wrote it, with functions of values that call those of the protocol. They are
// compiled for each protocol, and what is behind them once.
type Typed struct {
	protocol.Protocol[Value, Value]
	local, message *Form
	err            error // there are no such forms
	side           func(local Value, channels [][]Value, down bool) any
	view           func(sides []any) unsafe.Pointer // the address of a View of the protocol's types
}

var _ [0]byte = [unsafe.Offsetof(protocol.Protocol[Value, Value]{}.Name)]byte{} // see Of

// Of returns a protocol as one of values can be made of it.
func Of[L, M comparable](p protocol.Protocol[L, M]) *Typed {
	t := formed(reflect.TypeFor[L](), reflect.TypeFor[M]())
	// Protocols of all types have the same fields at the same places, the name first.
	t.Protocol = *(*protocol.Protocol[Value, Value])(unsafe.Pointer(&p.Name))
	t.side, t.view = sideOf[L, M], viewOf[L, M]
	if p.Init != nil {
		t.Init = func(q int) Value { return Pack(t.local, p.Init(q)) }
	}
	if p.Starts != nil {
		t.Starts = func() []protocol.Start[Value, Value] { return starts(t, p.Starts()) }
	}
	if p.Actions != nil {
		t.Actions = func(q int, l Value) []protocol.Step[Value, Value] { return steps(t, p.Actions(q, Unpack[L](l))) }
	}
	if p.Deliver != nil {
		t.Deliver = func(q int, l Value, from int, m Value) []protocol.Step[Value, Value] {
			return steps(t, p.Deliver(q, Unpack[L](l), from, Unpack[M](m)))
		}
	}
	if p.Suspect != nil {
		t.Suspect = func(q int, l Value, crashed int) []protocol.Step[Value, Value] {
			return steps(t, p.Suspect(q, Unpack[L](l), crashed))
		}
	}
	if p.Restart != nil {
		t.Restart = func(q int, l Value) Value { return Pack(t.local, p.Restart(q, Unpack[L](l))) }
	}
	t.Observe, t.Standing = ofLocal(p.Observe), ofLocal(p.Standing)
	if w := p.History; w != nil {
		t.History = &protocol.History[Value, Value]{Start: w.Start, Normal: w.Normal}
		t.History.After = func(h any, e protocol.Event[Value]) (any, string) { return w.After(h, typedEvent[L](e)) }
		if w.Sees != nil {
			t.History.Sees = func(e protocol.Event[Value]) bool { return w.Sees(typedEvent[L](e)) }
		}
	}
	return t
}

func formed(local, message reflect.Type) *Typed {
	t := &Typed{}
	if t.local, t.err = formOfType(local); t.err == nil {
		t.message, t.err = formOfType(message)
	}
	return t
}

func typedEvent[L comparable](e protocol.Event[Value]) protocol.Event[L] {
	return protocol.Event[L]{Process: e.Process, From: e.From, Step: e.Step, Before: Unpack[L](e.Before), After: Unpack[L](e.After)}
}

// ofLocal returns a function of a local state as one of its value; nil for nil. It is compiled once for several fields.
//
//go:noinline
func ofLocal[L comparable, R any](f func(int, L) R) func(int, Value) R {
	if f == nil {
		return nil
	}
	return func(q int, l Value) R { return f(q, Unpack[L](l)) }
}

// steps returns steps of values. It is compiled once for the three functions that return some.
//
//go:noinline
func steps[L, M comparable](t *Typed, all []protocol.Step[L, M]) []protocol.Step[Value, Value] {
	var list []protocol.Step[Value, Value]
	for _, s := range all {
		x := protocol.Step[Value, Value]{Name: s.Name, Kind: s.Kind, Next: Pack(t.local, s.Next), Undefined: s.Undefined, Overflow: s.Overflow}
		for _, o := range s.Send {
			x.Send = append(x.Send, protocol.Out[Value]{To: o.To, Msg: Pack(t.message, o.Msg)})
		}
		list = append(list, x)
	}
	return list
}

// starts returns starts of values.
func starts[L, M comparable](t *Typed, all []protocol.Start[L, M]) []protocol.Start[Value, Value] {
	var list []protocol.Start[Value, Value]
	for _, s := range all {
		var x protocol.Start[Value, Value]
		for _, l := range s.Locals {
			x.Locals = append(x.Locals, Pack(t.local, l))
		}
		for _, m := range s.Sent {
			x.Sent = append(x.Sent, protocol.Sent[Value]{From: m.From, To: m.To, Msg: Pack(t.message, m.Msg)})
		}
		list = append(list, x)
	}
	return list
}

// A side is a process's part of a view.
type side[L, M comparable] struct {
	local    L
	channels [][]M
	down     bool
}

func sideOf[L, M comparable](local Value, channels [][]Value, down bool) any {
	s := side[L, M]{Unpack[L](local), make([][]M, len(channels)), down}
	for i, c := range channels {
		for _, m := range c {
			s.channels[i] = append(s.channels[i], Unpack[M](m))
		}
	}
	return s
}

// viewOf returns the view that consists of these sides, and of that of the environment, if there is one.
func viewOf[L, M comparable](sides []any) unsafe.Pointer {
	v := &protocol.View[L, M]{}
	for p, x := range sides {
		s, ok := x.(side[L, M])
		if !ok {
			v.History = x
			break
		}
		v.Locals, v.Channels = append(v.Locals, s.local), append(v.Channels, s.channels...)
		if s.down {
			v.Down = v.Down.With(p)
		}
	}
	return unsafe.Pointer(v)
}

// Erase returns the protocol with functions of values. They are guarded, and what steps do is noted (see
// [protocol.Guard]).
func (t *Typed) Erase(met *protocol.Met) (Protocol, error) {
	if t.err != nil {
		return Protocol{}, t.err
	}
	return t.values(protocol.Guard(t.Protocol, t.local.kind(), t.message.kind(), met)), nil
}

// kind says of values of a form what those that check them need to know.
func (f *Form) kind() protocol.Kind[Value] {
	return protocol.Kind[Value]{Typed: f.Typed, Stamps: func(v Value) (all []protocol.Stamp) {
		v.EachStamp(f, func(s protocol.Stamp) protocol.Stamp {
			all = append(all, s)
			return s
		})
		return all
	}}
}

// values returns a guarded protocol with a history and requirements of values.
func (t *Typed) values(p protocol.Protocol[Value, Value]) Protocol {
	e := Protocol{Protocol: p, Local: t.local, Message: t.message, SideOf: t.side}
	e.History, e.Requires = nil, nil
	if w := p.History; w != nil {
		form, err := formOfType(reflect.TypeOf(w.Start))
		if err != nil {
			panic(&protocol.Mistake{Function: "History", At: "its start", What: err.Error()})
		}
		if w.Normal != nil {
			form.normal = func(h Value) Value { return PackAny(form, w.Normal(form.Typed(h))) }
		}
		e.Watched, e.WatchedStart = form, PackAny(form, w.Start)
		e.WatchedAfter = func(h Value, x protocol.Event[Value]) (Value, string) {
			next, overflow := w.After(form.Typed(h), x)
			return PackAny(form, next), overflow
		}
		e.WatchedSees = w.Sees
	}
	for _, r := range p.Requires {
		c, x := r.Claim(), Requirement{Name: r.Name, Recorded: r.Recorded()}
		switch c.Kind() {
		case "always":
			x.Wrong = func(sides []any) string { return c.Wrong(t.view(sides)) }
			if c.Sight != nil {
				x.Sight = t.sight(c.Sight)
			}
		case "sometimes":
			x.Happens = func(sides []any) bool { return c.Happens(t.view(sides)) }
		default:
			x.Leads = func(sides []any) (from, to bool) { v := t.view(sides); return c.From(v), c.To(v) }
		}
		e.Requirements = append(e.Requirements, x)
	}
	return e
}

func (t *Typed) sight(s *protocol.Sight) *Sight {
	form, err := formOfType(reflect.TypeOf(s.Zero))
	if err != nil {
		panic(err) // NewModel has looked
	}
	return &Sight{
		Form: form,
		See:  func(q int, l Value) Value { return PackAny(form, s.See(q, t.local.address(l))) },
		Wrong: func(seen []Value) string {
			var all []any
			for _, x := range seen {
				all = append(all, form.Typed(x))
			}
			return s.Wrong(all)
		},
	}
}
