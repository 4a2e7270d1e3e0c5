package views_test

import (
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/setsys/slow"
)

// An arbiter is one member that serves requests in the order in which they come. A member that misbehaves grants twice
// in a case that depends on what it must not know. Nothing false is proved of it: most often it is refused.
type (
	clientR struct {
		Phase explore.Phase
		Got   explore.Set
		Asks  explore.Set // always member 0
	}
	arbiterM struct {
		Holder roles.Peer
		Queue  [6]roles.Peer
		Lock   roles.Stamp
	}
	arbiterP     = roles.Protocol[clientR, arbiterM, uint8, uint8]
	arbiterReply = roles.Reply[arbiterM, uint8]
	// A slip says whether a request is granted though another one is.
	slip func(m arbiterM, from roles.Peer, at roles.Stamp) bool
)

func arbiter(n int, wrong slip) arbiterP {
	type act = roles.Act[clientR, uint8]
	return arbiterP{
		Name: "arbiter", N: n, Clock: explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true, TickOnReceive: true},
		Requester: roles.Requester[clientR, uint8, uint8]{
			Init: clientR{Asks: 1},
			Local: func(_ int, r clientR) []act {
				switch r.Phase {
				case explore.Thinking:
					return []act{{Name: "ask", Kind: explore.Ask, Next: clientR{Phase: explore.Waiting, Asks: 1}, Stamp: roles.New, Send: send(1, asks, true)}}
				case explore.Inside:
					return []act{{Name: "leave", Kind: explore.Leave, Next: clientR{Asks: 1}, Stamp: roles.Drop, Send: send(1, gives, false)}}
				}
				return nil
			},
			Take: func(_ int, r clientR, m int, b uint8, _ bool) []act {
				return []act{{Name: "enter", Next: clientR{explore.Inside, r.Got.With(m), 1}}}
			},
			Observe: func(r clientR) explore.Observation { return explore.Observation{Phase: r.Phase} },
		},
		Member: roles.Member[arbiterM, uint8, uint8]{Take: func(m arbiterM, from roles.Peer, a uint8, at roles.Stamp) []arbiterReply {
			switch {
			case a == asks && m.Holder.None():
				m.Holder, m.Lock = from, at
				return []arbiterReply{{Name: "granted", Next: m, Send: tell(from, grants)}}
			case a == asks && wrong(m, from, at):
				return []arbiterReply{{Name: "granted", Next: m, Send: tell(from, grants)}}
			case a == asks:
				m.Queue[slices.IndexFunc(m.Queue[:], roles.Peer.None)] = from
				return []arbiterReply{{Name: "queued", Next: m}}
			}
			m.Holder, m.Lock = m.Queue[0], roles.Stamp{}
			copy(m.Queue[:], m.Queue[1:])
			m.Queue[len(m.Queue)-1] = roles.Peer{}
			if m.Holder.None() {
				return []arbiterReply{{Name: "free", Next: m}}
			}
			return []arbiterReply{{Name: "next", Next: m, Send: tell(m.Holder, grants)}}
		}},
		Safe: explore.AtMost(1),
		Account: &roles.Account[clientR, arbiterM, uint8, uint8]{
			Permit: func(b uint8) bool { return b == grants }, Return: func(a uint8) bool { return a == gives },
			Has: func(r clientR) explore.Set { return r.Got }, Gave: func(m arbiterM) roles.Peers { return roles.Only(m.Holder) },
			Most: 1, Quorums: [][]explore.Set{{1}},
		},
	}
}

// numberOf is a leak: what no member can know.
func numberOf(p roles.Peer) int { return int(*(*explore.Process)(unsafe.Pointer(&p))) - 1 }

// counted tries to learn the number of a peer by counting the calls of a function.
func counted(x roles.Peer, call func(b roles.By[bool], f func(bool) bool)) int {
	i, at := 0, -1
	call(roles.By[bool]{}.With(x, true), func(v bool) bool {
		if v {
			at = i
		}
		i++
		return false
	})
	return at
}

// judged proves what can be proved of a protocol, fails for what is proved and violated, and says what came of it.
func judged(t *testing.T, what string, p arbiterP) (refused, proved bool) {
	t.Helper()
	proof := views.Prove(t.Context(), p, views.Limits{Views: 20_000, Brief: true})
	if proof.Stopped != "" {
		t.Errorf("%s: %s", what, proof.Stopped)
	}
	for _, r := range proof.Results {
		proved = proved || r.Proved
	}
	if proved {
		for _, property := range violated(t, p, 4000) {
			if proof.Proved(property) {
				t.Errorf("%s: %s is proved, and violated", what, property)
			}
		}
	}
	return proof.Refused != "", proved
}

// violated returns the properties that searches of so many states find violated.
func violated[R, M comparable](t *testing.T, p roles.Protocol[R, M, uint8, uint8], states int64) (all []explore.Property) {
	t.Helper()
	composed, err := roles.Compose[roles.State[R, M]](p, randomWire())
	if err != nil {
		t.Fatal(err)
	}
	m, err := explore.NewModel(composed)
	if err != nil {
		t.Fatal(err)
	}
	for i, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
		r, err := explore.Run(t.Context(), m, explore.Options{Clock: clock, Queued: i > 0, Requests: slices.Repeat([]int{1 + i}, p.N), MaxStates: states})
		if err != nil {
			continue
		}
		for _, x := range r.Properties {
			if x.Verdict == verdict.Violated {
				all = append(all, x.Property)
			}
		}
	}
	return all
}

