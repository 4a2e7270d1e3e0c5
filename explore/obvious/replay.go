package obvious

import (
	"fmt"
	"slices"

	"qcheck/explore"
)

// A Run is a replayed run: the configurations before, between and after its
// moves, one more than there are moves, except when the last move is undefined.
type Run struct {
	Configs []Config
	Moves   []Move
	Goals   []explore.Property // the protocol's
	Books   Broken             // of a run to a state that is not safe, where the protocol says where permissions are
}

// Broken is the first state of a run in which the books of permissions are broken (see roles.Account).
type Broken struct {
	After int    // how many steps come before it; 0 for none
	Why   string // what is wrong there
}

// A Config is a global state, as far as people and properties see it.
type Config struct {
	Down         explore.Set // the processes that have crashed
	Left         Budget      // what may still go wrong
	History      any         // nil if there is none
	Key          string      // tells it from all others
	Locals       []any       // the local state of each process, of the protocol's type
	Clocks       []int       // the clock of each process; integer clocks only
	Channels     [][]any     // the messages from q to p, at q*N+p, of the protocol's type
	Observations []explore.Observation
	Standings    [][]explore.Standing        // what Protocol.Standing says; nil without it
	Enabled      []string                    // what must be taken when it stays enabled, by Label
	Leaving      []string                    // those of them that are Leave steps
	May          []string                    // May steps that can be taken, by Label
	Unsafe       string                      // what Protocol.Safe says
	Unmet        map[explore.Property]string // what the goals say that are not met
	Required     map[explore.Property]Required

	// Stamps has a name for each stamp in local states and messages, which it
	// keeps throughout the run, though causal stamps are renumbered: its process
	// with a letter, such as 2a for the first stamp that process 2 made, or with
	// integer clocks the clock value and the process, such as 7.2.
	Stamps map[explore.Stamp]string

	// With integer clocks: all clock values in the state, in a fixed order, and
	// a text that tells the state from all that differ in more than these.
	Times []int
	Shape string
}

// A Move is what a step did.
type Move struct {
	explore.TraceStep
	Kind      explore.StepKind
	Received  any    // the message that was taken, for a delivery, as it is in the state before
	Behind    int    // how many messages that were sent before it are still in the channel
	Kept      bool   // it may come again, or there is a copy of it: it stays there
	Told      int    // of the crash of which process it is told, counted from 1; 0 for none
	Fault     string // what goes wrong: one of explore.Crashes and those beside it; empty for a step of the protocol
	Sent      []Sent
	Own       []Own
	Made      string // the name of the stamp that was made, if any
	Undefined string // why nothing follows
}

// Own is a message that a process sent to itself and took within the same step,
// by the step of that name. Stamps in it are those of the state before; the one
// that the move made is explore.Fresh or, with integer clocks, the number that
// it has from then on.
type Own struct {
	Name string
	Msg  any
}

// Sent is a message put into the channel to a process, as it is in the state
// afterwards.
type Sent struct {
	To  int
	Msg any
}

// Required is what a requirement of the protocol says of a state (see
// explore.Requirement).
type Required struct {
	Kind              string // always, sometimes or leads-to
	Wrong             string
	Happens, From, To bool
}

// Label names what must eventually be taken when it stays enabled: the delivery
// of a channel, or a local step of a process. Processes count from 1.
func Label(process, from int, name string) string {
	if from >= 0 {
		return fmt.Sprintf("the delivery from %d to %d", from+1, process+1)
	}
	return fmt.Sprintf("%s of process %d", name, process+1)
}

// Replay takes the given steps, one by one, from the start. The run goes as far
// as they can be taken; the error says which one cannot. With integer clocks
// the places of fresh stamps do not matter.
func Replay[L, M comparable](p explore.Protocol[L, M], o Options, steps []explore.TraceStep) (*Run, error) {
	return erased(p).Replay(o, steps)
}

