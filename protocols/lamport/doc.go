// Package lamport is the mutual exclusion algorithm of Lamport: "Time, Clocks,
// and the Ordering of Events in a Distributed System", Communications of the
// ACM 21(7), 1978, section "Ordering the Events Totally", rules 1 to 5.
//
// # Side by side with the source
//
//	the paper                                        here
//	the request queue of a process                   State.Queue, one place for each process
//	T_m, the time stamp of a request                 a Stamp; ties are broken as by the relation ⇒
//	rule 1: to request, send it to all others        ask
//	        and put it on the own queue
//	rule 2: put a request received on the queue,     request
//	        and acknowledge it
//	rule 3: to release, take the own request off     leave
//	        the queue and tell all others
//	rule 4: take the request of one who releases     release
//	        off the queue
//	rule 5: granted when (i) the own request comes   enter, a step of its own:
//	        before all others in the queue, and      granted
//	        (ii) a message later than it has come
//	        from every other process                 State.Later
//	IR1, IR2: how clocks advance                     the explorer, by Protocol.Clock
//
// # The variants
//
// The variant printed is the algorithm as it is usually told, and as the TLA+
// module LamportMutex (Merz; TLA+ Examples, specifications/lamport_mutex) has
// it. It departs from the paper in this:
//
//   - Only requests carry a time stamp, and only receiving a request advances the
//     clock, to one above the later of the two; two events of a process may have
//     the same time, against IR1. With integer clocks a process may even ask
//     twice with the same time stamp, when it received no request in between.
//     With causal stamps both are explored: that the two stamps are equal, and
//     that the clock ticked on its own in between.
//   - Rule 5 (ii) waits for an acknowledgement from every other process; no
//     other message stands in for it.
//   - At the start no process holds the resource. In the paper one process does,
//     with a request on all queues that is earlier than all clocks; a state like
//     this one is reached when that process asks and enters first.
//
// In the module, entering stays enabled for the process that is inside, as a
// step that changes nothing; here it does not.
//
// The variant timestamps is the text: every message carries the time at which it
// was sent, clocks advance with every event that sends or receives, and any
// message that is later than the own request suffices for rule 5 (ii). "Later" is
// by the relation ⇒, which is what the footnote of rule 5 allows; by the rule
// without the footnote, a message with the same clock value from a process of
// higher number would not suffice yet.
//
// The variant omitted adds the footnote of rule 2: a process that has already
// sent to the asking process a message later than the request leaves the
// acknowledgement out.
//
// # What the text leaves open
//
// Each rule is one event in the paper; so asking sends all requests in one step,
// leaving all releases, and entering is a step of its own. What a step sends has
// one time stamp.
//
// # Fields that have lost their meaning
//
// State.Later is empty unless the process waits; afterwards it is not read. The
// own request stays in Queue while the process is inside, as in rule 3; this
// costs no states, since all others have it in their queues or on the way, too.
// In the variant omitted, State.Sent forgets the time of the latest message sent
// to a process when a later message comes from it: all its requests still to come
// are later than that.
package lamport