// Members that count what they must not, or look behind the types, are refused; those that only try are found to be in order.
func TestMisbehaving(t *testing.T) {
	calls := 0
	var first, last roles.Peer
	seed := maphash.MakeSeed()
	early := func(m arbiterM, at roles.Stamp) bool { return !m.Lock.None() && fmt.Sprint(at) < fmt.Sprint(m.Lock) }
	for _, x := range []struct {
		what     string
		n        int
		wrong    slip
		harmless bool // it learns nothing
	}{
		{"counts calls of Those", 5, func(m arbiterM, from roles.Peer, _ roles.Stamp) bool {
			return counted(from, func(b roles.By[bool], f func(bool) bool) { b.Those(f) }) == 3
		}, true},
		{"counts calls of Any", 5, func(m arbiterM, from roles.Peer, _ roles.Stamp) bool {
			return counted(from, func(b roles.By[bool], f func(bool) bool) { b.Any(f) }) == 3
		}, true},
		{"counts calls of Total", 5, func(m arbiterM, from roles.Peer, _ roles.Stamp) bool {
			i := 0
			return roles.By[uint8]{}.With(m.Holder, 1).With(from, 2).Total(func(v uint8) int { i++; return i * int(v) }) != 2+2*3
		}, true},
		{"asks First for the third of equal values", 3, func(m arbiterM, from roles.Peer, _ roles.Stamp) bool {
			i := 0
			defer func() { _ = recover() }()
			return roles.By[bool]{}.First(func(bool) bool { i++; return i == 3 }, func(a, b bool) bool { return false }) == from
		}, true},
		{"sees what Sorted compares", 4, func(m arbiterM, from roles.Peer, _ roles.Stamp) bool {
			var seen []uint8
			roles.By[uint8]{}.With(m.Holder, 1).With(from, 2).Sorted(func(v uint8) bool { return v > 0 }, func(a, b uint8) bool { seen = append(seen, a, b); return a > b })
			return slices.Equal(seen, []uint8{1, 2})
		}, true},
		{"sees how many calls Sorted has made when it panics", 4, func(m arbiterM, from roles.Peer, _ roles.Stamp) (yes bool) {
			i := 0
			defer func() { yes = recover() != nil && i == 2 }()
			roles.By[bool]{}.With(from, true).Sorted(func(v bool) bool { i++; return true }, func(a, b bool) bool { i++; return false })
			return false
		}, true},
		{"leaves a function by a panic at the third call", 4, func(m arbiterM, from roles.Peer, _ roles.Stamp) (yes bool) {
			i := 0
			defer func() { yes = recover() != nil }()
			roles.By[bool]{}.With(from, true).Those(func(v bool) bool {
				if i++; v && i == 3 {
					panic("third")
				}
				return false
			})
			return false
		}, true},
		{"has peers sorted as values", 3, func(m arbiterM, from roles.Peer, _ roles.Stamp) (yes bool) {
			defer func() { _ = recover() }()
			seen := false
			roles.By[roles.Peer]{}.With(m.Holder, m.Holder).With(from, from).Any(func(p roles.Peer) bool {
				yes = yes || p == from && !seen
				seen = seen || p == m.Holder
				return false
			})
			return yes
		}, true},
		{"has anything sorted", 3, func(m arbiterM, from roles.Peer, _ roles.Stamp) (yes bool) {
			defer func() { _ = recover() }()
			yes = true
			roles.By[any]{}.With(m.Holder, any("a")).With(from, any("b")).Those(func(x any) bool { yes = x != any("a"); return false })
			return yes
		}, true},
		{"prints a peer", 5, func(_ arbiterM, from roles.Peer, _ roles.Stamp) bool { return fmt.Sprint(from) == "{4}" }, false},
		{"prints a set", 5, func(m arbiterM, from roles.Peer, _ roles.Stamp) bool {
			return fmt.Sprint(roles.Only(from).With(m.Holder)) == "{9}"
		}, false},
		{"reflects", 6, func(m arbiterM, from roles.Peer, _ roles.Stamp) bool {
			return reflect.ValueOf(from).Field(0).Uint() < reflect.ValueOf(m.Holder).Field(0).Uint()
		}, false},
		{"hashes", 4, func(m arbiterM, from roles.Peer, _ roles.Stamp) bool {
			return maphash.Comparable(seed, from) < maphash.Comparable(seed, m.Holder)
		}, false},
		{"makes peers by numbers", 5, func(_ arbiterM, from roles.Peer, _ roles.Stamp) (yes bool) {
			p := arbiter(5, nil)
			p.Member.Take = func(m arbiterM, other roles.Peer, _ uint8, _ roles.Stamp) []arbiterReply {
				yes = other == from
				return nil
			}
			c, err := roles.Compose[roles.State[clientR, arbiterM]](p, randomWire())
			if err != nil {
				t.Fatal(err)
			}
			c.Deliver(0, c.Init(0), 2, wired{Up: true})
			return yes
		}, false},
		{"counts its calls", 3, func(arbiterM, roles.Peer, roles.Stamp) bool { calls++; return calls%7 == 0 }, false},
		{"remembers who came first", 4, func(_ arbiterM, from roles.Peer, _ roles.Stamp) bool {
			if first.None() {
				first = from
			}
			return from == first
		}, false},
		{"remembers who came last", 3, func(_ arbiterM, from roles.Peer, _ roles.Stamp) bool {
			was := last
			last = from
			return from == was
		}, false},
		{"throws a coin", 4, func(arbiterM, roles.Peer, roles.Stamp) bool { return rand.IntN(2) == 0 }, false},
		{"prints a stamp of four digits", 2, func(_ arbiterM, _ roles.Peer, at roles.Stamp) bool { return len(fmt.Sprint(at)) > 5 }, false},
		{"prints a stamp of two digits", 2, func(_ arbiterM, _ roles.Peer, at roles.Stamp) bool { return len(fmt.Sprint(at)) == 4 }, false},
		{"knows a fresh stamp", 2, func(_ arbiterM, _ roles.Peer, at roles.Stamp) bool { return fmt.Sprint(at) == "{65535}" }, false},
		{"compares stamps as texts", 2, func(m arbiterM, _ roles.Peer, at roles.Stamp) bool { return early(m, at) && m.Lock.Before(at) }, false},
		{"compares stamps as short numbers", 2, func(m arbiterM, _ roles.Peer, at roles.Stamp) bool {
			short := func(s roles.Stamp) uint8 { return uint8(*(*explore.Stamp)(unsafe.Pointer(&s))) }
			return !m.Lock.None() && m.Lock.Before(at) && short(at) <= short(m.Lock)
		}, false},
		{"measures the distance of stamps", 2, func(m arbiterM, _ roles.Peer, at roles.Stamp) bool {
			number := func(s roles.Stamp) explore.Stamp { return *(*explore.Stamp)(unsafe.Pointer(&s)) }
			return !m.Lock.None() && m.Lock.Before(at) && number(at)-number(m.Lock) > 40
		}, false},
	} {
		calls, first, last = 0, roles.Peer{}, roles.Peer{}
		refused, proved := judged(t, x.what, arbiter(x.n, x.wrong))
		if refused == x.harmless || proved != x.harmless {
			t.Errorf("%s: refused %v, something is proved: %v", x.what, refused, proved)
		}
	}
}

