package views_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/explore/views/certify"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/maekawa"
	"qcheck/setsys/slow"
)

// Toys in which a process waits for ever, for the proof of starvation-freedom.

// deny is one, in which the member may deny each request, and the requester asks again by
// a local step.
func deny(n int) oneP {
	p := one(n)
	p.Requester.Local = func(_ int, r oneR) []oneAct {
		switch {
		case r.Phase == explore.Thinking:
			return []oneAct{{Name: "ask", Kind: explore.Ask, Next: oneR{Phase: explore.Waiting, Asks: 1}, Stamp: roles.New, Send: send(1, 0, true)}}
		case r.Phase == explore.Inside:
			return []oneAct{{Name: "leave", Kind: explore.Leave, Next: oneR{Asks: 1}, Stamp: roles.Drop}}
		case r.Got == 1:
			return []oneAct{{Name: "retry", Next: oneR{Phase: explore.Waiting, Asks: 1}, Send: send(1, 0, true)}}
		}
		return nil
	}
	p.Requester.Take = func(_ int, r oneR, _ int, b uint8, _ bool) []oneAct {
		if b == 0 {
			return []oneAct{{Name: "enter", Next: oneR{Phase: explore.Inside, Asks: 1}}}
		}
		r.Got = 1
		return []oneAct{{Name: "denied", Next: r}}
	}
	p.Requester.Observe = func(r oneR) explore.Observation { return explore.Observation{Phase: r.Phase} }
	p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
		return []oneReply{{Name: "grant", Next: m, Send: tell(from, 0)}, {Name: "deny", Next: m, Send: tell(from, 1)}}
	}
	return p
}

// A lock is a member that lets one enter at a time, and has the others in a queue.
type (
	lock struct {
		Holder roles.Peer
		Queue  [2]line
	}
	lockP     = roles.Protocol[oneR, lock, uint8, uint8]
	lockReply = roles.Reply[lock, uint8]
)

// The orders of a queue.
const (
	byStamp = iota
	byArrival
	latestFirst
)

func turns(n, order int) lockP {
	p := deny(n)
	p.Requester.Local = func(_ int, r oneR) []oneAct {
		switch r.Phase {
		case explore.Thinking:
			return []oneAct{{Name: "ask", Kind: explore.Ask, Next: oneR{Phase: explore.Waiting, Asks: 1}, Stamp: roles.New, Send: send(1, 0, true)}}
		case explore.Inside:
			return []oneAct{{Name: "leave", Kind: explore.Leave, Next: oneR{Asks: 1}, Stamp: roles.Drop, Send: send(1, 1, false)}}
		}
		return nil
	}
	return lockP{
		Name: "turns", N: n, Clock: p.Clock, Requester: p.Requester, Safe: explore.AtMost(1),
		Member: roles.Member[lock, uint8, uint8]{Take: func(m lock, from roles.Peer, a uint8, at roles.Stamp) []lockReply {
			x := lockReply{Name: "asked", Next: m}
			switch {
			case a == 1:
				x.Name = "left"
				x.Next.Holder, x.Next.Queue = m.Queue[0].From, [2]line{m.Queue[1]}
				if !x.Next.Holder.None() {
					x.Send = tell(x.Next.Holder, 0)
				}
			case m.Holder.None():
				x.Next.Holder, x.Send = from, tell(from, 0)
			default:
				x.Next.Queue = m.Queue
				l := line{from, at}
				for i, k := range m.Queue {
					if k.From.None() {
						x.Next.Queue[i] = l
						break
					}
					if order == latestFirst || order == byStamp && l.Stamp.Before(k.Stamp) {
						x.Next.Queue[i], l = l, k
					}
				}
			}
			return []lockReply{x}
		}},
	}
}

