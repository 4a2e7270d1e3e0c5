package roles

import (
	"context"
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// Careless protocols: requesters and members that do what they should mostly, and at times give twice, return what they
// do not have, count wrong, enter early or forget.
type (
	careless struct {
		Phase explore.Phase
		Units uint8
		Had   explore.Set
	}
	giver struct {
		Noted By[Stamp]
		For   By[uint8]
		To    Peers
	}
	wish struct {
		Kind  uint8 // 1: asks, 2: returns
		Units uint8
	}
	gift struct {
		Kind  uint8 // 1: a permit, 2: asks it back
		Units uint8
	}
	packet struct {
		Kind  uint8 // of a gift, 2 more
		Units uint8
		Stamp explore.Stamp
	}
	whole struct {
		Phase explore.Phase
		Units uint8
		Had   explore.Set
		Stamp explore.Stamp
		Noted explore.PerProcess[explore.Stamp]
		For   explore.PerProcess[uint8]
		To    explore.Set
	}
)

func packets() Wire[packet, wish, gift] {
	return Wire[packet, wish, gift]{
		Up:   func(a wish) packet { return packet{Kind: a.Kind, Units: a.Units} },
		Down: func(b gift) packet { return packet{Kind: b.Kind + 2, Units: b.Units} },
		Of: func(w packet) (wish, gift, bool) {
			if w.Kind > 2 {
				return wish{}, gift{w.Kind - 2, w.Units}, false
			}
			return wish{w.Kind, w.Units}, gift{}, true
		},
	}
}

// at is what a seed says of a place and values: a number below 100.
func at(seed uint64, place string, values ...uint64) uint64 {
	h := fnv.New64a()
	h.Write([]byte(place))
	for _, v := range append(values, seed) {
		var b [8]byte
		for i := range b {
			b[i] = byte(v >> (8 * i))
		}
		h.Write(b[:])
	}
	return h.Sum64() >> 8 % 100
}

// protocolOf returns the careless protocol of a seed: n processes, each the member of all, with
// so many units to give, and mistakes in so many of a hundred situations.
func protocolOf(seed uint64, n, most int, mistakes uint64, contract bool) Protocol[careless, giver, wish, gift] {
	wrong := func(place string, values ...uint64) bool { return at(seed, place, values...) < mistakes }
	all := explore.All(n)
	quorum := explore.SetOf(0)
	if n > 1 && seed%2 == 0 {
		quorum = explore.SetOf(0, 1)
	}
	quorums := make([][]explore.Set, most)
	for i := range quorums {
		quorums[i] = []explore.Set{quorum}
	}
	give := func(s *giver, p Peer, place string) []Answer[gift] {
		units := s.For.Of(p)
		if !wrong(place+" forgets that it gave", uint64(units)) {
			s.To = s.To.With(p)
		}
		s.Noted = s.Noted.With(p, Stamp{})
		said := units
		if wrong(place+" says another number", uint64(units)) {
			said++
		}
		send := []Answer[gift]{{To: p, Msg: gift{1, said}}}
		if wrong(place+" gives twice", uint64(units)) {
			send = append(send, send[0])
		}
		return send
	}
	free := func(s giver) int {
		left := most
		for _, i := range s.To.set.Members() {
			left -= int(s.For.Of(Peer{explore.ProcessOf(i)}))
		}
		return left
	}
	serve := func(s giver, name string, unlimited bool) []Reply[giver, gift] {
		next := s.Noted.First(func(t Stamp) bool { return !t.None() }, Stamp.Before)
		if next.None() || int(s.For.Of(next)) > free(s) && !unlimited {
			return []Reply[giver, gift]{{Name: name, Next: s}}
		}
		send := give(&s, next, name)
		return []Reply[giver, gift]{{Name: name, Next: s, Send: send}}
	}
	return Protocol[careless, giver, wish, gift]{
		Name: "careless", N: n, Clock: explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true},
		Steps: []string{"ask", "enter", "leave", "permit", "query", "wish", "back", "again"},
		Safe:  func([]explore.Observation) string { return "" },
		Requester: Requester[careless, wish, gift]{
			Observe: func(s careless) explore.Observation { return explore.Observation{Phase: s.Phase, Units: s.Units} },
			Local: func(self int, s careless) []Act[careless, wish] {
				switch s.Phase {
				case explore.Thinking:
					s.Phase, s.Units = explore.Waiting, uint8(1+at(seed, "units", uint64(self))%uint64(most))
					return []Act[careless, wish]{{Name: "ask", Kind: explore.Ask, Next: s, Stamp: New, Send: Stamped(SendTo(all, wish{1, s.Units}))}}
				case explore.Waiting:
					if s.Had.Contains(quorum) || wrong("enters early", uint64(s.Had)) {
						s.Phase = explore.Inside
						return []Act[careless, wish]{{Name: "enter", Next: s, Stamp: Drop}}
					}
					if int(s.Units) < most && wrong("asks for more", uint64(s.Had)) {
						s.Units++
						return []Act[careless, wish]{{Name: "again", Next: s, Send: Stamped(SendTo(all, wish{1, s.Units}))}}
					}
				case explore.Inside:
					to := s.Had
					if wrong("returns to all", uint64(s.Had)) {
						to = all
					}
					s.Phase = explore.Thinking
					if !wrong("keeps what it returned", uint64(s.Had)) {
						s.Had = 0
					}
					return []Act[careless, wish]{{Name: "leave", Kind: explore.Leave, Next: s, Send: SendTo(to, wish{Kind: 2})}}
				}
				return nil
			},
			Take: func(self int, s careless, member int, b gift, _ bool) []Act[careless, wish] {
				if b.Kind == 2 {
					if s.Phase == explore.Inside || !s.Had.Has(member) && !wrong("gives back what it has not", uint64(s.Had)) {
						return []Act[careless, wish]{{Name: "query", Next: s}}
					}
					s.Had = s.Had.Without(member)
					if wrong("asks for more meanwhile", uint64(s.Had)) {
						s.Units++
					}
					return []Act[careless, wish]{{Name: "query", Next: s, Send: []To[wish]{{Member: member, Msg: wish{Kind: 2}}}}}
				}
				if s.Phase == explore.Thinking {
					return []Act[careless, wish]{{Name: "permit", Next: s, Send: []To[wish]{{Member: member, Msg: wish{Kind: 2}}}}}
				}
				if !wrong("loses a permit", uint64(s.Had)) {
					s.Had = s.Had.With(member)
				}
				return []Act[careless, wish]{{Name: "permit", Next: s}}
			},
		},
		Member: Member[giver, wish, gift]{
			Take: func(s giver, from Peer, a wish, stamp Stamp) []Reply[giver, gift] {
				if a.Kind == 1 {
					s.Noted = s.Noted.With(from, stamp)
					if !s.To.Has(from) || wrong("counts anew", uint64(a.Units)) {
						s.For = s.For.With(from, a.Units)
					}
					if s.To.Has(from) && !wrong("gives to one that has it", uint64(a.Units)) {
						return []Reply[giver, gift]{{Name: "wish", Next: s}}
					}
					return serve(s, "wish", wrong("gives more than it has", uint64(s.To.set.Len())))
				}
				if !wrong("does not note a return", uint64(s.To.set.Len())) {
					s.To = s.To.Without(from)
				}
				return serve(s, "back", false)
			},
		},
		Account: &Account[careless, giver, wish, gift]{
			Permit: func(b gift) bool { return b.Kind == 1 },
			Return: func(a wish) bool { return a.Kind == 2 },
			Has:    func(s careless) explore.Set { return s.Had },
			Gave:   func(s giver) Peers { return s.To },
			Given:  func(s giver, p Peer) int { return int(s.For.Of(p)) },
			Units:  func(s careless) int { return int(s.Units) },
			Carried: func(b gift) int {
				return int(b.Units)
			},
			Most: most, Quorums: quorums, Contract: contract,
		},
	}
}

