// Package engine has the states of a protocol as small integers, and computes how a state goes
// on.
//
// A [Binding] numbers the values of a protocol and calls its handlers; an [Engine] keeps the
// answers; a codec makes keys of states; a [Walker] computes the successors of a state, all or
// those that a [Reducer] chooses. With symmetry, a [Group] of renamings takes a state to the one
// that is kept of its orbit. A [Judge] decides what is safe. Who searches, in which order, and what
// a state is good for, is not known here.
//
// # How a global state becomes small integers
//
// A record is what belongs to one process: its number, its local state, its
// clock (causal stamps: the latest stamp that it knows), and how often it has
// asked. Records, packets (messages with the clock that they bring along) and
// contents of channels are numbered. A block is a record with the contents of
// the channels that its process writes; a step of process p that takes a message
// from process q changes only the blocks of p and q, and what it makes of each is
// kept: pop (block of q, p), receive (block of p, q, packet), localSteps (block).
// Below that, each handler call is kept by record and packet, so that protocol
// code runs once for each pair.
//
// With causal stamps a step may also renumber the stamps in all blocks, when a
// fresh stamp is put below others or a stamp went out of use, and the knowledge
// that packets carry is kept canonical; each is a kept function of a block too.
//
// Workers read the tables without locks. A worker that finds nothing asks the binding;
// protocol code is called under the engine's lock, so by one worker at a time.
//
// # Words
//
//	value        a local state or a message, as its bytes (package plain)
//	record       one process's part of a state: its local state and its clock
//	packet       a message with the clock that it brings along
//	block        a record with the channels that its process writes
//	state        n blocks, as a table.StateKey or decoded as a StateVector
//	known        of a process, the latest stamp it knows; with integer clocks, its clock
//	in use, live a stamp that is in some local state or message
//
// A transition has one name for each form that it takes:
//
//	Step             what protocol code returns
//	branch           an alternative of a handlerCall in the making
//	recordTransition what it ends as: the next record, and the packets sent
//	BlockTransition  the same, of a block
//	Transition       from one state to another
package engine
