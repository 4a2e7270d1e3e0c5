package roles

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"qcheck/explore"
	"qcheck/setsys/slow"
)

// An operation on a Noted, by its number, with the request of a peer or the peer that it is about.
type operation struct {
	kind    int
	request int // which one of those that are not noted yet
	holder  bool
}

const operations = 8

// A member notes what the test does: the program of operations is made of a Noted, the request that has the permission, and others, none of which is noted.
type programme struct {
	all    []operation
	called func(Peer) int // the names of peers that have one, -1 for others
	picks  []int          // by name, which was chosen
	said   []string
}

func (p *programme) run(n Noted, holder Request, fresh []Request) Noted {
	name := func(r Request) int {
		if r.From.None() {
			return -2
		}
		return p.called(r.From)
	}
	say := func(format string, args ...any) { p.said = append(p.said, fmt.Sprintf(format, args...)) }
	each := func(what string, g Group) {
		var to []int
		for _, o := range ToEach(g, what) {
			if x := p.called(o.To); x >= 0 {
				to = append(to, x)
			}
		}
		slices.Sort(to)
		say("%s %v", what, to)
	}
	for _, o := range p.all {
		of := holder
		if !o.holder {
			of = fresh[len(fresh)-1]
		}
		room := true
		var r Request
		var g Group
		switch o.kind {
		case 0:
			n, room = n.Put(fresh[o.request])
		case 1:
			n, room = n.Ask(Query{fresh[o.request], holder})
		case 2:
			n, r = n.Serve()
			say("serves %d %t", name(r), r.Stamp.Before(holder.Stamp))
		case 3:
			say("asks %t", n.Asks())
		case 4:
			about, ok := n.About(of.From)
			say("about %d %t", name(about), ok)
		case 5:
			n, r = n.Answered(of.From)
			if say("answered %d", name(r)); !r.From.None() {
				p.picks = append(p.picks, name(r))
			}
		case 6:
			n, g, room = n.Settle(of.From, true)
			each("settled", g)
			each("but for one", g.Without(fresh[o.request]))
		case 7:
			n, g, room = n.Settle(of.From, false)
			if each("one settled", g); len(g.requests) > 0 {
				p.picks = append(p.picks, name(g.requests[0]))
			}
		}
		if !room {
			say("no room")
		}
	}
	return n
}

// A Noted of a crowd answers as that of all peers, if each has one request and all queries are about the same one; where it is a matter of order, one of its answers is.
func TestNotedAgrees(t *testing.T) {
	r := slow.Random(t, 52)
	worlds := 4000
	if slow.Tests() {
		worlds = 400_000
	}
	counts := map[string]int{}
	for range worlds {
		count := notedOnce(t, r)
		for what, n := range count {
			counts[what] += n
		}
		if t.Failed() {
			break
		}
	}
	t.Log(counts)
	for what, least := range map[string]int{"needs": worlds / 10, "chosen by place": worlds / 100, "chosen of a class": worlds / 20, "classes changed": worlds / 20, "refused": worlds / 100} {
		slow.Reached(t, what, counts[what], worlds, least)
	}
}

