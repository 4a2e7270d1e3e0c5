package simulate

import (
	"fmt"

	"qcheck/explore"
)

// deliver takes a message out of the channel from q to p, and reports whether p
// takes one.
func (s *simulation) deliver(q, p int) bool {
	channel := s.channels[q*s.N+p]
	order := s.order(channel)
	for _, at := range order {
		k := channel[at]
		if k.due > s.now {
			break
		}
		if steps := s.ask(call{p, q, s.local[p], k.msg}); len(steps) > 0 {
			c := course{p: p, from: q, at: at, clock: s.hear(s.clock[p], k.msg, k.clock)}
			own := len(s.channels[p*s.N+p])
			c.busy = s.Network == explore.FIFO && (own > 1 || own == 1 && p != q)
			c.outcome = s.before(c)
			s.finish(s.choose(c, steps, s.random.IntN(len(steps))))
			return true
		}
		if !s.Selective && s.Network == explore.FIFO {
			break
		}
	}
	return false
}

// order returns the places of a channel in the order in which its messages are tried.
func (s *simulation) order(channel []packet) []int {
	if s.Network == explore.FIFO {
		s.places = s.places[:0]
		for at := range channel {
			s.places = append(s.places, at)
		}
		return s.places
	}
	due := 0
	for due < len(channel) && channel[due].due <= s.now {
		due++
	}
	return s.random.Perm(due)
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

// before counts the outcomes of the messages that a recorded step could take in place of its own and that
// come before it in the order that explore.TraceStep follows: that of their texts.
func (s *simulation) before(c course) int {
	if !s.Record || s.Network == explore.FIFO {
		return 0
	}
	texts := map[string]value{}
	dense := s.dense()
	text := func(m value) string {
		m.EachStamp(s.Message, dense)
		return fmt.Sprintf("%d", s.Message.Typed(m))
	}
	channel := s.channels[c.from*s.N+c.p]
	taken := text(channel[c.at].msg)
	for _, k := range channel {
		if t := text(k.msg); t < taken {
			texts[t] = k.msg
		}
	}
	n := 0
	for _, m := range texts {
		for _, step := range s.ask(call{c.p, c.from, s.local[c.p], m}) {
			n += s.endings(c.p, step, nil, false)
		}
	}
	return n
}
