package member

import (
	"encoding/json" // want `imports encoding/json`
	"fmt"
	"reflect" // want `imports reflect`
	"strings" // want `imports strings`
	"unsafe"  // want `imports unsafe`

	"qcheck/explore"
	"qcheck/explore/roles"
)

var (
	calls    int
	verdicts = map[uint8]bool{}
	shared   []answer
	handlers = []func(*algorithm, member, roles.Peer, roles.Stamp) bool{(*algorithm).recovers} // reached by nobody but what looks at it
)

// asked reaches all that misbehaves.
func (a *algorithm) asked(s member, from roles.Peer, k kind, at roles.Stamp) []reply {
	a.counts(s)
	a.countsByPointer(s)
	a.remembersEarliest(s)
	a.prints(s, from)
	a.encodes(s)
	a.reflects(s)
	a.looksBehind(s)
	a.global(s)
	a.globalMap(s)
	a.globalList(s, from)
	a.mapOrder(s, from)
	a.recovers(s, from, at)
	a.runs(s)
	a.selects(s)
	a.asserts(from)
	a.switches(from)
	a.nested(s, at)
	a.nestedByVariable(s)
	a.nestedByFunction(s)
	a.nestedByEmbedding(s)
	a.comparesQueues(s)
	a.comparesStates(s)
	a.comparesSets(s, from)
	a.array(s, from)
	a.sorted(s)
	a.methodValue(s)
	a.functionVariable(s)
	a.functionField(s)
	a.functionOfFunction(s)
	a.stored(s)
	a.configuration(s)
	a.number()
	a.length(s, from)
	a.capacity(s, from)
	a.aliased(s, from)
	a.aliasedTwice(s, from)
	a.spread(s, from)
	a.handedOn(s, from)
	a.otherOrder(s)
	a.crossedOrder(s)
	a.orderOfStatus(s)
	a.loops(s)
	a.jumps(s)
	a.generic(s)
	a.native(s)
	a.named(s)
	a.changesWhatItAsks(s)
	a.pointerInside()
	a.changesItsValue(s)
	a.methodExpression(s)
	a.jumpsOn(s)
	a.text(s)
	a.complex(s)
	a.later(s)
	a.built(s)
	return a.good(s)
}

func (a *algorithm) counts(s member) bool {
	seven := 0
	s.Queue.Any(func(e entry) bool {
		seven++ // want `assigns to seven`
		return false
	})
	return seven > 6
}

func (a *algorithm) countsByPointer(s member) bool {
	seven := 0
	p := &seven // want `& where it is not known` `a value of type \*int`
	s.Queue.Any(func(e entry) bool {
		*p = *p + 1 // want `assigns to p` `looks at p` `a value of type \*int`
		return false
	})
	return seven > 6
}

func (a *algorithm) remembersEarliest(s member) bool {
	var first roles.Stamp
	second := false
	s.Queue.Those(func(e entry) bool {
		if !first.None() && first.Before(e.At) { // want `looks at first, which changes`
			second = true // want `assigns to second`
		}
		first = e.At // want `assigns to first`
		return false
	})
	return second
}

func (a *algorithm) prints(s member, from roles.Peer) bool {
	return strings.Count(fmt.Sprint(s.Queue), "{0}") < 8 || // want `calls strings.Count`
		fmt.Sprint(from) == "{12}" // want `calls fmt.Sprint`
}

func (a *algorithm) encodes(s member) bool {
	b, _ := json.Marshal(s) // want `calls json.Marshal` `a value of type`
	return len(b) > 100     // want `calls len`
}

func (a *algorithm) reflects(s member) bool {
	return !reflect.ValueOf(s.Queue).Field(0).Index(7).IsZero() // want `calls reflect.ValueOf`
}

func (a *algorithm) looksBehind(s member) bool {
	return (*[16]uint16)(unsafe.Pointer(&s.Queue))[3] > 0 // want `a look at a place`
}

func (a *algorithm) global(s member) bool {
	calls++          // want `assigns to calls`
	return calls > 7 // want `the variable calls outlives`
}

func (a *algorithm) globalMap(s member) bool {
	verdicts[s.Count] = true // want `assigns to something that has no name`
	return verdicts[7]       // want `a look at a place`
}

func (a *algorithm) globalList(s member, from roles.Peer) bool {
	shared = append(shared, answer{To: from}) // want `assigns to shared` `calls append`
	return shared == nil                      // want `the variable shared outlives` `== of`
}

func (a *algorithm) mapOrder(s member, from roles.Peer) bool {
	for p := range map[roles.Peer]bool{from: true, s.Holder: true} { // want `a loop over a map`
		return p == from
	}
	return false
}