// Members that know numbers all the same, and misbehave in one case of many, are refused.
func TestNumbersAreNoticed(t *testing.T) {
	tried := 0
	try := func(n int, wrong slip, what ...any) {
		t.Helper()
		tried++
		if proof := views.Prove(t.Context(), arbiter(n, wrong), views.Limits{Views: 20_000, Brief: true}); !strings.Contains(proof.Refused, "other numbers") {
			t.Errorf("%d processes, %v: %q", n, what, proof.Refused)
		}
	}
	for n := 3; n <= 7; n++ {
		every := map[bool]int{true: 1, false: []int{3: 1, 4: 1, 5: 7, 6: 17, 7: 211}[n]}[slow.Tests()]
		i := 0
		for a := range n {
			for b := range n {
				for c := range n {
					if i++; a == b || b == c || a == c || i%every != 0 {
						continue
					}
					try(n, func(m arbiterM, from roles.Peer, _ roles.Stamp) bool {
						return numberOf(m.Holder) == a && numberOf(from) == c && numberOf(m.Queue[0]) == b
					}, a, b, c)
				}
			}
		}
	}
	t.Logf("%d members", tried)
}

// Of alternatives that are equal in all, one that is undefined for one requester, or passes a bound, is noticed.
func TestAlternativesAreCompared(t *testing.T) {
	for n := 2; n <= 5; n++ {
		for who := range n {
			for _, what := range []func(*arbiterReply){
				func(x *arbiterReply) { x.Undefined = "one of them" }, func(x *arbiterReply) { x.Overflow = "one of them" },
				func(x *arbiterReply) { x.Name = "another" }, func(x *arbiterReply) { x.Next.Lock = roles.Stamp{} },
			} {
				p := arbiter(n, func(arbiterM, roles.Peer, roles.Stamp) bool { return false })
				take := p.Member.Take
				p.Member.Take = func(m arbiterM, from roles.Peer, a uint8, at roles.Stamp) []arbiterReply {
					all := take(m, from, a, at)
					all = append(all, all[0])
					if numberOf(from) == who {
						what(&all[1])
					}
					return all
				}
				proof := views.Prove(t.Context(), p, views.Limits{Views: 20_000, Brief: true})
				if a := proof.Refused; proof.Results != nil || !strings.Contains(a, "other numbers") && !strings.Contains(proof.Stopped, "one of them") {
					t.Errorf("%d processes, process %d: %q, %q", n, who+1, a, proof.Stopped)
				}
			}
		}
	}
}