// starved reports whether a search finds a process that waits for ever, and whether it searched
// everything.
func starved[R, M, A, B, W comparable](t *testing.T, p roles.Protocol[R, M, A, B], wire roles.Wire[W, A, B], states int64, queued bool) (violated, whole bool) {
	t.Helper()
	composed, err := roles.Compose[roles.State[R, M]](p, wire)
	if err != nil {
		t.Fatal(err)
	}
	m, err := explore.NewModel(composed)
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Run(context.Background(), m, explore.Options{
		Requests: slices.Repeat([]int{explore.Unbounded}, p.N), Queued: queued, MaxStates: states, Check: []explore.Property{explore.StarvationFreedom},
	})
	if err != nil {
		t.Fatalf("%s: %v", p.Name, err)
	}
	return r.Properties[0].Verdict == verdict.Violated, r.Complete
}

// certified says why the checker of certificates refuses that of a proof that nobody waits for ever.
func certified[R, M, A, B comparable](p roles.Protocol[R, M, A, B], w *views.Waits[R, M, A, B], forced bool) error {
	return certify.Check(context.Background(), p, []explore.Property{explore.StarvationFreedom}, w.Lines(forced))
}

// randomWaits returns a random protocol, and what may wait for ever in it; nil where the argument does not apply.
func randomWaits(seed int) (randomProtocol, *views.Waits[asker, keeper, uint8, uint8]) {
	if seed >= len(waitsBySeed) {
		return newWaits(seed)
	}
	x := waitsBySeed[seed]()
	return x.p, x.w
}

// waitsBySeed has them for the seeds that several tests share.
var waitsBySeed = func() (all [600]func() waiting) {
	for seed := range all {
		all[seed] = sync.OnceValue(func() waiting {
			p, w := newWaits(seed)
			return waiting{p, w}
		})
	}
	return all
}()

type waiting struct {
	p randomProtocol
	w *views.Waits[asker, keeper, uint8, uint8]
}

func newWaits(seed int) (randomProtocol, *views.Waits[asker, keeper, uint8, uint8]) {
	p := newRandom(uint64(seed))
	p.Clock.TickOnFresh, p.Member.Local = true, nil
	w, why := views.WaitsOf(p, views.Limits{Views: 300, Certify: true}, "")
	if why != "" {
		return p, nil
	}
	proof := views.Prove(context.Background(), p, views.Limits{Views: 300})
	if !proof.Proved(explore.WellDefined) || !proof.Proved(explore.DeadlockFreedom) {
		return p, nil
	}
	return p, w
}

// TestForcedCertificates: where it is not proved that nobody waits for ever, what is taken away by
// the rules is confirmed, and some row of what is left is found.
func TestForcedCertificates(t *testing.T) {
	seeds := 600
	if slow.Tests() {
		seeds = 20_000
	}
	count := map[string]int{}
	for seed := range seeds {
		p, w := randomWaits(seed)
		if w == nil {
			continue
		}
		err := certified(p, w, true)
		switch {
		case w.Proved() && err == nil:
			count["proved"]++
		case !w.Proved() && err != nil && strings.Contains(err.Error(), "nothing says why requesters"):
			count["not proved"]++
		case w.Proved() && err != nil && strings.Contains(err.Error(), "nothing says why requesters"):
			count["proved with facts"]++ // which are left out
		default:
			t.Errorf("seed %d: proved %v, checked: %v", seed, w.Proved(), err)
		}
	}
	t.Log(count)
	if count["proved"] < seeds/30 || count["not proved"] == 0 {
		t.Errorf("too few protocols: %v", count)
	}
}

