package plain

import "qcheck/explore/protocol"

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
	// SideOf returns a process's part of a View, from its state and what is in its channels.
	SideOf func(local Value, channels [][]Value, down bool) any
}

// A Requirement is one about the sides of a state.
type Requirement struct {
	Name    protocol.Property
	Wrong   func(sides []any) string
	Happens func(sides []any) bool
	Leads   func(sides []any) (from, to bool)
	Sight   *Sight // of a requirement that sees something of each process alone, which has Wrong, too
}

// A Sight is what a requirement sees of each process.
type Sight struct {
	Form  *Form
	See   func(process int, local Value) Value
	Wrong func(seen []Value) string
}

// A side is a process's part of a view.
type side[L, M comparable] struct {
	local    L
	channels [][]M
	down     bool
}

func viewOf[L, M comparable](sides []any) protocol.View[L, M] {
	n := len(sides)
	if _, ok := sides[n-1].(*side[L, M]); !ok { // of the environment
		n--
	}
	v := protocol.View[L, M]{Locals: make([]L, n), Channels: make([][]M, 0, n*n)}
	if n < len(sides) {
		v.History = sides[n]
	}
	for p, x := range sides[:n] {
		s := x.(*side[L, M])
		v.Locals[p] = s.local
		v.Channels = append(v.Channels, s.channels...)
		if s.down {
			v.Down = v.Down.With(p)
		}
	}
	return v
}

// Erase returns a protocol with functions of values.
func Erase[L, M comparable](p protocol.Protocol[L, M], lForm, mForm *Form) Protocol {
	steps := func(all []protocol.Step[L, M]) []protocol.Step[Value, Value] {
		var list []protocol.Step[Value, Value]
		for _, s := range all {
			x := protocol.Step[Value, Value]{Name: s.Name, Kind: s.Kind, Next: Pack(lForm, s.Next), Undefined: s.Undefined, Overflow: s.Overflow}
			for _, o := range s.Send {
				x.Send = append(x.Send, protocol.Out[Value]{To: o.To, Msg: Pack(mForm, o.Msg)})
			}
			list = append(list, x)
		}
		return list
	}
	e := Protocol{Local: lForm, Message: mForm, Protocol: protocol.Protocol[Value, Value]{
		Name: p.Name, N: p.N, Clock: p.Clock, Steps: p.Steps, Counts: p.Counts, Capacity: p.Capacity, Selective: p.Selective, Network: p.Network, Faults: p.Faults,
		Exclusion: protocol.Exclusion[Value]{
			Obliged: p.Obliged,
			NoEntry: p.NoEntry,
			Safe:    p.Safe,
			Goals:   p.Goals,
			Observe: func(q int, l Value) protocol.Observation { return p.Observe(q, Unpack[L](l)) },
		},
		Init:    func(q int) Value { return Pack(lForm, p.Init(q)) },
		Actions: func(q int, l Value) []protocol.Step[Value, Value] { return steps(p.Actions(q, Unpack[L](l))) },
		Deliver: func(q int, l Value, from int, m Value) []protocol.Step[Value, Value] {
			return steps(p.Deliver(q, Unpack[L](l), from, Unpack[M](m)))
		},
	}}
	if p.Suspect != nil {
		e.Suspect = func(q int, l Value, crashed int) []protocol.Step[Value, Value] {
			return steps(p.Suspect(q, Unpack[L](l), crashed))
		}
	}
	if p.Restart != nil {
		e.Restart = func(q int, l Value) Value { return Pack(lForm, p.Restart(q, Unpack[L](l))) }
	}
	if p.Starts != nil {
		e.Starts = func() []protocol.Start[Value, Value] {
			var all []protocol.Start[Value, Value]
			for _, s := range p.Starts() {
				var x protocol.Start[Value, Value]
				for _, l := range s.Locals {
					x.Locals = append(x.Locals, Pack(lForm, l))
				}
				for _, o := range s.Sent {
					x.Sent = append(x.Sent, protocol.Sent[Value]{From: o.From, To: o.To, Msg: Pack(mForm, o.Msg)})
				}
				all = append(all, x)
			}
			return all
		}
	}
	if w := p.History; w != nil {
		form, err := FormOfType(w.Type)
		if err != nil {
			panic(&protocol.Mistake{Function: "History", At: "its start", What: err.Error()})
		}
		if w.Normal != nil {
			form.normal = func(h Value) Value { return PackAny(form, w.Normal(form.Typed(h))) }
		}
		e.Watched, e.WatchedStart = form, PackAny(form, w.Start)
		e.WatchedAfter = func(h Value, x protocol.Event[Value]) (Value, string) {
			next, overflow := w.After(form.Typed(h), protocol.Event[L]{
				Process: x.Process, From: x.From, Step: x.Step, Before: Unpack[L](x.Before), After: Unpack[L](x.After),
			})
			return PackAny(form, next), overflow
		}
	}
	if p.Standing != nil {
		e.Standing = func(q int, l Value) []protocol.Standing { return p.Standing(q, Unpack[L](l)) }
	}
	if p.Partial != nil {
		e.Partial = erasePartial(p.Partial)
	}
	e.SideOf = func(local Value, channels [][]Value, down bool) any {
		s := &side[L, M]{local: Unpack[L](local), down: down}
		for _, c := range channels {
			var msgs []M
			for _, m := range c {
				msgs = append(msgs, Unpack[M](m))
			}
			s.channels = append(s.channels, msgs)
		}
		return s
	}
	for _, r := range p.Requires {
		x := Requirement{Name: r.Name}
		switch r.Kind() {
		case "always":
			x.Wrong = func(sides []any) string { return r.Wrong(viewOf[L, M](sides)) }
			if s := r.Sight(); s != nil {
				x.Sight = eraseSight(s)
			}
		case "sometimes":
			x.Happens = func(sides []any) bool { return r.Happens(viewOf[L, M](sides)) }
		default:
			x.Leads = func(sides []any) (from, to bool) { return r.Leads(viewOf[L, M](sides)) }
		}
		e.Requirements = append(e.Requirements, x)
	}
	return e
}

