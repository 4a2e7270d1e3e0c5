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
//	apart  requesters, each cut to a member, of which no member has all
//	stuck  the same of members that have nothing to do, with empty channels; those with
//	       stamps are in the order of these
//
// Values are as roles.Text writes them. A channel is its messages with commas between, the next
// one first, or - if it is empty; behind a message there is @ and its stamp, if it has one.
// Stamps are numbered in each view, in their order, from 1; 0 is none. A requester of a fact
// whose request has a stamp has @ behind it.
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
//	safety            each fact is true: at no member's half of a view find its requesters
//	                  seats of their own, each in some view of that half, in which all other
//	                  requesters have views as well. And each row of n halves of the file that
//	                  Safe rejects, in some order, has such a fact at one of the members, when
//	                  it is cut to it
//	deadlock-freedom  every message is taken in every call; each fact is true of the views that
//	                  have nothing to do; and each row of halves that have no local step but
//	                  asking, one of which waits, in each order of their stamps, has a fact
//	                  at one of the members
//
// A file that lacks a view does not pass, since something follows that is not there; one that
// has more than can be passes, if these are closed as well and the properties hold of them. One
// that lacks a fact does not pass, as a row has none then. Other properties, starvation-freedom
// among them, are not in such files.
//
// # What is trusted
//
// The theorem of package views: in every reachable state, each view of a member and a requester is in every such
// set, and each half of a requester among the halves. It does not depend on how the set was
// found. The code of the protocol, and package roles: that handlers see what their types say.
// And this package.
package certify
