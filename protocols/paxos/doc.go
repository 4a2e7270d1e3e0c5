// Package paxos is single-decree Paxos on the quorums of a structure, of Lamport: "Paxos Made Simple", ACM SIGACT News
// 32(4), 2001, section 2, with the quorums of Howard, Malkhi and Spiegelman: "Flexible Paxos: Quorum Intersection
// Revisited", OPODIS 2016, section 3.
//
// # Side by side with the source
//
// The rules are those of sections 2.2 and 2.3 of "Paxos Made Simple", which has no listing.
//
//	the source                                               here
//	phase 1 (a): a proposer selects a proposal number n      propose
//	  and sends a prepare request with n to a majority
//	  of acceptors
//	phase 1 (b): an acceptor that gets a prepare request     prepare
//	  with n greater than that of any prepare request to
//	  which it has responded responds with a promise not
//	  to accept any more proposals numbered less than n
//	  and with the highest-numbered proposal that it has
//	  accepted
//	phase 2 (a): a proposer that gets responses to its       promise: accepts
//	  prepare requests (n) from a majority sends an accept
//	  request to each of them for a proposal numbered n
//	  with value v, the value of the highest-numbered
//	  proposal among the responses, or any value
//	phase 2 (b): an acceptor that gets an accept request     accept
//	  numbered n accepts the proposal unless it has
//	  responded to a prepare request with a number greater
//	  than n
//	2.3: acceptors respond with their acceptances to a       accepted: learns
//	  learner, who learns of a value when a majority has
//	  accepted it
//
// Flexible Paxos has two kinds of quorums: those of phase 1 here are the read quorums of the structure, those of phase 2
// its write quorums; of a coterie they are all its quorums. What is needed is that each of the one kind meets each of the other
// (write-read-intersection); two of the same kind need not meet.
//
// Acceptors are the nodes of the structure. Proposers are no nodes: they come after them. Each is the learner of its own
// proposals, and its value is its own name. Proposers and acceptors in one process are not modelled: what they say to themselves
// arrives as other messages do.
//
// # What the text leaves open, and what was chosen
//
// Requests go to all acceptors (the text: to a majority), and a proposer that has begun to accept goes on with the
// quorum that answers. Different proposers choose their numbers from disjoint sets (2.2): proposer i of P has i, P+i, 2P+i, and
// so on, so many as the parameter ballots says. It may give up a proposal for one with its next number at any time, or never. An
// acceptor ignores what it may not promise or accept (2.2: "can ignore").
//
// # Faults
//
// An acceptor remembers, through a failure, the number that it has promised and the proposal that it has accepted (2.2, 2.5). A
// proposer keeps the highest number that it has used on stable storage, and begins phase 1 with a higher one (2.5); of a proposal it may
// forget everything, as long as it never issues another one with that number (2.2). So one that restarts has no proposal: what still
// comes of its earlier ones is outdated, and it makes another one only if the parameter ballots leaves it a number. That the number
// is kept, and the request sent, is one step: a crash between the two is a run in which the requests arrive never. It has forgotten what
// it has learned.
//
// Messages may be lost, delayed and delivered again (section 2); nothing is sent again, so that a loss may end a proposal.
//
// # What is checked
//
// The requirements of 2.1. agreement: no two different values are chosen. A value is chosen when a quorum of phase 2 has accepted one
// proposal of it, whether anybody hears of it or not: the history of a run (Outcome) sees what acceptors do. validity: a
// value that is chosen was proposed. learning: a value that is learned was chosen. choice: in some run a value is learned. That a value is
// learned in each fair run is false (duelling proposers), and is not claimed.
//
// # Variants
//
// own-value: a proposer proposes its own value, whatever was accepted. no-promise: an acceptor does not keep its promise.
// forgets: an acceptor that restarts has forgotten everything. old-number: a proposer that restarts begins phase 1 again with the
// number that it used last, and counts promises and acceptances that are still on their way to it: it may propose two values with one number.
// forgets-number: a proposer that restarts begins with its first number again.
package paxos
