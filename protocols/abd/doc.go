// Package abd is an atomic register on quorums of replicas, of Attiya, Bar-Noy and Dolev: "Sharing Memory
// Robustly in Message-Passing Systems", Journal of the ACM 42(1), 1995, in the form for several writers that
// Lynch and Shvartsman gave: "Robust emulation of shared memory using dynamic quorum-acknowledged
// broadcasts", FTCS 1997.
//
// The papers' own listings could not be had. The model follows what is said of the algorithm everywhere in the same
// way: two phases of each operation, a query and an update, as in Lynch's and in Cachin, Guerraoui and Rodrigues's
// textbooks and in the examples of stateright.
//
// # Side by side with the source
//
//	the source                                              here
//	replica: tag (number, writer) and value                 State.Tag, State.Value
//	  on a query: answers with tag and value                query
//	  on an update: keeps the greater tag with its value,   update
//	  and acknowledges
//	read: query; when a read quorum has answered, take      begin; reply: collected
//	  the value with the greatest tag,
//	  update with it; when a write quorum has               reply: updates; acknowledge
//	  acknowledged, return the value
//	write: query; when a read quorum has answered, take a   begin; reply: collected
//	  tag with a number greater by one and the own name,
//	  update with the value; when a write quorum has        reply: updates; acknowledge
//	  acknowledged, return
//
// Replicas are the nodes of the structure. Writers and readers are no nodes: they come after them. Each begins its
// next operation when the last one has returned. A message names the operation of its client that it is for, and
// answers to earlier ones are ignored.
//
// Every writer writes values of its own: the j-th write of writer i has the value (i, j). So a value tells which write it is from.
//
// # What is checked
//
// Atomicity: the operations are linearizable (package explore/linearizable), as those of one register, which
// has no value at first. It rests on write-read-intersection: each write quorum shares a node with each read quorum.
// That two write quorums share a node is not needed, since a write begins with a query.
//
// Messages arrive in any order. In the papers processes that crash have stopped, and nothing is said of one that restarts. Here what a
// replica has is durable, and a client that restarts makes no further operations: the one that was open may have taken effect, or take it
// later. Nothing is sent again, so that an operation may wait for a lost message; answers that come again or late are ignored.
//
// # Variants
//
// no-write-back leaves out the second phase of reads: two reads may see a new and then an old value. With one writer that
// keeps count of its own writes no query is needed (single-writer, as in the paper of 1995); with several it is
// (no-query). forgets has replicas that begin anew after a restart.
package abd
