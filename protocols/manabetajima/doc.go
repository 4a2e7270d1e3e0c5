// Package manabetajima is the h-out of-k mutual exclusion algorithm of Y. Manabe
// and N. Tajima, "(h,k)-arbiters for h-out of-k Mutual Exclusion Problem",
// Figure 1 and section 4.1, as printed, in other readings, and repaired.
//
// There are k units of a resource. A process that wants h of them asks the
// members of a quorum for their permission; the quorum is of Q_h of an
// (h,k)-arbiter. A member has k permissions, of which such a request takes h. It
// keeps the requests in a queue by priority, and asks permissions back from
// requests that no longer fit, with all those before them, into k.
//
// # Side by side with Figure 1
//
//	Figure 1                                        here
//	  In, h, Q, K, x, Que                           State
//	  "When p wants to use h units"                 ask
//	  "When OK is arrived"                          ok
//	  "Exiting from the critical section"           leave
//	  "When request(h',p',c') is arrived"           request
//	    the sum up to j, and x >= h'                  granted
//	    "Try to cancel OK"                            cancels
//	  "When cancel is arrived"                      cancel
//	  "When release is arrived"                     release
//	  "When cancelled is arrived"                   cancelled
//	  procedure NewChance                           newChance
//	section 4.1
//	  every message carries the clock, its          explore.ClockRule: EveryMessage,
//	  receiver goes to max + 1; a request has       TickOnReceive
//	  the clock of its sending
//	  a request is before another: c, then p        explore.Stamp, order
//
// The member's queue is kept by process. That is enough, since channels are
// first in, first out: a request comes after the release of the one before.
//
// # What the text leaves open
//
// The most natural reading is the variant printed; each other choice is a
// variant of its own. Section 4.1 tells the algorithm in words, and Figure 1
// its "detail"; where the two differ, printed has Figure 1.
//
//   - Cancel is answered, by Figure 1, when In is false and p' is in K; by section
//     4.1, as long as some OK is missing. Printed has the former. Section 4.1 can be
//     read in two ways: about the request whose OK is cancelled (cancel-by-request:
//     a cancel names it; this is the repair in other words), or about the state that
//     the process is in when the cancel comes (cancel-by-text: K ≠ Q, whatever the
//     sender).
//   - "Search for the entry" does not say what follows when there is none. A
//     release or a cancelled without an entry is not defined (missing-ignored:
//     such a cancelled changes nothing; credited-again: the search goes through
//     the array, in which the deleted entry still is, and its units are taken
//     back once more. In an array another entry may have been written over it; in
//     the variant it is there until the next request of its process).
//   - A line is missing in the scan, behind "x := x - h'" in the rule for request:
//     an end at least. Printed goes on to the cancelling in any case, as section
//     4.1 suggests (grant-returns: a request that is granted ends the rule there;
//     cancel-on-grant: the block ends behind the cancelling, so that only a request
//     that is granted cancels).
//   - On cancelled and on release, section 4.1 tries to grant by the condition for
//     a new request: the sum and x. NewChance looks at x alone, and ends with the
//     first request that does not fit; all before it have had their units taken
//     off x, so the sum is within k too (scan-on: it goes on, and looks at the sum).
//   - On cancelled, section 4.1 tries requests of higher priority, on release all
//     others; Figure 1 calls NewChance both times. Printed does (higher-only: on
//     cancelled, only requests before that of the sender).
//   - The priority that Figure 1 inserts a request by is written (p', c'), and
//     section 4.1 compares c first. Printed does (process-first: the pair is
//     compared as it is written; then clocks are irrelevant).
//   - "Que[j].clock := c,;" is taken for c', which a request brings.
//   - Section 4.1 says that a deadlock may occur if no OK is cancelled. The variant
//     without-cancel is for that sentence, and is no reading.
//   - Entering is one step with the last OK, as in Figure 1. Messages to oneself
//     are sent and received like others, and count in section 4.3.
//   - Failures of processes, and their detection by others, are left out.
//
// # What fails
//
// The runs are shortest ones, in steps, unless it says otherwise. All have the
// quorum {1} unless another is named.
//
// Figure 1 as printed is not well-defined: 3 processes, k = 1, one request each,
// 9 steps, also with integer clocks. Process 3 enters and leaves; its release
// crosses the cancel that process 1 sends for an earlier request of process 2. K
// keeps its members on leaving, so the cancel has an answer, which comes behind
// the release, and finds no entry. With the quorums {1,2} {2,3} {1,3}, where two
// ask each member, one of them itself, a member cancels only permissions that it
// has granted to itself, and everything holds, unless messages to oneself are
// queued (11 steps). With messages to oneself queued, two processes and {1} are
// enough, 9 steps. With the uniform arbiters of section 3.2, each process with
// one of the quorums: 3 processes, k = 2, units 1, 2, 1: 9 steps; 4 processes, k
// = 2, units 1, 2, 1, 2: 11 steps. Theorems 5 and 6 do not consider cancels that
// arrive late. (A message whose handling is not defined stays in its channel, and
// a process that needs a message behind it waits for ever. The starvation of
// printed means that.)
//
// The other readings, on top of the repair below where they say so:
//
//   - cancel-by-text is not safe: 3 processes, k = 1, two requests, 13 steps,
//     also with integer clocks. Process 3 has left, and asks again before the
//     late cancel comes; the answer is taken for one about the new request, whose
//     permission is not out. The member then has one permission more than it
//     should.
//   - cancel-by-request holds. It and repaired differ in the text of a message.
//   - credited-again is not safe: 3 processes, k = 1, one request each, 11 steps,
//     also with integer clocks (messages to oneself queued: 13). The member takes
//     one unit back twice, and grants two requests. With {1,2} the other member
//     prevents it, unless messages to oneself are queued (22 steps).
//   - cancel-on-grant deadlocks (Theorem 5): 2 processes, k = 1, {1,2}, one request
//     each, 4 steps (queued: 8). With k = 1 a request is granted only when no OK is
//     out, so nothing is ever cancelled. Variant without-cancel has the same runs.
//   - missing-ignored holds: 3 processes, k = 1, with {1} and {1,2}, and k = 2 with
//     the uniform arbiter, requests without bound; 4 processes, k = 2, with the
//     uniform arbiter, one request each.
//   - grant-returns deadlocks (Theorem 5) on top of the repair: 5 processes, k = 3,
//     units 2, 3, 1, 1, 1, one request each, integer clocks, in 16 steps of a run
//     made by hand; whether there is a shorter one is not known, but with 4
//     processes and k = 3 none was found. At a member, two requests for one unit
//     have OKs when an earlier one for two units comes: the last is cancelled. A
//     third request for one unit comes, in between, while there is a unit left,
//     and takes it. Now the OK behind it does not fit any more, and is not
//     cancelled; the first waits for it. At another member both wait for the first.
//     So the missing line is not a return.
//   - scan-on holds on top of the repair. It differs from printed with k = 3.
//   - higher-only deadlocks (Theorem 5) on top of the repair: 3 processes, k = 2,
//     one unit each, all with the quorum {1,2}, one request each, 17 steps, also
//     with integer clocks; the uniform arbiter of 3: 23 steps. An OK is cancelled
//     for an earlier request, which a release then lets in; when the cancelled
//     comes, that request has left, there are permissions for all, and none is
//     offered to its sender again.
//   - process-first starves (Theorem 6) on top of the repair, with k = 1: process 3
//     waits while an earlier one asks without end. Shortest lasso with the quorum
//     {1}: 11 steps, with {1,2}: 14.
//
// # The repair
//
// Variant repaired empties K on leaving. It is equivalent to answer cancel only
// if both conditions are met, that of section 4.1 and that of Figure 1: after
// leaving, K = Q, and after asking again a late cancel is of a process that K
// does not have, since it comes before that process's next OK. Either condition
// alone is the variant cancel-by-text or printed. The other repair is
// missing-ignored, at the member.
//
// Searched in full and found to hold, Theorems 5 and 6 and safety, with requests
// without bound: 3 processes, k = 1, with {1}, {1,2}, {1,2,3} and the majority,
// fixed or any; k = 2 with the uniform arbiter, units 1, 2, 1, and any number of
// units with fixed quorums; k = 2, one unit each, with {1,2}; 4 processes with {1},
// k = 2 and k = 3, large and small requests. With one request each: 4 processes,
// k = 2 with the uniform arbiter, units 1, 2, 1, 2, and k = 3 with {1,2}.
//
// Quorums that are not an (h,k)-arbiter are not safe, as Theorem 1 says: 3
// processes, k = 2, one unit each, with {1,2} {2,3} {1,3}: 9 steps.
//
// # Messages (section 4.3)
//
// 3|q| messages when no other process asks. In the worst case (3h+3)|q|, if a
// cancel, its answer and the OK sent again count for the request which the cancel
// was sent for: a request for h units has at most h OKs cancelled at a member.
// Before it came, the OKs not cancelled were for requests that fit into k with
// all before them; those to be cancelled are the ones that h more units push
// beyond k, and the sums up to these are different numbers in k-h+1..k. The tests
// have a run in which it happens at every member of a quorum.
package manabetajima
