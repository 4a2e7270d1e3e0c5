package simulate

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
)

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
	follows   bool // what is heard of is followed: see heard.go

	now      int
	local    []value
	clock    []uint64
	heard    []uint64   // the latest time stamp that a process has heard of, if that is followed
	channels [][]packet // from q to p at q*N+p
	stamps   []uint64   // the time stamps in use, ascending; that of rank r is number r-1
	seen     []explore.Observation
	since    []int // when a process began to wait, or got inside
	down     []bool
	left     explore.Faults // what may still go wrong
	untold   []report       // by process that has crashed
	history  value

	called  map[call][]step // what handlers answered
	turn    []bool          // the processes that had no turn in this unit
	refused []bool          // what there is no need to try again: see the numbers of events
	moved   bool            // in this unit, by a step that was not of kind Ask
	places  []int           // working memory of order
	run     Run
}

// A report is of a crash, for the processes that are still to be told of it.
type report struct {
	to  explore.Set
	due int
}

// The numbers of events: channels, as above, the local steps of each process, the turns, and the reports to each process,
// as channels.
func (s *simulation) localSteps(p int) int   { return s.N*s.N + p }
func (s *simulation) turnOf(p int) int       { return s.N*s.N + s.N + p }
func (s *simulation) reportOf(q, to int) int { return s.N*s.N + 2*s.N + q*s.N + to }

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

// actions are the local steps of a process, and takes what it does with a message.
func (s *simulation) actions(p int) []step { return s.ask(call{p, -1, s.local[p], ""}) }
func (s *simulation) takes(p, from int, msg value) []step {
	return s.ask(call{p, from, s.local[p], msg})
}

// A packet is a message on its way.
type packet struct {
	msg   value
	clock uint64 // with EveryMessage, of its sender
	heard uint64 // and the latest time stamp that this had heard of, if that is followed and its receiver has not
	due   int    // the unit in which it can be delivered
	tried bool   // nothing goes wrong with it any more
}

// never is when a message comes that has arrived and may come again.
const never = math.MaxInt

func begin(p plain.Protocol, o Options) (*simulation, error) {
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
	if len(p.Local.Stamps)+len(p.Message.Stamps) == 0 {
		p.Clock = explore.ClockRule{} // nobody reads the clocks
	}
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], o.Seed)
	binary.LittleEndian.PutUint64(key[8:], o.Stream)
	s := &simulation{
		Protocol: p, Options: o, inclusion: p.Obliged, random: rand.New(rand.NewChaCha8(key)),
		follows: !p.Network.Ordered() && p.Clock.Attach != explore.NoMessage,
		local:   make([]value, p.N), clock: make([]uint64, p.N), heard: make([]uint64, p.N), channels: make([][]packet, p.N*p.N),
		seen: make([]explore.Observation, p.N), since: make([]int, p.N),
		down: make([]bool, p.N), left: p.Faults, untold: make([]report, p.N), history: p.WatchedStart,
		called: map[call][]step{}, turn: make([]bool, p.N), refused: make([]bool, 2*(p.N*p.N+p.N)),
	}
	s.start()
	for q := range p.N {
		s.clock[q] = uint64(p.Clock.Start)
		s.seen[q] = p.Observe(q, s.local[q])
		s.inclusion = s.inclusion || s.seen[q].Phase == explore.Inside
	}
	s.begins()
	s.judge()
	s.require()
	return s, nil
}

// start makes the state in which the run begins.
func (s *simulation) start() {
	if s.Starts == nil {
		for q := range s.N {
			s.local[q] = s.Init(q)
		}
		return
	}
	all := s.Starts()
	if len(all) > 1 {
		s.run.Start = s.random.IntN(len(all))
	}
	copy(s.local, all[s.run.Start].Locals)
	for _, x := range all[s.run.Start].Sent {
		s.put(x.From, x.To, packet{msg: x.Msg, clock: uint64(s.Clock.Start), due: 1 + s.Delay})
	}
}

// put puts a message into a channel. Where messages come again, one that is there already comes once more.
func (s *simulation) put(from, to int, k packet) {
	channel := &s.channels[from*s.N+to]
	if s.Network == explore.Duplicating {
		if at := s.place(from, to, k); at >= 0 {
			(*channel)[at].due, (*channel)[at].clock = min(k.due, (*channel)[at].due), max(k.clock, (*channel)[at].clock)
			return
		}
	}
	*channel = append(*channel, k)
}

// place returns where in a channel a packet is like another one, -1 for nowhere.
func (s *simulation) place(from, to int, k packet) int {
	return slices.IndexFunc(s.channels[from*s.N+to], func(x packet) bool { return x.msg == k.msg && x.heard == k.heard })
}

func (s *simulation) over() bool { return s.run.Violated != "" || s.run.Overflow != "" }
