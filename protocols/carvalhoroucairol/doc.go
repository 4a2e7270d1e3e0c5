// Package carvalhoroucairol is mutual exclusion by permission of all others, where a
// permission stays valid until its owner asks for it again, of Carvalho and
// Roucairol: "On Mutual Exclusion in Computer Networks", Technical Correspondence,
// Communications of the ACM 26(2), 1983, a change of the algorithm of Ricart and
// Agrawala (package ricartagrawala).
//
// The note itself could not be had. The model follows a Java program of a course
// (Patel, 2015: CRMutex, "written according to Technical Correspondence in
// Communications of the ACM"), which has the names of the note's variables and its
// two treatments of messages; the claim on messages, between 0 and 2(n-1), is what is
// said of the note everywhere.
//
// # Side by side with the source
//
//	the source                                       here
//	Our_Sequence_Number, me                          State.Stamp
//	Highest_Sequence_Number                          the clock that the explorer keeps
//	A[j]: j's permission is held                     State.Held
//	Waiting, Using                                   State.Phase
//	Reply_Deferred[j]                                State.Deferred
//
//	to request the resource:
//	  Waiting; Our_Sequence_Number :=                ask: Phase, Stamp = Fresh
//	  Highest_Sequence_Number + 1;
//	  send REQUEST to each j without A[j]            ask: Send
//	  wait until A[j] for all j; Using               ask, reply: Phase = Inside
//	to release it: not Using; for each deferred j,   leave
//	  A[j] := false and send REPLY to j
//	REPLY of j: A[j] := true                         reply
//	REQUEST(k, j): Highest_Sequence_Number is the    the explorer, before the
//	  maximum of itself and k                        handler runs
//	  Our_Priority is (k, j) after the own number    request: ownFirst
//	  Using, or Waiting and Our_Priority:            request: Deferred
//	  defer the REPLY
//	  neither Using nor Waiting, or Waiting without  request: answered
//	  A[j] and without priority: A[j] := false,
//	  send REPLY to j
//	  Waiting with A[j] and without priority:        request: answered, and asked
//	  A[j] := false, send REPLY to j and REQUEST
//	  with Our_Sequence_Number to j
//
// # What the text leaves open, and what was chosen
//
// Who has whose permission at first: nobody (printed), or of each two processes the
// one of the smaller name (given).
//
// The second REQUEST, which follows a REPLY, has the number of the first; it is the
// same request.
//
// Asking is one step, in which all REQUESTs are sent, and entering is one step with
// the last REPLY, or with asking when all permissions are held.
//
// A REQUEST that follows a REPLY must not overtake it: its receiver would take the
// REPLY for a permission that came later, and the algorithm has no way to tell. The
// explorer's channels keep the order.
//
// As in ricartagrawala, a process's own number counts as seen, and the variant numbers
// has the integers of the source in its states, which only received REQUESTs raise.
package carvalhoroucairol