// The theorem of contract.go, by trying: whatever its handlers do, a protocol with a contract never breaks its books. Kept is
// the second implementation: it counts all messages of a state. Without the contract, most of the same protocols break them, each kind
// of mistake in some.
func TestContract(t *testing.T) {
	broken, undefined, inside := 0, map[string]int{}, 0
	seeds := 90
	if slow.Tests() {
		seeds = 240
	}
	for seed := range uint64(seeds) {
		n, most := 2+int(seed%2), 1+int(seed/2%2)
		for _, contract := range []bool{false, true} {
			p := protocolOf(seed, n, most, seed%30, contract)
			if contract {
				p = Contracted(p)
			}
			q, err := Compose[whole](p, packets())
			if err != nil {
				t.Fatal(err)
			}
			kept, err := Kept[whole](p, packets())
			if err != nil {
				t.Fatal(err)
			}
			q.Requires = append(q.Requires, kept)
			m, err := explore.NewModel(q)
			if err != nil {
				t.Fatal(err)
			}
			r, err := explore.Run(context.Background(), m, explore.Options{
				Requests: []int{2, 1, 1}[:n], Check: []explore.Property{TheBooks, explore.WellDefined}, MaxStates: 2500, Asymmetric: seed%3 > 0,
			})
			if err != nil {
				t.Fatal(err)
			}
			books, defined := r.Properties[0], r.Properties[1]
			if books.Property != TheBooks {
				books, defined = defined, books
			}
			switch {
			case !contract && books.Verdict == verdict.Violated:
				broken++
			case contract && books.Verdict == verdict.Violated:
				t.Fatalf("seed %d: the books are broken: %s\n%+v", seed, books.Detail, books.Trace)
			}
			if contract && defined.Verdict == verdict.Violated {
				_, why, _ := strings.Cut(defined.Detail, breach)
				undefined[why]++
			}
			if contract && slices.ContainsFunc(r.Steps, func(s explore.StepCount) bool { return s.Name == "leave" }) {
				inside++
			}
		}
	}
	t.Logf("%d of %d broken without a contract; %d have processes that leave; undefined: %v", broken, seeds, inside, undefined)
	if broken < seeds/2 || len(undefined) < 8 || inside < seeds/3 {
		t.Errorf("%d are broken without a contract, %d leave, and with one the undefined steps are %v", broken, inside, undefined)
	}
}