func (a *algorithm) recovers(s member, from roles.Peer, at roles.Stamp) bool {
	defer func() { _ = recover() }() // want `a deferred call`
	return s.Queue.Of(from).At == at
}

func (a *algorithm) runs(s member) bool {
	done := make(chan bool, 1) // want `calls make` `a value of type chan bool`
	go func() {                // want `processes in a process`
		done <- s.Count > 3
	}()
	return <-done // want `arithmetic on` `<- where it is not known` `a value of type chan bool`
}

func (a *algorithm) selects(s member) bool {
	select { // want `processes in a process`
	default:
	}
	return false
}

func (a *algorithm) asserts(from roles.Peer) bool {
	var x any = from          // want `a value of type any`
	_, ok := x.(fmt.Stringer) // want `a look at the type`
	return ok
}

func (a *algorithm) switches(from roles.Peer) bool {
	switch any(from).(type) { // want `a look at the type`
	case fmt.Stringer:
		return true
	}
	return false
}

func (a *algorithm) nested(s member, at roles.Stamp) bool { // two of one class are compared
	return s.Queue.Any(func(t entry) bool {
		return at.Before(t.At) && s.Queue.Any(func(u entry) bool { return t.At.Before(u.At) }) // want `looks at a qcheck/explore/roles.By`
	})
}

func (a *algorithm) nestedByVariable(s member) bool {
	q := s.Queue
	return s.Queue.Any(func(t entry) bool {
		return q.First(present, earlier).None() // want `looks at a qcheck/explore/roles.By`
	})
}

func (a *algorithm) nestedByFunction(s member) bool {
	t := s
	return s.Queue.Any(func(e entry) bool { return asksAgain(t) })
}

func (a *algorithm) nestedByEmbedding(s member) bool {
	return s.Queue.Any(func(e entry) bool {
		return s.More.Any(present) || // want `looks at a qcheck/explore/roles.By`
			s.More.By.Any(present) || // want `looks at a qcheck/explore/roles.By`
			s.More.earlier(e) ||
			s.Told.Has(s.Holder) // want `looks at a qcheck/explore/roles.Peers`
	})
}

func (q queue) earlier(e entry) bool {
	return !q.First(present, earlier).None() // want `looks at a qcheck/explore/roles.By`
}

func asksAgain(s member) bool {
	return s.Queue.Any(present) // want `looks at a qcheck/explore/roles.By`
}

func (a *algorithm) comparesQueues(s member) bool {
	return s.Queue == roles.By[entry]{} // want `== of qcheck/explore/roles.By`
}

func (a *algorithm) comparesStates(s member) bool {
	return s != (member{Count: 3}) // want `!= of member`
}

func (a *algorithm) comparesSets(s member, from roles.Peer) bool {
	return s.Told == roles.Only(from) // want `== of qcheck/explore/roles.Peers`
}

func (a *algorithm) array(s member, from roles.Peer) bool {
	var last [2]roles.Peer // want `a value of type \[2\]`
	last[s.Count%2] = from // want `assigns to something that has no name`
	return last[0] == from // want `a look at a place`
}

func (a *algorithm) sorted(s member) bool {
	all := s.Queue.Sorted(present, earlier) // want `calls s.Queue.Sorted` `a value of type`
	return len(all) > 6                     // want `calls len`
}

func (a *algorithm) methodValue(s member) bool {
	f := s.Told.Has    // want `the method Has as a value` `a value of type`
	return f(s.Holder) // want `calls f`
}

func (a *algorithm) functionVariable(s member) bool {
	f := func(e entry) bool { return e.Status > 3 } // want `no argument of a query` `a value of type`
	return s.Queue.Any(f)                           // want `a function that is not known here`
}

func (a *algorithm) functionField(s member) bool {
	return a.hook(3) // want `calls a.hook`
}

func (a *algorithm) functionOfFunction(s member) bool {
	return s.Queue.Any(counting()) // want `a function that is not known here`
}

func counting() func(entry) bool {
	n := 0
	return func(entry) bool { n++; return n > 7 }
}

func (a *algorithm) stored(s member) bool {
	return handlers[0](a, s, s.Holder, s.Lock) // want `calls handlers`
}

func (a *algorithm) configuration(s member) bool {
	a.k++ // want `assigns to the configuration` `changes k`
	return a.k > 7
}

func (a *algorithm) number() bool {
	return a.n > 7 && // want `reads n, which may depend`
		len(a.quorums) > 7 // want `calls len`
}

