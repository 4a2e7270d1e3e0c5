// Package simulate runs a protocol along one random schedule, as long as is
// wanted, and counts messages and entries. It decides nothing: it shows what
// happens on the average, where package explore says what can happen at all. It
// shares with that package the types that protocols are written in and their form as bytes,
// and a simulated run is a run of the protocol: obvious.Replay takes its steps.
//
// # Time and behaviour
//
// Time goes by in units. A process that has a step of kind Ask takes it at each
// unit with probability P; one that has been in the critical section for Stay
// units leaves. (This is how H. Kakugawa's thesis, 1992, section 4.3, has
// processes behave. The choices below are ours.)
//
//   - A message is delivered in the unit in which it was sent, and a unit ends when no
//     message is left. With Delay, a message takes that many units instead.
//   - At each unit every process has one turn. The next step is, at random, the turn of
//     a process that did not have it, or a delivery that can be made. Channels are
//     first in, first out.
//   - A process that leaves may ask in the next unit; one that enters in a unit leaves
//     at its turn Stay units later.
//   - Where several quorums can be selected, each is equally likely.
//
// An algorithm for mutual inclusion (asking is fair, or a process is in the
// critical section at the start) is run the other way round: a process in the
// critical section asks to leave it, and a step of kind Leave brings it back.
//
// Plain local steps are taken at random, too, at any time; those of a process that thinks
// only when no message is left. A step of kind May is taken at a turn with probability P.
//
// # Clocks
//
// Logical clocks are integers, by the protocol's rule, and never overflow: the
// stamps in the states and messages of the run are ranks among those in use, in
// the order of the time stamps that they stand for.
package simulate

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
)

// Options say how a run goes.
type Options struct {
	// P is the probability that a process that can ask does so at a unit of
	// time, 0 to 1.
	P float64
	// Units is how long the run is, at least 1.
	Units int
	// Stay is how many units a process remains inside; 0 means 1.
	Stay int
	// Delay is how many units a message takes; 0 means that it arrives within the
	// unit.
	Delay int
	// Askers has the processes that may ask; 0 means all.
	Askers explore.Set
	// Seed and Stream choose the random numbers: the same ones, the same run.
	Seed, Stream uint64
	// Record keeps the steps.
	Record bool
}

// A Run has the counts of one simulated run.
type Run struct {
	// Units is how many units went by; fewer than asked for when the run met a
	// violation or a bound.
	Units int
	// Steps is how many steps were taken.
	Steps int64
	// Entries is how often a process got inside.
	Entries int64
	// Messages is how many messages were sent, Own how many of them to their
	// sender itself.
	Messages, Own int64
	// Waited is the longest that a process waited, in units, at the end
	// included.
	Waited int
	// Violated is the property that the run violates, if any: safety,
	// well-defined or deadlock-freedom. Detail says how.
	Violated explore.Property
	Detail   string
	// Overflow says which bound of the model ended the run, if any.
	Overflow string
	// Trace has the steps, if they were recorded, with the places of fresh
	// stamps: it replays with either kind of clock.
	Trace []explore.TraceStep
}

// Simulate runs a protocol. It fails when an option is out of range, or when ctx
// ends before.
func Simulate[L, M comparable](ctx context.Context, p explore.Protocol[L, M], o Options) (*Run, error) {
	l, err := plain.FormOf[L]()
	if err != nil {
		return nil, err
	}
	m, err := plain.FormOf[M]()
	if err != nil {
		return nil, err
	}
	s, err := begin(plain.Erase(explore.Checked(p, &explore.Met{}), l, m), o)
	if err != nil {
		return nil, err
	}
	for s.now = 1; s.now <= s.Options.Units && !s.over(); s.now++ {
		if !s.unit(ctx) {
			return nil, context.Cause(ctx)
		}
		s.run.Units = s.now
	}
	for q, o := range s.seen {
		if o.Phase == explore.Waiting {
			s.run.Waited = max(s.run.Waited, s.run.Units-s.since[q])
		}
	}
	return &s.run, nil
}

type (
	value = plain.Value // a local state or a message
	step  = explore.Step[value, value]
	out   = explore.Out[value]
)

