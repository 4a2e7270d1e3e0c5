// Package ricartagrawala is mutual exclusion by permission of all others, of
// Ricart and Agrawala: "An Optimal Algorithm for Mutual Exclusion in Computer
// Networks", Communications of the ACM 24(1), 1981.
//
// # Side by side with the source
//
// The paper's listing gives each node three processes with shared variables
// under one semaphore. Here they are the handlers of one process:
//
//	the paper                                        here
//	Our_Sequence_Number, me                          State.Stamp
//	Highest_Sequence_Number                          the clock that the explorer keeps
//	Outstanding_Reply_Count                          State.Missing
//	Requesting_Critical_Section                      State.Phase is not Thinking
//	Reply_Deferred[1..N]                             State.Deferred
//
//	The process that invokes mutual exclusion:
//	  it sets Requesting_Critical_Section, takes     ask: Phase, Stamp = Fresh
//	  Highest_Sequence_Number + 1 as its number,
//	  the count N-1, and sends REQUEST to all        ask: Missing, Send
//	  it waits until the count is 0                  reply: Phase = Inside with the last
//	  after the critical section it resets           leave: Phase
//	  Requesting_Critical_Section, and for each
//	  deferred reply resets the flag and sends it    leave: Deferred, Send
//
//	The process that receives REQUEST(k, j):
//	  Highest_Sequence_Number is the maximum of      the explorer, before the
//	  itself and k                                   handler runs
//	  Defer_it is Requesting_Critical_Section and    request: s.Phase, s.Stamp < m.Stamp
//	  (k, j) after (Our_Sequence_Number, me)
//	  Defer_it: set Reply_Deferred[j];               request: Deferred
//	  otherwise send REPLY to j                      request: Send
//
//	The process that receives REPLY:
//	  the count goes down by one                     reply: Missing
//
// # What the text leaves open, and what was chosen
//
// Numbers are compared with process numbers breaking ties; a [explore.Stamp]
// is that pair.
//
// Choosing the number and sending the REQUESTs is one step, and so is leaving
// with all the deferred REPLYs, although the paper sends them in loops outside
// of the semaphore. Entering is one step with the last REPLY.
//
// The paper requires no order of messages between two nodes; the explorer's
// channels keep the order, so what holds is shown for such channels.
//
// In the variant printed, a process's own number counts as seen: numbers of one
// process grow. In the paper Highest_Sequence_Number is raised by received
// REQUESTs alone, so that a process that asks twice while no other process asks
// takes the same number again. By then all others have answered the former
// REQUEST and its number is in no message and no variable, so only the order of
// the number relative to those of other processes matters, and causal stamps
// include every such order. The variant numbers has the integers of the paper in
// its states, own repeated ones included; it is the one to compare with.
//
// In the variant failures a process knows whose REPLYs it awaits. When it is told that another one
// has crashed (explore.Faults.Suspect), it awaits none of that one, sends it no REQUEST any more, and owes it no
// REPLY. A REPLY that was on its way when it was told is counted, and changes nothing.
package ricartagrawala
