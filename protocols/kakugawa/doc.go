// Package kakugawa is the k-mutual exclusion algorithm by a k-coterie of
// H. Kakugawa, "A Study on the Distributed k-Mutual Exclusion Problem" (thesis,
// Hiroshima University, 1992), section 3.2.2, as printed, in other readings, and
// repaired.
//
// A process that wants to enter asks the members of a quorum for their
// permission, of which each has one. A member whose permission is out answers
// WAIT, after it has tried, by a QUERY, to get the permission back for a request
// of higher priority. A process whose quorum is busy tries another one, and keeps
// what it has asked for. It enters with the permissions of a quorum.
//
// # The text and its gaps
//
// Each gap comes with its readings: first the one of the variant printed, then
// those of other variants, by name. The functions of requester.go and member.go
// are in the order of the text.
//
//   - K and T are the variables of the text; K has the processes that sent OK, T
//     those that sent WAIT. The text does not say when a process is removed. Here
//     an OK moves its sender from T to K, and a process that returns a permission
//     removes the owner from K, since it no longer has that permission (keep-k:
//     the owner stays in K).
//   - W, in the rule for leaving, is not defined. T is defined, and used nowhere:
//     W is T (w-with-returned: and those whose permission was returned; w-all: all
//     that were asked and whose permission is not held, whether they answered or
//     not). What an OK from others means after leaving is not defined
//     (release-any: it is answered by RELEASE, too; ok-joins: it joins K, which
//     has the processes from which an OK was received).
//   - The process leaves, and then waits for W. Until then it neither is in the
//     critical section nor asks again; properties observe it as idle
//     (exit-in-background: it may ask meanwhile).
//   - The other quorum Q' for a retry has Q' ∩ K = ∅ and |Q'-K| ≥ |R-K| for all R
//     in S, which is not defined. It is taken literally, with S as the quorums
//     that are disjoint from K and have a member that was not asked (the last
//     because nothing would be sent otherwise). Overview and purpose suggest
//     slips: T for K (retry-clear-of-waiting), ≤ for ≥ (retry-fewest); K may be
//     no obstacle at all (retry-anywhere).
//   - REQUEST goes to Q'-K, "at most once to each process". Since Q' is disjoint
//     from K, the two differ: members of T are in Q'-K. At most once is kept
//     (ask-again: it is not).
//   - A retry begins when all REQUESTs sent are answered and T is not empty.
//     Permissions taken back later, or given, start none.
//   - The retrying ends when K ⊆ R for some quorum R. That is true from the
//     beginning; the rule for entering and the proof of Theorem 1 have R ⊆ K,
//     and so it is read (retry-within-quorum: literally, tested after each retry).
//   - When no quorum is left to ask, the process waits for the ones that it
//     asked.
//   - A process enters with the permission that completes a quorum, also when
//     other REQUESTs have no answer yet (enter-in-order: then, it waits for the
//     answers). The entering is atomic with that message.
//   - The time stamp of a request: section 3.1 stamps messages, the proofs and
//     the queues compare wishes to enter. It is that of the wish, in all its
//     REQUESTs (stamp-each: each REQUEST has the time of its sending). The clock
//     is that of 3.1: advanced by one for a wish, attached to every message, set
//     to the maximum plus one on receipt.
//   - A REQUEST of higher priority than the one that has the permission has a
//     QUERY sent, also when a QUERY is out already; answers come in the order of
//     the QUERYs (one-query: while one is out, later REQUESTs have a WAIT and
//     queue). Whether the handler waits for the answer is not said: it does not
//     (blocking: no REQUEST and no RELEASE is taken before the answer, and
//     whatever is behind one in its channel waits, too).
//   - The request y that a QUERY was sent for is put into the queue with
//     ANSWER_NO, not before. If the permission comes back by a RELEASE instead,
//     which may cross the QUERY, the rule for RELEASE does not mention y.
//   - On ANSWER_RELEASE the permission goes to y, and the request that had it
//     into the queue.
//   - A QUERY can come to a process that has returned the permission, by leaving
//     or on another QUERY. Outside the critical section the answer is
//     ANSWER_RELEASE, without exception (query-ignored: there is no answer;
//     query-refused: it is ANSWER_NO). In the critical section, it always is
//     ANSWER_NO.
//   - RELEASE always means that the permission is back, whatever its sender. In
//     the critical section, an OK joins K, and all of K is released on leaving. A
//     WAIT after entering joins T; after that it means nothing.
//   - A process is a member of quorums like others, also of its own.
//
// The variations of section 3.4 are Config.NoRetry and Config.NoAnswerNo. Without
// ANSWER_NO nothing puts a request that preempts into the queue, as printed: with the
// quorum {2} of two processes it waits for ever after 4 steps.
//
// # What fails as printed
//
// The runs are shortest ones, in steps, with one request of each process unless
// it says otherwise. They are as long with integer clocks as with causal stamps.
//
//   - Safety (Theorem 1), 3 processes, k = 1, quorum {1}, 11 steps. Process 3
//     enters and leaves; its RELEASE crosses the QUERY that process 1 sends for
//     an earlier request of process 2. Process 1 has its permission back and
//     gives it to itself. Process 3 answers the QUERY, ANSWER_RELEASE; on that,
//     process 1 gives the permission to process 2. Both are in the critical
//     section. With the majority of 3: 13 steps.
//   - Well-defined, 2 processes, k = 2, quorums {1} and {2}, 9 steps. A process
//     retries, and enters by the first permission after all, while the REQUEST of
//     the retry has no answer. It leaves; W does not have the process asked last,
//     whose OK comes then.
//   - Deadlock (Theorem 2), 3 processes, the majority in the order {1,2} {1,3}
//     {2,3}, each process beginning with the one of its number, processes 1 and 3
//     with two requests, 24 steps. An OK for a request that is over, from a
//     process that is not in W, counts for the next request. Its sender has noted
//     the earlier request, with the earlier stamp, and so never asks the
//     permission back.
//   - Deadlock in ok-joins, 3 processes, k = 1, quorum {1}, 14 steps (16 with
//     messages to oneself in channels): an OK for a request that is over joins K
//     at rest, and is not returned before its process leaves again.
//
// Section 3 says that the straightforward way may cause deadlocks, and so it does
// (straightforward: no permission is asked back): 2 processes, k = 1, quorum {1,2}, 6 steps.
//
// If the only quorum is all processes (2 and 3 of them, messages to oneself being
// calls), it holds: no QUERY reaches a process that is in the critical section or
// has left. Each of the other readings fails something with 3 processes and the
// quorum {1}.
//
// # The repair
//
// Four changes. As long as no QUERY crosses a RELEASE or another REQUEST, and no
// retry is overtaken by an OK, the algorithm is the printed one:
//
//	(1) W is all that were asked and whose permission is not held;
//	(2) a QUERY has an answer only from a process that holds the permission. (A
//	    channel is first in, first out: the QUERY comes after the OK that it is
//	    about, and before the next one.)
//	(3) a permission that comes back, by RELEASE or ANSWER_RELEASE, answers all
//	    QUERYs about it: the requests that they were sent for join the queue,
//	    and those not served at once have a WAIT;
//	(4) on ANSWER_RELEASE, as on RELEASE, the permission goes to the earliest
//	    request in the queue.
//
// Each change is necessary. All 96 combinations of a meaning for W or for other
// OKs (4), an answer to a QUERY about a permission that is not held (3), change
// (3) or not, change (4) or not, one-query or not, were tried on small instances:
// those with the four changes hold, and no others do. With all changes except
// one:
//
//   - W is T (without-w-all): well-defined, the 9 steps above. If every
//     unexpected OK is answered by RELEASE (with-release-any): deadlock, the 24
//     steps above.
//   - Every QUERY outside the critical section has the answer ANSWER_RELEASE,
//     dropped by a process that knows that the permission is back
//     (without-query-ignored): safety, 18 steps: the answer to an old QUERY is
//     taken for that to a new one. 3 processes, quorum {1}, two requests, with a
//     clock that ticks on internal events; 4 processes, quorum {1}, requests 0,
//     1, 2, 1, also with integer clocks.
//   - That answer is ANSWER_NO (with-query-refused): deadlock, for the same
//     reason. The majority of 3, fixed quorums, no retry, two requests, 25 steps,
//     with a clock that ticks on internal events; 5 processes, quorum {1,2},
//     requests 0, 0, 1, 2, 1, 30 steps, also with integer clocks.
//   - RELEASE does not answer the QUERYs to its sender (without-settling):
//     deadlock, 3 processes, quorum {1}, 8 steps. The RELEASE crosses the QUERY,
//     which has no answer, and no process knows of the request that it was sent
//     for.
//   - ANSWER_RELEASE serves the request of its QUERY (without-earliest-first):
//     deadlock, 4 processes, quorum {1,2}, processes 2 to 4 asking, 16 steps. Of
//     two requests that have had the permission asked back, the later gets it, and
//     it is not asked back again for the earlier one.
//
// On top of the repair, the readings retry-clear-of-waiting, retry-anywhere,
// retry-fewest, retry-within-quorum, stamp-each, enter-in-order and one-query hold
// as well. (With stamp-each, the earliest of all stamps is that of a wish at all
// members of its first quorum.) The others fail: with keep-k a process enters by
// permissions that it gave back; with ask-again a REQUEST meets itself as the
// holder, of neither higher nor lower priority; with exit-in-background a process
// owes two permissions to the same process, which a set cannot tell from one;
// with blocking the RELEASE that crosses the QUERY stays in front of the answer.
// Both variations of section 3.4 hold.
//
// # Why the repair holds
//
// The following is true in every state. It is an argument, by induction on the steps;
// TestInvariantOfRepaired checks it on every state of small instances.
//
//	(a) The permission of a process m is at one place: with m; or with the process
//	    whose request m has noted as its holder, which has m in K; or between the
//	    two, in one OK, RELEASE or ANSWER_RELEASE.
//	(b) Each request that was sent to m, and whose permission is not on its way back
//	    by RELEASE, is noted once: in a REQUEST, as the holder, in the queue of m, or
//	    with a QUERY of m that has no answer.
//	(c) A QUERY without an answer is about the present holder, for an earlier
//	    request; and the QUERY, its answer or the permission is on its way, or the
//	    process of the holder is in the critical section (the variation without
//	    ANSWER_NO).
//	(d) If a request in the queue of m is earlier than the holder, the process of
//	    the holder is in the critical section, or its RELEASE is on its way.
//	(e) If m has its permission, no request waits at m.
//
// A step that gives a permission takes it from (a)'s one place; (2) makes a QUERY that
// comes late do nothing, and a QUERY that comes in time either takes the permission or
// meets the critical section, as (d) wants; by (3) no request stays with a QUERY about
// another holder; by (4) the new holder is earlier than all that wait; by (1) a request
// is forgotten only when its permission is on its way back.
//
// Safety follows from (a): no two sets K share a process, so more than k processes in the
// critical section would have more than k disjoint quorums. So does freedom of
// deadlock: if no message is on its way and no process is in the critical section, let r
// be the earliest request. By (b) and (c) each process that it was sent to has it as
// the holder or in the queue. Where it is in the queue, there is a holder by (e), which
// is earlier by (d), and whose process has the permission by (a); so that process waits,
// with an earlier request than r. That is a contradiction. So r is the holder everywhere,
// and its process has a quorum in K.
//
// All four properties, starvation-freedom among them, are proved from the handlers for every
// number of processes, every k and every k-coterie (docs/all-n.md). In that proof it is not
// known how many of the same message without a permission are on their way in a row. So
// it does not show that an ANSWER_NO never comes without a QUERY that it answers,
// which is so by (c). In the repaired algorithm such a message does nothing; as printed, what it
// does is undefined.
//
// Searched in full and found to hold, with requests without bound: 3 processes
// with {1}, {1,2}, {1,2,3}, the majority, and for k = 2 with {1} {2} and {1} {2,3};
// 4 processes with {1} and {1,2}, and for k = 2, fixed quorums and no retry, the
// 2-majority and C4 of section 2.2. With one request each: 4 processes, the
// 2-majority, fixed quorums, with retry (24 million states). With a free choice
// of quorums that has more than 60 million.
package kakugawa
