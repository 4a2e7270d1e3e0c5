// Package baldoni is the k-out of-M resource allocation of R. Baldoni, "An
// O(N^(M/(M+1))) distributed algorithm for the k-out of-M resources allocation
// problem" (International Conference on Distributed Computing Systems, 1994),
// section 4 and Figure 2, as printed, in other readings, and repaired.
//
// There are M equal resources. A process asks the members of its request set for
// k of them, all at once, and uses them when all members have granted. Each
// member is an arbiter: it grants as long as what it has granted is M at most, in
// the order of time stamps, and asks permissions back for an earlier request. The
// paper claims that the processes never use more than exist if any M+1 request
// sets have a common member, condition (iii). With M = 1 it is in the style of
// Maekawa (see package maekawa); the O(N) algorithm that it is compared with is
// package raynal.
//
// # Side by side with Figure 2
//
//	When requesting                                  here
//	  GRANT[w] ← FALSE; send REQUEST(i, k_i, time    ask
//	  stamp) to each w of R_i
//	  repeat receive GRANT until all are TRUE        grant
//	  critical section; send RELEASE to each w       leave
//
//	Upon receiving a REQUEST of j
//	  Q ← Q + j                                      request
//	  for each w in Λ that is later than j:          recover
//	    w is i, outside: GRANT[i] ← FALSE,           recoversItself
//	    Λ[i] goes back to Q
//	    w is another: send INQUIRE to w; select a    Awaited
//	    RELEASE from w (Λ[w] goes), or               releaseTaken, resume
//	    a YIELD from w (Λ[w] goes back to Q)         yield, resume
//	  while there are resources for head(Q):         serve
//	    (XX) send GRANT, move it to Λ
//
//	Upon receiving a RELEASE of j
//	  Λ ← Λ - j; act like step XX                    releaseTaken, stepXX
//
//	Upon receiving an INQUIRE of j
//	  outside and requesting: GRANT[j] ← FALSE,      inquire
//	  send YIELD to j
//
// # What the text leaves open
//
// The most natural reading is the variant printed; others are variants of their
// own.
//
//   - The handler of REQUEST waits, in select, for an answer to its INQUIRE,
//     while each handler is an atomic action. Printed takes both literally: until
//     the answer comes, the process receives no other message and neither asks
//     nor leaves. It receives the answer from behind other messages in its
//     channel, like a receive statement that names the message it waits for. In
//     head-of-line, it must be the first of the channel. In acts-while-waiting
//     the process asks and leaves meanwhile; in roles-apart it also takes GRANT
//     and INQUIRE, so that only its part as an arbiter waits. In without-waiting
//     no process waits: the INQUIREs for all w are sent, one at a time to each,
//     the request is granted if there are resources, and the answer is handled
//     when it comes, with the loop of XX behind it.
//   - Each w in Λ: in any order; every order is explored.
//   - A REQUEST to oneself could keep the process waiting in the middle of the
//     loop that sends the others. It never does if messages to oneself are
//     handled at once: the own request is later than all requests that the
//     process has heard of, and so than all that it has in Λ. If messages to
//     oneself go through a channel, it may wait, but all REQUESTs are sent by
//     then.
//   - A recovery for w = i inside: the text has none, and the request stays in Λ.
//   - The while loop looks at head(Q): it ends when Q is empty.
//   - "Act like step XX": XX is the body of the loop, and section 4 says that the
//     head of the queue is granted if there are resources. So it is, once. In
//     release-loop it is the loop; in release-unchecked the body alone, without
//     a condition.
//   - The figure asks back every request that is later than the new one, whether
//     or not there are resources. Section 4 says that this is done for a request
//     that conflicts: on-conflict. And (3) in section 4 considers the request
//     alone, whereas the figure considers the head of the queue: in overtaking, a
//     request that there are resources for is granted at once. Then condition
//     (a), that Λ is before Q, cannot hold.
//   - get_timestamp() is in the loop that sends REQUEST. Elsewhere a request has
//     one time stamp, ts_i, and so it has here. In stamp-each, each REQUEST has
//     the time of its own sending, one step for each.
//   - Clocks: REQUESTs bring them along. In lamport-clocks all messages do.
//   - A YIELD without a select that waits for it is not defined (stray-ignored: it
//     is dropped). Nor is a GRANT for a process that does not wait for one, nor a
//     REQUEST of a process whose former one is still there, since Λ has one entry
//     for each process.
//   - Removing a request from Λ that is not in Λ changes nothing. A RELEASE is
//     taken to be for the request of its sender, without comparing stamps.
//
// Entering is one step with the last GRANT; leaving and sending RELEASE is one.
//
// # What fails as printed
//
// All request sets here satisfy (i) and (iii). The runs are shortest ones, in
// steps, by causal stamps, and as long with integer clocks unless it says
// otherwise.
//
//   - Safety (Theorem 1), M = 1, 3 processes with the request sets {1}, {1,2} and
//     {1,3}, two requests of processes 2 and 3, 18 steps. An INQUIRE crosses the
//     RELEASE that answers it. It arrives when its receiver asks again. The
//     receiver is outside and requesting, so it sends YIELD, although it has no
//     permission to give. That YIELD is in the channel when process 1 grants to
//     the new request, and then sends INQUIRE for an earlier one: it is the
//     answer, and both are granted. With the request sets of Figure 1, 28 steps;
//     those of the 2 × 2 grid of section 7.1, 30 steps; with M = 2 and one member
//     common to all sets, 16 steps. Every reading above has this violation: the
//     text and the figure agree that only requesting matters. Without a later
//     INQUIRE the YIELD is undefined, 11 steps.
//   - Fairness (Theorem 2), M = 2, 3 processes with the request sets {1,2}, {1,2}
//     and {1,2,3}, one request each, 7 steps: deadlock. The arbiters 1 and 2 have
//     both granted to both of them; the earlier request of process 3 reaches
//     both, each sends INQUIRE to the other, and waits. Neither answers. (Integer
//     clocks break ties by number: they have the 7 steps for {1,2,3}, {2,3} and
//     {2,3}. Where each asks all, 9 steps; with four processes and request sets of
//     three, 12 steps.) With M = 1, and on top of the first repair below, arbiters
//     do not wait in a circle for answers that are not yet sent: the arbiter that
//     is waited for has an earlier request than the one that waits, if the latter
//     has any. That is so where messages to oneself are handled at once; where
//     they take time, an arbiter may not yet know its own request, and there is a
//     deadlock with M = 1 after 9 steps ({1,3}, {2,3}, {2,3}, one request each).
//     Leaving while waiting does not help; in roles-apart, where INQUIRE is
//     answered, a process takes back a request of its own that is over
//     (well-defined, 13 steps with the same request sets, 15 where each asks all).
//   - Condition (a) of section 4, that an arbiter has each request of Λ before
//     each of Q: an arbiter that is itself in the critical section when an
//     earlier request arrives keeps its own request in Λ. 3 steps.
//   - The readings release-unchecked (safety, 18 steps, 3 processes, M = 2, one of
//     which needs both), overtaking (deadlock, 13 steps, the same, without
//     waiting) and stamp-each (deadlock, M = 1, 2 processes, 6 steps; 8 with
//     integer clocks) each fail by themselves, also on top of the repair.
//
// If each process asks all, and M = 1, everything holds as printed, with 2 and 3
// processes and requests without bound: a process in the critical section has
// been granted by every process that might ask earlier, so that no INQUIRE
// crosses its RELEASE.
//
// Section 4's own counterexample is found: with the request sets of Figure 1,
// which meet pairwise, and M = 2, three processes are inside after 15 steps, and
// processes 1 to 4 after 20. Condition (iii) excludes this; no repair of the
// handlers changes it.
//
// # The repair
//
// Two changes:
//
//	(1) a process answers INQUIRE only if it holds the permission: GRANT[j] is
//	    TRUE. (A channel is first in, first out: an INQUIRE comes behind the
//	    GRANT that it is about, and before the next one.)
//	(2) the handler of REQUEST does not wait (without-waiting).
//
// Each change is necessary:
//
//   - Without (1), the 18 steps above (without-waiting). Dropping a YIELD that no
//     process waits for is not enough (stray-ignored).
//   - Without (2), variant held, the 7 steps above. It is not enough either to go
//     on waiting and let the process leave (held-acts: 7 steps), take INQUIRE
//     (held-inquire: it overtakes the GRANT that it is about, and is ignored, 9
//     steps), both (held-inquire-acts, 9 steps), or take INQUIRE and GRANT
//     without leaving (held-grant-inquire: both are in the critical section and
//     wait for each other, 11 steps). With integer clocks, the numbers of the
//     processes matter, see above.
//   - For M = 1, (1) alone suffices: held holds on all instances with M = 1 that
//     were searched.
//
// Variant held-roles-apart, in which only the arbiter's part waits, and takes
// back from itself only permissions that it holds, is safe and free of deadlock.
// But a REQUEST that arrives while the arbiter waits is not received; between two
// waits it can be received, but each time another one may be received instead.
// Under weak fairness, processes starve (with {1}, {1,2}, {1,3}: a lasso of 35
// steps). The repair does not need more fairness than that.
//
// The recovery without messages, w = i, needs messages to oneself to be handled
// at once. If they take time, a GRANT to oneself may be on its way when it is
// taken back (printed: safety, M = 1, two processes with {1,2} and {2}, 8 steps with
// either clock; repaired: deadlock, 8 steps). In asks-itself a process sends INQUIRE to itself as to
// others, and that holds either way.
//
// On top of the repair, release-loop, on-conflict and lamport-clocks hold as well.
//
// Searched in full and found to hold, with requests without bound: all processes
// in each request set, M = 1 with 2 and 3 processes, M = 2 with 3, also if one of
// them needs both resources; {1,2}, {1,2} and {1,2,3}, M = 2; one member common to
// all sets, M = 1 with 3 processes, M = 2 with 3 and 4; the 2 × 2 grid with three
// of its processes asking. With one or two requests each: that grid with all four
// asking, and four processes of which each leaves one out, M = 2, three of them
// asking.
package baldoni