func notedOnce(t *testing.T, r *rand.Rand) map[string]int {
	counts := map[string]int{}
	n := 4 + r.IntN(8)
	stamps := r.Perm(40)
	request := func(p int) Request {
		return Request{Stamp{explore.Stamp(2*stamps[p] + 2)}, Peer{explore.ProcessOf(p)}}
	}
	// Peers 0 to 2 have names from the start: the holder, and two whose requests are not noted.
	states := map[int]uint16{}
	var real Noted
	for _, p := range r.Perm(n) {
		if p < 3 || r.IntN(4) == 0 {
			continue
		}
		if states[p] = uint16(r.IntN(2)); states[p] == queried {
			real, _ = real.Ask(Query{request(p), request(0)})
		} else {
			real, _ = real.Put(request(p))
		}
	}
	var all []operation
	for range 1 + r.IntN(4) {
		all = append(all, operation{r.IntN(operations), 1 + r.IntN(2), r.IntN(6) > 0})
	}
	truth := programme{all: all, called: func(p Peer) int { return p.process.Index() }}
	after := truth.run(real, request(0), []Request{{}, request(1), request(2)})

	named := []int{0, 1, 2}
	for p := range states {
		if r.IntN(3) == 0 {
			named = append(named, p)
		}
	}
	var picks []Peer
	for range 40 {
		known := make([]Stamp, 0, len(named))
		for _, p := range named {
			known = append(known, request(p).Stamp)
		}
		slices.SortFunc(known, func(a, b Stamp) int { return int(a.stamp) - int(b.stamp) })
		at := func(p int) Request {
			return Request{scaledStamp(request(p).Stamp, known), Peer{explore.ProcessOf(slices.Index(named, p))}}
		}
		var lazy Noted
		c := &Crowd{Picks: picks}
		classOf := map[int]int{} // by peer
		keys := map[[2]int]int{}
		for p := range n {
			state, ok := states[p]
			switch key := [2]int{int(state), gap(request(p).Stamp, known)}; {
			case !ok:
			case slices.Contains(named, p):
				lazy.by = lazy.by.With(at(p).From, note{at(p).Stamp, state})
			default:
				if _, ok := keys[key]; !ok {
					keys[key] = len(c.Gaps)
					var three [3]string
					for i := range three {
						v := note{Stamp{explore.Stamp(8*key[1] + 2*i + 2)}, state}
						three[i] = string(unsafe.Slice((*byte)(unsafe.Pointer(&v)), unsafe.Sizeof(v)))
					}
					c.Classes, c.Gaps = append(c.Classes, three), append(c.Gaps, key[1])
				}
				classOf[p] = keys[key]
			}
			if ok && state == queried {
				lazy.of = at(0)
			}
		}
		got := programme{all: all, called: func(p Peer) int { return named[p.process.Index()] }}
		var then Noted
		need, refused, panicked := c.During(func(mark uint32) {
			lazy.by.others = crowdOf(mark)
			then = got.run(lazy, at(0), []Request{{}, at(1), at(2)})
			if then.Queue != [MostNoted]Request{} || then.Queries != [MostNoted]Query{} {
				t.Error("a crowd with lists")
			}
		})
		earliest := func(class int) int {
			first := -1
			for p, x := range classOf {
				if x == class && (first < 0 || request(p).Stamp.Before(request(first).Stamp)) {
					first = p
				}
			}
			return first
		}
		switch {
		case refused != "":
			if !strings.HasPrefix(refused, "two requests of a peer") {
				t.Errorf("%v: %s", all, refused)
			}
			counts["refused"]++
			return counts
		case panicked != nil:
			t.Errorf("%v: %v", all, panicked)
			return counts
		case c.Choice != nil:
			p := truth.picks[len(picks)]
			if i := slices.Index(named, p); i >= 0 {
				if !c.Choice.Places.Has(i) {
					t.Errorf("%v: %d is not chosen", all, p)
					return counts
				}
				picks = append(picks, Peer{explore.ProcessOf(i)})
				counts["chosen by place"]++
				continue
			}
			if x, ok := classOf[p]; !ok || !slices.Contains(c.Choice.Classes, x) {
				t.Errorf("%v: %d is not chosen of its class", all, p)
				return counts
			}
			picks, named = append(picks, Peer{explore.ProcessOf(len(named))}), append(named, p)
			counts["chosen of a class"]++
			continue
		case need >= 0:
			named = append(named, earliest(need))
			counts["needs"]++
			continue
		}
		// What was said is the same, and what is noted afterwards.
		again := programme{all: all, called: func(p Peer) int {
			if slices.Contains(named, p.process.Index()) {
				return p.process.Index()
			}
			return -1
		}}
		again.run(real, request(0), []Request{{}, request(1), request(2)})
		if !slices.Equal(got.said, again.said) {
			t.Errorf("%v: %q, and %q of the crowd", all, again.said, got.said)
		}
		want := map[int]note{}
		for _, q := range after.Queue {
			if !q.From.None() {
				want[q.From.process.Index()] = note{q.Stamp, waiting}
			}
		}
		for _, q := range after.Queries {
			if !q.For.From.None() {
				want[q.For.From.process.Index()] = note{q.For.Stamp, queried}
			}
		}
		classes := map[[2]int]bool{}
		for p, v := range want {
			if !slices.Contains(named, p) {
				classes[[2]int{int(v.State), gap(v.Stamp, known)}] = true
			}
		}
		for i, p := range named {
			v, ok := want[p]
			if ok {
				v.Stamp = scaledStamp(v.Stamp, known)
			}
			if then.by.of[i] != v {
				t.Errorf("%v: %+v of %d, and %+v of the crowd", all, v, p, then.by.of[i])
			}
		}
		changed := c.After(uint32(then.by.others))
		for i, three := range changed.Classes {
			v := element[note](three[1])
			key := [2]int{int(v.State), changed.Gaps[i]}
			if _, ok := classes[key]; !ok {
				t.Errorf("%v: a class %v, which is none", all, key)
			}
			if three != c.Classes[i] {
				counts["classes changed"]++
			}
			classes[key] = false
		}
		for key, left := range classes {
			if left {
				t.Errorf("%v: there is no class %v", all, key)
			}
		}
		return counts
	}
	t.Errorf("%v: more and more are named", all)
	return counts
}
