package baldoni

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// What the types of package roles do not have, and all variants but asks-itself do: an arbiter
// takes a permission back from its own process without messages, and its process does
// nothing else while it waits.

type step = explore.Step[State, Message]

// touching reports whether the form has any of this.
func (f form) touching() bool { return !f.asksItself || !f.asynchronous || f.stampEach }

// between are the parts of an algorithm in which an arbiter and its own process touch.
type between struct {
	numbered []roles.Peer // all processes by number; nil where they do not touch
	own      roles.Peer   // the arbiter's process
	recovers bool         // it takes its permission back from that one
}

// beyond returns the protocol with these parts.
func (a *algorithm) beyond(p explore.Protocol[State, Message]) (explore.Protocol[State, Message], error) {
	deliver := make([]map[bool]func(int, State, int, Message) []step, a.N)
	for self := range deliver {
		deliver[self] = map[bool]func(int, State, int, Message) []step{}
		for _, recovers := range []bool{false, true} {
			b := *a
			if b.recovers = recovers; !a.asksItself {
				b.own = a.numbered[self]
			}
			own, err := roles.Compose[State](b.roles(), wire())
			if err != nil {
				return p, err
			}
			deliver[self][recovers] = own.Deliver
		}
	}
	local := p.Actions
	p.Actions = func(self int, s State) []step {
		if s.Awaited != 0 && !a.acts {
			return nil
		}
		steps := local(self, s)
		for i, x := range steps {
			if x.Name == stepAskNext {
				steps[i].Next.Stamp = s.Stamp // that of the first REQUEST
			}
		}
		return steps
	}
	p.Deliver = func(self int, s State, from int, m Message) []step {
		if s.Awaited != 0 && (m.Kind == GRANT && !a.takesGrant || m.Kind == INQUIRE && !a.takesInquire) {
			return nil
		}
		steps := deliver[self][a.recoversItself(self, s)](self, s, from, m)
		for i := range steps {
			// What others send takes its request out of Λ in this way alone.
			if next := &steps[i].Next; from != self && s.Lambda.Has(self) && !next.Lambda.Has(self) {
				next.Granted = next.Granted.Without(self)
			}
		}
		return steps
	}
	return p, nil
}

// recoversItself reports whether the arbiter p takes a permission back from
// itself.
func (a *algorithm) recoversItself(p int, s State) bool {
	return s.Phase != explore.Inside && (!a.heldOnly || s.Granted.Has(p))
}
