// Package pairs proves properties of any [explore.Protocol] without walking its states: by
// local views of each two processes, closed under the protocol's own functions. It is for
// protocols that are not made of a requester and a member (package views, whose views are
// smaller), and asks nothing of them: functions are black boxes, and processes may do
// different things. What is proved holds for requests without bound, and so for any number
// of them; for integer clocks as for causal stamps; and for messages to oneself as they are
// asked for, handled at once or queued.
//
// # Halves and views
//
// The half of a process is its state, its messages to itself, its clock, and, for the steps
// of Protocol.Counts, of whom it took a message by such a step since it last asked.
//
// A view of processes p and q has the half of each, cut to the two: what is about other
// processes in a [explore.Set] or a [explore.PerProcess] is left out. It has the messages
// between them, on both channels.
//
// The stamps in a half or a view are known by their order, and by who made them. The clock of
// a process, here, is the latest stamp that it has made or taken in a message that brings a clock
// along; it is known by which stamps of the half or the view it has passed. The clock of the
// state is no lower, since messages may bring a later one than their stamps; that is left out.
//
// # Closing the sets
//
// H(p) and X(p, q) are the least sets of halves and of views that have those of the initial
// state, and with each:
//
//	act    a process takes a local step, or its first message to itself: every half of H
//	take   a process p takes a message of q: every half of H(p), with the first message on
//	       the channel of a view of X(p, q) in which the half of p is the same when it is cut to q
//
// Then H has the half that p becomes. Each view of p and another process r, in which the half
// of p is the same when it is cut to r, becomes what this half is when it is cut, with the
// messages to r behind the others; of q, without the first, for views that offer this
// message. Where the order of two stamps is known of neither, all orders are tried; they may
// be one and the same stamp if the same process made them. A fresh stamp is in any place above
// the clock, or is the last one again where clocks need not tick.
//
// # Theorem
//
// In every reachable state, for each process, H has its half, and for each two, X has their
// view.
//
// By induction on the steps. Let a process p take a step, which takes a message of q, say. By
// the hypothesis its half is in H(p) and its view with q in X(p, q), which offers the message
// first. The stamps of the message lie somewhere among those of the half: one of the orders
// that are tried, since it agrees with the view's. So the half that p becomes is in H(p): a
// fresh stamp is above the clock of the state, so above the clock here, which becomes that stamp;
// and where the state's clock rises by the message, the one here rises to its stamps. A view of
// p with r has the half of p as it was; what it becomes is what the step
// makes of it, with the order of stamps that is theirs in the state. The halves of other
// processes do not change, and neither do their views with each other. A message handled at
// once is taken within the step, by the same functions, with the same fresh stamp.
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
//	                  fits: each two are in a view of X, when they are cut
//	deadlock-freedom  every message is taken in every call that follows; and no row of halves
//	                  fits that have no local step, but asking, and of which one waits, by
//	                  views with empty channels whose stamps are in one order
//
// In a state the halves are such a row. If none fits there is no such state; if one does,
// there may be none either: not proved is not violated.
package pairs

// The code: stamps.go and order.go lay orders into one, closure.go and steps.go close the sets,
// rows.go decides, within.go bounds requests, prove.go is the door.