// TestDemands: without each condition of the proof, it proves of a toy what is violated.
func TestDemands(t *testing.T) {
	waived := map[string]bool{}
	needed := func(what, says string, proof *views.Proof, violated, proved bool, why string, checked error) {
		t.Helper()
		waived[what] = true
		refuses := says // the checker of certificates
		if what == "every message is taken" {
			refuses = "may stay in their channels"
		}
		switch {
		case checked == nil || !strings.Contains(checked.Error(), refuses):
			t.Errorf("%s: the certificate of a wrong proof: %v", what, checked)
		case !violated:
			t.Errorf("%s: a search does not find that a process waits for ever", what)
		case proof.Proved(explore.StarvationFreedom) || !strings.Contains(reason(proof, explore.StarvationFreedom), says):
			t.Errorf("%s: %q does not say %q", what, reason(proof, explore.StarvationFreedom), says)
		case why != "":
			t.Errorf("%s: without the condition: %s", what, why)
		case !proved:
			t.Errorf("%s: without the condition nothing wrong is proved", what)
		}
	}
	ofOne := func(what, says string, n int, change func(p *oneP)) {
		t.Helper()
		p := deny(n)
		change(&p)
		violated, _ := starved(t, p, randomWire(), 20_000, true)
		w, why := views.WaitsOf(p, views.Limits{Views: 4000, Certify: true}, what)
		proved := why == "" && w.Proved()
		needed(what, says, views.Prove(context.Background(), p, views.Limits{Views: 4000}), violated, proved, why, certified(p, w, false))
	}
	ofLock := func(what, says string, change func(p *lockP)) {
		t.Helper()
		p := turns(3, byStamp)
		change(&p)
		violated, _ := starved(t, p, randomWire(), 20_000, true)
		w, why := views.WaitsOf(p, views.Limits{Views: 4000, Certify: true}, what)
		proved := why == "" && w.Proved()
		needed(what, says, views.Prove(context.Background(), p, views.Limits{Views: 4000}), violated, proved, why, certified(p, w, false))
	}
	// Its answer is refused now and then, so that it need never be taken.
	ofOne("every message is taken", "it is looked into where", 2, func(p *oneP) {
		local := p.Requester.Local
		p.Requester.Local = func(self int, r oneR) []oneAct {
			if r.Phase == explore.Waiting {
				return []oneAct{{Name: "turn", Next: oneR{Phase: r.Phase, Got: 1 - r.Got, Asks: 1}}}
			}
			return local(self, r)
		}
		p.Requester.Take = func(_ int, r oneR, _ int, b uint8, _ bool) []oneAct {
			if r.Got == 0 {
				return nil
			}
			return []oneAct{{Name: "enter", Next: oneR{Phase: explore.Inside, Asks: 1}}}
		}
		p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
			return []oneReply{{Name: "grant", Next: m, Send: tell(from, 0)}}
		}
	})
	// Two others ask again and again with the stamps that they had.
	ofLock("clocks tick", "clocks need not tick", func(p *lockP) {
		p.Clock = explore.ClockRule{Attach: explore.StampedMessages, TickOnReceive: true}
	})
	ofLock("who begins to wait makes a stamp", "begins to wait without a fresh stamp", func(p *lockP) {
		local := p.Requester.Local
		p.Requester.Local = func(self int, r oneR) []oneAct {
			if r.Got == 0 {
				return []oneAct{{Name: "begin", Next: oneR{Got: 1, Asks: 1}, Stamp: roles.New}}
			}
			acts := local(self, r)
			for i := range acts {
				acts[i].Stamp, acts[i].Next.Got = roles.Keep, 1
			}
			return acts
		}
		p.Requester.Take = func(_ int, r oneR, _ int, b uint8, _ bool) []oneAct {
			return []oneAct{{Name: "enter", Next: oneR{Phase: explore.Inside, Got: 1, Asks: 1}}}
		}
	})
	// What a requester pokes, the member forgets.
	ofOne("members have no local steps", "local steps", 2, func(p *oneP) {
		local := p.Requester.Local
		p.Requester.Local = func(self int, r oneR) []oneAct {
			if r.Got == 0 {
				next := r
				next.Got = 2
				return append(local(self, r), oneAct{Name: "poke", Next: next, Send: send(1, 1, false)})
			}
			acts := local(self, r)
			for i := range acts {
				acts[i].Next.Got = r.Got
			}
			return acts
		}
		p.Requester.Take = func(_ int, r oneR, _ int, b uint8, _ bool) []oneAct {
			if b == 0 {
				r.Phase = explore.Inside
				return []oneAct{{Name: "enter", Next: r}}
			}
			r.Got = 0
			return []oneAct{{Name: "poked", Next: r}}
		}
		p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
			x := oneReply{Name: "noted", Next: m}
			switch {
			case a == 0:
				x.Next.Notes = m.Notes.With(from, note{Owed: true, Stamp: at})
			case m.Place == 0:
				x.Next.Place, x.Send = 1, tell(from, 1)
			default:
				x.Next.Place, x.Send = 0, tell(from, 1)
				if next := m.Notes.First(oweds, earlier); !next.None() {
					x.Next.Notes = m.Notes.With(next, note{})
					x.Send = append(x.Send, tell(next, 0)...)
				}
			}
			return []oneReply{x}
		}
		p.Member.Local = func(m oneM) []oneReply {
			if m.Place == 0 {
				return nil
			}
			m.Place = 0
			return []oneReply{{Name: "forgotten", Next: m}}
		}
	})
	retry := func(p *oneP, change func(x *oneAct)) {
		local := p.Requester.Local
		p.Requester.Local = func(self int, r oneR) []oneAct {
			acts := local(self, r)
			if len(acts) > 0 && acts[0].Name == "retry" {
				change(&acts[0])
			}
			return acts
		}
	}
	ofOne("who waits has a stamp", "waits without a stamp", 2, func(p *oneP) {
		retry(p, func(x *oneAct) { x.Stamp = roles.Drop })
	})
	// It is later each time.
	ofOne("who waits makes stamps finitely often", "fresh stamps without end", 2, func(p *oneP) {
		retry(p, func(x *oneAct) { x.Stamp = roles.New })
	})
	// Whether it waits is known from the members that it has asked.
	ofOne("cuts show who waits", "not seen in what of its state", 2, func(p *oneP) {
		local, take := p.Requester.Local, p.Requester.Take
		hidden := func(r oneR) oneR {
			r.Asks = 0
			if r.Phase == explore.Waiting {
				r.Phase, r.Asks = explore.Thinking, 1
			}
			return r
		}
		shown := func(r oneR) oneR {
			if r.Asks == 1 {
				r.Phase = explore.Waiting
			}
			r.Asks = 1
			return r
		}
		p.Requester.Init = oneR{}
		hide := func(acts []oneAct) []oneAct {
			for i := range acts {
				acts[i].Next = hidden(acts[i].Next)
			}
			return acts
		}
		p.Requester.Local = func(self int, r oneR) []oneAct { return hide(local(self, shown(r))) }
		p.Requester.Take = func(self int, r oneR, m int, b uint8, here bool) []oneAct {
			return hide(take(self, shown(r), m, b, here))
		}
		p.Requester.Observe = func(r oneR) explore.Observation { return explore.Observation{Phase: shown(r).Phase} }
	})
	w, _ := views.WaitsOf(deny(1), views.Limits{}, "")
	for _, what := range w.Demands() {
		if !waived[what] {
			t.Errorf("no toy needs %q", what)
		}
	}
}

