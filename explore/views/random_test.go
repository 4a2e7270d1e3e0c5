package views_test

import (
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// Random protocols of two roles: something like quorum-based mutual exclusion, whose rules are
// drawn for each situation, with some that are out of place. What is drawn depends on the
// seed and on the situation, so that handlers are functions.

// asker is the half of a requester, keeper that of a member.
type (
	asker struct {
		Phase     explore.Phase
		Place     uint8
		Have, Out explore.Set // members that have granted, and that are to answer
		Last      explore.Process
		Count     explore.PerProcess[uint8]
	}
	keeper struct {
		Place   uint8
		Queried bool
		Holder  line
		Queue   [2]line
		Notes   roles.By[note]
		Known   roles.Peers // have been granted, an odd number of times
	}
	line struct {
		From  roles.Peer
		Stamp roles.Stamp
	}
	note struct {
		Owed  bool
		Times uint8
		Stamp roles.Stamp
	}
	wired struct {
		Up    bool
		Kind  uint8
		Stamp explore.Stamp
	}
	randomProtocol = roles.Protocol[asker, keeper, uint8, uint8]
	randomAct      = roles.Act[asker, uint8]
	randomReply    = roles.Reply[keeper, uint8]
)

// To a member, and to a requester.
const (
	asks, asksAgain, gives, returns, keeps uint8 = 0, 1, 2, 3, 4
	grants, denies, queries                uint8 = 0, 1, 2
)

func randomWire() roles.Wire[wired, uint8, uint8] {
	return roles.Wire[wired, uint8, uint8]{
		Up:   func(k uint8) wired { return wired{Up: true, Kind: k} },
		Down: func(k uint8) wired { return wired{Kind: k} },
		Of:   func(w wired) (uint8, uint8, bool) { return w.Kind, w.Kind, w.Up },
	}
}

// dice are thrown for a situation.
type dice uint64

func (d *dice) below(n int) int {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}

func (d *dice) percent(p int) bool { return d.below(100) < p }

// A generator has what is the same in all situations.
type generator struct {
	seed     uint64
	n        int
	quorums  []explore.Set // by requester
	any      bool          // a requester may choose one of all quorums
	stamps   bool
	fifo     bool // requests are queued in the order in which they come
	notes    bool // requests are noted by requester, not queued
	queries  bool
	lazy     bool // a member serves by a local step
	retries  bool
	blocks   bool
	own      bool // what requesters do depends on their number
	by       bool // and on that of the member
	counts   bool // and on how often members have granted
	members  bool // what members do depends on what they have noted
	sets     bool // and on whom they know
	clean    bool // a requester asks again when all have answered
	reads    bool // members look at the stamps of requests
	overflow bool
	undefine bool
	wild     int // percent
}

func newRandom(seed uint64) randomProtocol {
	d := dice(seed * 0x2545f4914f6cdd1d)
	g := &generator{
		seed: seed, n: 2 + d.below(5)/3,
		stamps: d.percent(80), fifo: d.percent(40), notes: d.percent(30), queries: d.percent(40), lazy: d.percent(15), retries: d.percent(15),
		blocks: d.percent(10), own: d.percent(30), by: d.percent(20), counts: d.percent(20), members: d.percent(30),
		clean: d.percent(70), reads: d.percent(70), overflow: d.percent(30), undefine: d.percent(30),
		any: d.percent(20), sets: d.percent(20), wild: []int{0, 0, 2, 5, 10, 30}[d.below(6)],
	}
	kind := d.below(5)
	for i := range g.n {
		q := explore.All(g.n)
		switch kind {
		case 0:
			q = explore.SetOf(0)
		case 1:
			q = explore.All(g.n).Without((i + 2) % g.n)
		case 2:
			q = explore.Set(1 + d.below(1<<g.n-1))
		}
		g.quorums = append(g.quorums, q)
	}
	clock := explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: d.percent(65), TickOnReceive: true}
	if !g.stamps || d.percent(5) {
		clock.TickOnReceive = d.percent(50)
	}
	if d.percent(30) {
		clock.Attach = explore.StampedMessages
	}
	p := randomProtocol{
		Name: fmt.Sprint("random ", seed), N: g.n, Clock: clock,
		Requester: roles.Requester[asker, uint8, uint8]{
			Local: g.local, Take: g.answered,
			Observe: func(r asker) explore.Observation {
				return explore.Observation{Phase: r.Phase, Resource: r.Place}
			},
		},
		Member: roles.Member[keeper, uint8, uint8]{Take: g.asked},
		Safe:   explore.AtMost(1 + d.below(5)/4),
	}
	if g.lazy || d.percent(5) {
		p.Member.Local = g.served
	}
	switch first, last, place := 0, g.n-1, uint8(d.below(2)); d.below(8) {
	case 0:
		p.Safe = func(all []explore.Observation) string {
			if all[last].Phase == explore.Inside && all[first].Phase != explore.Thinking {
				return "the last process is inside before the first"
			}
			return ""
		}
	case 1:
		p.Safe = func(all []explore.Observation) string {
			if all[first].Phase == explore.Inside && all[last].Phase == explore.Inside && all[last].Resource == place {
				return "the first and the last process are inside"
			}
			return ""
		}
	}
	return p
}

