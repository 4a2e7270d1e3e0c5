package simulate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
)

// deliver takes a message out of the channel from q to p, and reports whether it did, or something went
// wrong with one.
func (s *simulation) deliver(q, p int) bool {
	channel := s.channels[q*s.N+p]
	for _, at := range s.order(channel) {
		k := channel[at]
		if k.due > s.now {
			break
		}
		if s.down[p] {
			s.drop(q, p, at)
			return true
		}
		if s.strikes(q, p, at) {
			return true
		}
		if steps := s.takes(p, q, k.msg); len(steps) > 0 {
			c := course{p: p, from: q, at: at, clock: s.clock[p], heard: s.heard[p], busy: s.behind(q, p), before: s.passed(q, p, k)}
			s.hear(&c, k)
			if c = s.choose(c, steps, s.random.IntN(len(steps))); s.repeats(c, k) {
				channel[at].due = never
			} else {
				s.finish(c)
			}
			return true
		}
		if !s.Selective && s.Network.Ordered() {
			break
		}
	}
	return false
}

// repeats reports whether a step takes a message that may come again, and changes nothing: that is no step.
func (s *simulation) repeats(c course, k packet) bool {
	x := explore.TraceStep{Process: c.p, From: c.from, Name: c.name}
	return s.Network == explore.Duplicating &&
		!s.changes(x, k, ending{step: step{Next: c.state}, sent: c.sent, fresh: c.fresh, ended: c.undefined != "" || c.overflow != ""})
}

// behind reports whether what p sends to itself has to wait when it takes a message from q.
func (s *simulation) behind(q, p int) bool {
	own := len(s.channels[p*s.N+p])
	return s.Network.Ordered() && (own > 1 || own == 1 && p != q)
}

// order returns the places of a channel in the order in which its messages are tried.
func (s *simulation) order(channel []packet) []int {
	s.places = s.places[:0]
	for at, k := range channel {
		if s.Network.Ordered() || k.due <= s.now {
			s.places = append(s.places, at)
		}
	}
	if !s.Network.Ordered() {
		s.random.Shuffle(len(s.places), func(i, j int) { s.places[i], s.places[j] = s.places[j], s.places[i] })
	}
	return s.places
}

// wake lets messages come again that have arrived.
func (s *simulation) wake() {
	if s.Network != explore.Duplicating {
		return
	}
	for _, channel := range s.channels {
		for at := range channel {
			if channel[at].due == never && s.random.Float64() < s.Chance {
				channel[at].due = s.now
			}
		}
	}
}

// A numbered message is one that a step may take, with its text: on a network without order, alternatives are numbered in the
// order of these (see explore.TraceStep).
type numbered struct {
	packet
	text string
}

func (a numbered) compare(b numbered) int {
	return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.heard, b.heard))
}

// different returns the different messages of a channel, in their order.
func (s *simulation) different(q, p int) []numbered {
	dense := s.dense()
	var all []numbered
	for _, k := range s.channels[q*s.N+p] {
		all = append(all, s.number(k, dense))
	}
	slices.SortFunc(all, numbered.compare)
	return slices.CompactFunc(all, func(a, b numbered) bool { return a.compare(b) == 0 })
}

func (s *simulation) number(k packet, dense func(explore.Stamp) explore.Stamp) numbered {
	msg := k.msg
	msg.EachStamp(s.Message, dense)
	return numbered{k, fmt.Sprintf("%d", s.Message.Typed(msg))}
}

// dense returns what stamps are among those in use now: ranks are made new where a stamp is made, and some
// may have gone out of use since.
func (s *simulation) dense() func(explore.Stamp) explore.Stamp {
	rank := []explore.Stamp{0}
	for _, used := range s.inUse() {
		last := rank[len(rank)-1]
		if used {
			last++
		}
		rank = append(rank, last)
	}
	return func(x explore.Stamp) explore.Stamp { return rank[x] }
}

// passed counts the alternatives of the messages that a recorded step could take in place of its own and that
// come before it.
func (s *simulation) passed(q, p int, k packet) (n tally) {
	if !s.Record || s.Network.Ordered() {
		return n
	}
	mine := s.number(k, s.dense())
	for _, x := range s.different(q, p) {
		if x.compare(mine) < 0 {
			same := n.fresh
			if s.count(&n, p, s.takes(p, q, x.msg), false); s.brings(x.packet) {
				n.fresh = same // the clock ticks before: the stamp is not the last one again
			}
		}
	}
	return n
}

// count counts the endings of steps of a process.
func (s *simulation) count(n *tally, p int, steps []step, busy bool) {
	for _, x := range steps {
		s.endings(ending{p: p, step: x, busy: busy}, n.add)
	}
}
