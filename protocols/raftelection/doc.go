// Package raftelection is the election of leaders in Raft, of Ongaro and Ousterhout: "In Search of an Understandable
// Consensus Algorithm", USENIX ATC 2014, sections 5.1 and 5.2, on the quorums of a coterie.
//
// # Side by side with the source
//
//	the source                                              here
//	5.1: each server has a term, the current one, which     State.Term
//	  increases monotonically; servers exchange it
//	  whenever they communicate
//	5.1: a server whose term is smaller updates it, and a   newer
//	  candidate or leader reverts to follower; a request
//	  with a stale term is rejected
//	5.2: a follower that hears nothing for an election      timeout
//	  timeout increments its term, becomes candidate,
//	  votes for itself and sends RequestVote to all
//	5.2: a candidate whose timeout elapses begins a new     timeout
//	  election
//	5.2: each server votes for at most one candidate in a   request
//	  term, first come, first served
//	5.2: a candidate with the votes of a majority becomes   vote
//	  leader
//	figure 2: currentTerm and votedFor are updated on       Protocol.Restart
//	  stable storage before a server responds
//
// # What is modelled
//
// Elections alone. There is no log, so that votes are not restricted by it (5.4.1); heartbeats only keep followers from
// timing out, which nothing obliges them to here, so there are none. Majorities are the quorums of the structure. Terms
// are bounded by the parameter terms: a server in the last one times out no more. Messages arrive in any order; Raft also bears
// lost and repeated ones (--faults, --network). Requests are not sent again (5.1): a candidate that hears nothing times out, and begins the
// next term. A server that restarts, whether it was a candidate or a leader, is a follower with its term and vote.
//
// # What is checked
//
// election-safety (figure 3): at most one leader is elected in a term, in the whole run, whether it still leads or not. It
// rests on intersection. election: in some run a leader is elected. That one is elected in every fair run is false (split votes), and not
// claimed.
//
// # Variants
//
// volatile-vote: a server that restarts has forgotten for whom it voted. volatile-term: and its term. votes-again: a server votes
// for every candidate.
package raftelection
