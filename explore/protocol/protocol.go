package protocol

import "fmt"

// MaxProcesses is the largest number of processes of a protocol.
const MaxProcesses = 16

// A Protocol is a message-passing algorithm for N processes over local states
// L and messages M. L and M must be comparable value types without pointers:
// structs of small integers, arrays, [Set]s and [Stamp]s; equal values must
// mean equal behaviour. A field that has lost its meaning should be zeroed, or
// states differ that are the same.
//
// The functions are pure, and may be called by several goroutines at a time. They are
// given values and return new ones; the slices that they return are kept and must not be
// changed afterwards. One that panics, answers differently when it is asked again, or returns
// what it may not, is a [Mistake]: there is no verdict, but an error.
type Protocol[L, M comparable] struct {
	// Name is what messages call the protocol.
	Name string
	// N is the number of processes, 1 to MaxProcesses.
	N int
	// Clock says how logical clocks work; the zero value is for protocols
	// without stamps.
	Clock ClockRule

	// Init returns the initial state of process p.
	Init func(p int) L
	// Starts returns the states in which runs may begin, each once or more; nil for the one in which each process
	// is as Init says and nothing is on its way. With it, Init may be nil, unless a process may restart and
	// forgets everything.
	Starts func() []Start[L, M]
	// Actions returns the local steps that process p may take in state l. It
	// may be nil.
	Actions func(p int, l L) []Step[L, M]
	// Deliver returns what process p in state l does with message m that came
	// from process from. None means that p does not take the message now: it
	// stays at the head of its channel and keeps those behind it waiting. It may be nil where
	// there are no messages.
	Deliver func(p int, l L, from int, m M) []Step[L, M]
	// History watches the steps, for requirements that are about more than one state; nil for none.
	History *History[L, M]
	// Requires lists further properties, over whole states. It may be nil.
	Requires []Requirement[L, M]

	// Selective lets a process take the first message of a channel that it
	// takes at all (see Deliver), from behind others that it does not take now.
	// Without it these keep those behind them waiting.
	Selective bool
	// Network says how messages arrive. The zero value is FIFO: each channel keeps the order of
	// its messages, and so it does on Instant. On Unordered and Duplicating any message of a channel may be taken
	// next, and Selective means nothing.
	Network Network
	// Faults say what may go wrong. The zero value is nothing.
	Faults Faults
	// Restart returns with what process p goes on that crashed in state l: what it has kept on
	// durable storage. With nil it begins as Init says, and has forgotten everything.
	Restart func(p int, l L) L
	// Suspect returns what process p in state l does when it is told that another one has crashed (see
	// Faults.Suspect). None means that it is not told now. The steps are Plain. Nil is for protocols that do nothing about it:
	// then it is refused to tell them.
	Suspect func(p int, l L, crashed int) []Step[L, M]
	// Exclusion is for processes that wait, and enter something; the zero value for those that do not.
	Exclusion[L]

	// Steps lists the names of all steps that the protocol can take (see
	// Step.Name), so that one that never ran can be reported. A step with
	// another name is a [Mistake], unless there is no list, or the protocol is on a network without order or
	// with faults, where steps may come that its text does not expect. So is one of more than
	// 65,535/N - N names, for which there are no numbers.
	Steps []string
	// Counts lists the names of steps in which a process counts the sender of the message
	// without noting who that is: proofs by local views remember it (package views/tuples).
	// No verdict of a search depends on it.
	Counts []string
	// Capacity is the most messages a channel may hold; 0 means 255. More end
	// the search with the verdict unknown, naming the channel.
	Capacity int
}