func (g *generator) dice(situation ...int) dice {
	d := dice(g.seed)
	for _, x := range situation {
		d = d*31 + dice(x+1)
		d.below(2)
	}
	return d
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// when returns x if it matters.
func when(matters bool, x int) int {
	if matters {
		return x
	}
	return 0
}

func send(to explore.Set, kind uint8, stamped bool) (all []roles.To[uint8]) {
	all = roles.SendTo(to, kind)
	if stamped {
		all = roles.Stamped(all)
	}
	return all
}

// astray are steps that are out of place.
func (g *generator) astray(d *dice, r asker, local bool) randomAct {
	x := randomAct{Name: "astray", Next: r, Stamp: roles.StampUse(d.below(2))}
	if d.percent(30) {
		x.Next.Phase = explore.Phase(d.below(3))
	}
	x.Next.Place = uint8(d.below(2))
	if d.percent(20) {
		x.Next.Have = explore.Set(d.below(1 << g.n))
	}
	if local && g.stamps && d.percent(50) {
		x.Stamp = roles.New
	}
	for range d.below(3) {
		m := d.below(g.n)
		if !x.Next.Out.Has(m) {
			x.Next.Out = x.Next.Out.With(m)
			x.Send = append(x.Send, send(explore.SetOf(m), uint8(d.below(5)), d.percent(60))...)
		}
	}
	if g.undefine && d.percent(20) {
		x.Undefined = "by chance"
	}
	return x
}

func (g *generator) local(self int, r asker) (acts []randomAct) {
	d := g.dice(1, when(g.own, self), int(r.Phase), int(r.Place), when(g.counts, int(r.Count[self%g.n])))
	if d.percent(g.wild) {
		return []randomAct{g.astray(&d, r, true)}
	}
	switch r.Phase {
	case explore.Thinking:
		if g.clean && r.Out != 0 {
			return nil
		}
		quorums := g.quorums[self : self+1]
		if g.any {
			quorums = g.quorums
		}
		for _, q := range quorums {
			x := randomAct{Name: "ask", Kind: explore.Ask, Next: r}
			x.Next.Phase, x.Next.Have, x.Next.Place = explore.Waiting, 0, uint8(d.below(2))
			if g.stamps && !d.percent(10) {
				x.Stamp = roles.New
			}
			to := q &^ r.Out
			x.Next.Out |= to
			x.Send = send(to, asks, !d.percent(10))
			acts = append(acts, x)
		}
	case explore.Waiting:
		if g.retries && r.Place == 0 {
			x := randomAct{Name: "retry", Next: r}
			x.Next.Place = 1
			if g.stamps && d.percent(50) {
				x.Stamp = roles.New
			}
			to := g.quorums[self] &^ r.Out &^ r.Have
			x.Next.Out |= to
			x.Send = send(to, asksAgain, d.percent(80))
			acts = append(acts, x)
		}
	case explore.Inside:
		x := randomAct{Name: "leave", Kind: explore.Leave, Next: r, Send: send(r.Have, gives, false), Stamp: roles.Drop}
		x.Next.Phase, x.Next.Have = explore.Thinking, 0
		if d.percent(20) {
			x.Stamp = roles.Keep
		}
		acts = append(acts, x)
	}
	return acts
}

func (g *generator) answered(self int, r asker, m int, b uint8, _ bool) []randomAct {
	d := g.dice(2, when(g.own, self), when(g.by, m), int(r.Phase), int(r.Place), int(b), flag(r.Have.Has(m)),
		when(g.counts, int(r.Count[m])), when(g.by, flag(r.Last == explore.ProcessOf(m))))
	x := randomAct{Name: "counted", Next: r}
	if b != queries {
		x.Next.Out = r.Out.Without(m)
	}
	if d.percent(g.wild) {
		x.Next = g.astray(&d, x.Next, false).Next
		return []randomAct{x, g.astray(&d, r, false)}[:1+d.below(2)]
	}
	if g.blocks && r.Phase == explore.Thinking && d.percent(30) {
		return nil
	}
	if g.by {
		x.Next.Last = explore.ProcessOf(m)
	}
	switch {
	case b == grants && r.Phase == explore.Waiting:
		x.Next.Have = r.Have.With(m)
		if g.counts {
			x.Next.Count[m] = (r.Count[m] + 1) % 2
		}
		if slices.ContainsFunc(g.quorums, func(q explore.Set) bool { return x.Next.Have.Contains(q) }) || d.percent(g.wild) {
			x.Name = "enter"
			x.Next.Phase = explore.Inside
			if d.percent(40) {
				x.Stamp = roles.Drop
			}
		}
	case b == grants:
		x.Name = "given back"
		x.Send = send(explore.SetOf(m), gives, false)
	case b == queries && r.Phase == explore.Waiting && r.Have.Has(m):
		x.Name = "returned"
		x.Next.Have = r.Have.Without(m)
		x.Next.Out = r.Out.With(m)
		x.Send = send(explore.SetOf(m), returns, d.percent(50))
	case b == queries:
		x.Send = send(explore.SetOf(m), keeps, false)
	case g.retries && r.Phase == explore.Waiting && r.Place == 0:
		x.Name = "asks again"
		x.Next.Place = 1
		x.Next.Out = x.Next.Out.With(m)
		x.Send = send(explore.SetOf(m), asksAgain, d.percent(80))
	}
	return []randomAct{x}
}

func oweds(n note) bool      { return n.Owed }
func earlier(a, b note) bool { return a.Stamp.Before(b.Stamp) }
func (l line) before(at roles.Stamp) int {
	switch {
	case l.Stamp.Before(at):
		return 0
	case at.Before(l.Stamp):
		return 1
	}
	return 2
}

func tell(to roles.Peer, kind uint8) []roles.Answer[uint8] {
	return []roles.Answer[uint8]{{To: to, Msg: kind}}
}

func (g *generator) asked(m keeper, from roles.Peer, a uint8, at roles.Stamp) []randomReply {
	d := g.dice(3, int(a), int(m.Place), flag(m.Holder.From.None()), flag(m.Holder.From == from), when(g.reads, m.Holder.before(at)),
		when(g.members, int(m.Notes.Of(from).Times)), flag(m.Queried), when(g.sets, flag(m.Known.Has(from))),
		when(g.members && g.notes, m.Notes.Total(func(n note) int { return flag(n.Owed) })))
	if g.sets && d.percent(30) {
		if m.Known.Has(from) {
			m.Known = m.Known.Without(from)
		} else {
			m.Known = m.Known.With(from)
		}
	}
	if g.members {
		x := m.Notes.Of(from)
		x.Times = (x.Times + 1) % 2
		m.Notes = m.Notes.With(from, x)
	}
	if d.percent(g.wild) {
		m.Place = uint8(d.below(2))
		if d.percent(30) {
			m.Holder = line{from, at}
		}
		x := randomReply{Name: "astray", Next: m}
		if d.percent(50) {
			x.Send = tell(from, uint8(d.below(2)))
		}
		if g.undefine && d.percent(20) {
			x.Undefined = "by chance"
		}
		if g.blocks && d.percent(20) {
			return nil
		}
		return []randomReply{x}
	}
	switch a {
	case asks, asksAgain:
		switch {
		case m.Holder.From.None():
			m.Holder = line{from, at}
			return []randomReply{{Name: "granted", Next: m, Send: tell(from, grants)}}
		case g.blocks && d.percent(30):
			return nil
		case g.undefine && m.Holder.From == from:
			return []randomReply{{Name: "held", Undefined: "the holder asks"}}
		}
		all := []randomReply{{Name: "denied", Next: m, Send: tell(from, denies)}}
		if d.percent(85) {
			x := randomReply{Name: "queued", Next: m}
			ok := true
			if g.notes {
				n := m.Notes.Of(from)
				ok = !n.Owed
				n.Owed, n.Stamp = true, at
				x.Next.Notes = m.Notes.With(from, n)
			} else {
				ok = x.Next.enqueue(line{from, at}, g.fifo)
			}
			switch {
			case !ok && g.overflow:
				x.Overflow = "no room"
			case !ok:
				return all
			case g.queries && !m.Queried && m.Holder.before(at) == 1:
				x.Name = "queried"
				x.Next.Queried = true
				x.Send = tell(m.Holder.From, queries)
			}
			if d.percent(10) {
				return append(all, x)
			}
			all[0] = x
		}
		return all
	case gives, returns:
		x := randomReply{Name: "free", Next: m}
		if m.Holder.From != from {
			if g.undefine {
				return []randomReply{{Name: "stray", Undefined: "one gives what it does not have"}}
			}
			return []randomReply{x}
		}
		held := m.Holder
		x.Next.Queried = false
		x.Next.Holder = line{}
		if !g.lazy {
			g.serve(&x)
		}
		if a == returns {
			if g.notes {
				n := x.Next.Notes.Of(from)
				n.Owed, n.Stamp = true, held.Stamp
				x.Next.Notes = x.Next.Notes.With(from, n)
			} else if !x.Next.enqueue(held, g.fifo) {
				x.Overflow = "no room"
			}
			if x.Next.Holder.From.None() && !g.lazy {
				g.serve(&x)
			}
		}
		return []randomReply{x}
	}
	m.Queried = false
	return []randomReply{{Name: "kept", Next: m}}
}

// serve grants to who is next.
func (g *generator) serve(x *randomReply) {
	m := &x.Next
	if g.notes {
		next := m.Notes.First(oweds, earlier)
		if next.None() {
			return
		}
		n := m.Notes.Of(next)
		m.Holder = line{next, n.Stamp}
		n.Owed, n.Stamp = false, roles.Stamp{}
		m.Notes = m.Notes.With(next, n)
	} else {
		m.Holder = m.Queue[0]
		m.Queue[0], m.Queue[1] = m.Queue[1], line{}
	}
	if !m.Holder.From.None() {
		x.Name = "next"
		x.Send = append(x.Send, tell(m.Holder.From, grants)...)
	}
}

func (m *keeper) enqueue(l line, fifo bool) bool {
	switch {
	case !m.Queue[1].From.None():
		return false
	case m.Queue[0].From.None():
		m.Queue[0] = l
	case !fifo && l.Stamp.Before(m.Queue[0].Stamp):
		m.Queue[0], m.Queue[1] = l, m.Queue[0]
	default:
		m.Queue[1] = l
	}
	return true
}

func (g *generator) served(m keeper) []randomReply {
	if !m.Holder.From.None() {
		return nil
	}
	x := randomReply{Name: "nobody", Next: m}
	g.serve(&x)
	if x.Next.Holder.From.None() {
		return nil
	}
	return []randomReply{x}
}
