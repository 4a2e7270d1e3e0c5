package obvious

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"qcheck/explore"
)

// State is a global state.
type State struct {
	Local    []any      // the local state of each process
	Heard    []Heard    // what it has heard of
	Own      []int      // causal: 1 when that is a stamp of its own since which its clock has not ticked; it stays in use
	Asked    []int      // how often it has asked, if that is bounded
	Channels [][]Packet // the messages from q to p, at q*N+p
	Down     []int      // by process: 1 if it has crashed; nil if nothing may go wrong and no history watches
	Left     Budget     // what may still go wrong
	History  any        // nil if there is none
	// Untold has, by process that has crashed, the processes that are still to be told of it; nil if none is told.
	Untold []explore.Set
}

// Packet is a message on its way and, with EveryMessage, what it brings along.
type Packet struct {
	Msg   any
	Heard Heard
}

// Key returns a text that tells the state from all others: that of its fields in their order.
func (s State) Key() string {
	text := make([]byte, 0, 512)
	add := func(x any) { text = append(written(text, reflect.ValueOf(x)), ' ') }
	for _, l := range s.Local {
		add(l)
	}
	add(s.Heard)
	add(s.Own)
	add(s.Asked)
	for _, channel := range s.Channels {
		for _, k := range channel {
			add(k.Msg)
			add(k.Heard)
		}
		text = append(text, ';')
	}
	if s.Down != nil {
		add(s.Down)
		add(s.Left)
		add(s.History)
		add(s.Untold)
	}
	return string(text)
}

