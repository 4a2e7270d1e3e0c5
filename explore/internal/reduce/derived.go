package reduce

// Reduction for every protocol: what the sets need to know is derived from what the handlers do. The sets are those of stubborn.go, and so is what follows from them;
// this file says where commuting and enabling are known from, and why that suffices.
//
// # Knowledge
//
// A node is a local state of a process, with how often it asked, and with its stamps
// numbered from 1 without gaps: handlers compare stamps and do nothing else with them.
// (A fresh stamp is above all stamps of its process's state and of the message that it
// takes; what else the clock says of it is not part of a node.) A fact is a node with a
// message from a process that may be the next one from it there; the stamps of both are
// numbered together. Knowledge is a set P of facts and nodes. The handlers are called
// for facts, and so give edges between nodes, with what is sent; they are not called
// for pairs of a state and a message that nobody has met: with all of these a queue has
// the same request in it sixteen times.
//
// P begins with what some random runs meet. A search with sets that were chosen by P
// notes what it meets that is not in P; then this is added, and what was chosen is
// looked at again. P is closed:
//
//	(a) the outcomes of its facts, and of the local steps of its nodes, are nodes of P;
//	(b) what a walk finds is in P.
//
// A walk begins at a fact, whose event t waits (taking its message; or, at a node, its
// local steps), and goes on to the nodes that the process can come to by what else may
// happen there: other local steps, asking, and messages in facts of P from other
// processes. Let f be one of these, in node a. f clashes with t when t is not enabled
// after f, or some end of "f, t" is none of "t, f": another state, or other messages
// on some channel; or when one of them is not defined there, or passes a bound of the
// model; or when one of them makes a fresh stamp and the other takes a message with
// a stamp, which raises the clock. A message that waits beside t waits after each outcome of t, too.
// So one that is in no fact with some node that t leads to from a is none of what may happen
// here, whether it is in a fact with a or not: of three answers that are counted, the last has none beside it. One
// that is in no fact with a, but in one with each of these nodes, clashes with t: it may come
// earlier than it was seen to. (Where a has the same message, with its stamps in another place, and this
// one commutes with t, it is a fact from now on instead.) What clashes anywhere on the walk is not followed
// anywhere; what remains is followed, and puts t in the nodes that it leads to: these
// are facts of P, by (b). The clashes of the fact are what was found, by kinds of
// messages (their shapes, with their own stamps numbered): those that may be the next
// from their sender, and those that may come after one from it on the walk.
//
// # The sets
//
// A set T is closed as in stubborn.go. For an enabled event t it has the clashes of its
// fact; for a state or message that is not in P it has all events of the process.
// A kind of message that clashes is in T, too, as an event that is not enabled: when
// it waits in the channel, taking from the channel is in T; otherwise the
// events are in T of which one must happen before its sender sends one. These,
// and what must happen before local steps or asking are enabled, are read from the
// edges of P: the last events on all ways to it from the node at hand, or the first
// ones. Every T has an enabled event other than asking, unless nothing but asking is
// enabled.
//
// # Messages that are taken from behind others
//
// Where a process takes the first message that it takes at all (Protocol.Selective), the
// event of a channel takes that one. There are facts about it and about those before it, which
// are passed over: facts whose event is not enabled. The walk of such a fact goes on by all
// that may happen at the process other than taking from that channel, and puts the message in
// the nodes that it leads to; its clashes are what may let the message be taken. What waits
// before a message of an enabled event t clashes with t when it is not taken in a node, and is
// after t. For an enabled event, T has the clashes of all these facts. For one that is not
// enabled though messages wait, T has the clashes of their facts, and events of which one must
// happen before the sender sends another. A kind of message that clashes may be taken from
// any place of the channel, so that taking from the channel is in T when it waits anywhere.
//
// # Why it is sound
//
// Let the search end, let its graph have no cycle (which is checked), and let P have what it
// met, with all choices being those that P gives in the end. Then every fact that is
// true in any state that can be reached is in P, and the sets are stubborn.
//
// Suppose there is a state s of the search and a run v from s, after which a fact x is
// true that is not in P. Let v be as short as possible, and among such ones, s one from
// which the search has the least to go. v is not empty: what is true in s was met. What is
// true on the way, after parts of v, is in P, as these are shorter. So (1) and (2) of
// stubborn.go hold along v for the set T of s: the events of v that are not in T are,
// at the process of an enabled t of T, followed by the walk of t, and commute with it; and
// none enables an event of T, as the ways that they take are ways in P. The walk leaves none of them out: let f be
// the first that it does, after a part w of v, with a message that is in no fact with a node that t leads to. Then
// "t, w" is a run, too, to that node (see "every outcome"), and f's message waits there. The search is at the state after t, and w is
// shorter than v, so that what is true after "t, w" is in P: a contradiction.
//
// If v has an event of T, the first one can be moved to the front. That leads to a
// state of the search with a shorter run to where x is true: a contradiction.
//
// Otherwise let t be an enabled event of T, at process p. (It is defined: in a state in which
// a step is not, all events are taken.) It commutes with all of v, so
// v is a run from the state after t, too, as long as before, and the search has less to
// go from there. So everything true after "t, v" is in P. If x is about another process,
// it is true there: t changes only the state of p and appends to channels. Let x be about
// p, in node a, with a message from q. If taking it is in T, then either the channel
// from q has a message in s, and taking it waits in all of v, so that x is found
// by its walk and in P by (b), or all events of p are in T, and x is true in s; or the
// channel is empty, and, by what is needed to send, it is empty after v. If it is not in T,
// the message is there after "t, v" in a node that t leads to from a, so that this fact
// is in P. Then x is in P, or clashes with t, so that taking it is in T. All cases
// contradict what was supposed. (A node that is not in P is the outcome of a fact on
// the way; see (a).)
//
// The last case in full. Let m be the message of x, t one event with several outcomes.
//
//   - Every outcome. t is enabled after v, in node a: no event of v disables it. Let t' be any
//     of its outcomes there, to node b. Each end of "f, t" for an event f of v at p is one of
//     "t, f", so from the last event of v to the first, t is moved to the front, by some outcome
//     of each: "t, v'" is a run to the same state as "v, t'", by the same events. It begins
//     with an outcome of t in s, and the search takes all of these. So after "t, v'" p is in b.
//     No outcome passes a bound, is undefined, or makes a fresh stamp on the walk, or what leads
//     there would clash (in s, t would clash with all events of p, taking m among them).
//   - m is next there: t takes none from q, since taking from q is not in T, and what t
//     sends, to p itself perhaps, is behind m.
//   - So (b, m) is true after "t, v'", from where the search has less to go: it is in P,
//     as a fact of b and of how the stamps of b and of m lie, and m is among the messages
//     of b, which is a node that the walk sees from a. a is on the walk, with t's message
//     and its stamps as they lie after v: a, t is true on the way, and f was followed.
//   - Every placement. Of each message that the nodes seen from a have, the walk tries every
//     way in which its stamps can lie among those of a and of t's message together: each equal to one
//     of these or between two of them, in their order (eachPlace). One of these ways is the true
//     one, of all three after v. In it, x is not in P, as was supposed, and an
//     outcome of t leads to b with m's stamps as they are: (b, m), which is in P. So m clashes
//     with t, by its shape, which does not depend on how its stamps lie among others. It clashes as a
//     later message of q if v took one from q, and as the next one otherwise.
//   - The clash is of the walk of t in s, so T has it. If m is in the channel in s, taking from q
//     is in T. Otherwise T has events of q of which one is before m is sent, and v has none of
//     them, so m is not there after v. Both contradict what was supposed.
//
// With symmetry (see symmetry.go) the search has one state of each orbit. P is closed
// under the renamings: a fact is added with all that they make of it, and of these one is
// walked. The clashes of the others are its own, renamed (renamed.go). So a set chosen at the state
// that is kept is, renamed, one that P gives at each other state of its orbit, and what was said of
// the states of the search holds of all states that those kept stand for. Handlers have to
// do the same for what renamings make of a fact. That is compared for all facts of P, whether a
// search met them or not. Where it is not so, the event clashes with all that waits, and is
// not followed. It counts as enabled, even if that of the fact that is walked is not: a renamed one
// may be. So the search meets such a fact if it is true, as it does a step that is not
// defined (see below), compares what the handlers do, and drops the renaming. Most of these facts
// are not true: two processes have the same stamp there.
//
// With messages taken from behind others let x be the first of its channel. An enabled event of
// T that takes from a channel takes the same message after v, and passes over the same ones:
// what lets one of them be taken is in T. If no message of the channel is taken in s and taking
// one is in T, v sends none to it, and lets none be taken. So in both cases x is found by its
// walk. If taking from the channel is not in T, the messages before x are passed over in a,
// and that is known; if t let one of them be taken in its node, it would clash with t, so that
// taking from the channel were in T. So they are passed over there, too, and x is true after
// "t, v". For the same reason an event of v takes the same message after t.
//
// Here it matters that there are no cycles: t could be put before v for ever. With
// requests without bound nothing is derived.
//
// Safety. An event is visible when a step of it, on the walk of t, changes what is
// observed so that something that was wrong may be right. Safe is asked about all
// combinations of what is observed in nodes of P, and so it is found, too, which processes
// must change before something is wrong (harm). So it is with requirements that see something
// of each process (protocol.AlwaysOf); harm.go has both.
//
// Well-definedness. A step that is not defined clashes with all that waits. Let w be a run
// from s to a state where one, x, can be taken. If w has an event of T, there is a
// shorter run from a later state; if not, an enabled t of T commutes with w, and x is
// not of its process, or it would clash and be in T, and so be
// enabled and undefined in s itself. So x can be taken after "t, w", and the search has less to
// go. The same holds for bounds that steps pass by themselves. A channel that is too
// full in some order of steps need not be so in the one that is searched; what then holds,
// holds with more room.
//
// Always of a whole state, Sometimes, LeadsTo, goals and starvation look at more than this keeps: where
// they are checked nothing is derived.
//
// # Clocks
//
// Where every message brings the clock of its sender along, hardly anything commutes:
// each message tells how far its sender was. There the search is of the protocol in which only
// stamps bring the clock along (StampedMessages). It has all runs of the protocol, and
// more: a process knows at most as much, fresh stamps have at least as many
// places, and otherwise the steps are the same. So what holds there holds. When
// something is wrong there, the search in full goes on and decides.
//
// Where clocks do not tick for a fresh stamp, a process may make its last one again, as long
// as its clock has not ticked otherwise. A node does not tell that. So every process may ask once
// at most there, and no other step may make a fresh stamp: where the handlers show one,
// nothing is derived. Then no process makes a second one, and the protocol has the same
// runs as the one whose clocks tick, which is searched. Its states differ in what is in use,
// so when something is wrong, the search in full decides here, too.
//
// # Asking that is owed
//
// Of a protocol whose processes are obliged to ask, a state is terminal when asking is
// not enabled either, not even beyond the bound of requests. Every such state is one in
// which nothing is enabled but asking, and the search meets all of these. A request beyond the
// bound is no event: nothing is done by it.
//
// # Networks without order
//
// There each message that waits is an event of its own, one that is sent later another one, and a set has those of a
// channel one by one (unordered.go). The walk of a message also follows what else may come from its sender; a message that is
// not taken in a node waits, and is passed over as above, whatever waits beside it. For a kind of message that clashes, T has
// those that wait, and events of which one must happen before its sender sends another; both, since what waits need not be
// taken first.
//
// The argument is the one above but for its last case, x about p in node a with message m from q, where v has no event of T.
// If taking m is in T, m waits in s and in all of v, so that x is found by its walk, m being taken there or not. If it is
// not in T, it is still there after "t, v", since t takes another message, in a node that t leads to from a; so
// (b, m) is in P, and m clashes with t. Then T has taking m if m waits in s, and an event of v otherwise, before m was sent: both
// contradict what was supposed. Nothing is derived on such a network where messages have time stamps, or may arrive twice.
//
// # Histories
//
// A history is a part of the state that steps of all processes change, and says which of them it sees (History.Sees; that
// it changes by no other is looked at in each step of each search). What it sees has an order that matters. At one process, a step that is
// seen before or after another clashes with it. So if the history sees no step of t in s, it sees none of it after
// events that commute with it, and none of these look different to it after t: "t, v" leaves the history as "v, t" does. If T has an enabled
// event of which it sees a step, T has, of every process, events of which one must happen before it sees a step of
// that process. Then no run without events of T is seen at all.
//
// So every value that the history can have is met. Let w be a run from s to a state with one. If w has an event of T, moving
// it to the front leaves the history at the end as it is. Otherwise, if an enabled event t of T is not seen, the history after "t, w" is
// the one after w, and the search has less to go; and if t is seen, w is not, and s has it. Requirements that look at the
// history alone (Requirement.OfHistory) are decided by that.
//
// # Steps that may happen
//
// A May step is enabled like others, and does not keep a state from being terminal. So a set needs an enabled event of which
// some step must happen (owed), unless there is none in the state; and an event that commutes with local steps leaves one of them owed
// if one was.
//
// # Related work
//
// Stubborn sets: Valmari, "Stubborn sets for reduced state space generation", 1991, and
// "The state explosion problem", 1998; sets computed from what processes may still do:
// Godefroid, "Partial-order methods for the verification of concurrent systems", 1996;
// conditions on visibility and cycles: Peled, "All from one, one for all", 1993. That
// knowledge which grows is made right by looking at choices again is like the
// backtracking points of Flanagan and Godefroid, "Dynamic partial-order reduction for
// model checking software", 2005.
