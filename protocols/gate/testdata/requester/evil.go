package requester

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

func (a *algorithm) stepped(self int, s requester) []act {
	switch s.Phase {
	case explore.Thinking:
		a.alone(self, s)
		a.numbered(self, s)
		a.counted(self)
		a.compared(self, s)
		a.carried(self, s)
		a.carriedInState(self, s)
		a.carriedByPointer(self, &s)
		a.carriedByMethod(self, s)
		a.carriedOn(self, s)
		a.emptied(self, s)
		a.firstOnly(self, s)
		a.lastOfAll(self, s)
		a.ofAnother(self, s)
		a.pairs(self, s)
		a.pairsByCall(self, s)
		a.listed(self, s)
		a.own(self, s)
		a.asksOne(self, s)
		a.forAll(s)
		a.inClosure(self, s)
		a.swapped(self, s)
	}
	return a.local(self, s)
}

func (a *algorithm) took(self int, s requester, from int, k kind, present bool) []act {
	a.length(s)
	a.seven(s)
	a.sevenTimes(s)
	a.least(s, from)
	a.low(s)
	a.shifted(s, from)
	a.converted(s)
	a.ordered(s)
	a.complement(s)
	a.switched(s)
	a.byNumber(s)
	a.names(from, s)
	a.parity(from)
	a.kept(from)
	a.handed(s)
	a.sends(s)
	a.target(s, from)
	a.other(s)
	a.reassigned(from, s)
	a.both(self, from, s)
	a.value(s)
	a.indexed(s, k)
	a.restamps(s, from)
	a.variable(s)
	a.parallel(s)
	a.constant(s)
	a.ranges(s)
	a.unnamed(from)
	a.several(s)
	a.whole()
	a.mixed(s, from)
	return a.answered(self, s, from, k, present)
}

// Quorums.

func (a *algorithm) alone(self int, s requester) []act { // enters at once if it has one quorum
	some, alone := false, true
	var steps []act
	for range a.quorums[self] { // want `looks at which quorum it is`
		if some {
			alone = false
		}
		some = true
	}
	if alone {
		s.Phase = explore.Inside
	}
	return steps
}

func (a *algorithm) numbered(self int, s requester) []act {
	var steps []act
	for i, q := range a.quorums[self] { // want `looks at which quorum it is`
		if s.Quorum = q; i > 3 {
			steps = append(steps, act{Next: s})
		}
	}
	return steps
}

func (a *algorithm) counted(self int) bool {
	return len(a.quorums[self]) > 7 // want `calls len`
}

func (a *algorithm) compared(self int, s requester) []act {
	var steps []act
	for _, q := range a.quorums[self] {
		if s.Quorum = q; steps == nil { // want `leaves something for the next` `used before it is returned` `== of`
			steps = append(steps, act{Next: s})
		}
	}
	return steps
}

func (a *algorithm) carried(self int, s requester) []act {
	var steps []act
	all := s.Quorum
	for _, q := range a.quorums[self] {
		all |= q // want `leaves something for the next`
		steps = append(steps, act{Next: s, Send: roles.SendTo(all, request)})
	}
	return steps
}

func (a *algorithm) carriedInState(self int, s requester) []act {
	var steps []act
	for _, q := range a.quorums[self] {
		if s.Quorum != 0 && s.Quorum != q {
			s.Granted = q // want `leaves something for the next`
		}
		s.Quorum = q // want `leaves something for the next`
		steps = append(steps, act{Next: s})
	}
	return steps
}

func (a *algorithm) carriedByPointer(self int, s *requester) []act {
	var steps []act
	for _, q := range a.quorums[self] {
		s.Quorum = q                         // want `may leave something for the next`
		steps = append(steps, act{Next: *s}) // want `may leave something for the next`
	}
	return steps
}

func (a *algorithm) carriedByMethod(self int, s requester) []act {
	var steps []act
	for _, q := range a.quorums[self] {
		s.add(q) // want `may leave something for the next`
		steps = append(steps, act{Next: s})
	}
	return steps
}

func (s *requester) add(q explore.Set) { s.Quorum |= q }

func (a *algorithm) carriedOn(self int, s requester) []act {
	var steps []act
	for _, q := range a.quorums[self] { // want `does not return what it does`
		s.Quorum = q
		steps = append(steps, act{Next: s})
	}
	if s.Quorum == s.Granted {
		return nil
	}
	return steps
}

func (a *algorithm) emptied(self int, s requester) []act {
	var steps []act
	for _, q := range a.quorums[self] {
		s.Quorum = q
		steps = nil // want `leaves something for the next`
		steps = append(steps, act{Next: s})
	}
	return steps
}

