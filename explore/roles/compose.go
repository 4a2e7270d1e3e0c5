package roles

import (
	"fmt"
	"reflect"
	"unsafe"

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
	f, err := formOf(reflect.TypeFor[L](), reflect.TypeFor[R](), reflect.TypeFor[M](), reflect.TypeFor[W]())
	switch {
	case err != nil:
		return none, fmt.Errorf("protocol %s: %w", p.Name, err)
	case p.Requester.Local == nil || p.Requester.Take == nil || p.Requester.Observe == nil || p.Member.Take == nil:
		return none, fmt.Errorf("protocol %s lacks a function of one of its roles", p.Name)
	}
	through := Through(p, wire)
	r, m := through.Requester, through.Member
	c := &composed[L, W, R, M, A, B]{f, wire}
	return explore.Protocol[L, W]{
		Name: p.Name, N: p.N, Clock: p.Clock,
		Init: func(int) L { return c.join(p.Requester.Init, 0, p.Member.Init) },
		Actions: func(self int, l L) []explore.Step[L, W] {
			own, s, half := c.split(l)
			steps := c.acts(r.Local(self, own), s, half)
			if m.Local != nil {
				steps = append(steps, c.replies(m.Local(half), own, s)...)
			}
			return steps
		},
		Deliver: func(self int, l L, from int, w W) []explore.Step[L, W] {
			own, s, half := c.split(l)
			at := c.brought(unsafe.Pointer(&w))
			a, b, up := wire.Of(c.with(w, 0)) // which does not depend on the stamp
			if up {
				return c.replies(m.Take(half, Peer{explore.ProcessOf(from)}, a, Stamp{at}), own, s)
			}
			return c.acts(r.Take(self, own, from, b, at != 0 && at == s), s, half)
		},
		Exclusion: explore.Exclusion[L]{
			Observe: func(_ int, l L) explore.Observation {
				own, _, _ := c.split(l)
				return p.Requester.Observe(own)
			},
			Safe: p.Safe,
		},
		Steps: p.Steps, Selective: p.Selective,
	}, nil
}

// A composed protocol knows where the halves of its states are, and how messages are sent.
type composed[L, W, R, M, A, B comparable] struct {
	form
	wire Wire[W, A, B]
}

func (c *composed[L, W, R, M, A, B]) split(l L) (r R, s explore.Stamp, m M) {
	c.part(unsafe.Pointer(&l), unsafe.Pointer(&r), unsafe.Pointer(&m))
	return r, c.own(unsafe.Pointer(&l)), m
}

func (c *composed[L, W, R, M, A, B]) join(r R, s explore.Stamp, m M) (l L) {
	c.form.join(unsafe.Pointer(&l), unsafe.Pointer(&r), s, unsafe.Pointer(&m))
	return l
}

// with returns a message that brings a stamp along.
func (c *composed[L, W, R, M, A, B]) with(w W, s explore.Stamp) W {
	c.put(unsafe.Pointer(&w), s)
	return w
}

// acts returns the steps of a requester with the stamp s as those of its process, whose other half is m.
func (c *composed[L, W, R, M, A, B]) acts(all []Act[R, A], s explore.Stamp, m M) []explore.Step[L, W] {
	var list []explore.Step[L, W]
	for _, x := range all {
		own := [...]explore.Stamp{Keep: s, Drop: 0, New: explore.Fresh}[x.Stamp]
		y := explore.Step[L, W]{Name: x.Name, Kind: x.Kind, Next: c.join(x.Next, own, m), Undefined: x.Undefined, Overflow: x.Overflow}
		for _, o := range x.Send {
			at := explore.Stamp(0)
			if o.Stamped {
				at = own
			}
			y.Send = append(y.Send, explore.Out[W]{To: o.Member, Msg: c.with(c.wire.Up(o.Msg), at)})
		}
		list = append(list, y)
	}
	return list
}

// replies returns the steps of a member as those of its process, whose other half is r, with the stamp s.
func (c *composed[L, W, R, M, A, B]) replies(all []Reply[M, B], r R, s explore.Stamp) []explore.Step[L, W] {
	var list []explore.Step[L, W]
	for _, x := range all {
		y := explore.Step[L, W]{Name: x.Name, Next: c.join(r, s, x.Next), Undefined: x.Undefined, Overflow: x.Overflow}
		for _, o := range x.Send {
			y.Send = append(y.Send, explore.Out[W]{To: o.To.process.Index(), Msg: c.with(c.wire.Down(o.Msg), o.Stamp.stamp)})
		}
		list = append(list, y)
	}
	return list
}

// Through returns the protocol with messages that must not be changed on the wire: a step
// that sends one which is ends the search.
func Through[W, R, M, A, B comparable](p Protocol[R, M, A, B], wire Wire[W, A, B]) Protocol[R, M, A, B] {
	f := carrierOf(reflect.TypeFor[W]())
	carries := f.carries
	of := func(w W) (A, B, bool) {
		f.put(unsafe.Pointer(&w), 0)
		return wire.Of(w)
	}
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
