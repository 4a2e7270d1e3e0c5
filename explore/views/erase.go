package views

import (
	"fmt"
	"reflect"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/roles"
)

// A value is a half or a message as its bytes, so that there is one closure for all protocols.
type value = plain.Value

// An erased protocol is one of values.
type erased struct {
	roles.Protocol[value, value, value, value]
	requester, member, up, down *plain.Form
	requesterAt, memberAt       layout
}

// erase returns a protocol as one of values, or what of it the argument is not about.
func erase[R, M, A, B comparable](p roles.Protocol[R, M, A, B]) (*erased, string) {
	e := &erased{}
	var errs [8]error
	e.memberAt, errs[0] = memberLayout(reflect.TypeFor[M]())
	e.requesterAt, errs[1] = requesterLayout(reflect.TypeFor[R]())
	errs[2], errs[3] = plainLayout(reflect.TypeFor[A]()), plainLayout(reflect.TypeFor[B]())
	e.member, errs[4] = plain.FormOf[M]()
	e.requester, errs[5] = plain.FormOf[R]()
	e.up, errs[6] = plain.FormOf[A]()
	e.down, errs[7] = plain.FormOf[B]()
	if p.Beyond != "" {
		return nil, p.Beyond
	}
	for _, err := range errs {
		if err != nil {
			return nil, err.Error()
		}
	}
	switch {
	case p.N < 1 || p.N > explore.MaxProcesses:
		return nil, fmt.Sprintf("a protocol has 1 to %d processes, not %d", explore.MaxProcesses, p.N)
	case p.Requester.Local == nil || p.Requester.Take == nil || p.Requester.Observe == nil || p.Member.Take == nil:
		return nil, "it lacks a function of one of its roles"
	}
	e.Protocol = roles.Protocol[value, value, value, value]{
		Name: p.Name, N: p.N, Clock: p.Clock, Safe: p.Safe, Steps: p.Steps, Selective: p.Selective,
		Requester: erasedRequester(e, p.Requester), Member: erasedMember(e, p.Member),
	}
	if a := p.Account; a != nil {
		e.Account = &roles.Account[value, value, value, value]{
			Permit:  func(m value) bool { return a.Permit(plain.Unpack[B](m)) },
			Return:  func(m value) bool { return a.Return(plain.Unpack[A](m)) },
			Has:     func(h value) explore.Set { return a.Has(plain.Unpack[R](h)) },
			Gave:    func(h value) roles.Peers { return a.Gave(plain.Unpack[M](h)) },
			Most:    a.Most,
			Quorums: a.Quorums,
		}
	}
	if a := p.Account; a != nil && a.Given != nil {
		e.Account.Given = func(h value, p roles.Peer) int { return a.Given(plain.Unpack[M](h), p) }
	}
	if a := p.Account; a != nil && a.Units != nil {
		e.Account.Units = func(h value) int { return a.Units(plain.Unpack[R](h)) }
	}
	return e, ""
}

func erasedRequester[R, A, B comparable](e *erased, r roles.Requester[R, A, B]) roles.Requester[value, value, value] {
	acts := func(all []roles.Act[R, A]) []roles.Act[value, value] {
		var list []roles.Act[value, value]
		for _, x := range all {
			y := roles.Act[value, value]{Name: x.Name, Kind: x.Kind, Next: plain.Pack(e.requester, x.Next), Stamp: x.Stamp, Undefined: x.Undefined, Overflow: x.Overflow}
			for _, o := range x.Send {
				y.Send = append(y.Send, roles.To[value]{Member: o.Member, Msg: plain.Pack(e.up, o.Msg), Stamped: o.Stamped})
			}
			list = append(list, y)
		}
		return list
	}
	return roles.Requester[value, value, value]{
		Init:  plain.Pack(e.requester, r.Init),
		Local: func(self int, h value) []roles.Act[value, value] { return acts(r.Local(self, plain.Unpack[R](h))) },
		Take: func(self int, h value, member int, b value, present bool) []roles.Act[value, value] {
			return acts(r.Take(self, plain.Unpack[R](h), member, plain.Unpack[B](b), present))
		},
		Observe: func(h value) explore.Observation { return r.Observe(plain.Unpack[R](h)) },
	}
}

func erasedMember[M, A, B comparable](e *erased, m roles.Member[M, A, B]) roles.Member[value, value, value] {
	replies := func(all []roles.Reply[M, B]) []roles.Reply[value, value] {
		var list []roles.Reply[value, value]
		for _, x := range all {
			y := roles.Reply[value, value]{Name: x.Name, Next: plain.Pack(e.member, x.Next), Undefined: x.Undefined, Overflow: x.Overflow}
			for _, o := range x.Send {
				y.Send = append(y.Send, roles.Answer[value]{To: o.To, Msg: plain.Pack(e.down, o.Msg), Stamp: o.Stamp})
			}
			list = append(list, y)
		}
		return list
	}
	n := roles.Member[value, value, value]{
		Init: plain.Pack(e.member, m.Init),
		Take: func(s value, from roles.Peer, a value, at roles.Stamp) []roles.Reply[value, value] {
			return replies(m.Take(plain.Unpack[M](s), from, plain.Unpack[A](a), at))
		},
	}
	if m.Local != nil {
		n.Local = func(s value) []roles.Reply[value, value] { return replies(m.Local(plain.Unpack[M](s))) }
	}
	return n
}