// A simulation is a global state with the counts of the run that led to it.
type simulation struct {
	plain.Protocol
	Options
	random    *rand.Rand
	inclusion bool // mutual inclusion: a process inside asks

	now      int
	local    []value
	clock    []uint64
	channels [][]packet // from q to p at q*N+p
	stamps   []uint64   // the time stamps in use, ascending; that of rank r is number r-1
	seen     []explore.Observation
	since    []int // when a process began to wait, or got inside

	called  map[call][]step // what handlers answered
	turn    []bool          // the processes that had no turn in this unit
	refused []bool          // what there is no need to try again: channels, as above, then local steps
	moved   bool            // in this unit, by a step that was not of kind Ask
	places  []int           // working memory of order
	run     Run
}

// A call is one of a handler: of Deliver with a message from a process, or of Actions with from -1.
// So many answers are kept: stamps are ranks, so that the same states and messages come again, and
// listing any quorum that a process may ask takes long.
type call struct {
	p, from int
	local   value
	msg     value
}

const maxCalled = 1 << 14

// ask calls a handler, or returns what it answered before.
func (s *simulation) ask(c call) []step {
	steps, ok := s.called[c]
	if ok {
		return steps
	}
	if c.from < 0 {
		steps = s.Actions(c.p, c.local)
	} else {
		steps = s.Deliver(c.p, c.local, c.from, c.msg)
	}
	if len(s.called) >= maxCalled {
		clear(s.called)
	}
	s.called[c] = steps
	return steps
}

// A packet is a message on its way.
type packet struct {
	msg   value
	clock uint64 // with EveryMessage, of its sender
	due   int    // the unit in which it can be delivered
}

func begin(p plain.Protocol, o Options) (*simulation, error) {
	switch {
	case p.N < 1 || p.N > explore.MaxProcesses:
		return nil, fmt.Errorf("a protocol has 1 to %d processes, not %d", explore.MaxProcesses, p.N)
	case !(o.P >= 0 && o.P <= 1):
		return nil, fmt.Errorf("a probability is 0 to 1, not %v", o.P)
	case o.Units < 1:
		return nil, fmt.Errorf("a run takes at least 1 unit, not %d", o.Units)
	case p.Starts != nil:
		return nil, fmt.Errorf("random runs are made of protocols that begin in one state")
	case p.Faults.Any():
		return nil, fmt.Errorf("random runs are made in which nothing goes wrong, and faults are allowed: %s", p.Faults.Sentence())
	case p.Network == explore.Duplicating:
		return nil, fmt.Errorf("random runs are made where each message arrives once, and not on a network that is %s", p.Network)
	case p.Network != explore.FIFO && p.Clock.Attach == explore.EveryMessage:
		return nil, fmt.Errorf("random runs on a network that is %s are not made of protocols each message of which brings a clock along", p.Network)
	case o.Stay < 0 || o.Delay < 0:
		return nil, fmt.Errorf("a stay or delay of %d units", min(o.Stay, o.Delay))
	}
	o.Stay = max(o.Stay, 1)
	if o.Askers == 0 {
		o.Askers = explore.All(p.N)
	}
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], o.Seed)
	binary.LittleEndian.PutUint64(key[8:], o.Stream)
	s := &simulation{
		Protocol: p, Options: o, inclusion: p.Obliged, random: rand.New(rand.NewChaCha8(key)),
		local: make([]value, p.N), clock: make([]uint64, p.N), channels: make([][]packet, p.N*p.N),
		seen: make([]explore.Observation, p.N), since: make([]int, p.N),
		called: map[call][]step{}, turn: make([]bool, p.N), refused: make([]bool, p.N*p.N+p.N),
	}
	for q := range p.N {
		s.local[q], s.clock[q] = p.Init(q), uint64(p.Clock.Start)
		s.seen[q] = p.Observe(q, s.local[q])
		s.inclusion = s.inclusion || s.seen[q].Phase == explore.Inside
	}
	s.begins()
	s.judge()
	return s, nil
}

func (s *simulation) over() bool { return s.run.Violated != "" || s.run.Overflow != "" }

// unit lets a unit of time go by, which takes for ever where messages never stop.
// It reports false when ctx ends before.
func (s *simulation) unit(ctx context.Context) bool {
	s.moved = false
	for p := range s.turn {
		s.turn[p] = true
	}
	clear(s.refused[:s.N*s.N])
	var ready []int
	for steps := 0; !s.over(); steps++ {
		if steps%1024 == 0 && ctx.Err() != nil {
			return false
		}
		if ready = s.ready(ready[:0]); len(ready) > 0 {
			s.try(ready[s.random.IntN(len(ready))])
		} else if !s.idle() {
			break
		}
	}
	if !s.moved && !s.over() {
		s.stuck()
	}
	return true
}

