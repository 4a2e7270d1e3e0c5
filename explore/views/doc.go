// Package views proves properties of protocols of requesters and members (package roles)
// without walking their states: by local views, closed under the protocol's own handlers.
// What is proved holds for requests without bound, and so for any number of them; for
// messages to oneself handled at once or queued; and for integer clocks as for causal
// stamps.
//
// The method is old: local assertions for each process, strengthened until they are
// invariant (Owicki and Gries 1976), computed as a least fixed point (Cohen and Namjoshi,
// Local proofs for global safety properties, 2009), of views of a few processes (Abdulla,
// Haziza and Holik, All for the price of few, 2013). New is that handlers are black boxes:
// the types of package roles say what a view may leave out.
//
// # Views
//
// A view is one member and one requester, which is in focus:
//
//   - the member's half of the state of its process. The requesters that it names, other
//     than the one in focus, are known up to renaming;
//   - the half of the requester, cut to the member: of the members that it names, whether
//     they are this one; the stamp of its request; and, if clocks need not tick for a fresh
//     stamp, the last stamp that it made;
//   - the messages between the two, on a channel each way.
//
// The stamps in a view are known by their order. A state of n processes has n * n views, one
// for each member and requester, those of a process with itself included.
//
// # Closing the set
//
// X is the least set of views, and H the least set of whole halves of requesters, that have
// those of the initial state, and with each:
//
//	take     the member takes the first message of the requester in focus
//	meet     the member takes the first message of another requester: one that some view
//	         of X, in which that one is in focus, has on its channel, with the same
//	         member's half up to renaming. If the member does not have the stamp of the
//	         message, that is any place in the same gap among its own stamps, other
//	         than those of the view
//	act      the member takes a local step
//	move     the requester takes a step, that some half of H takes which is the same when
//	         it is cut to this member: a local one, or with a message of this member,
//	         which is the first on its channel, or with a message of another member,
//	         which some view of X offers to the half as it is cut to that member. A fresh
//	         stamp is in any place, or is the last one of the requester again, if clocks
//	         need not tick
//
// and H has what the half becomes in such a step.
//
// # Theorem
//
// In every reachable state of the protocol, each view of a member and a requester is in X,
// and the half of each requester in H.
//
// By induction on the steps; a step of the protocol with messages to oneself handled at once
// is several steps here, and its intermediate states count as states. Let each channel of the
// protocol, from p to q, be two: for what the requester of p sends to the member of q, and
// for what the member of p sends to the requester of q. Each is in order by itself, so
// every run of the protocol is one of this, whichever of the two goes on first. (A message
// that is not taken keeps fewer others waiting here: there are more runs, and none less.)
//
//   - A step of the requester of p, locally or with a message of member q. Its half is in H, and the
//     view of q and p in X, which offers the message; so the half that it becomes is in H.
//     Of the views, those in which p is in focus change, one for each member m: its half, cut
//     to m, what it sends to m, its stamp. Each becomes what move makes of it, by this very
//     half of H. A fresh stamp of the protocol is other than all stamps of others; other
//     than those of p if its clock ticks, and other than those but the last if it does not
//     tick: of the places that move tries, one is right.
//   - A step of the member of q, locally or with a message of p. The view of q and p becomes what take,
//     or act, makes of it. That of q and another requester i becomes what meet makes of
//     it: the view of q and p is in X, offers the message, and has the same member's half;
//     the message's stamp, if the member has it not, is other than all stamps of i, since
//     those of two processes differ, and in that view lies in the gap in which it lies in
//     the state.
//     Members' handlers do the same for renamed requesters, so that one of all that are
//     renamings of each other stands for all: they can do nothing with a [roles.Peer] but
//     compare it, and what they do is compared in all calls (see below).
//
// Nothing is in a view of stamps that no part of it has, of the clocks, or of what a
// requester's half says of other members: what is left out only lets more follow. So X is an
// invariant, for any number of requests; it is finite where channels and halves are.
//
// # What is decided
//
//	well-defined      no step that follows from X and H is undefined; and no cycle, and no
//	                  path of more than 1,000 steps, of take and of moves with messages of
//	                  the member, in which a process would send itself messages without end
//	safety            no row of n halves of H that Safe rejects, in some order of the
//	                  processes, fits: at each member m, there is a member's half with
//	                  n peers, and the row can be dealt to them so that each peer, with what
//	                  its half is when it is cut to m, is in a view of X with that half
//	deadlock-freedom  every message is taken in every call that follows; and no row of
//	                  halves with no local step but asking, one of which waits, fits at
//	                  members with no local step, by views with empty channels, with their
//	                  stamps in one order everywhere
//
// In a state, the halves of the requesters are such a row, and each member's half is the one
// that they fit. So if no row fits there is no such state. If one does there may be none
// either: not proved is not violated.
//
// # What is true by construction, and what is checked
//
// By the types of package roles: that a handler sees its own half alone, and that each
// message is for one role; that members are alike, and do not depend on numbers of
// requesters (package roles says what remains); that there is one stamp a requester, and that stamps are compared, with
// nothing else done to them; that Observe sees a requester's half; that all processes begin
// alike.
//
// Before any verdict it is checked, for each type, that a member's half names requesters by
// roles.Peer, roles.Peers and roles.By alone, with none inside a By, that a requester's half
// has no stamps, and messages neither stamps nor names; and, in every call that is made,
// that only local steps make fresh stamps (two within one step would be the same stamp, and
// here are not) and ask or leave, that answers bring no stamps along, that steps have listed
// names, that messages have receivers, that a second call has the same answer, and that
// members with the requesters renamed do the same for these: in every way up to four, in every way up to
// six as long as these are no more than 100,000 renamings in all, and else in 23 ways by chance; with stamps
// of other numbers, as large as can be and with more digits among them. A
// protocol that fails is refused, and so is one that says that it goes beyond the types, or
// one that takes messages from behind others (Selective) and leaves one in any call. Safe may
// tell processes apart: it is asked about each order of a row. A bound of the model that is
// passed (Overflow), and a limit, end the proof without a verdict.
//
// Halves of requesters may depend on their process's number and on members' numbers: H has
// those of all processes, and a call is made for each.
package views

// The code: prover.go is the door, and says what every prover promises; closing.go is what provers have in common. Here, stock.go and
// stamps.go number what views are made of, in which layout.go finds names and stamps; handlers.go calls the protocol; halves.go, meeting.go and
// closure.go close the set; questions.go asks what is decided by it: seating.go and decide.go decide safety and deadlocks, own.go follows
// messages to oneself, limits.go says why nobody waits for ever.
