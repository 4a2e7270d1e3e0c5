// Package certify checks certificates of local views: files that prove what package views
// found, without it. The two share no code but the types of package roles, with the text form
// of their values. Here are no canonical forms: the requesters that a member names are numbers,
// and every renaming of a view is spelled out.
//
// # What a file has
//
// Lines of these kinds, with tabs between their parts:
//
//	half   a whole half of a requester
//	view   a member's half, with the requester in focus as number 1; the requester's half,
//	       cut to the member; the channel to the member, and that from it; the stamp of the
//	       requester's request, and the last one that it made; and how many messages to
//	       oneself may follow
//
// Values are as roles.Text writes them. A channel is its messages with commas between, the next
// one first, or - if it is empty; behind a message there is @ and its stamp, if it has one.
// Stamps are numbered in each view, in their order, from 1; 0 is none. Lines that begin with apart, stuck or waits are of older
// files, and are not needed.
//
// For starvation-freedom there are more columns behind each half and each view: one, if the
// others of W are not told apart, or one for each number of them, from 0. (For W, p and marked views see
// explore/views/limits.go.) A column says what becomes of each marked view of the view, in the
// order of p, of W, and of the place of p's stamp, except for those that are equal up to names;
// of a half, in three roles: p, others, and others of W. The text is a number for each round in which it
// is left, with a point behind each, and the rule that takes it away, if one does: c, h or f. A
// half that does not wait has - where it would have to.
//
// # What is checked
//
// That the halves and views of the file, with all renamings of the requesters that are not in
// focus, have those of the initial state, and with each all that follows from it by take,
// meet, act and move, as package views says: each handler is called for each half, and for
// each view of the file, with each message that some view offers. For renamed views the same
// follows if members do the same when requesters are renamed; so each call of a member is
// made with every renaming of all requesters, and with stamps of other numbers, and the answers
// are compared. And what the theorem needs of the types and the answers of a protocol, as listed
// there, a call of a requester being made twice.
//
// Then, for each property that the file is to prove:
//
//	well-defined      no step that was taken is undefined. Where a member takes a message of
//	                  its requester, or this one of the member, fewer messages to oneself may
//	                  follow than before, and at most 1,000: so there is no cycle of these,
//	                  and no longer path
//	safety            no row of n halves of the file that Safe rejects, in some order, finds
//	                  seats at every member when it is cut to it: at some member's half of a view, in
//	                  which all requesters have views, each has one of its own
//	deadlock-freedom  every message is taken in every call; and no row of halves that have no
//	                  local step but asking, one of which waits, finds seats at every member among
//	                  the views that have nothing to do, in the order of the stamps
//
//	starvation-freedom  the two above; and what the theorem needs besides: that clocks tick for fresh
//	                  stamps, that members have no local steps, that who waits has a stamp, begins to
//	                  wait with a fresh one, and makes no more without end, and that halves
//	                  that are cut to a member say whether they wait. In each column, the
//	                  marked views of all views are spelled out, with the edges between
//	                  them. Then, round by round, that each rule takes away what it is said to, if
//	                  nothing is gone but what was taken away before:
//	                  c (companions): another requester has no view left that fits it
//	                  h (halves): some member has no view left of a half; or no half is left of a view
//	                  f (fairness): among all with the same numbers so far there is something that
//	                  a fair run ends, and no edge left does
//	                  Edges that the rule of steps takes away are gone before f, and so are those
//	                  along which the number of the round gets smaller: it never grows. In the
//	                  end, no row of halves that are left finds seats at every member
//
// A file that lacks a view does not pass, since something follows that is not there; one that
// has more than can be passes, if these are closed as well and the properties hold of them. One that takes away too much or too
// early does not pass, nor one whose numbers grow, or that leaves out a column.
//
// Numbers take the place of strongly connected components: a run meets views without end whose
// numbers are the same in the end, since they never grow. Whether these are one component, or several, does not
// matter: what a fair run ends is so in all of them.
//
// # What is trusted
//
// The theorem of package views: in every reachable state, each view of a member and a requester is in every such
// set, and each half of a requester among the halves. It does not depend on how the set was
// found. The code of the protocol, and package roles: that handlers see what their types say.
// And this package.
package certify