func eraseSight[L comparable](s *protocol.Sight[L]) *Sight {
	form, err := FormOfType(s.Type)
	if err != nil {
		panic(err) // NewModel has looked
	}
	return &Sight{
		Form: form,
		See:  func(q int, l Value) Value { return PackAny(form, s.See(q, Unpack[L](l))) },
		Wrong: func(seen []Value) string {
			var all []any
			for _, x := range seen {
				all = append(all, form.Typed(x))
			}
			return s.Wrong(all)
		},
	}
}

func erasePartial[L, M comparable](p *protocol.Partial[L, M]) *protocol.Partial[Value, Value] {
	e := &protocol.Partial[Value, Value]{Defined: p.Defined, Harm: p.Harm}
	if f := p.Take; f != nil {
		e.Take = func(q int, l Value, from int, m Value) protocol.Events { return f(q, Unpack[L](l), from, Unpack[M](m)) }
	}
	if f := p.Enable; f != nil {
		e.Enable = func(q int, l Value) []protocol.Events { return f(q, Unpack[L](l)) }
	}
	if f := p.Enter; f != nil {
		e.Enter = func(q int, l Value) []protocol.Events { return f(q, Unpack[L](l)) }
	}
	if f := p.Send; f != nil {
		e.Send = func(q int, l Value, to int) protocol.Events { return f(q, Unpack[L](l), to) }
	}
	events := func(f func(int, L) protocol.Events) func(int, Value) protocol.Events {
		if f == nil {
			return nil
		}
		return func(q int, l Value) protocol.Events { return f(q, Unpack[L](l)) }
	}
	e.Local, e.Ask, e.Visible = events(p.Local), events(p.Ask), events(p.Visible)
	return e
}
