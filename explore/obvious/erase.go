package obvious

import "qcheck/explore"

// An erased is a protocol whose states and messages are values of any type, so that this package
// is compiled once. It shares nothing with what the search does to that end.
type erased struct {
	explore.Protocol[any, any]
	local, message any // zero values
}

func erase[L, M comparable](p explore.Protocol[L, M]) erased {
	p = explore.Checked(p, &explore.Met{})
	steps := func(all []explore.Step[L, M]) []explore.Step[any, any] {
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
	var l L
	var m M
	e := erased{local: l, message: m, Protocol: explore.Protocol[any, any]{
		Name: p.Name, N: p.N, Clock: p.Clock, Steps: p.Steps, Selective: p.Selective, Network: p.Network, Faults: p.Faults,
		Exclusion: explore.Exclusion[any]{
			Obliged: p.Obliged,
			NoEntry: p.NoEntry,
			Safe:    p.Safe,
			Goals:   p.Goals,
			Observe: func(q int, l any) explore.Observation { return p.Observe(q, l.(L)) },
		},
		Init:    func(q int) any { return p.Init(q) },
		Actions: func(q int, l any) []explore.Step[any, any] { return steps(p.Actions(q, l.(L))) },
		Deliver: func(q int, l any, from int, m any) []explore.Step[any, any] {
			return steps(p.Deliver(q, l.(L), from, m.(M)))
		},
	}}
	if p.Suspect != nil {
		e.Suspect = func(q int, l any, crashed int) []explore.Step[any, any] { return steps(p.Suspect(q, l.(L), crashed)) }
	}
	if p.Restart != nil {
		e.Restart = func(q int, l any) any { return p.Restart(q, l.(L)) }
	}
	if p.Starts != nil {
		e.Starts = func() []explore.Start[any, any] {
			var all []explore.Start[any, any]
			for _, s := range p.Starts() {
				var x explore.Start[any, any]
				for _, l := range s.Locals {
					x.Locals = append(x.Locals, l)
				}
				for _, o := range s.Sent {
					x.Sent = append(x.Sent, explore.Sent[any]{From: o.From, To: o.To, Msg: o.Msg})
				}
				all = append(all, x)
			}
			return all
		}
	}
	if w := p.History; w != nil {
		e.History = &explore.History[any, any]{Type: w.Type, Start: w.Start, After: func(h any, x explore.Event[any]) (any, string) {
			return w.After(h, explore.Event[L]{Process: x.Process, From: x.From, Step: x.Step, Before: x.Before.(L), After: x.After.(L)})
		}}
	}
	if p.Standing != nil {
		e.Standing = func(q int, l any) []explore.Standing { return p.Standing(q, l.(L)) }
	}
	for _, r := range p.Requires {
		switch r.Kind() {
		case "always":
			e.Requires = append(e.Requires, explore.Always(r.Name, func(v explore.View[any, any]) string { return r.Wrong(typed[L, M](v)) }))
		case "sometimes":
			e.Requires = append(e.Requires, explore.Sometimes(r.Name, func(v explore.View[any, any]) bool { return r.Happens(typed[L, M](v)) }))
		default:
			e.Requires = append(e.Requires, explore.LeadsTo(r.Name,
				func(v explore.View[any, any]) bool { from, _ := r.Leads(typed[L, M](v)); return from },
				func(v explore.View[any, any]) bool { _, to := r.Leads(typed[L, M](v)); return to }))
		}
	}
	return e
}

// typed returns a view as the protocol knows it.
func typed[L, M comparable](v explore.View[any, any]) explore.View[L, M] {
	t := explore.View[L, M]{Channels: make([][]M, len(v.Channels)), Down: v.Down, History: v.History}
	for _, l := range v.Locals {
		t.Locals = append(t.Locals, l.(L))
	}
	for i, channel := range v.Channels {
		for _, m := range channel {
			t.Channels[i] = append(t.Channels[i], m.(M))
		}
	}
	return t
}
