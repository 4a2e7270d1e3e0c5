// Package certify checks certificates: files that prove what a search found, without the
// search. In a file each state stands with its level and its ranks. The check takes every
// step of each state by package explore/obvious. It shares no code with the search, which
// is in package explore; from there it has only the types that protocols are written in. A
// check finds [Facts]; package protocols/certificate says what follows from them for a
// property.
//
// # What a file has
//
// After a header, which is a [Header] and more (see package protocols/check), a line for
// each state, in the order of the bytes of the states, each once:
//
//	state TAB level [TAB rank SPACE rank ...] LF
//
// A state is a block for each process, in their order, with | between them. A block is the
// record of the process and, for each channel from it that is not empty, in the order of
// the receivers, > with the receiver's number and each message in parentheses, the next
// one first. Records and messages are lists of numbers; those that are not 0 are written
// as place=number, in the order of their places, with a space between them. What the
// places mean is in the header (local, message). Before the numbers of the protocol's own
// types, in the order of their declaration, there are
//
//	clock  of a record: the latest causal stamp that the process knows, or its integer
//	       clock; of a message: what it brings along
//	own    1 if that stamp is one that the process may make again (see explore.ClockRule)
//	asked  how often the process has asked, if that is bounded
//
// false is 0, true is 1. Causal stamps in use are numbered from 1; which states
// are the same is said in package explore/obvious.
//
// # Levels
//
// The level of a state is the number of steps of a shortest run to it. The check of levels
// is: level 0 has the initial state and no other; a step raises the level by at most one;
// a state of any other level d follows a state of level d-1. So no level is too large (the
// second, by induction along a shortest run), and none too small (the third).
//
// A file is closed if every step leads to a state of the file; then it has exactly the
// states that can be reached. Otherwise that is demanded only below the largest level, its
// depth: the file has all states that so many steps can reach. States are looked at level
// by level, and each only when it was reached. So protocol code never sees a state that
// cannot be.
//
// # Ranks
//
// A column of ranks is about a property of fair runs (see package explore for fairness):
// that a process waits for ever, that a goal stays unmet while no process leaves, or that
// what must follow a state never does. A run without end that violates the property stays,
// from some point on, among the states in which the process waits, the goal is unmet, or
// something is still to follow. These states have a rank, others have - instead. A rank is
//
//	number[:stamp.number[:stamp. ...]]/step
//
// where step is the number, from 1, of a step in the header (helpful). It is demanded of
// each state that has a rank:
//
//  1. The helpful step is enabled in the state; for a goal, by something other than
//     leaving.
//  2. A transition leads to a state with a rank, or to one in which the process does not
//     wait, the goal is met, or what must follow is there.
//  3. A transition to a state with a rank, other than leaving where a goal is concerned, is
//     of one of these kinds; the ranks are compared from the left:
//
// (a) The first numbers that differ get smaller.
//
// (b) Before numbers differ, there is a stamp in both ranks below which the transition puts
// a fresh one.
//
// (c) All numbers and the helpful step stay as they are, and the transition is not of the
// helpful step.
//
// In each, the transition takes every stamp that stands before that place in the one rank
// to the stamp that stands there in the other.
//
// Then no fair run stays among the states that have ranks. Suppose that one does. Its first
// numbers never grow, so from some point on they are equal. If a stamp stands behind them,
// it is one and the same from there on, and in use for ever. Integer clocks put only
// finitely many fresh stamps below it (see package fair of explore), so from some point on
// (b) does not happen with it, and the second numbers do not grow; and so on. In the end
// all transitions are as in (c): one step is enabled all along, and never taken. The run is
// not fair. Nor does a fair run end among these states, by the first demand: a step that
// has to be taken is enabled.
//
// Without stamps this is the well-known rule with one helpful step for each value of a
// rank along a run. All states of a strongly connected part have one value.
package certify
