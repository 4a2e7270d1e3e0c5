package lamport

import "testing"

// The TLA+ module LamportMutex for three processes, action by action, over
// plain numbers: an account of what TLC counts that shares nothing with the
// protocol.
type module struct {
	clock [3]int8
	req   [3][3]int8
	ack   [3]uint8      // sets
	net   [3][3][3]int8 // by sender and receiver: 0 for none, a request's clock, or one of
	crit  uint8         // a set
}

const (
	ackMessage int8 = -1
	relMessage int8 = -2
)

// moduleCounts is what TLC reports, taken apart.
type moduleCounts struct {
	states    int   // distinct, within the bound on clocks
	within    int   // successors within the bound, those of a process that enters again included
	again     int   // of those, the latter
	beyond    int   // successors beyond the bound
	levels    []int // states by distance from the start
	tooMany   bool  // more than three messages in a channel
	twoInside bool
}

func exploreModule(maxClock int8) moduleCounts {
	start := module{clock: [3]int8{1, 1, 1}}
	seen := map[module]bool{start: true}
	var c moduleCounts
	for level := []module{start}; len(level) > 0; {
		c.levels = append(c.levels, len(level))
		var next []module
		for _, s := range level {
			c.twoInside = c.twoInside || s.crit&(s.crit-1) != 0
			s.next(&c, func(t module) {
				if t.clock[0] > maxClock || t.clock[1] > maxClock || t.clock[2] > maxClock {
					c.beyond++
					return
				}
				c.within++
				if t == s {
					c.again++
				}
				if !seen[t] {
					seen[t] = true
					next = append(next, t)
				}
			})
		}
		level = next
	}
	c.states = len(seen)
	return c
}

// next calls f for each successor.
func (s module) next(c *moduleCounts, f func(module)) {
	send := func(t *module, p, q int, m int8) {
		for i, x := range t.net[p][q] {
			if x == 0 {
				t.net[p][q][i] = m
				return
			}
		}
		c.tooMany = true
	}
	broadcast := func(t *module, p int, m int8) {
		for q := range 3 {
			if q != p {
				send(t, p, q, m)
			}
		}
	}
	for p := range 3 {
		self := uint8(1) << p
		if s.req[p][p] == 0 { // Request
			t := s
			t.req[p][p] = s.clock[p]
			t.ack[p] = self
			broadcast(&t, p, s.clock[p])
			f(t)
		}
		enter := s.ack[p] == 7
		for q := range 3 {
			beats := s.req[p][q] == 0 || s.req[p][p] < s.req[p][q] || s.req[p][p] == s.req[p][q] && p < q
			enter = enter && (q == p || beats)
		}
		if enter { // Enter
			t := s
			t.crit |= self
			f(t)
		}
		if s.crit&self != 0 { // Exit
			t := s
			t.crit &^= self
			t.req[p][p] = 0
			t.ack[p] = 0
			broadcast(&t, p, relMessage)
			f(t)
		}
		for q := range 3 {
			m := s.net[q][p][0]
			if m == 0 {
				continue
			}
			t := s
			t.net[q][p] = [3]int8{s.net[q][p][1], s.net[q][p][2]}
			switch m {
			case ackMessage: // ReceiveAck
				t.ack[p] |= 1 << q
			case relMessage: // ReceiveRelease
				t.req[p][q] = 0
			default: // ReceiveRequest
				t.req[p][q] = m
				t.clock[p] = max(m, s.clock[p]) + 1
				send(&t, p, q, ackMessage)
			}
			f(t)
		}
	}
}

// TestModule compares the account with the figures that the TLA+ Examples state
// for clocks up to 6: 724,274 distinct states, 2,729,079 generated, 61 levels.
func TestModule(t *testing.T) {
	c := exploreModule(6)
	if c.states != 724274 || 1+c.within+c.beyond != 2729079 || len(c.levels) != 61 {
		t.Errorf("%+v", c)
	}
	if c.tooMany || c.twoInside {
		t.Errorf("an invariant of the module is violated: %+v", c)
	}
}
