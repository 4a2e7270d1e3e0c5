// Package leaselock is a lock by leases on a quorum of servers, as it is widely used: a client that has leases of a quorum holds
// the lock until they expire. The form for several servers is that of Redlock (Redis documentation, "Distributed Locks with
// Redis", section "The Redlock Algorithm"); with one server it is the lock of Chubby, etcd and ZooKeeper.
//
// # Side by side with the source
//
//	the source                                              here
//	the client tries to get the lock from all servers,      ask
//	  with a random value that no other request has
//	a server gives the lock if nobody has it                request
//	it has the lock if most have given it                   answer: enters
//	else, or when it has waited too long, it unlocks        gives up
//	  all servers
//	to release it, it unlocks all servers, which do so      leave; release
//	  if the value is that of the request
//	a server takes the lock away when the lease expires     expires
//	the lock is valid for the time of the lease, less       bounded-drift: stops
//	  that since the request began and the drift of clocks
//	a server without persistence has forgotten its          restart
//	  leases when it restarts
//	or it is unavailable, after a restart, for longer       delayed-restart: restart
//	  than the longest lease, or keeps leases (fsync)
//
// Of Kleppmann, "How to do distributed locking", 2016, "Making the lock safe with fencing":
//
//	the lock service gives a number with each lock, which   fencing: request
//	  increases each time
//	each write to the storage has the number                answer: enters
//	the storage refuses a number that is smaller than one   write
//	  that it has seen
//
// # What is modelled, and what is not
//
// There is no time. In the variant printed a lease may expire at any moment after it was given, as often as the parameter expiries
// says in the whole life of each server: that is what happens when a client pauses, or clocks drift, without bound. The client
// does not notice: it believes in its leases until it unlocks.
//
// With bounded drift (Gray and Cheriton, "Leases: An Efficient Fault-Tolerant Mechanism for Distributed File Cache
// Consistency", 1989) a client's time is over before its leases are. What is left of that without time is the order of the two: the client stops,
// at any moment, and the lease expires after that, at any moment. The message OVER stands for the time between; nobody sends it in reality.
// Leases of a client that has crashed run on until it restarts, or for the rest of the run. The parameter
// expiries bounds how often the time of each client runs out, but for requests before a restart, of any number of which leases may be left.
//
// A server whose leases are durable, and one that is unavailable until those that it had given are over, behave the same here: they
// give nothing meanwhile. One that is not, although no lease ever expires, gives a lease twice: the fault that the documentation of Redis
// describes ("Performance, Crash Recovery and fsync").
//
// With the variants fencing and no-fencing there is a resource, which is the last process. Who has the lock writes to it twice, awaits the
// answers, and unlocks. What is asked is not that one client at a time believes to have the lock, which is false, but what the resource takes.
// The token of a lock is the greatest of those of its leases. With one server these are the numbers of Kleppmann; with several, each counts
// for itself, and he says that this is not enough. Servers and the resource keep what they know when they restart.
//
// Servers are the nodes of the structure, clients are no nodes and come after them. Majorities are the quorums of the structure.
// A client that restarts has forgotten everything, and has another value for its next request. The value is a number.
// In channels that keep the order of messages, as connections do, and without faults, a client asks again when all servers have answered
// its last request. Nothing of a request is anywhere when its client
// asks for the fourth time after it, so that 4 numbers are enough for any number of requests. Elsewhere a client asks again when it likes,
// whatever was lost, and numbers do not come again: it asks up to 15 times, and a server gives up to 249 tokens. A run with more is not
// followed, which the result says.
//
// # What is checked
//
// Safety: at most one client is in the critical section. It rests on intersection, on no lease that expires too early, and on servers
// that do not forget. isolation, of the variants with a resource: of the writes of one holder that the resource takes, none
// comes after one of another holder that came after the first. That all writes of a holder are taken is not claimed: one that was late may have
// done half of its work. A client that waits may always give up, so that nobody waits for ever; that it enters at some time is not claimed.
package leaselock
