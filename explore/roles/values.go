package roles

import "qcheck/explore"

// A Coding says how halves or messages T are values V, and values are these again.
type Coding[T, V comparable] struct {
	Of    func(T) V
	Typed func(V) T
}

// Values returns a protocol as one of values, so that what is done with it is compiled once. Codings are those of whoever asks.
// Functions that are nil are nil in it.
func Values[V, R, M, A, B comparable](p Protocol[R, M, A, B], r Coding[R, V], m Coding[M, V], up Coding[A, V], down Coding[B, V]) Protocol[V, V, V, V] {
	acts := func(all []Act[R, A]) []Act[V, V] {
		var list []Act[V, V]
		for _, x := range all {
			y := Act[V, V]{Name: x.Name, Kind: x.Kind, Next: r.Of(x.Next), Stamp: x.Stamp, Undefined: x.Undefined, Overflow: x.Overflow}
			for _, o := range x.Send {
				y.Send = append(y.Send, To[V]{Member: o.Member, Msg: up.Of(o.Msg), Stamped: o.Stamped})
			}
			list = append(list, y)
		}
		return list
	}
	replies := func(all []Reply[M, B]) []Reply[V, V] {
		var list []Reply[V, V]
		for _, x := range all {
			y := Reply[V, V]{Name: x.Name, Next: m.Of(x.Next), Undefined: x.Undefined, Overflow: x.Overflow}
			for _, o := range x.Send {
				y.Send = append(y.Send, Answer[V]{To: o.To, Msg: down.Of(o.Msg), Stamp: o.Stamp})
			}
			list = append(list, y)
		}
		return list
	}
	e := Protocol[V, V, V, V]{Name: p.Name, N: p.N, Clock: p.Clock, Safe: p.Safe, Steps: p.Steps, Selective: p.Selective, Beyond: p.Beyond, Structure: p.Structure}
	e.Requester.Init, e.Member.Init = r.Of(p.Requester.Init), m.Of(p.Member.Init)
	if local := p.Requester.Local; local != nil {
		e.Requester.Local = func(self int, h V) []Act[V, V] { return acts(local(self, r.Typed(h))) }
	}
	if take := p.Requester.Take; take != nil {
		e.Requester.Take = func(self int, h V, member int, b V, present bool) []Act[V, V] {
			return acts(take(self, r.Typed(h), member, down.Typed(b), present))
		}
	}
	if observe := p.Requester.Observe; observe != nil {
		e.Requester.Observe = func(h V) explore.Observation { return observe(r.Typed(h)) }
	}
	if take := p.Member.Take; take != nil {
		e.Member.Take = func(h V, from Peer, a V, at Stamp) []Reply[V, V] {
			return replies(take(m.Typed(h), from, up.Typed(a), at))
		}
	}
	if local := p.Member.Local; local != nil {
		e.Member.Local = func(h V) []Reply[V, V] { return replies(local(m.Typed(h))) }
	}
	if a := p.Account; a != nil {
		e.Account = &Account[V, V, V, V]{
			Permit: func(b V) bool { return a.Permit(down.Typed(b)) }, Return: func(b V) bool { return a.Return(up.Typed(b)) },
			Has: func(h V) explore.Set { return a.Has(r.Typed(h)) }, Gave: func(h V) Peers { return a.Gave(m.Typed(h)) },
			Most: a.Most, Quorums: a.Quorums,
		}
		if a.Given != nil {
			e.Account.Given = func(h V, p Peer) int { return a.Given(m.Typed(h), p) }
		}
		if a.Units != nil {
			e.Account.Units = func(h V) int { return a.Units(r.Typed(h)) }
		}
	}
	return e
}
