// Package twophasecommit is two-phase commit, of Gray: "Notes on Data Base Operating Systems", 1978, with the log of Mohan,
// Lindsay and Obermarck: "Transaction Management in the R* Distributed Database Management System", ACM Transactions on
// Database Systems 11(4), 1986, section 2.
//
// The papers' own listings could not be had. The model follows what is said of the protocol everywhere in the same way, as
// in Bernstein, Hadzilacos and Goodman, "Concurrency Control and Recovery in Database Systems", 1987, section 7.4, and what is
// reported of section 2 of R*.
//
// # Side by side with the source
//
//	the source                                              here
//	coordinator: asks all participants to vote              begin
//	participant: votes YES when it can commit, having       prepare
//	  logged so that it survives a crash, and waits; or
//	  NO, and aborts
//	participant that has not voted: may abort alone         alone
//	coordinator: when all have voted YES, logs COMMIT       vote
//	  and tells all; on a NO logs ABORT and tells all but
//	  those that voted NO
//	coordinator that waits too long for votes: aborts       timeout
//	participant: logs and does what it is told, and         decide
//	  acknowledges it
//	coordinator: when all have acknowledged the decision,   acknowledge
//	  logs that, and forgets the transaction
//	coordinator: tells the decision again and again to      tells again
//	  those that have not acknowledged it
//	participant after a crash: aborts, if it had not        restart; asks
//	  logged a vote; if it had logged YES and no decision,
//	  asks the coordinator until it knows
//	coordinator that is asked: says the decision; if it     inquire
//	  knows nothing of the transaction, ABORT
//	coordinator after a crash: goes on with the decision    restart; tells again
//	  that is in its log; if none is, it has aborted
//
// Process 1 is the coordinator, the others are participants. Participants do not ask each other (cooperative termination is not
// modelled), and a coordinator that has crashed knows nothing but its log. Its log has the names of the participants, as with
// Bernstein, Hadzilacos and Goodman, so that it tells them ABORT when no decision is there; in R* they ask.
//
// "Again and again" is as often as the parameter repeats says: the decision is sent so often after the first time, and after a restart
// once more; so is the question of a participant that recovers. As many messages may be lost before somebody waits in vain.
//
// # What is checked
//
// atomic-commitment: it never happens that one process decides to commit and another one to abort, at any time of the run; commit-validity: nobody
// commits unless all participants have voted YES; commitment: in some run all commit. A participant that has voted YES and does
// not know the decision waits: freedom of deadlock and of starvation say that it learns it at some time. It does when
// participants crash and restart, and when no more messages are lost than are repeated. While the coordinator is down it does not
// (blocking), which is what two-phase commit is known for.
//
// # Variants
//
// no-log: a coordinator that restarts has forgotten what it decided, and aborts. forgets-vote: a participant that restarts has forgotten that it voted, and
// aborts. no-acknowledgement: the coordinator forgets the transaction when it has told the decision, so that it says ABORT to who asks
// later. one-suffices: the coordinator commits as soon as one participant votes YES.
package twophasecommit
