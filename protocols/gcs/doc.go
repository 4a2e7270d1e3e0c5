// Package gcs is the algorithm (l,k)-GCS for the global critical section problem
// of S. Kamei and H. Kakugawa, "Asynchronous message-passing distributed algorithm
// for the global critical section problem" (International Journal of Networking
// and Computing 9(2), 2019), section 5, Algorithm 3: at any time at least l and at
// most k of the n processes are in the critical section, 0 ≤ l < k ≤ n.
//
// It is composed of two objects over one network: lmin for l-mutual inclusion and
// kmex for k-mutual exclusion. As in the paper, lmin is MUTIN(l) of package mutin,
// and kmex the complement (package complement) of MUTIN(n-k); Over takes any others
// (see package csobject). That they solve these problems is not enough: lmin may wait
// only while fewer processes are in than kmex lets in (TestVersatile).
//
// # The algorithm
//
//	Exit()                               here
//	  lmin.Exit(), which may block       actions, resume
//	  the state is OutCS; kmex.Exit()    exited
//	Entry()
//	  kmex.Entry(), which may block      actions, resume
//	  the state is InCS; lmin.Entry()    entered
//
// Both methods may block, and both are eventually called: a process that is in
// may have to wait until another enters, and a process that is out until another
// exits. Exit() is the request that is counted (a step of kind Ask), Entry() a
// step like any other. A process waits while it is in one of them.
//
// The objects share the channels, and the engine's clock of each process (see
// csobject). With Maekawa's algorithm in both objects there are two of its
// instances, which have nothing else in common.
//
// That a method of an object is called only in the state in which the invocation
// convention (CSMIC) allows it is checked in every call: a breach violates the
// property well-defined. There is none, as Lemma 6 says, when the objects begin in
// the state of the whole.
//
// # What was chosen
//
//   - The listing of Algorithm 3 that was used has the variables only. The order of
//     the calls is that in the text and in the proof of Lemma 8.
//   - The first call in a method, the change of the state and the second call, which
//     does not block, are one step when the first does not block, and otherwise the
//     last two are in the step in which it returns. In the variants with separate
//     the second call is a step of its own.
//   - The quorums are the same in both objects.
//   - Package mutin has the choices within the objects. Its early-out and late-in
//     are not repeated here: a method of an object has the same effect when it
//     returns.
//
// # What fails as printed
//
// The failure of mutin: deadlock (Lemma 9, Theorem 3) when l ≥ 2 or n-k ≥ 2. With
// 3 processes, quorums {1,2} {2,3} {1,2}, l = 2 and k = 3, processes 1 and 2 in
// initially, lmin is stuck after 34 steps with locks, 47 with Maekawa's algorithm
// (48 with integer clocks); with l = 0, k = 1, process 1 in initially, kmex is,
// after 54. With separate steps the former takes 37, with messages to oneself
// queued 54.
//
// What the proof of Lemma 9 adds is right: it does no harm that a process that is
// out waits in kmex and so enters lmin late, since l < k. With the repaired
// algorithm for both objects, which is variant repaired here, nothing was found
// to fail.
//
// Searched in full and found to hold when repaired, with requests without bound,
// also for starvation. Three processes: all l and k and each safe initial set, with
// {1} and with {1,2} {2,3} {1,2}; (0,2), (0,3), (1,2) and (1,3) with majorities;
// with Maekawa's algorithm (1,2) with majorities and (2,3) with the quorums above.
// Four processes with locks: (1,2) and (2,3) with majorities, (1,3) with {1}, with
// {1,2} and with {1,2} {2,3} {1,3} {1,2}; (1,3) with majorities (13 million states)
// without starvation.
package gcs
