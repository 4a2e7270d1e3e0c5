// Package mutin is the l-mutual inclusion algorithm MUTIN(l) of S. Kamei and
// H. Kakugawa, "Asynchronous message-passing distributed algorithm for the global
// critical section problem" (International Journal of Networking and Computing
// 9(2), 2019), section 4, Algorithms 1 and 2: as printed, in other readings, and
// repaired.
//
// At least l of the n processes must be in the critical section at any time. A
// process enters whenever it likes, and tells the members of its quorum. One that
// wishes to exit first asks the members of its quorum which processes are in, one
// such process at a time, by an object mx for mutual exclusion; it exits when it
// knows of l+1.
//
// # The algorithm
//
//	Exit()                                              here
//	  mx.Entry()                                        exit
//	  count the request; currentInCS := ∅; Query to Q   query
//	  wait until |currentInCS| ≥ l+1                    resume
//	  ackFrom := ∅; Acquire to Q                        acquire
//	  wait until ackFrom = Q; mx.Exit()                 resume
//	Entry()
//	  Release to Q                                      entry
//	on receipt of
//	  Query: Response1 with procsInCS; its sender is    onQuery
//	    to have a Response2
//	  Response1, Response2: add to currentInCS, when    onResponse
//	    the request counter is the present one
//	  Acquire: take the sender out of procsInCS; Ack;   onAcquire
//	    nobody is to have a Response2
//	  Ack: note it                                      onAck
//	  Release: add the sender to procsInCS; Response2   onRelease
//	    to who is to have one, who then has had it
//
// A process calls Exit() and Entry() in turn. Exit() is the request (a step of
// kind Ask); a process waits while it is in Exit(), and is in the critical
// section until that returns. Entry() is of kind Leave. Both are eventually called,
// as the paper assumes; for Entry() that is needed, for Exit() it is not.
//
// The object mx is any of package csobject. NewWithMaekawa takes the repaired
// algorithm of Maekawa, by the same quorums, as the paper means it to be;
// NewWithLock takes a lock that the first process keeps, with which larger
// instances can be searched. The object's steps have names that begin with mx.
//
// # What was chosen
//
// Each choice comes with the other readings, by the name of their variant.
//
//   - A process changes to OutCS where the comment at the end of Exit() stands, in
//     the step in which Exit() returns. The text also has it change with the
//     sending of Acquire (early-out). That is as safe.
//   - The comment of Entry() has InCS at its beginning, where the process is in
//     OutCS by the invocation convention. It is taken to mean that the state
//     changes first, or in the same step as the sending. If it changed when
//     Entry() returns, and that were not the same step (late-in), others would
//     count on a process that is not in: with two processes and l = 1 no process
//     is in after 14 steps.
//   - The first wait ends as soon as enough are known, whether all have responded
//     or not. The text has currentInCS as the union of what the whole quorum says
//     (all-responses).
//   - The wait is evaluated in the step that brings a response, and the process
//     goes on in that step. Responses that come between Acquire and Ack would be
//     added to a set that is emptied before it is looked at again; here they are
//     dropped.
//   - A process need not be a member of its own quorum. The paper does not ask for
//     that, and its Lemma 3 counts messages to the whole quorum.
//   - Request counters are integers without bound. Variant printed has them up to
//     20, and one more is the end of the search. Variants parity and uncounted,
//     and all others that are not named counted, are for requests without bound.
//
// # Request counters
//
// They have no effect. Each response to a request is sent before the Ack to its
// Acquire: a Response1 because Query comes before Acquire, in the same channel, a
// Response2 because after Acquire there is none to be sent. Channels are first
// in, first out, so the response is there when the last Ack is, and before the
// process asks again. In all searches no response is stale. Counters modulo 2
// suffice to see that: a response that were two requests late could have come
// when it was one late.
//
// # What fails as printed
//
// Deadlock (Lemma 2, Theorem 2), 3 processes, l = 2, quorums {1,2} {2,3} {1,2},
// processes 1 and 2 being in initially: 18 steps with the lock, 25 with Maekawa's
// algorithm, with integer clocks too, with a process that exits twice. Process 3
// enters, and its Release to 2 is slow. Process 1, which has its Release, exits.
// Process 2 asks its quorum, 2 and 3, and hears only of itself. Process 1 enters,
// and its Release reaches 2, which now knows of two, and has had its Response2.
// Then the Release of 3 reaches 2, and is noted without an answer. All are in,
// process 2 waits for a third, and the others wait for mx.
//
// The text says that a single Response2 is enough to end a wait, and therefore
// that each member may send only one. The proof of Lemma 2 has |currentInCS| ≥ l
// from the first responses, by the atomic update of procsInCS. That is true of
// Acquire, which has an Ack, but not of Release: Releases that are on their way
// are missing, and more than one may be needed. With l ≤ 1 the process itself is
// enough to make it l, and the printed algorithm holds.
//
// It fails in the readings early-out and all-responses as well, and with messages
// to oneself queued (30 steps). Of the 31 ways to give three processes quorums of a
// coterie, 12 fail for l = 2, from each initial set: those in which two processes
// share a quorum of two that one of them is not a member of, and the third has
// another one. With four processes, all of which are members of their quorums, it
// fails for l = 2 with {1,2} {2,3} {2,3} {1,3,4}, processes 1 and 2 being in initially
// (23 steps), and for l = 3 with the majorities {1,2,3} {2,3,4} {1,3,4} {1,2,4} (55
// steps, or 43 when process 4 is out initially). With these it holds for l = 2, and in
// the order of the grid (Example 2) for both.
//
// Steps of the proofs fail for the same reason, all with l ≥ 2: that the first
// responses name l processes, that one Response2 ends the wait, and that currentInCS
// is the union of what the quorum knows, even when nothing is on its way.
//
// Nothing else was found to fail. That every process in some procsInCS or
// currentInCS is in the critical section, and that exactly one process is blocked at
// the first wait, was found true.
//
// # The repair
//
// A Release leaves responseAgainTo unchanged: every Release has its Response2
// until Acquire arrives. This removes two assignments. The count of Lemma 3 stays
// true, since there is at most one Response2 for a Release. Variant repaired is
// without request counters, repaired-counted and repaired-parity have them.
//
// The other repair, query-again, has the process answer a Response2 after which too
// few are known by another Query to its sender. It holds on the same instances,
// with more messages.
//
// Why there is no deadlock, for every n, l and coterie: a process leaves between
// mx.Entry() and mx.Exit() only, where one process p at most is. A process that is in
// is in procsInCS of each member of its quorum, or its Release is on its way there.
// While p is at the first wait, procsInCS only grows, and for each member m of its
// quorum, Query is on its way to m, or m has p in responseAgainTo and what m knows is
// in currentInCS or on its way to p. So when nothing is on its way, p knows of all
// that are in, as quorums intersect. If p still waits, these are at most l, l < n, and
// another process is out, which eventually enters. For query-again the same is true,
// except for members whose Response2 is on its way to p. TestRepairInvariant has these
// invariants.
//
// Searched in full and found to hold when repaired, with requests without bound,
// also for starvation: all of the 31 with three processes, for each l and each safe
// initial set, with the lock; four processes with majorities, l = 1, 2, 3, with the
// grid, l = 3, and with {1,2} {2,3} {1,3} {1,2}, l = 2, with the lock; three
// processes with majorities and the quorums above, with Maekawa's algorithm. With
// one request each and without starvation: four processes with majorities, l = 2,
// with Maekawa's algorithm (10 million states).
package mutin
