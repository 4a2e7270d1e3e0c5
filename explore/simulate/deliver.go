package simulate

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// deliver takes a message out of the channel from q to p, and reports whether it did, or something went
// wrong with one.
func (s *simulation) deliver(q, p int) bool {
	channel := s.at.Channels[q*s.N+p]
	for _, at := range s.order(channel) {
		if channel[at].Flight.Due > s.now {
			break
		}
		if s.down(p) {
			s.fault(p, q, at, explore.Drops)
			return true
		}
		if s.loseOrCopy(p, q, at) || s.choose(p, q, at, 0, s.Deliver(p, s.at.Local[p], q, channel[at].Msg)) {
			return true
		}
		if !s.Selective && s.Network.Ordered() {
			break
		}
	}
	return false
}

// order returns the places of a channel in the order in which its messages are tried.
func (s *simulation) order(channel []obvious.Packet) []int {
	s.places = s.places[:0]
	for at, k := range channel {
		if s.Network.Ordered() || k.Flight.Due <= s.now {
			s.places = append(s.places, at)
		}
	}
	if !s.Network.Ordered() {
		s.random.Shuffle(len(s.places), func(i, j int) { s.places[i], s.places[j] = s.places[j], s.places[i] })
	}
	return s.places
}

// comes reports whether a channel has a message that is due, and may be next.
func (s *simulation) comes(channel []obvious.Packet) bool {
	if s.Network.Ordered() {
		return len(channel) > 0 && channel[0].Flight.Due <= s.now
	}
	return slices.ContainsFunc(channel, func(k obvious.Packet) bool { return k.Flight.Due <= s.now })
}

// redeliver lets messages come again that have arrived.
func (s *simulation) redeliver() {
	if s.Network != explore.Duplicating {
		return
	}
	for i, channel := range s.at.Channels {
		for at := range channel {
			if f := s.flight(i, at); f.Due == never && s.random.Float64() < s.Chance {
				f.Due = s.now
			}
		}
	}
}

// fault lets something go wrong at a process, or with the message at a place in the channel from q.
func (s *simulation) fault(p, q, at int, name string) {
	s.finish(s.semantics.Fault(s.at, p, q, at, name), s.clock[p], 0)
}

// chance reports whether something goes wrong that may.
func (s *simulation) chance(p int, name string) bool {
	return s.semantics.May(s.at, p, name) && s.random.Float64() < s.Chance
}

// crashOrRestart lets a process crash at its turn, or go on that has crashed; it reports whether it did.
func (s *simulation) crashOrRestart(p int) bool {
	for _, name := range []string{explore.Crashes, explore.Restarts} {
		if s.chance(p, name) {
			s.fault(p, -1, 0, name)
			return true
		}
	}
	return false
}

// loseOrCopy lets something go wrong with a message when it is tried for the first time, and reports whether it did.
func (s *simulation) loseOrCopy(p, q, at int) bool {
	f := s.flight(q*s.N+p, at)
	if f.Tried {
		return false
	}
	f.Tried = true
	for _, name := range []string{explore.Loses, explore.Copies} {
		if s.chance(p, name) {
			s.fault(p, q, at, name)
			return true
		}
	}
	return false
}
