package views_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/explore/views/certify"
	"qcheck/setsys/slow"
)

// leaks are ways in which a member may know more than its types say, or try to. The first ones learn nothing.
var leaks = []struct {
	what     string
	harmless bool
	knows    func(m keeper, from roles.Peer, at roles.Stamp, x int, state *[2]int) bool
}{
	{"nothing", true, func(keeper, roles.Peer, roles.Stamp, int, *[2]int) bool { return true }},
	{"counted calls", true, func(m keeper, from roles.Peer, _ roles.Stamp, x int, _ *[2]int) bool {
		return counted(from, func(b roles.By[bool], f func(bool) bool) { b.Those(f) }) == x
	}},
	{"counted sums", true, func(m keeper, from roles.Peer, _ roles.Stamp, x int, _ *[2]int) bool {
		i := 0
		return m.Notes.With(from, note{Times: 9}).Total(func(n note) int { i++; return i * int(n.Times) })%4 == x
	}},
	{"one of those with equal notes", true, func(m keeper, from roles.Peer, _ roles.Stamp, x int, _ *[2]int) (yes bool) {
		defer func() { yes = yes || recover() != nil }()
		i := 0
		return m.Notes.First(func(note) bool { i++; return i == 1+x }, func(a, b note) bool { return i%2 == 0 }) == from
	}},
	{"a number", false, func(_ keeper, from roles.Peer, _ roles.Stamp, x int, _ *[2]int) bool { return numberOf(from) == x }},
	{"an order", false, func(m keeper, from roles.Peer, _ roles.Stamp, _ int, _ *[2]int) bool {
		return numberOf(from) < numberOf(m.Holder.From)
	}},
	{"digits", false, func(_ keeper, _ roles.Peer, at roles.Stamp, x int, _ *[2]int) bool { return len(fmt.Sprint(at)) == 3+x }},
	{"a byte", false, func(m keeper, _ roles.Peer, at roles.Stamp, _ int, _ *[2]int) bool {
		low := func(s roles.Stamp) uint8 { return *(*uint8)(unsafe.Pointer(&s)) }
		return low(at) < low(m.Holder.Stamp) && m.Holder.Stamp.Before(at)
	}},
	{"calls before", false, func(_ keeper, _ roles.Peer, _ roles.Stamp, x int, state *[2]int) bool {
		state[0]++
		return state[0]%(3+x) == 0
	}},
	{"who was first", false, func(_ keeper, from roles.Peer, _ roles.Stamp, _ int, state *[2]int) bool {
		if state[1] == 0 {
			state[1] = 1 + numberOf(from)
		}
		return state[1] == 1+numberOf(from)
	}},
}

// leaking returns a random protocol whose members go astray where they know what they must not, and which leak that is.
func leaking(seed uint64) (randomProtocol, int) {
	p := newRandom(seed)
	d := dice(seed*0x9e3779b97f4a7c15 + 7)
	leak, x, rule, state := d.below(len(leaks)), d.below(3), d.below(5), new([2]int)
	take := p.Member.Take
	p.Member.Take = func(m keeper, from roles.Peer, a uint8, at roles.Stamp) []randomReply {
		all := take(m, from, a, at)
		if len(all) == 0 || int(a)%2 != rule%2 && rule < 4 || !leaks[leak].knows(m, from, at, x, state) {
			return all
		}
		y := &all[len(all)-1]
		switch rule {
		case 0:
			y.Send = append(slices.Clone(y.Send), tell(from, grants)...)
		case 1:
			y.Send = nil
		case 2:
			y.Undefined = "it is known"
		case 3:
			y.Next.Holder = line{}
		case 4:
			return append(all, randomReply{Name: "known", Next: m, Send: tell(from, grants)})
		}
		return all
	}
	return p, leak
}

// Nothing that is proved of random protocols with members that know too much is violated, nor refused by the second checker; those
// that only try to know are proved as others are.
func TestRandomLeaks(t *testing.T) {
	seeds, states := 240, int64(600)
	if slow.Tests() {
		seeds, states = 6000, 10_000
	}
	fresh := rand.Uint64N(1 << 40)
	count, searches := map[string]int{}, 0
	for i := range seeds {
		seed := uint64(i)
		if i%3 == 0 {
			seed = fresh + uint64(i)
		}
		p, leak := leaking(seed)
		kind := map[bool]string{true: "harmless", false: "leaking"}[leaks[leak].harmless]
		proof := views.Prove(t.Context(), p, views.Limits{Views: 400, Certify: true})
		count[kind]++
		if proof.Refused != "" {
			count[kind+", refused"]++
		}
		proved := slices.DeleteFunc(views.Properties(), func(p explore.Property) bool { return !proof.Proved(p) })
		if len(proved) == 0 {
			continue
		}
		count[kind+", proved"]++
		if err := certify.Check(t.Context(), p, proved, proof.Certificate); err != nil && proof.Certificate != nil {
			if leaks[leak].harmless {
				t.Errorf("seed %d, %s: proved, and refused by the checker: %v", seed, leaks[leak].what, err)
			}
			count[kind+", refused by the checker alone"]++
		}
		composed, err := roles.Compose[roles.State[asker, keeper]](p, randomWire())
		if err != nil {
			t.Fatal(err)
		}
		m, err := explore.NewModel(composed)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 12 {
			if !slow.Tests() && (k+i)%4 != 0 {
				continue
			}
			o := explore.Options{
				Requests: slices.Repeat([]int{[]int{1, 2, explore.Unbounded}[k/2%3]}, p.N), Clock: []explore.ClockMode{explore.Causal, explore.Integer}[k%2],
				Queued: k/6 == 0, MaxStates: states,
			}
			r, err := explore.Run(t.Context(), m, o)
			if err != nil {
				continue // it is no function, and is found to be none
			}
			searches++
			for _, x := range r.Properties {
				if x.Verdict == verdict.Violated && proof.Proved(x.Property) {
					t.Errorf("seed %d, %s: %s is proved, and violated with %+v: %s", seed, leaks[leak].what, x.Property, o, x.Detail)
				}
			}
		}
	}
	t.Logf("%v, %d searches, fresh seeds from %d", count, searches, fresh)
	if count["leaking, refused"] < seeds/10 || count["harmless, proved"] < seeds/10 || searches < seeds/3 {
		t.Errorf("too few: %v, %d searches", count, searches)
	}
}