func (a *algorithm) length(s member, from roles.Peer) bool {
	send := []answer{{To: from}}
	send = append(send, answer{To: s.Holder})
	return len(send) > 1 // want `calls len`
}

func (a *algorithm) capacity(s member, from roles.Peer) []answer { // what is sent shows whether the list had room
	base := []answer{{To: from}, {To: from}, {To: from}}
	first := append(base, answer{To: from}) // want `calls append`
	_ = append(base, answer{To: s.Holder})  // want `calls append`
	return first
}

func (a *algorithm) aliased(s member, from roles.Peer) []reply {
	send := []answer{{To: from}}
	more := send // want `used before it is returned`
	send = append(send, answer{To: s.Holder})
	more = append(more, answer{To: from})
	return []reply{{Next: s, Send: send}, {Next: s, Send: more}}
}

func (a *algorithm) aliasedTwice(s member, from roles.Peer) []reply {
	var send []answer
	return []reply{{Send: append(send, answer{To: from})}, {Send: append(send, answer{To: s.Holder})}} // want `used twice`
}

func (a *algorithm) spread(s member, from roles.Peer) []reply {
	send := []answer{{To: from}}
	s.extended(send...) // want `used before it is returned`
	return []reply{{Send: send}}
}

func (s *member) extended(all ...answer) []answer {
	all = append(all, answer{To: s.Holder}) // want `calls append`
	return all
}

func (a *algorithm) handedOn(s member, from roles.Peer) bool {
	r := reply{Send: []answer{{To: from}}}
	return r.Send == nil // want `looks at a list` `== of`
}

func (a *algorithm) otherOrder(s member) bool {
	return !s.Queue.First(present, func(a, b entry) bool { return b.At.Before(a.At) }).None() // want `an order that is not`
}

func (a *algorithm) crossedOrder(s member) bool {
	return !s.Queue.First(present, never).None() // want `an order that is not`
}

func never(a, b entry) bool { return false }

func (a *algorithm) orderOfStatus(s member) bool {
	return !s.Queue.First(present, func(a, b entry) bool { return a.Status < b.Status }).None() // want `an order that is not`
}

func (a *algorithm) loops(s member) bool {
	for range "seven" { // want `a loop over a`
	}
	return false
}

func (a *algorithm) jumps(s member) bool {
again: // want `is not known`
	if s.Count++; s.Count < 7 {
		goto again
	}
	return false
}

func (a *algorithm) generic(s member) bool {
	return size(s.Count) > 3
}

func size[T ~uint8](x T) int { // want `a generic function`
	return int(x)
}

func (a *algorithm) native(s member) bool {
	return inAssembler(s.Count)
}

func (a *algorithm) named(s member) bool {
	return isNamed(s)
}

func isNamed(s member) (yes bool) { // want `results that have names`
	return
}

func (a *algorithm) changesWhatItAsks(s member) bool {
	return s.Queue.Any((&s).touches) // want `a function that is not known here`
}

func (s *member) touches(e entry) bool { s.Count++; return false }

func (a *algorithm) changesItsValue(s member) bool {
	return s.Queue.Any(func(e entry) bool {
		return e.touch() // want `assigns to e`
	})
}

func (e *entry) touch() bool { // want `touch may change`
	e.Status++ // want `assigns to e`
	return false
}

func (a *algorithm) methodExpression(s member) {
	(*algorithm).good(a, s) // want `a method as a function` `the configuration as a value` `a value of type`
}

func (a *algorithm) jumpsOn(s member) bool {
	if s.Count > 3 {
		goto end // want `a jump to a label`
	}
	s.Count++
end: // want `is not known`
	return false
}

func (a *algorithm) pointerInside() bool {
	var b struct{ at *member }
	return b.at == nil // want `== of` `a value of type`
}

func (a *algorithm) text(s member) bool {
	return string(rune(s.Count))[0] == 'a' // want `a look at a place`
}

func (a *algorithm) complex(s member) bool {
	return float64(s.Count) > 6.5 // want `converts` `> of` `a value of type float64`
}

func (a *algorithm) later(s member) {
	type pair struct{ a, b roles.Peer } // want `a type in a function`
	f := roles.Stamp.Before             // want `as a value` `a value of type`
	f(s.Lock, s.Lock)                   // want `calls f`
	panic("seven")                      // want `calls panic`
}

func (a *algorithm) built(s member) bool {
	c := *a // want `the configuration as a value` `assigns to the configuration`
	return c.k > 3
}

func inAssembler(x uint8) bool { return explore.SetOf(int(x)) == 0x80 } // want `a member that` `a set that is a constant`