// A toy is a protocol, in which a process may wait for ever or not.
type toy[R, M comparable] struct {
	what    string
	p       roles.Protocol[R, M, uint8, uint8]
	starves bool
	proved  bool
}

// TestStarvedToys: what a search finds to starve is not proved, and what does not is, mostly.
func TestStarvedToys(t *testing.T) {
	noLeave, choice, forgets := turns(2, byStamp), turns(3, byArrival), turns(3, byStamp)
	local := noLeave.Requester.Local
	noLeave.Requester.Local = func(self int, r oneR) []oneAct {
		if r.Phase == explore.Inside {
			return []oneAct{{Name: "work", Next: r}}
		}
		return local(self, r)
	}
	// The member may grant to either of those that wait.
	take := choice.Member.Take
	choice.Member.Take = func(m lock, from roles.Peer, a uint8, at roles.Stamp) []lockReply {
		x := take(m, from, a, at)
		if q := m.Queue; a == 1 && !q[1].From.None() {
			m.Queue = [2]line{q[1], q[0]}
			x = append(x, take(m, from, a, at)...)
		}
		return x
	}
	// The member forgets who is behind another.
	forget := forgets.Member.Take
	forgets.Member.Take = func(m lock, from roles.Peer, a uint8, at roles.Stamp) []lockReply {
		x := forget(m, from, a, at)
		x[0].Next.Queue[1] = line{}
		return x
	}
	for _, x := range []toy[oneR, lock]{
		{"in the order of stamps", turns(2, byStamp), false, true},
		{"in the order of stamps, three", turns(3, byStamp), false, true},
		{"in the order of arrival", turns(3, byArrival), false, true},
		{"the latest first, two", turns(2, latestFirst), false, true},
		{"the latest first", turns(3, latestFirst), true, false},
		{"nobody leaves", noLeave, true, false},
		{"either of two", choice, true, false},
		{"one is forgotten", forgets, true, false},
	} {
		x.confront(t)
	}
	together := deny(2)
	together.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
		// It grants what is asked for the second time, unless two ask: both are denied then, for
		// ever.
		n := m.Notes.Of(from)
		m.Notes = m.Notes.With(from, note{Owed: true})
		if n.Owed && m.Notes.Total(func(n note) int { return flag(n.Owed) }) == 1 {
			return []oneReply{{Name: "grant", Next: oneM{}, Send: tell(from, 0)}}
		}
		return []oneReply{{Name: "deny", Next: m, Send: tell(from, 1)}}
	}
	alone := deny(1)
	alone.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
		m.Place = 1 - m.Place
		return []oneReply{{Name: "deny", Next: m, Send: tell(from, m.Place)}}
	}
	// It enters by a step that is enabled now and then, which member 0 does not see.
	sometimes := deny(2)
	ask := sometimes.Requester.Local
	sometimes.Requester.Local = func(self int, r oneR) []oneAct {
		if r.Phase != explore.Waiting {
			acts := ask(self, r)
			acts[0].Send = nil
			return acts
		}
		turned := r
		turned.More ^= explore.SetOf(1)
		acts := []oneAct{{Name: "turn", Next: turned}}
		if r.More.Has(1) {
			acts = append(acts, oneAct{Name: "enter", Next: oneR{Phase: explore.Inside, Asks: 1}})
		}
		return acts
	}
	for _, x := range []toy[oneR, oneM]{
		{"enters now and then", sometimes, true, false},
		{"denied or not", deny(1), true, false},
		{"denied or not, two", deny(2), true, false},
		{"two only together", together, true, false},
		{"denied every other time", alone, false, true},
	} {
		x.confront(t)
	}
}

