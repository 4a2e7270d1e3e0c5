package explore

// An erased is a protocol whose states and messages are values, whatever their types.
type erased struct {
	Protocol[value, value] // without Requires
	lForm, mForm           *form
	requires               []erasedRequirement
	// side returns a process's part of a View, from its state and what is in its channels.
	side func(local value, channels [][]value) any
}

// An erasedRequirement is a Requirement about the sides of a state.
type erasedRequirement struct {
	name    Property
	wrong   func(sides []any) string
	happens func(sides []any) bool
	leads   func(sides []any) (from, to bool)
}

// A side is a process's part of a view.
type side[L, M comparable] struct {
	local    L
	channels [][]M
}

func viewOf[L, M comparable](sides []any) View[L, M] {
	n := len(sides)
	v := View[L, M]{Locals: make([]L, n), Channels: make([][]M, 0, n*n)}
	for p, x := range sides {
		s := x.(*side[L, M])
		v.Locals[p] = s.local
		v.Channels = append(v.Channels, s.channels...)
	}
	return v
}

// erase returns a protocol with functions of values.
func erase[L, M comparable](p Protocol[L, M], lForm, mForm *form) erased {
	steps := func(all []Step[L, M]) []Step[value, value] {
		var list []Step[value, value]
		for _, s := range all {
			x := Step[value, value]{Name: s.Name, Kind: s.Kind, Next: pack(lForm, s.Next), Undefined: s.Undefined, Overflow: s.Overflow}
			for _, o := range s.Send {
				x.Send = append(x.Send, Out[value]{o.To, pack(mForm, o.Msg)})
			}
			list = append(list, x)
		}
		return list
	}
	e := erased{lForm: lForm, mForm: mForm, Protocol: Protocol[value, value]{
		Name: p.Name, N: p.N, Clock: p.Clock, Steps: p.Steps, Capacity: p.Capacity, Selective: p.Selective, Obliged: p.Obliged,
		Safe: p.Safe, Goals: p.Goals,
		Init:    func(q int) value { return pack(lForm, p.Init(q)) },
		Actions: func(q int, l value) []Step[value, value] { return steps(p.Actions(q, unpack[L](l))) },
		Deliver: func(q int, l value, from int, m value) []Step[value, value] {
			return steps(p.Deliver(q, unpack[L](l), from, unpack[M](m)))
		},
		Observe: func(q int, l value) Observation { return p.Observe(q, unpack[L](l)) },
	}}
	if p.Standing != nil {
		e.Standing = func(q int, l value) []Standing { return p.Standing(q, unpack[L](l)) }
	}
	if p.Partial != nil {
		e.Partial = erasePartial(p.Partial)
	}
	e.side = func(local value, channels [][]value) any {
		s := &side[L, M]{local: unpack[L](local)}
		for _, c := range channels {
			var msgs []M
			for _, m := range c {
				msgs = append(msgs, unpack[M](m))
			}
			s.channels = append(s.channels, msgs)
		}
		return s
	}
	for _, r := range p.Requires {
		x := erasedRequirement{name: r.Name}
		switch {
		case r.wrong != nil:
			x.wrong = func(sides []any) string { return r.wrong(viewOf[L, M](sides)) }
		case r.happens != nil:
			x.happens = func(sides []any) bool { return r.happens(viewOf[L, M](sides)) }
		default:
			x.leads = func(sides []any) (from, to bool) { return r.Leads(viewOf[L, M](sides)) }
		}
		e.requires = append(e.requires, x)
	}
	return e
}

func erasePartial[L, M comparable](p *Partial[L, M]) *Partial[value, value] {
	e := &Partial[value, value]{Defined: p.Defined, Harm: p.Harm}
	if f := p.Take; f != nil {
		e.Take = func(q int, l value, from int, m value) Events { return f(q, unpack[L](l), from, unpack[M](m)) }
	}
	if f := p.Enable; f != nil {
		e.Enable = func(q int, l value) []Events { return f(q, unpack[L](l)) }
	}
	if f := p.Enter; f != nil {
		e.Enter = func(q int, l value) []Events { return f(q, unpack[L](l)) }
	}
	if f := p.Send; f != nil {
		e.Send = func(q int, l value, to int) Events { return f(q, unpack[L](l), to) }
	}
	events := func(f func(int, L) Events) func(int, value) Events {
		if f == nil {
			return nil
		}
		return func(q int, l value) Events { return f(q, unpack[L](l)) }
	}
	e.Local, e.Ask, e.Visible = events(p.Local), events(p.Ask), events(p.Visible)
	return e
}