func (a *algorithm) firstOnly(self int, s requester) []act {
	var steps []act
	for _, q := range a.quorums[self] {
		s.Quorum = q
		steps = append(steps, act{Next: s})
		break // want `looks at no further`
	}
	return steps
}

func (a *algorithm) lastOfAll(self int, s requester) []act {
	var steps []act
	for _, q := range a.quorums[self] {
		if q == s.Granted {
			return []act{{Next: s}} // want `looks at no further`
		}
	}
	return steps
}

func (a *algorithm) ofAnother(self int, s requester) []act {
	var steps []act
	for _, q := range a.quorums[a.k] { // want `of another process`
		s.Quorum = q
		steps = append(steps, act{Next: s})
	}
	return steps
}

func (a *algorithm) pairs(self int, s requester) []act {
	var steps []act
	for _, q := range a.quorums[self] {
		for _, p := range a.quorums[self] { // want `does not return what it does`
			if s.Granted = q &^ p; s.Granted != 0 { // want `leaves something for the next`
				steps = append(steps, act{Next: s})
			}
		}
	}
	return steps
}

func (a *algorithm) pairsByCall(self int, s requester) []act {
	var steps []act
	for _, q := range a.quorums[self] {
		s.Quorum = q
		a.again(self, s)
		steps = append(steps, act{Next: s})
	}
	return steps
}

func (a *algorithm) again(self int, s requester) []act {
	var steps []act
	for _, q := range a.quorums[self] { // want `does not return what it does`
		s.Granted = s.Quorum & q
		steps = append(steps, act{Next: s})
	}
	return steps
}

func (a *algorithm) listed(self int, s requester) bool {
	all := a.quorums[self]                 // want `a look at a place` `a value of type`
	return slices.Contains(all, s.Granted) // want `calls slices.Contains`
}

func (a *algorithm) own(self int, s requester) []act {
	s.Granted = s.Granted.With(self) // want `a member that the call was not given`
	return []act{{Next: s}}
}

func (a *algorithm) asksOne(self int, s requester) []act {
	return []act{{Next: s, Send: []roles.To[kind]{{Member: self, Msg: request}}}} // want `a member that the call was not given`
}

func (a *algorithm) forAll(s requester) []act {
	var steps []act
	for _, list := range a.quorums { // want `a value of type`
		for _, q := range list { // want `quorums that are not those` `does not return`
			s.Quorum = q // want `leaves something`
			steps = append(steps, act{Next: s})
		}
	}
	return steps
}

func (a *algorithm) inClosure(self int, s requester) []act {
	var steps []act
	for _, q := range a.quorums[self] {
		func() { s.Granted |= q }() // want `calls` `leaves something for the next`
		steps = append(steps, act{Next: s})
	}
	return steps
}

func (a *algorithm) swapped(self int, s requester) []act {
	var steps []act
	t := s
	for _, q := range a.quorums[self] {
		t.Quorum, s.Quorum = s.Quorum, q // want `leaves something for the next`
		steps = append(steps, act{Next: t})
	}
	return steps
}

// Sets of members, and numbers of processes.

func (a *algorithm) length(s requester) bool { return s.Granted.Len() == 7 } // want `calls s.Granted.Len`

func (a *algorithm) seven(s requester) bool {
	var seven explore.Set = 127 // want `a set that is a constant`
	return s.Granted == seven
}

func (a *algorithm) sevenTimes(s requester) bool {
	n := 0
	for x := s.Granted; x != 0; x &= x - 1 { // want `- of qcheck/explore` `a set that is a constant`
		n++
	}
	return n > 6
}

func (a *algorithm) least(s requester, from int) bool {
	return s.Granted.First() == from // want `calls s.Granted.First` `looks at the number from`
}

func (a *algorithm) low(s requester) bool {
	return s.Granted < s.Quorum // want `< of`
}

func (a *algorithm) shifted(s requester, from int) bool {
	return s.Granted>>1 != 0 && // want `>> of`
		1<<from > 64 // want `looks at the number from`
}

func (a *algorithm) converted(s requester) bool { return int(s.Granted) > 127 } // want `converts`

func (a *algorithm) ordered(s requester) bool {
	return max(s.Granted, s.Quorum) == s.Quorum // want `arithmetic on`
}

func (a *algorithm) complement(s requester) bool {
	return ^s.Granted == 0 // want `arithmetic on`
}

func (a *algorithm) switched(s requester) bool {
	switch s.Granted { // want `a switch on`
	case s.Quorum:
		return true
	}
	return false
}

func (a *algorithm) byNumber(s requester) bool {
	for i := range 16 {
		if s.Granted.Has(i) { // want `a member that the call was not given`
			return i > 7
		}
	}
	return false
}