func (x toy[R, M]) confront(t *testing.T) {
	t.Helper()
	violated, whole := starved(t, x.p, randomWire(), 100_000, true)
	if violated != x.starves || !violated && !whole {
		t.Errorf("%s: a search says %v, whole: %v", x.what, violated, whole)
	}
	if proof := views.Prove(context.Background(), x.p, views.Limits{Views: 20_000}); proof.Proved(explore.StarvationFreedom) != x.proved {
		t.Errorf("%s: proved: %v, %s", x.what, !x.proved, reason(proof, explore.StarvationFreedom))
	}
	if x.starves {
		w, _ := views.WaitsOf(x.p, views.Limits{Certify: true}, "")
		if err := certified(x.p, w, true); err == nil || !strings.Contains(err.Error(), "nothing says why requesters") {
			t.Errorf("%s: checked: %v", x.what, err)
		}
	}
	var sum tally
	if cannot := confined(t, x.p, -1, 3000, 20_000, &sum); cannot != "" || x.starves != (sum.starves > 0) {
		t.Errorf("%s: %s, %+v", x.what, cannot, sum)
	}
}

// TestStarvedVariants: of variants of algorithms, none that a search finds to starve is
// proved.
func TestStarvedVariants(t *testing.T) {
	states, most := int64(3000), 3000
	if slow.Tests() {
		states, most = 200_000, 60_000
	}
	count := map[string]int{}
	for i, x := range []kakugawa.Config{
		{N: 2, K: 1, Quorums: []explore.Set{1}},
		{N: 2, K: 1, Quorums: []explore.Set{3}},
		{N: 2, K: 2, Quorums: []explore.Set{1, 2}},
		{N: 3, K: 1, Quorums: []explore.Set{1}},
		{N: 3, K: 1, Quorums: []explore.Set{3, 5, 6}},
	} {
		for j, v := range kakugawa.Algorithm().Variants {
			for _, retry := range []bool{false, true} {
				x.Variant, x.NoRetry = v.Name, retry
				if skip := retry == ((i+j)%2 == 0) || x.N == 3 && (retry || (i+j)%3 > 0); skip && !slow.Tests() {
					continue
				}
				if p, wire, err := kakugawa.Roles(x); err == nil {
					refute(t, p, wire, states, most, count, v.Name, x)
				}
			}
		}
	}
	for n := 1; n <= 3; n++ {
		for _, v := range maekawa.Algorithm().Variants {
			p, wire, err := maekawa.Roles(maekawa.Config{N: n, Variant: v.Name})
			if err != nil {
				t.Fatal(err)
			}
			refute(t, p, wire, states, most, count, v.Name, n)
		}
	}
	t.Log(count)
	if count["violated"] < 12 || count["proved"] < 20 {
		t.Errorf("too few instances: %v", count)
	}
}