// written appends the text of a value as fmt has it.
func written(text []byte, v reflect.Value) []byte {
	switch {
	case v.CanInt():
		return strconv.AppendInt(text, v.Int(), 10)
	case v.CanUint():
		return strconv.AppendUint(text, v.Uint(), 10)
	}
	list := func(n int, at func(int) reflect.Value) {
		for i := range n {
			if i > 0 {
				text = append(text, ' ')
			}
			text = written(text, at(i))
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		text = append(text, '{')
		list(v.NumField(), v.Field)
		return append(text, '}')
	case reflect.Array, reflect.Slice:
		text = append(text, '[')
		list(v.Len(), v.Index)
		return append(text, ']')
	case reflect.Interface:
		return written(text, v.Elem())
	case reflect.String:
		return strconv.AppendQuote(text, v.String())
	}
	return fmt.Append(text, v)
}

// view returns the state as requirements see it.
func (s State) view() explore.View[any, any] {
	v := explore.View[any, any]{Locals: s.Local, Channels: make([][]any, len(s.Channels))}
	v.History = s.History
	for p, down := range s.Down {
		if down > 0 {
			v.Down = v.Down.With(p)
		}
	}
	for i, channel := range s.Channels {
		for _, k := range channel {
			v.Channels[i] = append(v.Channels[i], k.Msg)
		}
	}
	return v
}

// Heard is the value of an integer clock, or the latest causal stamp that was
// heard of.
type Heard explore.Stamp

func (s State) copy() State {
	t := State{slices.Clone(s.Local), slices.Clone(s.Heard), slices.Clone(s.Own), slices.Clone(s.Asked), slices.Clone(s.Channels), slices.Clone(s.Down), s.Left, s.History, slices.Clone(s.Untold)}
	for i, channel := range t.Channels {
		t.Channels[i] = slices.Clone(channel)
	}
	return t
}

// begin returns the protocol as it is run, and the initial states, in the order of Starts.
func begin(p Erased, o Options) (world, []State) {
	if o.Requests == nil {
		o.Requests = slices.Repeat([]int{1}, p.N)
	}
	stamped := false
	State{Local: []any{p.local}, Channels: [][]Packet{{{Msg: p.message}}}}.each(func(_ *explore.Stamp, heard bool) {
		stamped = stamped || !heard
	})
	if !stamped {
		p.Clock = explore.ClockRule{} // a clock that nobody reads would only tell states apart
	}
	s := State{Local: make([]any, p.N), Heard: make([]Heard, p.N), Own: make([]int, p.N), Asked: make([]int, p.N), Channels: make([][]Packet, p.N*p.N)}
	if f := p.Faults; f.Any() {
		s.Down, s.Left = make([]int, p.N), Budget{f.Crash, f.Restart, f.Lose, f.Duplicate}
	}
	if p.Faults.Suspect {
		s.Untold = make([]explore.Set, p.N)
	}
	if p.History != nil {
		s.Down, s.History = make([]int, p.N), p.History.Start
	}
	if o.Integer {
		for i := range s.Heard {
			s.Heard[i] = Heard(p.Clock.Start)
		}
	}
	w := world{p, o}
	if p.Starts == nil {
		for i := range p.N {
			s.Local[i] = p.Init(i)
		}
		return w, []State{s}
	}
	var all []State
	for _, x := range p.Starts() {
		t := s.copy()
		copy(t.Local, x.Locals)
		for _, m := range x.Sent {
			to := &t.Channels[m.From*p.N+m.To]
			k := Packet{Msg: m.Msg}
			if o.Integer {
				k.Heard = w.attached(Heard(p.Clock.Start))
			}
			*to = append(*to, k)
		}
		all = append(all, w.inOrder(t))
	}
	return w, all
}

// attached returns what messages bring along from a process with that clock.
func (w world) attached(clock Heard) Heard {
	if w.Clock.Attach == explore.EveryMessage {
		return clock
	}
	return 0
}

// hear raises the clock of a course by a message.
func (w world) hear(c *course, k Packet) {
	switch w.Clock.Attach {
	case explore.NoMessage:
		return
	case explore.StampedMessages:
		each(k.Msg, func(x *explore.Stamp, _ bool) { k.Heard = max(k.Heard, Heard(*x)) })
		if k.Heard == 0 {
			return
		}
		if w.Integer {
			k.Heard /= 32
		}
	}
	c.clock, c.own = max(c.clock, k.Heard), 0
	if w.Integer && w.Clock.TickOnReceive {
		c.clock++
	}
}

// fresh makes the fresh stamp of a course, if the step needs one and there is
// none yet, and reports whether it did. It is Fresh until its place is known.
func (w world) fresh(c *course, step explore.Step[any, any]) bool {
	needed := false
	eachOf(step, func(x *explore.Stamp, _ bool) { needed = needed || *x == explore.Fresh })
	if !needed || c.fresh != 0 {
		return false
	}
	if w.Integer {
		if w.Clock.TickOnFresh {
			c.clock++
		}
		if 32*int(c.clock) > math.MaxUint16 {
			c.overflow = "a clock is beyond what stamps hold"
		}
		c.fresh = explore.Stamp(32*int(c.clock) + c.p + 1)
		return true
	}
	c.base, c.clock, c.fresh = c.clock, Heard(explore.Fresh), explore.Fresh
	if !w.Clock.TickOnFresh {
		c.own = 1
	}
	return true
}

// placed returns the state t that follows s with the causal stamps as they have
// to be.
func (w world) placed(s, t State, c course) (all []State) {
	if w.Integer {
		return []State{w.inOrder(t)}
	}
	if c.fresh == 0 || c.equal {
		return []State{w.inOrder(t.canonical(w.Selective || !w.Network.Ordered()))}
	}
	for place := explore.Stamp(c.base) + 1; int(place) <= len(s.inUse()); place++ {
		u := t.each(func(x *explore.Stamp, _ bool) {
			if *x == explore.Fresh {
				*x = place
			} else if *x >= place {
				*x++
			}
		})
		all = append(all, w.inOrder(u.canonical(w.Selective || !w.Network.Ordered())))
	}
	return all
}

// inUse returns 0 and the stamps in use, ascending: those in local states and
// messages, and those that processes may make again.
func (s State) inUse() []explore.Stamp {
	used := []explore.Stamp{0}
	s.each(func(x *explore.Stamp, heard bool) {
		if !heard {
			used = append(used, *x)
		}
	})
	for p, own := range s.Own {
		if own > 0 {
			used = append(used, explore.Stamp(s.Heard[p]))
		}
	}
	slices.Sort(used)
	return slices.Compact(used)
}

// canonical returns what is the same for all states that differ only in the
// numbers of causal stamps or in what cannot matter any more. A stamp that a
// message brings along, as an earlier one does too, matters only if the message
// may be taken first, with selective.
func (s State) canonical(selective bool) State {
	used := s.inUse()
	s = s.each(func(x *explore.Stamp, _ bool) {
		later, _ := slices.BinarySearch(used, *x+1)
		*x = explore.Stamp(later - 1)
	})
	for i, channel := range s.Channels {
		known := s.Heard[i%len(s.Local)]
		for j, k := range channel {
			if k.Heard <= known {
				channel[j].Heard = 0
			}
			if !selective {
				known = max(known, k.Heard)
			}
		}
	}
	return s
}
