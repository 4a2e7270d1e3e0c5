package protocol

import "math/bits"

// Events is a set of events of one process.
type Events uint32

// The events of a process that are not the taking of a message.
const (
	LocalSteps Events = 1 << (MaxProcesses + iota) // its local steps other than asking
	Asking

	NoEvents  Events = 0
	AllEvents Events = 1<<(MaxProcesses+2) - 1
)

// Taking returns the events of taking messages from the given processes.
func Taking(from Set) Events { return Events(from) }

func (ev Events) Count() int { return bits.OnesCount32(uint32(ev)) }

// A Partial says what the reduction may rely on about a protocol. All its
// functions are pure. A nil function stands for the answer that is always
// right, except for Visible and Enter. Larger sets are always right too.
type Partial[L, M comparable] struct {
	// Defined says that no step of the protocol is undefined.
	Defined bool
	// Take returns the events at process p that may not commute with taking
	// message m from process from, in state l or in a state that p can reach
	// without taking m. Clocks count: where m raises the clock, taking it does
	// not commute with making a fresh stamp, which is what asking mostly does. So do
	// messages to oneself: a step that may leave one waiting in its channel does not
	// commute with one that sends another.
	Take func(p int, l L, from int, m M) Events
	// Local returns the events at process p that may not commute with its local
	// steps, some of which are enabled in l, in l or in a state that p can reach
	// without them.
	Local func(p int, l L) Events
	// Enable returns sets, each of which has one of the events at p that must
	// happen before some local step of p is enabled, when none is in l.
	Enable func(p int, l L) []Events
	// Ask returns the events at p of which one must happen before p can ask,
	// when it cannot in l (for another reason than its bound).
	Ask func(p int, l L) Events
	// Send returns the events at p of which one must happen before p sends to
	// process to.
	Send func(p int, l L, to int) Events
	// Visible returns the events at p that may change what Safe sees of p, in l
	// or in a state that p can reach; events that can only make Safe fail, such
	// as entering, may be left out. Nil stands for its local steps: entering and
	// leaving are steps of their own.
	Visible func(p int, l L) Events
	// Enter returns sets, each of which has one of the events at p that must
	// happen before what Safe sees of p changes. Nil stands for its local steps.
	Enter func(p int, l L) []Events
	// Harm returns sets of processes, each of which has a process of which Safe
	// must see a change before it fails, when it does not for what is observed.
	Harm func(all []Observation) []Set
}

// HarmAtMost returns a Harm for [AtMost] k of n processes: before more are inside, one
// of any n-k that are not must enter.
func HarmAtMost(n, k int) func(all []Observation) []Set {
	return func(all []Observation) []Set {
		outside := All(n)
		for p, o := range all {
			if o.Phase == Inside {
				outside = outside.Without(p)
			}
		}
		return outside.Subsets(n - k)
	}
}
