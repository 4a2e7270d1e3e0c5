package certify

import (
	"reflect"
	"testing"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// Values are the same where what they are of is, whatever is in padding and blank fields, and are that again.
func TestValues(t *testing.T) {
	type inner struct {
		B bool
		_ uint8
		N uint32
	}
	type half struct {
		Kind uint8
		Of   [2]inner
		Last uint16
	}
	f := formOf[half]()
	known := map[value]half{}
	for i := range 64 {
		want := half{Kind: uint8(i % 3), Of: [2]inner{{B: i%2 == 0, N: uint32(i % 4)}, {N: uint32(i % 2)}}, Last: uint16(i % 5)}
		var x half
		for at := range unsafe.Sizeof(x) { // what nobody sees
			*(*byte)(unsafe.Add(unsafe.Pointer(&x), at)) = byte(i + 1)
		}
		x.Kind, x.Last = want.Kind, want.Last
		for p, y := range want.Of {
			x.Of[p].B, x.Of[p].N = y.B, y.N
		}
		v := f.at(unsafe.Pointer(&x))
		if typed[half](v) != want || f.of(v) != any(want) {
			t.Fatalf("%+v becomes %+v", want, f.of(v))
		}
		for w, y := range known {
			if (w == v) != (y == want) {
				t.Fatalf("%+v and %+v: as values %v", want, y, w == v)
			}
		}
		known[v] = want
		other, at := copyOf(v)
		*(*byte)(at) ^= 1
		if typed[half](v) != want || typed[half](other) == want {
			t.Fatal("a copy is none")
		}
	}
	if len(known) < 50 {
		t.Errorf("%d values", len(known))
	}
}

// A protocol of values is told what the protocol is told, and answers what that answers.
func TestErasedProtocol(t *testing.T) {
	type requester struct {
		Self, Member, Msg uint8
		Present           bool
	}
	type member struct {
		From roles.Peer
		Msg  uint8
		At   roles.Stamp
	}
	act := func(name string, next requester) []roles.Act[requester, uint8] {
		return []roles.Act[requester, uint8]{
			{Name: name, Kind: explore.Leave, Next: next, Stamp: roles.New, Send: []roles.To[uint8]{{Member: 1, Msg: 5}, {Member: 2, Msg: 6, Stamped: true}}},
			{Name: "none", Undefined: "why", Overflow: "what"},
		}
	}
	reply := func(name string, next member, at roles.Stamp) []roles.Reply[member, uint16] {
		return []roles.Reply[member, uint16]{
			{Name: name, Next: next, Send: []roles.Answer[uint16]{{To: next.From, Msg: 300, Stamp: at}}},
			{Name: "none", Undefined: "why", Overflow: "what"},
		}
	}
	p := roles.Protocol[requester, member, uint8, uint16]{Name: "p", N: 3, Clock: explore.ClockRule{TickOnFresh: true}, Steps: []string{"a"}, Selective: true, Beyond: "why"}
	p.Requester.Init, p.Member.Init = requester{Self: 7}, member{Msg: 8}
	p.Requester.Local = func(self int, r requester) []roles.Act[requester, uint8] {
		r.Self = uint8(self)
		return act("local", r)
	}
	p.Requester.Take = func(self int, r requester, from int, msg uint16, present bool) []roles.Act[requester, uint8] {
		return act("take", requester{uint8(self), uint8(from) + r.Member, uint8(msg), present})
	}
	p.Requester.Observe = func(r requester) explore.Observation { return explore.Observation{Phase: explore.Phase(r.Self)} }
	p.Member.Take = func(m member, from roles.Peer, msg uint8, at roles.Stamp) []roles.Reply[member, uint16] {
		return reply("take", member{from, msg + m.Msg, at}, at)
	}
	p.Member.Local = func(m member) []roles.Reply[member, uint16] { return reply("local", m, m.At) }

	e, of := erase(p)
	if e.Name != p.Name || e.N != p.N || e.Clock != p.Clock || !reflect.DeepEqual(e.Steps, p.Steps) || !e.Selective || e.Beyond != p.Beyond {
		t.Errorf("%+v", e)
	}
	if typed[requester](e.Requester.Init) != p.Requester.Init || typed[member](e.Member.Init) != p.Member.Init {
		t.Error("another beginning")
	}
	same := func(what string, found, want any) {
		t.Helper()
		if !reflect.DeepEqual(found, want) {
			t.Errorf("%s: %+v, want %+v", what, found, want)
		}
	}
	acts := func(all []roles.Act[value, value]) (list []roles.Act[requester, uint8]) {
		for _, x := range all {
			y := roles.Act[requester, uint8]{Name: x.Name, Kind: x.Kind, Next: typed[requester](x.Next), Stamp: x.Stamp, Undefined: x.Undefined, Overflow: x.Overflow}
			for _, o := range x.Send {
				y.Send = append(y.Send, roles.To[uint8]{Member: o.Member, Msg: typed[uint8](o.Msg), Stamped: o.Stamped})
			}
			list = append(list, y)
		}
		return list
	}
	replies := func(all []roles.Reply[value, value]) (list []roles.Reply[member, uint16]) {
		for _, x := range all {
			y := roles.Reply[member, uint16]{Name: x.Name, Next: typed[member](x.Next), Undefined: x.Undefined, Overflow: x.Overflow}
			for _, o := range x.Send {
				y.Send = append(y.Send, roles.Answer[uint16]{To: o.To, Msg: typed[uint16](o.Msg), Stamp: o.Stamp})
			}
			list = append(list, y)
		}
		return list
	}
	r, m, from, at := requester{Self: 1, Member: 3, Msg: 4, Present: true}, member{Msg: 2, At: stampOf(1)}, peer(1), stampOf(2)
	rv, mv := of.requester.at(unsafe.Pointer(&r)), of.member.at(unsafe.Pointer(&m))
	up, down := uint8(9), uint16(77)
	for _, present := range []bool{false, true} {
		same("a message to a requester", acts(e.Requester.Take(2, rv, 1, of.down.at(unsafe.Pointer(&down)), present)), p.Requester.Take(2, r, 1, down, present))
	}
	same("a step of a requester", acts(e.Requester.Local(2, rv)), p.Requester.Local(2, r))
	same("a requester", e.Requester.Observe(rv), p.Requester.Observe(r))
	same("a message to a member", replies(e.Member.Take(mv, from, of.up.at(unsafe.Pointer(&up)), at)), p.Member.Take(m, from, up, at))
	same("a step of a member", replies(e.Member.Local(mv)), p.Member.Local(m))
}
