// Package raymondtree is mutual exclusion by a privilege that moves along the edges
// of a tree, of Raymond: "A Tree-Based Algorithm for Distributed Mutual Exclusion",
// ACM Transactions on Computer Systems 7(1), 1989. (Her algorithm for k processes by
// permissions, of the same year, is package raymond.)
//
// The paper itself could not be had. The model follows a restatement that has the
// paper's procedures, variables and four events by name: "Raymond tree based
// algorithm" of ques10.com, which has the text of Kshemkalyani and Singhal,
// "Distributed Computing", 2008, section 9.11.
//
// # Side by side with the source
//
//	the source                                       here
//	HOLDER: the neighbour in whose direction the     State.Holder, the own name for self
//	  privilege is, or self
//	USING: it is in the critical section             State.Phase is Inside
//	REQUEST_Q: neighbours that have asked, and       State.Queue
//	  self
//	ASKED: REQUEST was sent to HOLDER                State.Asked
//	at first one node has the privilege, and HOLDER  New: the root of the tree
//	  of each other is its neighbour on the way
//
//	ASSIGN_PRIVILEGE: if HOLDER is self, not USING   assign
//	  and REQUEST_Q is not empty:
//	  HOLDER := dequeue(REQUEST_Q), ASKED := false;
//	  if HOLDER is self, USING := true, else send
//	  PRIVILEGE to HOLDER
//	MAKE_REQUEST: if HOLDER is not self, REQUEST_Q   makeRequest
//	  is not empty and not ASKED, send REQUEST to
//	  HOLDER, ASKED := true
//
//	a node wishes to enter: enqueue self,            ask
//	  ASSIGN_PRIVILEGE, MAKE_REQUEST
//	REQUEST from X: enqueue X, ASSIGN_PRIVILEGE,     request
//	  MAKE_REQUEST
//	PRIVILEGE: HOLDER := self, ASSIGN_PRIVILEGE,     privilege
//	  MAKE_REQUEST
//	a node leaves: USING := false,                   leave
//	  ASSIGN_PRIVILEGE, MAKE_REQUEST
//
// # What the text leaves open, and what was chosen
//
// The tree, which is any tree, is a parameter: a binary tree, a line, a star, or the
// neighbour of each process on the way to the privilege. A tree with another holder
// at first is the same tree, written from there.
//
// An event is one step: what ASSIGN_PRIVILEGE and MAKE_REQUEST do is done at once, so
// that a PRIVILEGE and the REQUEST that follows it leave together; the source
// says that these may be one message.
//
// # The variants
//
// REQUEST_Q is a queue. In the variant greedy the own request is put before those of
// neighbours, and in lifo every request before all others. Greedy processes starve
// nobody: who leaves passes the privilege on before it can ask again. The others
// leave out one condition of a procedure each.
package raymondtree
