package simulate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

type step = explore.Step[any, any]

// A simulation is a state of the obvious semantics, with what a run in time has beside it, and the counts.
type simulation struct {
	obvious.Erased
	Options
	semantics obvious.Semantics
	random    *rand.Rand
	inclusion bool // mutual inclusion: a process inside asks

	now    int
	at     obvious.State
	clock  []uint64 // integer clocks
	stamps []uint64 // the time stamps for which the causal ones in use stand, ascending
	seen   []explore.Observation
	since  []int // when a process began to wait, or got inside
	told   []int // by process that has crashed, from when on others can be told

	turn    []bool // the processes that had no turn in this unit
	refused []bool // what there is no need to try again: see the numbers of events
	moved   bool   // in this unit, by a step that was not of kind Ask
	places  []int  // working memory of order
	run     Run
}

// The numbers of events: channels, from q to p at q*N+p, the local steps of each process, the turns, and the reports to each
// process, as channels.
func (s *simulation) localSteps(p int) int   { return s.N*s.N + p }
func (s *simulation) turnOf(p int) int       { return s.N*s.N + s.N + p }
func (s *simulation) reportOf(q, to int) int { return s.N*s.N + 2*s.N + q*s.N + to }

// never is when a message comes that has arrived and may come again.
const never = math.MaxInt

func begin(p obvious.Erased, o Options) (*simulation, error) {
	switch {
	case p.N < 1 || p.N > explore.MaxProcesses:
		return nil, fmt.Errorf("a protocol has 1 to %d processes, not %d", explore.MaxProcesses, p.N)
	case !(o.P >= 0 && o.P <= 1):
		return nil, fmt.Errorf("a probability is 0 to 1, not %v", o.P)
	case !(o.Chance >= 0 && o.Chance <= 1):
		return nil, fmt.Errorf("a probability is 0 to 1, not %v", o.Chance)
	case o.Units < 1:
		return nil, fmt.Errorf("a run takes at least 1 unit, not %d", o.Units)
	case o.Stay < 0 || o.Delay < 0:
		return nil, fmt.Errorf("a stay or delay of %d units", min(o.Stay, o.Delay))
	case o.Delay > 0 && p.Network == explore.Instant:
		return nil, fmt.Errorf("a delay of %d units, and messages are taken at once", o.Delay)
	case p.Faults.Suspect && p.Suspect == nil:
		return nil, fmt.Errorf("protocol %s does not say what a process does that is told of a crash", p.Name)
	}
	if err := p.Faults.Check(p.N, p.Network); err != nil {
		return nil, err
	}
	o.Stay = max(o.Stay, 1)
	if o.Askers == 0 {
		o.Askers = explore.All(p.N)
	}
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], o.Seed)
	binary.LittleEndian.PutUint64(key[8:], o.Stream)
	p.Actions = remembers(p.Actions)
	s := &simulation{
		Erased: p, Options: o, inclusion: p.Obliged, random: rand.New(rand.NewChaCha8(key)),
		semantics: p.Semantics(obvious.Options{Requests: slices.Repeat([]int{explore.Unbounded}, p.N)}),
		clock:     make([]uint64, p.N), since: make([]int, p.N), told: make([]int, p.N),
		turn: make([]bool, p.N), refused: make([]bool, 2*(p.N*p.N+p.N)),
	}
	s.Protocol = s.semantics.Protocol()
	if c := s.Clock; c.Attach != explore.NoMessage && !c.TickOnFresh && !c.TickOnReceive {
		return nil, errors.New("its clock ticks neither for a fresh stamp nor on receiving, and causal stamps do not cover stamps earlier than what was heard of")
	}
	starts := s.semantics.Starts()
	if len(starts) > 1 {
		s.run.Start = s.random.IntN(len(starts))
	}
	s.at = starts[s.run.Start]
	for i := range s.at.Channels {
		for at := range s.at.Channels[i] {
			s.flight(i, at).Clock, s.flight(i, at).Due = uint64(s.Clock.Start), 1+s.Delay
		}
	}
	for q := range p.N {
		s.clock[q] = uint64(s.Clock.Start)
		s.seen = append(s.seen, s.semantics.Seen(s.at, q))
		s.inclusion = s.inclusion || s.seen[q].Phase == explore.Inside
	}
	s.judge(true)
	return s, nil
}

// flight is what is beside a message.
func (s *simulation) flight(channel, at int) *obvious.Flight {
	return &s.at.Channels[channel][at].Flight
}

func (s *simulation) down(p int) bool { return s.at.Down != nil && s.at.Down[p] > 0 }
func (s *simulation) over() bool      { return s.run.Violated != "" || s.run.Overflow != "" }

// A call is one of Actions. So many answers are kept: causal stamps are numbered by their order, so that the same states
// come again, and listing any quorum that a process may ask takes long.
type call struct {
	p     int
	local any
}

const maxCalled = 1 << 12

// remembers returns Actions that gives the answers that it gave.
func remembers(actions func(int, any) []step) func(int, any) []step {
	called := map[call][]step{}
	return func(p int, l any) []step {
		steps, ok := called[call{p, l}]
		if !ok {
			if len(called) >= maxCalled {
				clear(called)
			}
			steps = actions(p, l)
			called[call{p, l}] = steps
		}
		return steps
	}
}
