// Package naimitrehel is mutual exclusion by a token that is found along a path
// which every request turns round, of Naimi and Trehel: Naimi, Trehel and Arnold, "A
// Log(N) Distributed Mutual Exclusion Algorithm Based on Path Reversal", Journal of
// Parallel and Distributed Computing 34(1), 1996, after Naimi and Trehel, 1987.
//
// The paper's own listing could not be had. The model follows the Promela model of a
// course on distributed algorithms (AR, 4I403, Sorbonne University: naimi_squel.pml),
// which has the procedures and variables that are said to be the paper's; the claim
// on messages is that of the paper's abstract.
//
// # Side by side with the source
//
//	the source                                       here
//	father: who probably has the token or is the     State.Father, 0 for nil
//	  last that waits; nil at the root
//	next: who gets the token from this process       State.Next, 0 for nil
//	token: it has the token                          State.Token
//	requesting                                       State.Phase is not Thinking
//	at first the token is at one process, the        New: process 0
//	  father of all others
//
//	Request_CS:
//	  requesting := true                             ask: Phase
//	  if father is not nil, send REQUEST(i) to       ask: Send, Father
//	  it, and father := nil
//	  wait until token                               token: Phase
//	Release_CS:
//	  requesting := false                            leave: Phase
//	  if next is not nil, send TOKEN to it;          leave: Send, Token, Next
//	  token := false, next := nil
//	Receive_Request_CS(k):
//	  if father is nil and requesting, next := k     request: Next
//	  if father is nil and not requesting,           request: Token, Send
//	  token := false and send TOKEN to k
//	  if father is not nil, send REQUEST(k) to it    request: Send
//	  father := k                                    request: Father
//	Receive_Token:
//	  token := true                                  token
//
// # What the text leaves open, and what was chosen
//
// The algorithm does not say whether a process may be the father of itself. In the
// source no father is; a REQUEST never comes back to the process that it is of.
//
// Asking with the token is one step with entering, and entering is one step with
// the TOKEN.
//
// The source does not ask whether a root that gives the token away has it: it always
// does. Where a rule is taken away it may not, and then there are two.
//
// # The variants
//
// The path is turned round in two places: the root, which becomes a child of the
// process that asks, and every process on the way. Without the first the next request
// ends at a process that has the token no more. The second makes paths short: without
// it (roots-only) all is well, and only the number of messages grows.
package naimitrehel
