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
	Msg    any
	Heard  Heard
	Flight Flight
}

func (k Packet) like(other Packet) bool { return k.Msg == other.Msg && k.Heard == other.Heard }

// A Flight is what a run in time has beside a message (see package simulate). It tells no states apart.
type Flight struct {
	Clock uint64 // an integer clock that the message brings along
	Due   int    // when it can be taken
	Tried bool   // nothing goes wrong with it any more
}

// and is the flight of two messages that are one, since they may come again.
func (f Flight) and(other Flight) Flight {
	return Flight{max(f.Clock, other.Clock), min(f.Due, other.Due), f.Tried}
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

// copy returns a state of which all but the packets of a channel can be changed.
func (s State) copy() State {
	return State{slices.Clone(s.Local), slices.Clone(s.Heard), slices.Clone(s.Own), slices.Clone(s.Asked), slices.Clone(s.Channels), slices.Clone(s.Down), s.Left, s.History, slices.Clone(s.Untold)}
}

// add puts a packet into a channel.
func (s State) add(channel int, k Packet) {
	s.Channels[channel] = append(slices.Clip(s.Channels[channel]), k)
}

// same reports whether a state is the same, as by their keys.
func (s State) same(t State) bool {
	return slices.Equal(s.Local, t.Local) && slices.Equal(s.Heard, t.Heard) && slices.Equal(s.Own, t.Own) && slices.Equal(s.Asked, t.Asked) &&
		slices.EqualFunc(s.Channels, t.Channels, func(a, b []Packet) bool { return slices.EqualFunc(a, b, Packet.like) }) &&
		slices.Equal(s.Down, t.Down) && s.Left == t.Left && s.History == t.History && slices.Equal(s.Untold, t.Untold)
}

// begin returns the protocol as it is run, and the initial states, in the order of Starts.
func begin(p Erased, o Options) (*world, []State) {
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
	w := &world{p, o}
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
			k := Packet{Msg: m.Msg}
			if o.Integer {
				k.Heard = w.attached(Heard(p.Clock.Start))
			}
			t.add(m.From*p.N+m.To, k)
		}
		all = append(all, w.inOrder(t))
	}
	return w, all
}

// attached returns what messages bring along from a process with that clock.
func (w *world) attached(clock Heard) Heard {
	if w.Clock.Attach == explore.EveryMessage {
		return clock
	}
	return 0
}

// hear raises the clock of a course by a message.
func (w *world) hear(c *course, k Packet) {
	switch w.Clock.Attach {
	case explore.NoMessage:
		return
	case explore.StampedMessages:
		if k.Heard = Heard(Latest(k.Msg)); k.Heard == 0 {
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

// Latest returns the latest stamp in a message, 0 for none.
func Latest(msg any) (latest explore.Stamp) {
	read(msg, func(x explore.Stamp) { latest = max(latest, x) })
	return latest
}

// fresh makes the fresh stamp of a course, if the step needs one and there is
// none yet, and reports whether it did. It is Fresh until its place is known.
func (w *world) fresh(c *course, step explore.Step[any, any]) bool {
	needed := false
	is := func(x explore.Stamp) { needed = needed || x == explore.Fresh }
	read(step.Next, is)
	for _, m := range step.Send {
		read(m.Msg, is)
	}
	if !needed || c.fresh != 0 {
		return false
	}
	c.behind = len(c.handled)
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

// remove takes the message of a course out of its channel.
func (w *world) remove(t State, c course) {
	if c.from >= 0 && w.Network != explore.Duplicating {
		channel := &t.Channels[c.from*w.N+c.p]
		*channel = slices.Concat((*channel)[:c.at], (*channel)[c.at+1:])
	}
}

// after returns the states to which a course leads from s: several if a fresh
// stamp may take several places.
func (w *world) after(s State, c course) (all []State) {
	first, last := w.places(s, c)
	for place := first; place <= last; place++ {
		t, _ := w.placed(s, c, place)
		all = append(all, t)
	}
	return all
}

// moved returns the state to which a course leads from s, with the causal stamps as they are in s, and the fresh one as Fresh.
func (w *world) moved(s State, c course) State {
	channels := s.Channels
	if c.moves {
		s.Channels = nil
	}
	t := s.copy()
	if c.moves {
		t.Channels = channels
	}
	if c.fault != "" {
		return w.wrong(t, c)
	}
	w.remove(t, c)
	if c.told > 0 {
		t.Untold[c.told-1] = t.Untold[c.told-1].Without(c.p)
	}
	if c.first.Kind == explore.Ask && w.Requests[c.p] >= 0 {
		t.Asked[c.p]++
	}
	t.Local[c.p], t.Heard[c.p], t.Own[c.p] = c.local, c.clock, c.own
	for _, m := range c.sent {
		t.add(c.p*w.N+m.To, Packet{Msg: m.Msg, Heard: w.attached(c.clock), Flight: c.flight})
	}
	return t
}