// ready lists what may be tried: the channels with a message that is due, by
// their number, then the local steps of processes that do not think, then the
// turns.
func (s *simulation) ready(list []int) []int {
	for i, c := range s.channels {
		if len(c) > 0 && c[0].due <= s.now && !s.refused[i] {
			list = append(list, i)
		}
	}
	for p := range s.N {
		if i := s.N*s.N + p; s.seen[p].Phase != explore.Thinking && !s.refused[i] {
			list = append(list, i)
		}
		if s.turn[p] {
			list = append(list, s.N*s.N+s.N+p)
		}
	}
	return list
}

func (s *simulation) try(i int) {
	switch squared := s.N * s.N; {
	case i < squared:
		s.refused[i] = !s.deliver(i/s.N, i%s.N)
	case i < squared+s.N:
		s.refused[i] = !s.act(i-squared, explore.Plain)
	default:
		s.take(i - squared - s.N)
	}
}

// idle lets a process that thinks take a local step, and reports whether one
// did.
func (s *simulation) idle() bool {
	for _, p := range s.random.Perm(s.N) {
		if i := s.N*s.N + p; s.seen[p].Phase == explore.Thinking && !s.refused[i] {
			s.refused[i] = true
			if s.act(p, explore.Plain) {
				return true
			}
		}
	}
	return false
}

// take is the turn of process p.
func (s *simulation) take(p int) {
	s.turn[p] = false
	if s.may(p) && s.random.Float64() < s.P && s.act(p, explore.May) {
		return
	}
	asks := s.random.Float64() < s.P && s.Askers.Has(p)
	stayed := s.now-s.since[p] >= s.Stay
	switch s.seen[p].Phase {
	case explore.Thinking:
		_ = asks && s.act(p, explore.Ask) || s.inclusion && stayed && s.act(p, explore.Leave)
	case explore.Inside:
		_ = stayed && s.act(p, explore.Leave) || s.inclusion && asks && s.act(p, explore.Ask)
	}
}

// may reports whether a process has a step of kind May.
func (s *simulation) may(p int) bool {
	return slices.ContainsFunc(s.ask(call{p, -1, s.local[p], ""}), func(x step) bool { return x.Kind == explore.May })
}

// act takes a local step of the given kind, and reports whether there was one.
func (s *simulation) act(p int, kind explore.StepKind) bool {
	steps := s.ask(call{p, -1, s.local[p], ""})
	var of []int
	for i, x := range steps {
		if x.Kind == kind {
			of = append(of, i)
		}
	}
	if len(of) == 0 {
		return false
	}
	c := course{p: p, from: -1, clock: s.clock[p], busy: s.Network == explore.FIFO && len(s.channels[p*s.N+p]) > 0}
	s.finish(s.choose(c, steps, of[s.random.IntN(len(of))]))
	return true
}

// stuck decides whether a process waits and no step except of kind Ask can be
// taken; where asking is fair, not even those.
func (s *simulation) stuck() {
	waiter := slices.IndexFunc(s.seen, func(o explore.Observation) bool { return o.Phase == explore.Waiting })
	if waiter < 0 {
		return
	}
	for p := range s.N {
		for _, step := range s.ask(call{p, -1, s.local[p], ""}) {
			if step.Kind != explore.May && (step.Kind != explore.Ask || s.Obliged) {
				return
			}
		}
	}
	for i, c := range s.channels {
		for _, k := range c {
			if len(s.ask(call{i % s.N, i / s.N, s.local[i%s.N], k.msg})) > 0 {
				return
			}
			if !s.Selective && s.Network == explore.FIFO {
				break
			}
		}
	}
	can := "can"
	for p := range s.N {
		if s.may(p) {
			can = "has to"
		}
	}
	s.run.Violated, s.run.Detail = explore.DeadlockFreedom, fmt.Sprintf("process %d waits, and nothing %s happen", waiter+1, can)
}

// judge ends a run that is not safe.
func (s *simulation) judge() {
	if s.Safe == nil {
		return
	}
	if wrong := s.Safe(s.seen); wrong != "" {
		s.run.Violated, s.run.Detail = explore.Safety, wrong
	}
}
