// Package maekawa is mutual exclusion by quorums in the style of Maekawa ("A
// √N Algorithm for Mutual Exclusion in Decentralized Systems", ACM Transactions
// on Computer Systems 3(2), 1985), with permissions that are asked back, and
// with the correction of Sanders ("The Information Structure of Distributed
// Mutual Exclusion Algorithms", ACM Transactions on Computer Systems 5(3),
// 1987): a request that loses its place at the head of a queue is told so.
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
// The INQUIREs without an answer are forgotten on entering.
//
// # What was chosen
//
// Only REQUESTs bring a clock along; a request's time stamp is one above the
// highest seen or used. Entering is one step with the last GRANT; in the
// variant spin it is a step of its own, and the steps are those of a Promela
// model that the project's figures are compared with (there, messages to
// oneself are queued like others). A RELINQUISH or RELEASE of somebody to whom
// nothing is granted is a case that the algorithm does not define.
//
// Two variants each leave one thing out, and deadlock: without-inquire never
// asks a permission back, and silent sends no FAILED to a displaced request,
// the error that Sanders found.
package maekawa
