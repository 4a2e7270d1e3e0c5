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

// A Typed is a protocol as its author wrote it. What depends on its types, and so is compiled for each protocol, is
// here alone, and as little as can be: functions of values which call those of the protocol, and say where
// what they return is.
type Typed struct {
	// Protocol has what does not depend on the types; of its functions of states and messages, whether they are nil.
	protocol.Protocol[Value, Value]
	types          [2]reflect.Type // of local states, and of messages
	local, message *Form           // theirs, once it is erased
	layout

	init     func(q int) unsafe.Pointer
	actions  func(q int, l Value) slice
	deliver  func(q int, l Value, from int, m Value) slice
	suspect  func(q int, l Value, crashed int) slice
	restart  func(q int, l Value) unsafe.Pointer
	starts   func() slice
	observe  func(q int, l Value) protocol.Observation
	standing func(q int, l Value) []protocol.Standing
	after    func(h any, e protocol.Event[Value]) (any, string)
	sees     func(e protocol.Event[Value]) bool
}

// A layout says where the fields of steps and of messages that are sent are, which have a protocol's types.
type layout struct {
	step, next, send, undefined, overflow uintptr // the size of a Step, and its fields
	out, outMsg, sent, sentMsg            uintptr // the sizes of an Out and a Sent, and their messages
}

// A slice is what Go has of a slice whose elements are of any type.
type slice struct {
	at       unsafe.Pointer
	len, cap int
}

// sliceOf returns a slice as a slice of elements of any type.
func sliceOf[T any](all []T) slice { return *(*slice)(unsafe.Pointer(&all)) }

var _ [0]byte = [unsafe.Offsetof(protocol.Protocol[Value, Value]{}.Name)]byte{} // see Of

