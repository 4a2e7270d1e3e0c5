package protocol

// A Stamp is a time stamp of a logical clock: zero for none, otherwise one of
// a total order, in which smaller is earlier. Protocol code may compare stamps
// with <, == and so on, copy them, and set them to zero or [Fresh]; what a
// stamp's number means is the engine's business (see the package comment). A step with a
// stamp that is neither in the state, nor in the message taken, nor Fresh is a [Mistake].
//
// Ties of clock values are broken by process number within the stamp: two
// stamps of different processes never are equal. Two of one process are equal
// only when its clock does not tick on a fresh stamp, and has not ticked in
// between.
type Stamp uint16

// Fresh stands for a new stamp of the process that takes the step. It is later
// than every stamp that the process knows, and compares so (if it equals the last
// stamp of the process, handlers are given that one). All Fresh of one step become
// the same stamp.
const Fresh Stamp = 0xffff

// A ClockRule says how the logical clocks of a protocol work. The zero value is
// for protocols without clocks.
type ClockRule struct {
	// Attach says which messages bring the clock of their sender along.
	Attach Attach
	// TickOnFresh advances the clock by one before it is read for a fresh stamp.
	// Without it, two stamps of a process are equal when it received nothing that
	// brings a clock along in between. With causal stamps, where a clock may tick on
	// its own as well, both are explored: that they are equal, and that they are not.
	// The last stamp of a process stays in use until its clock ticks.
	TickOnFresh bool
	// TickOnReceive advances the clock by one after it was raised to what a
	// message brought. With causal stamps one of the two must tick, unless no
	// message brings a clock along: otherwise a fresh stamp may be earlier than one
	// that its process knows, by process number, and the search is refused.
	TickOnReceive bool
	// Start is the initial value of integer clocks.
	Start int
}

// Attach says which messages bring the clock of their sender along, so that
// their receiver raises its own to it.
type Attach uint8

const (
	// NoMessage brings a clock along. It is for protocols that send no stamps: to
	// send one is a [Mistake].
	NoMessage Attach = iota
	// StampedMessages bring along the latest stamp that is in them
	// (Ricart–Agrawala: only requests matter).
	StampedMessages
	// EveryMessage brings along the clock of its sender (Lamport, and most
	// papers).
	EveryMessage
)

// StampBits is how many low bits of an integer-clock stamp are the process.
const StampBits = 5

// IntegerStamp returns the stamp of a clock value at a process; it is not zero,
// which stands for none.
func IntegerStamp(clock uint16, p int) Stamp { return Stamp(clock)<<StampBits | Stamp(p+1) }

// MaxClock is the largest integer clock that stamps can hold.
const MaxClock = 1<<(16-StampBits) - 2
