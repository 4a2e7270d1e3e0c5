// Package twophasecommit is two-phase commit, of Gray: "Notes on Data Base Operating Systems", 1978, with the log of Mohan,
// Lindsay and Obermarck: "Transaction Management in the R* Distributed Database Management System", ACM Transactions on
// Database Systems 11(4), 1986, section 2.
//
// The papers' own listings could not be had. The model follows what is said of the protocol everywhere in the same way, as
// in Bernstein, Hadzilacos and Goodman, "Concurrency Control and Recovery in Database Systems", 1987, section 7.4.
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
//	  and tells all; on a NO logs ABORT and tells all
//	coordinator that waits too long: aborts                 timeout
//	participant: does what it is told                       decide
//	coordinator after a crash: tells all what is in the     recover
//	  log, or ABORT if nothing is
//
// Process 1 is the coordinator, the others are participants. Participants do not ask each other (cooperative termination is not
// modelled), and a coordinator that has crashed knows nothing but its log.
//
// # What is checked
//
// atomic-commitment: it never happens that one process decides to commit and another one to abort, at any time of the run; commit-validity: nobody
// commits unless all participants have voted YES; commitment: in some run all commit. A participant that has voted YES and does
// not know the decision waits: freedom of deadlock and of starvation say that it learns it at some time. With a crash it may not
// (blocking), which is what two-phase commit is known for.
//
// # Variants
//
// no-log: a coordinator that restarts has forgotten what it decided, and aborts. forgets-vote: a participant that restarts has forgotten that it voted, and
// may abort alone. one-suffices: the coordinator commits as soon as one participant votes YES.
package twophasecommit