// Of returns a protocol as one of values can be made of it.
func Of[L, M comparable](p protocol.Protocol[L, M]) *Typed {
	init, starts, actions, deliver, suspect, restart, history := p.Init, p.Starts, p.Actions, p.Deliver, p.Suspect, p.Restart, p.History
	var s protocol.Step[L, M]
	var o protocol.Out[M]
	var x protocol.Sent[M]
	t := &Typed{
		types: [2]reflect.Type{reflect.TypeFor[L](), reflect.TypeFor[M]()},
		layout: layout{
			unsafe.Sizeof(s), unsafe.Offsetof(s.Next), unsafe.Offsetof(s.Send), unsafe.Offsetof(s.Undefined), unsafe.Offsetof(s.Overflow),
			unsafe.Sizeof(o), unsafe.Offsetof(o.Msg), unsafe.Sizeof(x), unsafe.Offsetof(x.Msg),
		},
		init:    func(q int) unsafe.Pointer { l := init(q); return unsafe.Pointer(&l) },
		starts:  func() slice { return sliceOf(starts()) },
		actions: func(q int, l Value) slice { return sliceOf(actions(q, Unpack[L](l))) },
		deliver: func(q int, l Value, from int, m Value) slice {
			return sliceOf(deliver(q, Unpack[L](l), from, Unpack[M](m)))
		},
		suspect: func(q int, l Value, crashed int) slice { return sliceOf(suspect(q, Unpack[L](l), crashed)) },
		restart: func(q int, l Value) unsafe.Pointer { r := restart(q, Unpack[L](l)); return unsafe.Pointer(&r) },
		observe: ofLocal(p.Observe), standing: ofLocal(p.Standing),
		after: func(h any, e protocol.Event[Value]) (any, string) { return history.After(h, typedEvent[L](e)) },
		sees:  func(e protocol.Event[Value]) bool { return history.Sees(typedEvent[L](e)) },
	}
	// Protocols of all types have the same fields at the same places, the name first.
	t.Protocol = *(*protocol.Protocol[Value, Value])(unsafe.Pointer(&p.Name))
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

// Erase returns the protocol with functions of values. They are guarded, and what steps do is noted (see
// [protocol.Guard]).
func (t *Typed) Erase(met *protocol.Met) (e Protocol, err error) {
	if t.local, err = FormOfType(t.types[0]); err != nil {
		return e, err
	}
	if t.message, err = FormOfType(t.types[1]); err != nil {
		return e, err
	}
	p := t.Protocol
	if p.Init != nil {
		p.Init = func(q int) Value { return t.local.at(t.init(q)) }
	}
	if p.Starts != nil {
		p.Starts = t.begins
	}
	if p.Actions != nil {
		p.Actions = func(q int, l Value) []protocol.Step[Value, Value] { return t.steps(t.actions(q, l)) }
	}
	if p.Deliver != nil {
		p.Deliver = func(q int, l Value, from int, m Value) []protocol.Step[Value, Value] {
			return t.steps(t.deliver(q, l, from, m))
		}
	}
	if p.Suspect != nil {
		p.Suspect = func(q int, l Value, crashed int) []protocol.Step[Value, Value] {
			return t.steps(t.suspect(q, l, crashed))
		}
	}
	if p.Restart != nil {
		p.Restart = func(q int, l Value) Value { return t.local.at(t.restart(q, l)) }
	}
	p.Observe, p.Standing = t.observe, t.standing
	if w := p.History; w != nil {
		p.History = &protocol.History[Value, Value]{Start: w.Start, Normal: w.Normal, After: t.after}
		if w.Sees != nil {
			p.History.Sees = t.sees
		}
	}
	return t.values(protocol.Guard(p, t.local.kind(), t.message.kind(), met)), nil
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
		form, err := FormOfType(reflect.TypeOf(w.Start))
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

// steps returns steps of values.
func (t *Typed) steps(all slice) []protocol.Step[Value, Value] {
	var list []protocol.Step[Value, Value]
	for i := range all.len {
		at := unsafe.Add(all.at, uintptr(i)*t.step)
		head := (*struct {
			Name string
			Kind protocol.StepKind
		})(at)
		x := protocol.Step[Value, Value]{
			Name: head.Name, Kind: head.Kind, Next: t.local.at(unsafe.Add(at, t.next)),
			Undefined: *(*string)(unsafe.Add(at, t.undefined)), Overflow: *(*string)(unsafe.Add(at, t.overflow)),
		}
		send := *(*slice)(unsafe.Add(at, t.send))
		for j := range send.len {
			o := unsafe.Add(send.at, uintptr(j)*t.out)
			x.Send = append(x.Send, protocol.Out[Value]{To: *(*int)(o), Msg: t.message.at(unsafe.Add(o, t.outMsg))})
		}
		list = append(list, x)
	}
	return list
}

// begins returns the starts.
func (t *Typed) begins() []protocol.Start[Value, Value] {
	list := t.starts()
	var all []protocol.Start[Value, Value]
	for _, s := range unsafe.Slice((*struct{ locals, sent slice })(list.at), list.len) {
		var x protocol.Start[Value, Value]
		for i := range s.locals.len {
			x.Locals = append(x.Locals, t.local.at(unsafe.Add(s.locals.at, uintptr(i)*t.local.Type.Size())))
		}
		for i := range s.sent.len {
			at := unsafe.Add(s.sent.at, uintptr(i)*t.sent)
			ends := (*struct{ from, to int })(at)
			x.Sent = append(x.Sent, protocol.Sent[Value]{From: ends.from, To: ends.to, Msg: t.message.at(unsafe.Add(at, t.sentMsg))})
		}
		all = append(all, x)
	}
	return all
}

// A side is a process's part of a view.
type side struct {
	local    Value
	channels []slice // of messages of the protocol's type
	down     bool
}

func (t *Typed) side(local Value, channels [][]Value, down bool) any {
	s := &side{local: local, down: down}
	for _, c := range channels {
		s.channels = append(s.channels, typedSlice(t.message, c))
	}
	return s
}

// typedSlice returns values as a slice of their type.
func typedSlice(form *Form, all []Value) slice {
	if len(all) == 0 {
		return slice{}
	}
	size := form.Type.Size()
	at := room(uintptr(len(all)) * size)
	for i, v := range all {
		copy(unsafe.Slice((*byte)(unsafe.Add(at, uintptr(i)*size)), size), v)
	}
	return slice{at, len(all), len(all)}
}

// room returns the address of so many bytes, all 0, where any plain value may be.
func room(size uintptr) unsafe.Pointer { return unsafe.Pointer(&make([]uint64, size/8+1)[0]) }

// view returns the address of the view that consists of these sides, which is a [protocol.View] of the protocol's types.
func (t *Typed) view(sides []any) unsafe.Pointer {
	n := len(sides)
	if _, ok := sides[n-1].(*side); !ok { // of the environment
		n--
	}
	locals, channels := make([]Value, n), make([]slice, 0, n*n)
	v := &struct {
		locals, channels slice
		down             protocol.Set
		history          any
	}{}
	if n < len(sides) {
		v.history = sides[n]
	}
	for p, x := range sides[:n] {
		s := x.(*side)
		locals[p], channels = s.local, append(channels, s.channels...)
		if s.down {
			v.down = v.down.With(p)
		}
	}
	v.locals, v.channels = typedSlice(t.local, locals), sliceOf(channels)
	return unsafe.Pointer(v)
}

func (t *Typed) sight(s *protocol.Sight) *Sight {
	form, err := FormOfType(reflect.TypeOf(s.Zero))
	if err != nil {
		panic(err) // NewModel has looked
	}
	return &Sight{
		Form: form,
		See:  func(q int, l Value) Value { return PackAny(form, s.See(q, typedSlice(t.local, []Value{l}).at)) },
		Wrong: func(seen []Value) string {
			var all []any
			for _, x := range seen {
				all = append(all, form.Typed(x))
			}
			return s.Wrong(all)
		},
	}
}