func refute[R, M, A, B, W comparable](t *testing.T, p roles.Protocol[R, M, A, B], wire roles.Wire[W, A, B], states int64, most int, count map[string]int, what ...any) {
	proof := views.Prove(context.Background(), p, views.Limits{Views: most})
	proved := proof.Proved(explore.StarvationFreedom)
	violated := false
	for i, queued := range []bool{false, true} {
		if !proved && !slow.Tests() && i != count["instances"]%2 {
			continue // one search says that there are such runs
		}
		found, _ := starved(t, p, wire, states, queued)
		violated = violated || found
	}
	count["instances"]++
	count["violated"] += flag(violated)
	count["proved"] += flag(proved)
	if violated && proved {
		t.Errorf("%s %v: it is proved that nobody waits for ever, and one does", p.Name, what)
	}
}

// TestStarvationProved: what local views prove of repaired algorithms, for requests without
// bound. Each rule is needed for one of them, or for a toy.
func TestStarvationProved(t *testing.T) {
	for _, x := range []kakugawa.Config{
		{N: 2, K: 1, Quorums: []explore.Set{3}},
		{N: 3, K: 1, Quorums: []explore.Set{1}},
		{N: 3, K: 1, Quorums: []explore.Set{3, 5, 6}},
		{N: 3, K: 2, Quorums: []explore.Set{1, 2, 4}},
	} {
		p, _, err := kakugawa.Roles(x)
		if err != nil {
			t.Fatal(err)
		}
		if proof := views.Prove(context.Background(), p, views.Limits{}); !proof.Proved(explore.StarvationFreedom) {
			t.Errorf("%+v: %s", x, reason(proof, explore.StarvationFreedom))
		}
	}
	for n := 2; n <= 4; n++ {
		p, _, err := maekawa.Roles(maekawa.Config{N: n})
		if err != nil {
			t.Fatal(err)
		}
		if proof := views.Prove(context.Background(), p, views.Limits{}); !proof.Proved(explore.StarvationFreedom) {
			t.Errorf("maekawa, %d processes: %s", n, reason(proof, explore.StarvationFreedom))
		}
	}
}
