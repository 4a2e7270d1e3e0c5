// Package simulate runs a protocol along one random schedule, as long as is
// wanted, and counts messages and entries. It decides nothing: it shows what
// happens on the average, where package explore says what can happen at all. It
// shares with that package the types that protocols are written in: a run is a
// random walk over the states of package obvious.
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
//     a process that did not have it, or a delivery that can be made: of a channel with
//     order the first message, of another any one.
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
// # What surrounds the processes
//
// A run begins in one of the protocol's starts, each as likely as others. What may go wrong goes wrong with
// probability Chance, as long as the budgets of the protocol's Faults last: at its turn a process that may crash
// crashes, and one that has crashed goes on; a message is lost, or else copied, when it is to be delivered for the first time.
// Who is to be told of a crash is told as if that were a message.
//
// Where messages come again and again, a message that has arrived is to be delivered once more at each unit
// with probability Chance. A delivery that changes nothing is no step. Where messages are taken at once, nothing else
// happens while one can be.
//
// # Clocks
//
// Logical clocks are integers, by the protocol's rule, and never overflow: the
// stamps in the states and messages of the run are causal, and integers beside
// them say which place a fresh one takes.
package simulate

import (
	"context"

	"qcheck/explore"
	"qcheck/explore/obvious"
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
	// Chance is the probability of what may go wrong, where it may, 0 to 1; and on a network where messages come
	// again, that one does in a unit.
	Chance float64
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
	// Messages is how many messages were sent, SelfSent how many of them to their
	// sender itself.
	Messages, SelfSent int64
	// Waited is the longest that a process waited, in units, at the end
	// included.
	Waited int
	// Faults is how often something went wrong.
	Faults int64
	// Start is in which of the protocol's starts the run begins, from 0.
	Start int
	// Violated is the property that the run violates, if any: safety,
	// well-defined, deadlock-freedom, or a requirement for all states. Detail says how.
	Violated explore.Property
	Detail   string
	// Overflow says which bound of the model ended the run, if any.
	Overflow string
	// Trace has the steps, if they were recorded, with the places of fresh
	// stamps: it replays with causal stamps, and where channels keep the order of messages, with integer clocks, too.
	Trace []explore.TraceStep
}

// Simulate runs a protocol. It fails when an option is out of range, or when ctx
// ends before.
func Simulate[L, M comparable](ctx context.Context, p explore.Protocol[L, M], o Options) (*Run, error) {
	return Of(ctx, obvious.Of(p, &explore.Met{}), o)
}

// Of is Simulate of a protocol as package obvious runs it.
func Of(ctx context.Context, p obvious.Erased, o Options) (*Run, error) {
	s, err := begin(p, o)
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