// An Exclusion is what only protocols have in which processes wait, and mostly enter a critical section: mutual exclusion, and
// what is like it. It is embedded in a Protocol, so that a protocol that has none of it need not know it, and p.Observe
// is said of one that has.
type Exclusion[L comparable] struct {
	// Observe says what the properties may know of process p in state l. It may be
	// nil for a protocol in which no process waits or enters: then well-defined and
	// what Requires lists are its properties.
	Observe func(p int, l L) Observation
	// Safe judges what is observed of all processes, in their order, in one
	// state: the empty string, or what is wrong with it. It may be nil.
	Safe func(all []Observation) string
	// NoEntry says that processes wait for something, but enter nothing: safety is none of the properties then.
	NoEntry bool
	// Standing says what the state of process p means for those that wait, for people
	// who ask why a run goes as it does: one for each kind of permission. It may be
	// nil.
	Standing func(p int, l L) []Standing
	// Goals are what else the protocol promises. It may be nil.
	Goals []Goal
	// Obliged says that every process that may ask eventually does, as papers on
	// mutual inclusion assume: asking is a step like others for fairness, and a state
	// in which some process could go on if requests were not bounded is no deadlock.
	Obliged bool
}

// A Step is one way in which a process goes on, atomically.
type Step[L, M comparable] struct {
	// Name says which handler, or which case of one, it is; one of
	// Protocol.Steps. Names are short, such as "ask" or "REQUEST: deferred".
	Name string
	// Kind says what the properties and the workload need to know of it. Steps that
	// take a message are Plain; one of another kind is a [Mistake].
	Kind StepKind
	// Next is the state afterwards.
	Next L
	// Send lists the messages sent, in order.
	Send []Out[M]
	// Undefined says, for a case that the algorithm does not define (an entry
	// is looked up that is not there), what is missing. Such a step violates
	// the property well-defined; Next and Send are ignored.
	Undefined string
	// Overflow says which bound of the model (not of the algorithm) the step
	// passes: a counter's range, a buffer's size. It ends the search with the
	// verdict unknown; Next and Send are ignored.
	Overflow string
}

// A Goal is a progress property: in no fair run in which from some point on no
// process leaves does it stay unmet for ever. It is judged by what is observed of
// all processes, in their order.
type Goal struct {
	// Name is what output calls it; none of the names in Properties(), nor short for one.
	Name Property
	// Unmet returns the empty string, or what is still to happen.
	Unmet func(all []Observation) string
}

// An Out is a message on its way to process To.
type Out[M comparable] struct {
	To  int
	Msg M
}

// SendTo returns a message to each member of a set, in ascending order.
func SendTo[M comparable](to Set, m M) []Out[M] {
	var all []Out[M]
	for _, p := range to.Members() {
		all = append(all, Out[M]{p, m})
	}
	return all
}

// A StepKind classifies steps.
type StepKind uint8

const (
	// Plain steps are those of no other kind. They are eventually taken when
	// they stay enabled (weak fairness).
	Plain StepKind = iota
	// Ask is the local action with which a process begins to wait. How often
	// each process may ask is the workload's; no process is obliged to ask.
	Ask
	// Leave is the local action that ends a stay inside. It is eventually
	// taken when it stays enabled.
	Leave
	// May steps are local actions that nothing obliges to be taken: a crash, a timeout, a
	// message that is given up. A run may end, or go on for ever, without one that stays enabled.
	May
)

// String returns plain, ask, leave or may.
func (k StepKind) String() string {
	if k <= May {
		return [...]string{"plain", "ask", "leave", "may"}[k]
	}
	return fmt.Sprintf("StepKind(%d)", uint8(k))
}

// A Phase is where a process stands between two requests.
type Phase uint8

const (
	Thinking Phase = iota // asks for nothing
	Waiting               // has asked, and is not inside
	Inside                // in the critical section
)

// String returns thinking, waiting or inside.
func (p Phase) String() string {
	if p <= Inside {
		return [...]string{"thinking", "waiting", "inside"}[p]
	}
	return fmt.Sprintf("Phase(%d)", uint8(p))
}

// An Observation is what the properties see of a process.
type Observation struct {
	Phase    Phase
	Units    uint8 // units of resources held or asked for, where that has a meaning
	Resource uint8 // the resource held or asked for, where that has a meaning
}

// AtMost returns a [Protocol.Safe] that lets at most k processes be inside.
func AtMost(k int) func(all []Observation) string {
	return func(all []Observation) string {
		var inside Set
		for p, o := range all {
			if o.Phase == Inside {
				inside = inside.With(p)
			}
		}
		if inside.Len() <= k {
			return ""
		}
		return fmt.Sprintf("processes %s are in the critical section at the same time, and at most %d may be", inside, k)
	}
}
