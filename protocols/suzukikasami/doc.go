// Package suzukikasami is mutual exclusion by a token that is asked for, of Suzuki
// and Kasami: "A Distributed Mutual Exclusion Algorithm", ACM Transactions on
// Computer Systems 3(4), 1985, the first of its two algorithms.
//
// The paper's own listing could not be had. The model follows what is said of it
// everywhere in the same way: procedures P1 and P2 with the variables RN, LN, Q,
// HavePrivilege and Requesting, as in Wikipedia's article on the algorithm and in
// the book of Singhal and Shivaratri, "Advanced Concepts in Operating Systems",
// 1994, section 6.10; the claim on messages is that of the paper's abstract.
//
// # Side by side with the source
//
//	the source                                       here
//	RN[j]: the number of the latest request of j     State.RN
//	  that this process knows of
//	HavePrivilege                                    State.Has
//	Requesting                                       State.Phase is not Thinking
//	PRIVILEGE(Q, LN), the token: LN[j] is the        State.Token with Has, and
//	  number of the request of j that was served     Message.Token
//	  last, Q a queue of processes
//	at first process 1 has it, and all numbers       New
//	  are the same
//
//	P1, to enter and leave the critical section:
//	  Requesting := true                             ask: Phase
//	  without the privilege, RN[i] := RN[i] + 1;     ask: RN, Send
//	  send REQUEST(i, RN[i]) to all others;
//	  wait until PRIVILEGE(Q, LN) is received;       privilege
//	  HavePrivilege := true
//	  critical section
//	  LN[i] := RN[i]                                 leave: LN
//	  for all j other than i: if j is not in Q and   leave: newly
//	  RN[j] = LN[j] + 1, append j to Q
//	  if Q is not empty, HavePrivilege := false;     leave: pass
//	  send PRIVILEGE(tail of Q, LN) to its head
//	  Requesting := false                            leave: Phase
//
//	P2, when REQUEST(j, n) is received:
//	  RN[j] := max(RN[j], n)                         request: RN
//	  if HavePrivilege, not Requesting and           request: pass
//	  RN[j] = LN[j] + 1, HavePrivilege := false;
//	  send PRIVILEGE(Q, LN) to j
//
// # What the text leaves open, and what was chosen
//
// The order in which P1 goes through the processes j is that of their names in the
// variant printed; in any-order each order is explored.
//
// P1 waits for PRIVILEGE, and nothing else receives it. A PRIVILEGE that comes to a
// process that does not wait stays in its channel until that process asks; that
// only happens without the check of the numbers.
//
// Asking with the privilege is one step with entering, and entering is one step with
// the PRIVILEGE.
//
// # Numbers, and requests without bound
//
// The numbers grow without bound, and so do channels: while two of three processes
// serve each other, their REQUESTs to the third can wait in its channels as long as
// the third takes none. (The paper's second algorithm bounds the numbers.) So a
// search for requests without bound ends at a limit. Requests that are bounded
// make all runs finite, and then freedom of deadlock says that each one is served.
//
// Of the numbers only this is used: whether RN[j] is greater than LN[j], since it is
// greater by one at most. So in the variant stamps they are stamps, of which just
// the order is kept; then two processes reach finitely many states.
package suzukikasami