// Replay is [Replay] of the protocol.
func (x Erased) Replay(o Options, steps []explore.TraceStep) (*Run, error) {
	walk := x.Walk(o)
	for i, step := range steps {
		if err := walk.Take(step); err != nil {
			return walk.Run, fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return walk.Run, nil
}

// move takes one step in s, and says what follows and how its stamps are called.
func (w *world) move(s State, step explore.TraceStep, names naming) (Move, State, naming, error) {
	m := Move{TraceStep: step}
	fail := func(format string, args ...any) (Move, State, naming, error) {
		return m, s, names, fmt.Errorf(format, args...)
	}
	p, q := step.Process, step.From
	if p < 0 || p >= w.N || q < -1 || q >= w.N {
		return fail("processes count from 1 to %d", w.N)
	}
	if q >= 0 {
		if len(s.Channels[q*w.N+p]) == 0 {
			return fail("no message is on its way from process %d to process %d", q+1, p+1)
		}
	}
	var ways []course
	same := step.Place == explore.SamePlace
	w.steps(s, func(c course) {
		if c.p == p && c.from == q && !c.spent && (c.equal == same || same && w.again(s, c)) {
			ways = append(ways, c)
		}
	})
	if step.Outcome < 0 || step.Outcome >= len(ways) {
		return fail("%s: alternative %d, and there are %d", Label(p, q, "a local step"), step.Outcome, len(ways))
	}
	c := ways[step.Outcome]
	if step.Name != c.first.Name {
		return fail("%s is the step %q, not %q", Label(p, q, "a local step"), c.first.Name, step.Name)
	}
	if step.Place > 0 && (c.fresh == 0 || w.Integer) {
		return fail("%s has no stamp to put in place %d", Label(p, q, "a local step"), step.Place)
	}
	if q >= 0 {
		m.Received, m.Kept = s.Channels[q*w.N+p][c.at].Msg, w.repeated(c) || c.fault == explore.Copies
		m.Behind = slices.Index(names.arrived[q*w.N+p], m.Received)
	}
	m.Kind, m.Own, m.Fault, m.Told = c.first.Kind, c.handled, c.fault, c.told
	switch {
	case c.fresh != 0 && w.Integer:
		m.Made = integerName(c.fresh)
	case c.equal:
		m.Made = names.names[c.fresh-1]
	case c.fresh != 0:
		m.Made = names.next(p)
	}
	if overflow := w.overflow(s, c); overflow != "" {
		return fail("a bound of the model is passed: %s", overflow)
	}
	if c.undefined {
		m.Undefined = Outcome{c: c}.Why()
		return m, s, names, nil
	}
	if w.beyond(c) {
		return fail("the clock of process %d passes %d", p+1, w.ClockMax)
	}
	place, first, last := step.Place, 0, 0
	if first, last = w.places(s, c); last == 0 {
		place = 0
	} else if place < first || place > last {
		return fail("a fresh stamp of process %d cannot take place %d", p+1, place)
	}
	end, _ := w.placed(s, c, place)
	after := w.afterwards(s, c, place)
	for _, o := range c.sent {
		m.Sent = append(m.Sent, Sent{o.To, after(o.Msg)})
	}
	later := names.after(place, p, w.used(s, c))
	later.arrived, m.Behind = names.arrived.after(w, s, c, place)
	return m, end, later, nil
}

// again reports whether the stamp that a course makes with integer clocks is one
// in use.
func (w *world) again(s State, c course) bool {
	return w.Integer && c.fresh != 0 && slices.Contains(s.inUse(), c.fresh)
}

// used returns the stamps that a course leaves in use, numbered as in s.
func (w *world) used(s State, c course) []explore.Stamp {
	return w.moved(s, c).inUse()
}

// A naming has the names of the causal stamps in use, in their order, and how
// many stamps each process has made.
type naming struct {
	names   []string
	made    [explore.MaxProcesses]int
	arrived arrivals
}

// after returns the naming after a step of process p that puts a fresh stamp in
// the given place, if that is not 0, and leaves these stamps in use.
func (n naming) after(place, p int, used []explore.Stamp) naming {
	next := naming{made: n.made}
	if place > 0 {
		next.made[p]++
	}
	for i := range len(n.names) + 1 {
		if i == place-1 && slices.Contains(used, explore.Fresh) {
			next.names = append(next.names, n.next(p))
		}
		if i < len(n.names) && slices.Contains(used, explore.Stamp(i+1)) {
			next.names = append(next.names, n.names[i])
		}
	}
	return next
}

// next returns the name of the next stamp that process p makes.
func (n naming) next(p int) string { return fmt.Sprint(p+1) + letters(n.made[p]) }

// integerName is the name of a stamp of an integer clock.
func integerName(x explore.Stamp) string { return fmt.Sprintf("%d.%d", x/32, x%32) }

// letters numbers from 0: a, b, ... z, ba, bb and so on.
func letters(i int) string {
	text := string(rune('a' + i%26))
	for i /= 26; i > 0; i /= 26 {
		text = string(rune('a'+i%26)) + text
	}
	return text
}

func (w *world) config(s State, names naming) Config {
	c := Config{Key: s.Key(), Stamps: map[explore.Stamp]string{}, Unmet: map[explore.Property]string{}, Required: map[explore.Property]Required{}}
	for i, name := range names.names {
		c.Stamps[explore.Stamp(i+1)] = name
	}
	if w.Integer {
		for _, x := range s.inUse() {
			c.Stamps[x] = integerName(x)
		}
		delete(c.Stamps, 0)
		shape := s.each(func(x *explore.Stamp, heard bool) {
			if heard {
				c.Times = append(c.Times, int(*x))
				*x = 0
			} else {
				c.Times = append(c.Times, int(*x/32))
				*x %= 32
			}
		})
		c.Shape = shape.Key()
	}
	c.Down, c.Left, c.History = s.view().Down, s.Left, s.History
	for p, l := range s.Local {
		c.Locals = append(c.Locals, l)
		c.Observations = append(c.Observations, w.seen(s, p))
		switch {
		case w.Standing != nil && c.Down.Has(p):
			c.Standings = append(c.Standings, nil)
		case w.Standing != nil:
			c.Standings = append(c.Standings, w.Standing(p, l))
		}
		if w.Integer {
			c.Clocks = append(c.Clocks, int(s.Heard[p]))
		}
	}
	c.Channels = names.arrived.shown(w)
	if w.Safe != nil {
		c.Unsafe = w.Safe(c.Observations)
	}
	view := s.view()
	for _, r := range w.Requires {
		x := Required{Kind: r.Kind(), Wrong: r.Wrong(view), Happens: r.Happens(view)}
		x.From, x.To = r.Leads(view)
		c.Required[r.Name] = x
	}
	w.steps(s, func(x course) {
		if w.idle(s, x) {
			return
		}
		label := Label(x.p, x.from, x.first.Name)
		if x.first.Kind == explore.May && !slices.Contains(c.May, label) {
			c.May = append(c.May, label)
		}
		if w.owed(x) && !slices.Contains(c.Enabled, label) {
			c.Enabled = append(c.Enabled, label)
			if x.first.Kind == explore.Leave {
				c.Leaving = append(c.Leaving, label)
			}
		}
	})
	for _, g := range w.Goals {
		if text := g.Unmet(c.Observations); text != "" {
			c.Unmet[g.Name] = text
		}
	}
	return c
}