func (a *algorithm) names(from int, s requester) bool {
	return from == 3 || // want `looks at the number from`
		from+1 > 4 // want `looks at the number from`
}

func (a *algorithm) parity(from int) bool {
	switch from % 2 { // want `looks at the number from`
	case 0:
		return true
	}
	return false
}

func (a *algorithm) kept(from int) bool {
	x := from // want `looks at the number from`
	return x > 6
}

func (a *algorithm) handed(s requester) bool {
	for _, o := range roles.SendTo(s.Quorum, release) { // want `a loop over`
		if o.Member == 3 { // want `looks at the number of a member`
			return true
		}
	}
	return false
}

func (a *algorithm) sends(s requester) bool {
	send := roles.SendTo(s.Quorum, release)
	return len(send) == 7 // want `calls len`
}

func (a *algorithm) target(s requester, from int) []act {
	s.Granted = explore.SetOf(from, 3)                           // want `a member that the call was not given`
	return []act{{Next: s, Send: []roles.To[kind]{{Member: 3}}}} // want `a member that the call was not given`
}

func (a *algorithm) other(s requester) bool {
	return s.Granted.Renamed(nil) == s.Quorum.Subsets(2)[0] // want `calls s.Granted.Renamed` `a look at a place`
}

func (a *algorithm) reassigned(from int, s requester) []act {
	from = 3 // want `assigns to the number`
	return a.answered(0, s, from, grant, false)
}

func (a *algorithm) both(self, from int, s requester) bool {
	return self == from // want `looks at the number self` `looks at the number from`
}

func (a *algorithm) value(s requester) bool {
	has := s.Granted.Has // want `the method Has as a value` `a value of type`
	return has(3)        // want `calls has`
}

func (a *algorithm) indexed(s requester, k kind) bool {
	return [3]bool{true}[k%3] // want `a look at a place`
}

func (a *algorithm) restamps(s requester, from int) []act {
	send := roles.SendTo(s.Quorum, release)
	x := act{Send: send} // want `used before it is returned`
	send = append(send, roles.To[kind]{Member: from})
	return []act{x, {Send: roles.Stamped(send)}} // want `stamps a list that may be another's`
}

func (a *algorithm) variable(s requester) bool {
	all := []explore.Set{s.Granted} // want `makes a` `a value of type`
	return all[0] == s.Quorum       // want `a look at a place`
}

func (a *algorithm) parallel(s requester) bool {
	return s == requester{Granted: s.Quorum} // want `== of requester`
}

func (a *algorithm) constant(s requester) bool {
	const seven explore.Set = 127 // want `a set that is a constant`
	return s.Granted&seven != 0   // want `a set that is a constant`
}

func (a *algorithm) unnamed(from int) []roles.To[kind] {
	return []roles.To[kind]{
		{from, release, false}, // want `a field without its name`
		1:                      {Member: from}, // want `a field without its name`
	}
}

func (a *algorithm) several(s requester) bool {
	return explore.SetOf(s.Granted.Members()...) == s.Quorum // want `hands a list on`
}

func (a *algorithm) whole() {
	all := a.quorums // want `looks at quorums of the configuration` `a value of type`
	_ = all          // want `a value of type`
}

func (a *algorithm) ranges(s requester) bool {
	for i := range s.Granted { // want `a loop over`
		return i == 7 // want `a set that is a constant`
	}
	return false
}

func (a *algorithm) mixed(s requester, from int) bool {
	return plus(from, 1) > 7
}

func plus(x, y int) int { return x + y } // want `looks at the number x`

// What is declared.

func (a *algorithm) has(s requester) explore.Set {
	if s.Granted == s.Quorum { // want `depends on others`
		return s.Quorum
	}
	if s.Quorum.Contains(s.Granted) { // want `depends on others`
		return 0
	}
	return s.Granted &^ nobody(s)
}

func nobody(s requester) explore.Set {
	if s.Granted != 0 { // want `depends on others`
		return 0
	}
	return 1 // want `a set that is a constant`
}

func gave(s member) roles.Peers {
	n := 0
	all := s.Queue.Those(func(e entry) bool {
		n++ // want `assigns to n`
		return e.Status > 1
	})
	if n > 6 {
		return roles.Peers{}
	}
	return all
}

func given(s member, p roles.Peer) int {
	return len(s.Queue.Sorted(present, earlier)) // want `calls len`
}

func present(e entry) bool { return e.Status > 0 }

func earlier(a, b entry) bool { return a.At.Before(b.At) }

func units(s requester) int { return s.Granted.Len() } // want `calls s.Granted.Len`

func (a *algorithm) most() int { return a.n - 1 } // want `reads n`