// Single steps that there are not: what the contract says of each, and nothing of the one that is in order.
func TestBreaches(t *testing.T) {
	p, q := Peer{1}, Peer{2}
	a := protocolOf(0, 2, 2, 0, true).Account
	one := By[uint8]{}.With(p, 1).With(q, 1)
	gave := func(of By[uint8], to ...Peer) giver {
		s := giver{For: of}
		for _, x := range to {
			s.To = s.To.With(x)
		}
		return s
	}
	permit := func(to Peer, units uint8) Answer[gift] { return Answer[gift]{To: to, Msg: gift{1, units}} }
	for _, x := range []struct {
		name   string
		before giver
		back   bool // of p
		after  giver
		send   []Answer[gift]
		want   string
	}{
		{"gives", gave(one), false, gave(one, p), []Answer[gift]{permit(p, 1)}, ""},
		{"gives on", gave(one, p), true, gave(one, q), []Answer[gift]{permit(q, 1)}, ""},
		{"gives again", gave(one, p), true, gave(one, p), []Answer[gift]{permit(p, 1)}, ""},
		{"gives twice", gave(one), false, gave(one, p), []Answer[gift]{permit(p, 1), permit(p, 1)}, "gives its permission to one that has it"},
		{"gives what is elsewhere", gave(one, p), false, gave(one, p), []Answer[gift]{permit(p, 1)}, "gives its permission to one that has it"},
		{"says nothing of it", gave(one), false, gave(one, p), nil, "to others afterwards"},
		{"does not note it", gave(one), false, gave(one), []Answer[gift]{permit(p, 1)}, "to others afterwards"},
		{"does not take it back", gave(one, p), true, gave(one, p), nil, "to others afterwards"},
		{"takes back what is not given", gave(one, q), true, gave(one, q), nil, "comes back that was not given"},
		{"says too much", gave(one), false, gave(one, p), []Answer[gift]{permit(p, 2)}, "another number of units than are given"},
		{"counts anew", gave(one, p), false, gave(one.With(p, 2), p), nil, "counts another number"},
		{"gives too much", gave(one.With(p, 2), p), false, gave(one.With(p, 2), p, q), []Answer[gift]{permit(q, 1)}, "gives 3 units, and has 2"},
	} {
		got := a.replies(x.before, p, x.back, Reply[giver, gift]{Next: x.after, Send: x.send})
		if x.want == "" && got != "" || !strings.Contains(got, x.want) {
			t.Errorf("a member %s: %q", x.name, got)
		}
	}
	both := explore.SetOf(0, 1)
	back := func(m int) To[wish] { return To[wish]{Member: m, Msg: wish{Kind: 2}} }
	for _, x := range []struct {
		name          string
		before, after careless
		comes         gift // of member 0
		send          []To[wish]
		want          string
	}{
		{"takes", careless{Units: 1}, careless{Units: 1, Had: 1}, gift{1, 1}, nil, ""},
		{"takes and returns", careless{}, careless{}, gift{1, 0}, []To[wish]{back(0)}, ""},
		{"enters", careless{Units: 1, Had: 2}, careless{Phase: explore.Inside, Units: 1, Had: both}, gift{1, 1}, nil, ""},
		{"leaves", careless{Units: 1, Had: both}, careless{}, gift{}, []To[wish]{back(0), back(1)}, ""},
		{"has it already", careless{Units: 1, Had: 1}, careless{Units: 1, Had: 1}, gift{1, 1}, nil, "has already"},
		{"loses it", careless{Units: 1}, careless{Units: 1}, gift{1, 1}, nil, "other permissions afterwards"},
		{"makes one", careless{Units: 1}, careless{Units: 1, Had: 2}, gift{}, nil, "other permissions afterwards"},
		{"returns what it has not", careless{Units: 1}, careless{Units: 1}, gift{}, []To[wish]{back(1)}, "gives back what it does not have"},
		{"returns twice", careless{Units: 1, Had: 2}, careless{Units: 1}, gift{}, []To[wish]{back(1), back(1)}, "gives back what it does not have"},
		{"takes another number", careless{Units: 2}, careless{Units: 2, Had: 1}, gift{1, 1}, nil, "another number of units than it asks for"},
		{"asks for more", careless{Units: 1, Had: 1}, careless{Units: 2, Had: 1}, gift{}, nil, "another number of units, with"},
		{"enters early", careless{Units: 1, Had: 1}, careless{Phase: explore.Inside, Units: 1, Had: 1}, gift{}, nil, "without the permissions of a quorum"},
		{"enters for none", careless{Had: both}, careless{Phase: explore.Inside, Had: both}, gift{}, nil, "without the permissions of a quorum"},
	} {
		got := a.acts(x.before, 0, x.comes, x.comes != gift{}, Act[careless, wish]{Next: x.after, Send: x.send}, x.after.Phase)
		if x.want == "" && got != "" || !strings.Contains(got, x.want) {
			t.Errorf("a requester %s: %q", x.name, got)
		}
	}
}

// What cannot have a contract is refused.
func TestNoContract(t *testing.T) {
	for name, change := range map[string]func(*Protocol[careless, giver, wish, gift]){
		"given at the start":    func(p *Protocol[careless, giver, wish, gift]) { p.Requester.Init.Had = 1 },
		"gave at the start":     func(p *Protocol[careless, giver, wish, gift]) { p.Member.Init.To = Peers{}.With(Peer{1}) },
		"inside at the start":   func(p *Protocol[careless, giver, wish, gift]) { p.Requester.Init.Phase = explore.Inside },
		"no units in a message": func(p *Protocol[careless, giver, wish, gift]) { p.Account.Carried = nil },
	} {
		p := protocolOf(0, 2, 1, 0, true)
		change(&p)
		if _, err := Compose[whole](p, packets()); err == nil || !strings.Contains(err.Error(), "contract of permissions") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
