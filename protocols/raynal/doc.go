// Package raynal is k-out of-M resource allocation by permissions of all others
// that count: M equal resources, of which each request is for some, at least
// one, all at once. It generalizes the algorithm of Ricart and Agrawala (see
// package ricartagrawala), and is what section 8 of Baldoni ("An O(N^(M/(M+1)))
// distributed algorithm for the k-out of-M resources allocation problem")
// compares with (see package baldoni). The original is Raynal, "A Distributed
// Solution to the k-out of-M Resources Allocation Problem", Lecture Notes in
// Computer Science 497, 1991.
//
// # What is modelled
//
// The text of the original was not at hand. The algorithm is modelled as it is
// generally known; nothing here is a verdict on the wording of the original.
//
// Each process i has used[j] for each other process j: as many resources as j
// may be using at most, as far as i knows. It begins with 0.
//
//	to request k resources                           here
//	  take a time stamp; for each other j:           ask
//	  used[j] ← used[j] + M, send REQUEST to j
//	  wait until k + Σ used[j] ≤ M; enter            permitted
//
//	j receives REQUEST from i
//	  j is inside, or waits with an earlier time     request
//	  stamp: i is deferred once more; send
//	  NOT_USED(M - k_j), unless k_j = M
//	  otherwise: send NOT_USED(M)
//
//	i receives NOT_USED(x) from j
//	  used[j] ← used[j] - x                          notUsed
//
//	to release                                       leave
//	  send NOT_USED(c·k) to each process that was
//	  deferred c > 0 times
//
// So each REQUEST is answered by M units altogether, in one message or two: at
// most 3(N-1) messages for an entry, as section 8 of Baldoni counts.
//
// # What matters in it
//
// A process enters while others still owe it a NOT_USED for the resources that
// they use, so that it may leave, and ask again, before these come. Nothing in a
// NOT_USED says which REQUEST it answers. Two variants do without the counting,
// and both fail:
//
//   - overwritten: asking sets used[j] to M, forgetting what j owes. A NOT_USED
//     for the former REQUEST is then taken as one for the present, and more than
//     M resources are used: 2 processes, M = 3, any number at each request, 15
//     steps; 3 processes, M = 2, one of which asks for both, 21 steps.
//   - once: a process is deferred or not, and gets one NOT_USED(k) on leaving for
//     all its REQUESTs. The rest never comes, and used[j] stays too high for
//     ever. If each process always asks for as many resources as before, that is
//     harmless on the instances searched; if a process may ask for more the next
//     time, it waits for ever: 2 processes, M = 3, 12 steps.
//
// As counted, used[j] never is less than what j uses, or than what j may come to
// use with a request that is earlier than the own one. No process asks again
// before all others have answered its former REQUEST, at least with NOT_USED(M -
// k_j), because M resources of one other process are too many to enter. So
// used[j] stays below 2M, at most one REQUEST is on a channel, and requests
// without bound reach finitely many states.
//
// REQUESTs alone bring a clock along. Entering is one step with the NOT_USED
// that permits it.
package raynal
