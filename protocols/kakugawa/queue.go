package kakugawa

import "qcheck/explore/roles"

// enqueue adds r behind all requests that are not later, and reports whether
// there was room.
func (s *member) enqueue(r entry) bool {
	n := 0
	for n < MaxListed && !s.Queue[n].From.None() {
		n++
	}
	if n == MaxListed {
		return false
	}
	for ; n > 0 && r.Stamp.Before(s.Queue[n-1].Stamp); n-- {
		s.Queue[n] = s.Queue[n-1]
	}
	s.Queue[n] = r
	return true
}

// dequeue removes the earliest request, and returns it (zero: none).
func (s *member) dequeue() entry {
	r := s.Queue[0]
	copy(s.Queue[:], s.Queue[1:])
	s.Queue[MaxListed-1] = entry{}
	return r
}

// addQuery reports whether there was room.
func (s *member) addQuery(q query) bool {
	for i := range s.Queries {
		if s.Queries[i].For.From.None() {
			s.Queries[i] = q
			return true
		}
	}
	return false
}

// takeQuery removes the first unanswered QUERY to a process, and returns it.
func (s *member) takeQuery(to roles.Peer) (query, bool) {
	for i, q := range s.Queries {
		if !q.For.From.None() && q.Of.From == to {
			copy(s.Queries[i:], s.Queries[i+1:])
			s.Queries[MaxListed-1] = query{}
			return q, true
		}
	}
	return query{}, false
}
