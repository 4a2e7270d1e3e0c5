package roles

import (
	"fmt"
	"reflect"

	"qcheck/explore"
)

// Wire says how the messages of the two roles are messages W of the composed protocol. W
// has a field Stamp of type explore.Stamp, if any message brings a stamp along.
type Wire[W, A, B comparable] struct {
	Up   func(A) W                     // to a member
	Down func(B) W                     // to a requester
	Of   func(W) (a A, b B, isUp bool) // the inverse of both
}

// Compose returns the protocol in which each process is both roles, over states L (see the
// package comment) and messages W. It fails where L does not have the fields of the halves,
// or the wire loses something.
func Compose[L, W, R, M, A, B comparable](p Protocol[R, M, A, B], wire Wire[W, A, B]) (explore.Protocol[L, W], error) {
	var none explore.Protocol[L, W]
	f, err := formOf[L, W, R, M]()
	switch {
	case err != nil:
		return none, fmt.Errorf("protocol %s: %w", p.Name, err)
	case p.Requester.Local == nil || p.Requester.Take == nil || p.Requester.Observe == nil || p.Member.Take == nil:
		return none, fmt.Errorf("protocol %s lacks a function of one of its roles", p.Name)
	}
	if why := wellFounded(p); why != "" {
		return none, fmt.Errorf("protocol %s %s", p.Name, why)
	}
	c := &composed[L, W, R, M, A, B]{form: f, p: Through(p, wire), wire: wire}
	return explore.Protocol[L, W]{
		Name: p.Name, N: p.N, Clock: p.Clock,
		Init:    func(int) L { return f.join(p.Requester.Init, 0, p.Member.Init) },
		Actions: c.actions,
		Deliver: c.deliver,
		Exclusion: explore.Exclusion[L]{
			Observe: func(_ int, l L) explore.Observation {
				r, _, _ := f.split(l)
				return p.Requester.Observe(r)
			},
			Safe: p.Safe,
		},
		Steps: p.Steps, Selective: p.Selective,
	}, nil
}

// Through returns the protocol with messages that must not be changed on the wire: a step
// that sends one which is ends the search.
func Through[W, R, M, A, B comparable](p Protocol[R, M, A, B], wire Wire[W, A, B]) Protocol[R, M, A, B] {
	f := form[struct{}, W, struct{}, struct{}]{}
	f.carried, f.carries = stampOf(reflect.TypeFor[W]())
	carries := f.carries
	of := func(w W) (A, B, bool) { return wire.Of(f.stamped(w, 0)) }
	lost := func(step string, msg any) string {
		return fmt.Sprintf("the message %v of %q is another one on its way, or loses its stamp: see roles.Wire", msg, step)
	}
	acts := func(all []Act[R, A]) []Act[R, A] {
		for i, x := range all {
			for _, o := range x.Send {
				if a, _, up := of(wire.Up(o.Msg)); a != o.Msg || !up || o.Stamped && !carries {
					all[i].Overflow = lost(x.Name, o.Msg)
				}
			}
		}
		return all
	}
	replies := func(all []Reply[M, B]) []Reply[M, B] {
		for i, x := range all {
			for _, o := range x.Send {
				if _, b, up := of(wire.Down(o.Msg)); b != o.Msg || up || !o.Stamp.None() && !carries {
					all[i].Overflow = lost(x.Name, o.Msg)
				}
			}
		}
		return all
	}
	r, m := p.Requester, p.Member
	p.Requester.Local = func(self int, s R) []Act[R, A] { return acts(r.Local(self, s)) }
	p.Requester.Take = func(self int, s R, member int, b B, present bool) []Act[R, A] {
		return acts(r.Take(self, s, member, b, present))
	}
	p.Member.Take = func(s M, from Peer, a A, at Stamp) []Reply[M, B] { return replies(m.Take(s, from, a, at)) }
	if m.Local != nil {
		p.Member.Local = func(s M) []Reply[M, B] { return replies(m.Local(s)) }
	}
	return p
}

type composed[L, W, R, M, A, B comparable] struct {
	form[L, W, R, M]
	p    Protocol[R, M, A, B]
	wire Wire[W, A, B]
}

func (c *composed[L, W, R, M, A, B]) actions(self int, l L) []explore.Step[L, W] {
	r, s, m := c.split(l)
	steps := c.acted(c.p.Requester.Local(self, r), s, m)
	if c.p.Member.Local != nil {
		steps = append(steps, c.replied(c.p.Member.Local(m), r, s)...)
	}
	return steps
}

func (c *composed[L, W, R, M, A, B]) deliver(self int, l L, from int, w W) []explore.Step[L, W] {
	r, s, m := c.split(l)
	at := c.brought(w)
	a, b, up := c.wire.Of(c.stamped(w, 0)) // which does not depend on the stamp
	if up {
		return c.replied(c.p.Member.Take(m, Peer{explore.ProcessOf(from)}, a, Stamp{at}), r, s)
	}
	return c.acted(c.p.Requester.Take(self, r, from, b, at != 0 && at == s), s, m)
}

// acted returns the steps of a requester as those of its process.
func (c *composed[L, W, R, M, A, B]) acted(acts []Act[R, A], s explore.Stamp, m M) []explore.Step[L, W] {
	var steps []explore.Step[L, W]
	for _, x := range acts {
		own := [...]explore.Stamp{Keep: s, Drop: 0, New: explore.Fresh}[x.Stamp]
		step := explore.Step[L, W]{Name: x.Name, Kind: x.Kind, Next: c.join(x.Next, own, m), Undefined: x.Undefined, Overflow: x.Overflow}
		for _, o := range x.Send {
			stamp := explore.Stamp(0)
			if o.Stamped {
				stamp = own
			}
			step.Send = append(step.Send, explore.Out[W]{To: o.Member, Msg: c.stamped(c.wire.Up(o.Msg), stamp)})
		}
		steps = append(steps, step)
	}
	return steps
}

// replied returns the steps of a member as those of its process.
func (c *composed[L, W, R, M, A, B]) replied(replies []Reply[M, B], r R, s explore.Stamp) []explore.Step[L, W] {
	var steps []explore.Step[L, W]
	for _, x := range replies {
		step := explore.Step[L, W]{Name: x.Name, Next: c.join(r, s, x.Next), Undefined: x.Undefined, Overflow: x.Overflow}
		for _, o := range x.Send {
			step.Send = append(step.Send, explore.Out[W]{To: o.To.process.Index(), Msg: c.stamped(c.wire.Down(o.Msg), o.Stamp.stamp)})
		}
		steps = append(steps, step)
	}
	return steps
}
