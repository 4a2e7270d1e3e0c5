// Package tuples proves properties of any [explore.Protocol] without walking its states: by
// local views of each two or each three processes, closed under the protocol's own functions. It
// is for protocols that are not made of a requester and a member (package views, whose views
// are smaller), and asks nothing of them: functions are black boxes, and processes may do
// different things. What is proved holds for requests without bound, and so for any number
// of them; for integer clocks as for causal stamps; and for messages to oneself as they are
// asked for, handled at once or queued.
//
// # Halves and views
//
// The half of a process is its state, its messages to itself, its clock, and, for the steps
// of Protocol.Counts, of whom it took a message by such a step since it last asked.
//
// A tuple is two processes, or three. A view of a tuple has the half of each, cut to the tuple:
// what is about other processes in a [explore.Set] or a [explore.PerProcess] is left out. It
// has the messages between them, on all channels. Views of all processes are states.
//
// The stamps in a half or a view are known by their order, and by who made them. The clock of
// a process, here, is the latest stamp that it has made or taken in a message that brings a clock
// along; it is known by which stamps of the half or the view it has passed. The clock of the
// state is no lower, since messages may bring a later one than their stamps; that is left out.
//
// # Closing the sets
//
// H(p) and X(T) are the least sets of halves and of views that have those of the initial
// state, and with each:
//
//	act    a process takes a local step, or its first message to itself: every half of H
//	take   a process p takes a message of q: every half of H(p), with the first message on
//	       the channel of a view of X(T), for T with p and q, in which the half of p is the
//	       same when it is cut to T
//
// Then H has the half that p becomes. Each view of X(T), for T with p, in which the half of p is
// the same when it is cut to T, becomes what this half is when it is cut, with the messages to
// the others of T behind those before. If p takes a message of q, that is so
//
//	where q is in T      of views that offer this message, which is then gone;
//	where q is not in T  of views on which there is agreement: for each r of T but p, a view
//	                     of the tuple that has q for r is the same in all that is not about
//	                     q and r, and offers the message. (In pairs that is the half of p.)
//
// Where the order of two stamps is known of neither, all orders are tried; they may be one
// and the same stamp if the same process made them. A fresh stamp is in any place above
// the clock, or is the last one again where clocks need not tick.
//
// # Theorem
//
// In every reachable state, for each process, H has its half, and for each tuple, X has its
// view.
//
// By induction on the steps. Let a process p take a step, which takes a message of q, say. By
// the hypothesis its half is in H(p), and X has the views of all tuples with p and q; they offer the
// message first. The stamps of the message lie somewhere among those of the half: one of
// the orders that are tried, since it agrees with the view's. So the half that p becomes is
// in H(p): a fresh stamp is above the clock of the state, so above the clock here, which
// becomes that stamp; and where the state's clock rises by the message, the one here rises
// to its stamps. A view of a tuple T with p has the half of p as it was; if q is not in T, the
// state's views of the tuples with q for another of T are those that agree. What the view becomes
// is what the step makes of it, with the order of stamps that is theirs in the state. The halves
// of other processes do not change, and neither do the views of tuples without p. A message
// handled at once is taken within the step, by the same functions, with the same fresh stamp.
//
// Nothing else is assumed. Of the functions it is checked, in every call that is made, that a
// second call, with the stamps in the same order but other numbers, has the same answer. What
// is cut decides how much is proved, and not whether it is right.
//
// # What is decided
//
//	well-defined      no call that follows is undefined, and no half comes back to itself by
//	                  messages to itself alone
//	safety            of the rows of halves, one of each process, that Safe rejects, none
//	                  fits: each tuple is in a view of X, when they are cut; or none of the
//	                  outlines that are reached is rejected
//	deadlock-freedom  every message is taken in every call that follows; and no row of halves
//	                  fits that have no local step, but asking, and of which one waits, by
//	                  views with empty channels whose stamps are in one order
//
// In a state the halves are such a row. If none fits there is no such state; if one does,
// there may be none either: not proved is not violated.
//
// # Outlines
//
// That at least one process is inside is a matter of all of them: if four may be outside three
// at a time, each view of three has them outside. Why not all are is a matter of the last one's step,
// and of one that it knows.
//
// The outline of a state has of each process what is observed, and the core of its state: cut
// to no process, and without stamps. R is the least set of outlines that has that of the initial state,
// and with each, for each step of a half of H(p) with the core that p has in it, the outline in
// which p is as the step leaves it; if for each tuple T with p there is a view of X(T) with the half
// of p, in which the others have the cores that they have in the outline, and which offers the message
// that the step takes, if its sender is in T.
//
// In every reachable state R has its outline: by the theorem, the views of the state before a step
// are such views.
package tuples

// The code: stamps.go and order.go lay orders into one; closure.go, tuple.go, apply.go and
// steps.go close the sets; rows.go, ordered.go and outlines.go decide, within.go bounds requests,
// prove.go is the door.
