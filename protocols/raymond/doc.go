// Package raymond is Raymond's k-mutual exclusion by permission of all but k-1
// of the others, as section 4.1 of Kakugawa's thesis ("A Study on the
// Distributed k-Mutual Exclusion Problem", 1992) explains it in two rules, with
// the ordering of section 3.1. The original is Raymond, "A Distributed
// Algorithm for Multiple Entries to a Critical Section", Information Processing
// Letters 30, 1989.
//
// # Side by side with the thesis
//
//	section 3.1                                      here
//	  a time stamp is (t, x), ordered by t, then x   explore.Stamp
//	  clocks begin with 0; a request increments      explore.ClockRule: TickOnFresh
//	  every message brings the clock along, and      Attach: EveryMessage,
//	  its receiver goes to max + 1                   TickOnReceive
//
//	section 4.1, when a process enters
//	  x sends REQUEST to all others                  ask
//	  with n-k REPLYs received x can enter           reply, permitted
//
//	section 4.1, when a process receives a REQUEST of x
//	  y neither requests nor is inside: REPLY        request: Phase is Thinking
//	  otherwise, t_x > t_y: y defers the REPLY       request: s.Stamp < m.Stamp
//	  until it leaves                                leave
//	  t_x < t_y: REPLY at once                       request
//
// # What the text leaves open
//
// The most natural reading is the variant printed; each other choice is a
// variant of its own (see [Algorithm]).
//
// "Receives n-k REPLY messages": all others send a REPLY sooner or later, n-1 of
// them, so up to k-1 come after x has entered, and some may come when x already
// waits again. Nothing in a REPLY says which REQUEST it answers. Printed counts
// the REPLYs that come while x waits, whatever they answer, and nothing at other
// times. Variant carried also counts those that come before x asks again;
// distinct counts processes, each once; matched lets a REPLY name its REQUEST,
// and counts only those that answer the present one.
//
// "Defers sending a REPLY to x": x may ask again, and again, while its REQUEST is
// deferred, because it needs only n-k REPLYs. Printed answers each REQUEST with a
// REPLY of its own. Variant once sends one for all of them.
//
// "t_x < t_y" inside: with k > 1, y may be inside while an earlier request of x
// is still on its way to it. By the text y answers at once, and printed does. In
// variant inside-defers a process in the critical section defers every REQUEST,
// as in the algorithm of Ricart and Agrawala that this one modifies.
//
// "Also uses the timestamp": taken to be that of section 3.1, clock rule
// included. In variant requests-only REQUESTs alone bring a clock along, and
// receiving does not tick.
//
// Entering is one step with the REPLY that permits it, or with asking when
// k = n. Leaving and sending all deferred REPLYs is one step.
//
// # Repairs
//
// Printed is not safe with k > 1 once a process asks twice. With n = 3, k = 2: x
// enters with the REPLY of y while its REQUEST to z is still on its way, leaves,
// and asks again; then z, which asks too, answers the former REQUEST, which is
// earlier than its own. Taking that REPLY for a permission, x enters beside y
// and z. Counting processes instead of messages does not help.
//
// Variant repaired changes the counting alone: x counts for each other process
// the REPLYs that it still owes, one for each REQUEST, and enters when at least
// n-k processes owe none. Then each of those has answered the present request,
// after the former ones. Variant matched is the other repair.
//
// In all these a process may ask without end while another receives none of its
// REQUESTs, so that with k > 1 a channel grows without bound when requests are
// not bounded. In variant bounded, x sends its REQUEST to a process that still
// owes a REPLY only when that REPLY comes, and not at all if x has entered by
// then; at most one REQUEST and one REPLY are then on each channel.
//
// Variant spin makes the steps of a Promela model that the project's figures
// are compared with: entering is a step of its own, a process inside defers
// every REQUEST, one REPLY with a count answers all deferred ones of a process,
// REQUESTs alone bring a clock along and receiving does not tick, and owed
// REPLYs are counted as in repaired.
package raymond
