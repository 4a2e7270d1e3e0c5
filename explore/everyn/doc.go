// Package everyn proves properties of protocols of requesters and members (package roles) for every number of processes, every
// list of quorums, and requests without bound, from the handlers themselves: by local views, as package views does for one
// number, but with a member of unknown size.
//
// # Theorem
//
// Take any number of processes, and for each of these any list of quorums that are not empty. Messages are neither lost nor
// doubled, and keep their order on each channel; no process forgets. If [Prove] says so, then in every run
//
//   - well-defined: no step is undefined, no handler panics, and no process sends itself messages without end;
//   - safety: no two processes are inside, where any two quorums of these lists have a common member; and with a structure (see below), no more than k, where
//     of any k+1 of its quorums two have one;
//   - deadlock-freedom: where a requester waits, some step is possible that must be taken if it stays so; asking is none, and no step of kind May;
//   - starvation-freedom: if the run is fair (see package explore), no requester waits for ever.
//
// The premises, and who checks them:
//
//   - What a handler does with a peer, a stamp, a table by peer, or a set of members is what their types allow: it compares peers and
//     stamps, asks a table its queries, and takes sets together, apart, and compares them. It keeps nothing from one call to
//     the next, and counts nothing. Types say most of this; the rest is for whoever checks the handlers' source, as package gate of the protocols does. What can be observed
//     of it in calls is compared in each (see below), but that is a sample: no proof is better than that check.
//   - A list of quorums acts as its quorums, one by one. That is compared for all lists of two and three quorums of a few members; for longer ones it is
//     for whoever checks the source.
//   - What is declared: [roles.Account] (Permit, Return, Has, Gave), Observe, and Safe. A law that these do not keep is no proof; that they say
//     what a permission is, and who is inside, is for whoever reads them.
//   - [roles.Crowd] answers as the table of all peers does, and [roles.Noted] with one as the lists of all requests: tests compare them.
//   - A protocol with a [roles.Structure] asks that, and looks at no list of quorums otherwise than where it begins to ask.
//
// # Views
//
// A view is what the half of a member is about one requester, what the half of this requester is about the member, and the messages on the
// two channels between them.
//
//   - Of the member: its numbers as they are; the peers that it names, as me and others; my value in its table; for all other
//     peers, the set of their values; stamps by their order. And a ghost: for each stamp outside of the table, which of the peers that it names
//     has it as the stamp of its latest request, as far as the member has taken one. That is followed through each call, from where the stamp came.
//   - Of the requester: its numbers as they are; in which of its sets the member is; and for all other members the set of these kinds. A ghost
//     set has the quorum that was asked last: one of the requester's list, whatever it sends; and another one those to whom the last request was sent.
//   - On a channel, a message that neither brings a stamp nor carries a permission stands for one or more of it in a row. Whether a message
//     brings a stamp is part of it.
//
// The set of views is the least one that has the view of the initial states, and with each what comes of it when the requester takes a local step, or
// a message of this member, or one of another member, which some view offers it; and when the member takes a message of this requester,
// or one of another requester, which some view offers it.
//
// A call of a member's handler is made with the peers that the half names, the requester and the sender in places of a table, and with all
// others in classes of a [roles.Crowd]. If the call depends on a class, the earliest peer of it gets a place: what is left of this class, and of the others in
// the same gap between stamps, lies before, behind, or on both sides, in all ways; and the call is made again. It is not made before the views of all peers with
// places are known to be in the set.
//
// A requester's handler only takes sets together and compares them, so that of members of one kind one stands for all. To ask is
// called with a list of one quorum, for each quorum of members of all kinds.
//
// # Structures
//
// A requester may ask members of other quorums later, and enter when it has any quorum. It asks a roles.Structure about that, and this answers in all ways (see oracle):
// a call is made for each. What is asked besides is any set of members that is not empty and has none of those that were asked, of two members of each kind.
// Only this is known: no quorum is empty; the quorum that was asked is one, and so a set that it is part of is enough; and if a set is said to be enough, a quorum is in it.
// The ghost set of who waits has the quorum that was asked, and all that were asked besides; that of who is inside has the set that was said to be enough when it entered.
// So either has a quorum of the structure in it.
//
// The lists of a roles.Noted are empty in a proof. It has a table, with the one request of each peer, and what all queries are about: a call in which that is not
// so is refused, so that in all runs lists have no more entries than there are processes, and there is room. Which query was sent first is not known: the call
// goes on with each that it may be.
//
// # Why it holds
//
// Lemma 1. What a member's handler does depends on its table, on peers and on stamps through answers alone. Where a call of it ends with replies, each answer was the
// same for every member that looks so; where it ends with a class, "a class that is not empty has an earliest peer" is a case distinction of the members
// that look so, and each case is called again.
//
// Lemma 2. Let members be of one kind in a requester's half. What is made of sets by taking them together and apart has all of these or none, and whether sets are equal,
// empty or in each other does not depend on how many there are. So after a step of the requester one of them is of the kind that all are of. Only asking
// tells members apart: those of a kind that are in the quorum, and those that are not; two of each kind have all cases.
//
// Lemma 3. In every state that is reached, each pair of a member and a requester, those of one process included, is in a view of the set. By induction on the steps; messages
// to oneself go over channels here, and to take them at once is one of the ways. A step of a requester: its view with each member changes as
// that view's move says, by the sender's view if it takes a message, which offers that. A step of a member with a message of p: its view with p changes
// by the call in which the sender is the requester; its view with another one by the call in which p has a place, or is a peer of which nothing is noted, and p's
// view offers that message, by induction.
//
// Safety. In each view, the permission is given exactly if it is at one place: with the requester, or on its way to or back from it. And whoever is inside has the permissions
// of all members of the ghost, which has a quorum of its list in it. So two that are inside and have quorums with a common member have its permission, which that has given to both: but the peers
// to which a member gives are at most one, in each view. So quorums of those that are inside have no common members: of a coterie there is one, of a k-coterie there are k. (That is the theorem at [roles.Account]; the views have its premises for every number of processes.)
//
// Well-defined. A step that is undefined is one of the view of who takes it. Messages to oneself without end are a path without end in
// views, with messages of the two alone; see endless.go.
//
// Deadlock-freedom: see deadlock.go, and starvation-freedom: see starvation.go. Two requests are compared by stamps of which the ghost says that they are those of the present requests: never by
// what a field is called.
//
// # What is refused
//
// Whatever the argument is not about is refused, when it is met: members with local steps, with more than one permission, with sets of peers or
// with more than one table, or two stamps in a value of it; stamps in answers; a stamp that is sent otherwise than once to each member, for a request; two requests of a peer in a roles.Noted; a stamp
// that a member notes for another peer than its owner; a member that asks for more and more peers; messages that are not taken; messages that become more and more; handlers that do otherwise
// when peers, members, processes or stamps have other numbers, when there are more members of one kind, when the list of quorums is another, or when they are
// called again; a query of a table in a function that one has called; safety that is more than that no two are inside. A set of views in which a
// step of the protocol never happens, nobody enters, or nobody leaves, proves nothing, and is refused, too.
package everyn
