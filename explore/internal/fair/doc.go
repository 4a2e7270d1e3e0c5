// Package fair looks for fair cycles in the graph of the states of a search.
//
// A [Graph] has the states that were expanded, with the transitions between them: from a [Sketch],
// which workers make while they search, or by expanding all states once more ([Build]). Its
// [Graph.FairComponents] are strongly connected sets of states that a fair run can stay in for ever,
// [Graph.Cycle] is such a run, and [Graph.Rank] says for a certificate why there is none. Which
// states are looked at (in which a process waits, or a goal is unmet) is for the search to say.
//
// # Starvation
//
// Starvation of a process p: a fair run without end (see package explore) in
// which p waits from some point on. With finitely many states it is a run into a
// cycle along which p waits, and on which each fair step is taken or in some state
// not enabled.
//
// The search: restrict the graph of states to those in which p waits, and take
// its strongly connected components. A cycle through all states and edges of a
// component is as fair as any cycle in it can be: if some step is enabled in
// every state of the component and taken by none of its edges, no cycle in it
// is fair; otherwise that cycle is.
//
// # Stamps along a run without end
//
// Causal stamps are dense: between two of them there is room for any number of
// fresh ones. Clocks are integers. Which runs without end does some clock with
// integer values allow?
//
// Take a run with causal stamps. It fixes an order between stamps that are in
// use at the same time, and puts a fresh stamp above everything that its process
// knows. The process's own stamps thus ascend in the order in which it
// makes them. Integers can be given to the stamps when each has only finitely
// many below it, directly or through others. Suppose that one has infinitely
// many. Either some stamp has infinitely many directly below it, or there is an
// infinite descending chain of stamps. The chain cannot be: infinitely many of
// its members are of one process, which made each of them before the one above
// it. A stamp has infinitely many others directly below it only when it stays in
// use for ever and fresh ones go below it again and again: while it is in use for
// a finite time it meets finitely many, and its process knew finitely many when it
// made it. Hence:
//
//	A run is one of some integer clock if and only if no stamp that stays in
//	use for ever, in local states and messages, has fresh stamps put below it
//	infinitely often.
//
// (The clock may have to tick on internal events. A process whose clock does not
// tick on a fresh stamp may make its last one again, as often as it likes: that is
// no fresh stamp here. Until its clock ticks, that stamp is in use.)
//
// It is the stamp that counts, not who has it: it may be copied, handed on, kept
// by a process that does not wait, or lie in a message; a process that waits may
// change it for another one. So stamps are followed along edges, each of which
// says what becomes of every stamp of the state it leaves: it is in use no more,
// or has a number in the next state.
//
// In a component, a stamp of a state is transient when some path within the
// component ends its use, and otherwise permanent. An edge takes the permanent
// stamps of one state to permanent stamps of the other, and different ones to
// different ones, so all states have equally many: they are the same stamps all
// along. Edges that put a fresh stamp below a permanent one can be taken only
// finitely often while the run stays in the component, and are dropped; the
// components of what is left are taken, and so on until nothing changes. What
// then remains allows a cycle through all its states and edges which also ends,
// on the way, every stamp that is transient: it is as fair as any, and no clock
// forbids it. Nothing is lost, since the edges that a run takes infinitely often
// lie in one component, in which each stamp that is permanent stays in use for ever.
package fair
