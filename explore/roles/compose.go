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
	if why := wellFounded(p); why != "" {
		return none, fmt.Errorf("protocol %s %s", p.Name, why)
	}
	through := Through(p, wire)
	r, m := through.Requester, through.Member
	c := &composed{
		form: f, halves: halvesOf(wire),
		step: layoutOf(reflect.TypeFor[explore.Step[L, W]]()), out: layoutOf(reflect.TypeFor[explore.Out[W]]()),
		act: layoutOf(reflect.TypeFor[Act[R, A]]()), to: layoutOf(reflect.TypeFor[To[A]]()),
		reply: layoutOf(reflect.TypeFor[Reply[M, B]]()), answer: layoutOf(reflect.TypeFor[Answer[B]]()),

		local: func(self int, half unsafe.Pointer) slice { return sliceOf(r.Local(self, *(*R)(half))) },
		take: func(self int, half unsafe.Pointer, member int, b unsafe.Pointer, present bool) slice {
			return sliceOf(r.Take(self, *(*R)(half), member, *(*B)(b), present))
		},
		serve: func(half unsafe.Pointer, from Peer, a unsafe.Pointer, at Stamp) slice {
			return sliceOf(m.Take(*(*M)(half), from, *(*A)(a), at))
		},
	}
	if m.Local != nil {
		c.memberLocal = func(half unsafe.Pointer) slice { return sliceOf(m.Local(*(*M)(half))) }
	}
	return explore.Protocol[L, W]{
		Name: p.Name, N: p.N, Clock: p.Clock,
		Init: func(int) (l L) {
			c.join(unsafe.Pointer(&l), unsafe.Pointer(&p.Requester.Init), 0, unsafe.Pointer(&p.Member.Init))
			return l
		},
		Actions: func(self int, l L) []explore.Step[L, W] {
			return listOf[explore.Step[L, W]](c.actions(self, unsafe.Pointer(&l)))
		},
		Deliver: func(self int, l L, from int, w W) []explore.Step[L, W] {
			return listOf[explore.Step[L, W]](c.deliver(self, unsafe.Pointer(&l), from, unsafe.Pointer(&w)))
		},
		Exclusion: explore.Exclusion[L]{
			Observe: func(_ int, l L) explore.Observation {
				r, _, _ := c.split(unsafe.Pointer(&l))
				return p.Requester.Observe(*(*R)(r))
			},
			Safe: p.Safe,
		},
		Steps: p.Steps, Selective: p.Selective,
	}, nil
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
