// Package agrawalelabbadi is mutual exclusion by the quorums of a tree, of Agrawal and
// El Abbadi: "An Efficient and Fault-Tolerant Solution for Distributed Mutual
// Exclusion", ACM Transactions on Computer Systems 9(1), 1991.
//
// The paper's contribution is the quorums (construction tree of package construct: the
// root with a quorum of one child's subtree, or a quorum of each child's). The messages
// with which a quorum is asked are Maekawa's, with less of them: nobody is told that it
// must wait, and who is asked for a permission gives it back at once. They are modelled
// here; the algorithm with FAILED on the same quorums is package maekawa with
// --construct tree.
//
// The part of the paper on messages could not be had. The model follows a Java program
// of a course (University of Melbourne, 2016: AgrawalElAbbadi.java) and, where
// this differs, the book of Kshemkalyani and Singhal, "Distributed Computing", 2008,
// section 9.8, which describe the same five messages.
//
// # Side by side with the source
//
//	the source                                       here
//	to enter, send REQUEST to all of a tree quorum   ask
//	a member that has replied to nobody: REPLY       request
//	otherwise queue the request; if it is before     request: Inquired
//	  the one that was replied to, send INQUIRE
//	  there, and wait for YIELD or RELINQUISH
//	REPLY from all: enter                            reply
//	INQUIRE, and not REPLY from all: YIELD           inquire
//	INQUIRE otherwise: nothing                       inquire: ignored
//	YIELD: queue the request again, REPLY to the     yield
//	  first of the queue
//	after the critical section, RELINQUISH to all    leave
//	RELINQUISH: REPLY to the first of the queue      relinquish
//
// # What the text leaves open, and what was chosen
//
// Which quorum is asked: any, at each request (or by --quorum-choice the own one). A
// process that asks for other quorums when one fails, as the paper has it, is not modelled.
//
// Who gets the permission that is given back: the first of the queue (printed, as in
// the program). In inquired-for it is the request that INQUIRE was sent for, as the
// book has it: an earlier one that came in the meantime waits behind it.
//
// How many INQUIREs: the member waits for the answer (printed, as in the book). In
// every-time there is one for each request that is before the one replied to.
//
// What is the answer to an INQUIRE for a permission that is not held: none, as it was
// given back or will be. In yield-unheld it is YIELD, and INQUIRE is sent every time, as
// in the program, where a YIELD of a process that was not replied to is ignored.
package agrawalelabbadi
