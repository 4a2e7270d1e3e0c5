// Package maekawa is mutual exclusion by quorums after Maekawa ("A √N Algorithm
// for Mutual Exclusion in Decentralized Systems", ACM Transactions on Computer
// Systems 3(2), 1985), with permissions that are asked back; in the form of 1985,
// in several readings, and with the correction of Sanders ("The Information
// Structure of Distributed Mutual Exclusion Algorithms", ACM Transactions on
// Computer Systems 5(3), 1987): a request that loses its place at the head of a
// queue is told so.
//
// # The algorithm
//
// Each process plays two parts. As a requester it asks the members of a quorum,
// itself perhaps among them, and enters when all of them have granted. As a
// member of quorums it grants to one request at a time, and keeps the others in
// a queue by time stamp.
//
//	the member receives                                      here
//	  REQUEST, and has granted to nobody: GRANT              request
//	  REQUEST before the granted and all queued ones:        request
//	    queue it; INQUIRE to whom it has granted, unless
//	    that was sent already: then FAILED to the one that
//	    it was sent for, which is displaced (Sanders)
//	  any other REQUEST: queue it, FAILED                    request
//	  RELINQUISH: queue the request granted so far, GRANT    relinquish
//	    to the first of the queue
//	  RELEASE: GRANT to the first of the queue, if any       release
//
//	the requester receives
//	  GRANT: note it; enter when it was the last             grant
//	  FAILED: note it; RELINQUISH to all whose INQUIRE is    failed
//	    without an answer
//	  INQUIRE, not inside, granted: RELINQUISH when some     inquire
//	    member has failed it, otherwise no answer yet
//	  INQUIRE otherwise: nothing, RELEASE has answered it    inquire
//	    or will
//
// A permission that was given back counts as failed until it is granted again.
// The INQUIREs without an answer are forgotten on entering. GRANT is the LOCKED
// of 1985.
//
// # As printed
//
// The text of 1985 is not at hand: the variant printed follows what is commonly
// said of it, and the names of its messages. It differs from the above in two
// points. A request that is displaced gets no FAILED: that is the error which
// Sanders found. And only FAILED messages make a process give a permission back,
// each until its sender grants; descriptions do not agree on whether a permission
// that was given back counts, too.
//
// For each other way in which a careful reader could understand the text, there
// is a variant that differs from printed in one point:
//
//   - How long does a FAILED count? Until its sender grants, since from then on
//     it is not known that the process cannot enter. In for-good, until the
//     process enters: it "has received a FAILED".
//   - When is an INQUIRE answered that comes before any FAILED? With the FAILED,
//     once there is one. In unanswered, never: the answer is due when the
//     INQUIRE comes, or not at all.
//   - How many INQUIREs? One for each permission granted, since a second one is
//     useless while the first is without an answer. In every-time, one for each
//     request that comes before all others.
//   - What is a new request compared with? With the one that is granted and with
//     all that wait. In textbook, with the granted one alone, as textbooks have
//     it; they let what was given back count as failed.
//   - Which messages bring a clock along? The REQUESTs alone have a number; in
//     all-clocks all messages do, as with Lamport's clocks.
//
// Two questions have no variant. An INQUIRE cannot overtake the GRANT before it,
// since channels keep the order; one that comes when the permission is gone was
// answered by RELINQUISH or RELEASE. And when the head of a queue changes while
// an INQUIRE is out, the permission goes to the request that is first when it
// comes back.
//
// # What fails, and the repair
//
// With causal stamps and the quorum {1,2} for three requesters, printed and its
// readings are in a deadlock after 9 steps, unanswered after 5. Processes 1 and
// 2 have granted to themselves. Process 1 comes before 2, so that member 2 asks
// its own permission back, and process 3 before both; it displaces 1, and gets
// the permission of member 2. Process 1, not told so, keeps its own, which
// process 3 waits for. With integer clocks there is such a deadlock after 9
// steps where each process may ask any majority of three. In the projective
// plane of order 2 it takes four requesters and 17 steps, 19 with integer clocks.
//
// With FAILED to the displaced request alone (variant told) there still is a
// deadlock, after 14 steps. Process 2 gives its own permission to process 3,
// because member 1 has failed it; then member 1 grants. Now no FAILED counts:
// process 2 keeps the permission of member 1, which process 3 waits for. If only
// permissions given back count (variant silent), there is the deadlock of
// Sanders. Variant repaired has both. In told-for-good, a repair of the same
// size, a FAILED counts until the process enters, and so covers what is given
// back after it.
//
// In request sets of which any two share exactly one of the two processes, as
// Singhal's algorithm needs them ("A Class of Deadlock-free Maekawa-type
// Algorithms for Mutual Exclusion in Distributed Systems", Distributed Computing
// 4, 1991; there are such up to three processes), no process asks another for a
// permission back, and printed holds. It is not enough that they share one of the
// two among others: printed is in a deadlock after 8 steps.
//
// Variant without-inquire never asks a permission back, and deadlocks at once.
//
// # What was chosen
//
// Only REQUESTs bring a clock along; a request's time stamp is one above the
// highest seen or used. Entering is one step with the last GRANT; in the variant
// spin it is a step of its own, and the steps are those of a Promela model that
// the project's figures are compared with (there, messages to oneself are queued
// like others). The algorithm does not define a RELINQUISH or RELEASE from a
// process to which nothing is granted.
package maekawa
