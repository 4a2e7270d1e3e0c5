// Package leaselock is a lock by leases on a quorum of servers, as it is widely used: a client that has leases of a quorum holds
// the lock until they expire. The form for several servers is that of Redlock (Redis documentation, "Distributed Locks with
// Redis", section "The Redlock Algorithm"); with one server it is the lock of Chubby, etcd and ZooKeeper.
//
// # Side by side with the source
//
//	the source                                              here
//	the client tries to get the lock from all servers       ask
//	a server gives the lock if nobody has it                request
//	it has the lock if most have given it                   answer: enters
//	else, or when it has waited too long, it unlocks        answer: gives up; gives up
//	  all servers
//	to release it, it unlocks all servers                   leave
//	a server takes the lock away when the lease expires     expires
//
// # What is modelled, and what is not
//
// There is no time: a lease may expire at any moment after it was given, as often as the parameter expiries says in the
// whole life of each server. That is what happens when a client pauses, or messages are late, for longer than the lease. The client
// does not notice: it believes in its leases until it unlocks. A safe lease lock needs bounds on clocks and pauses, or a resource
// that refuses late clients (fencing tokens), and neither is a matter of the lock's messages.
//
// Servers are the nodes of the structure, clients are no nodes and come after them. Majorities are the quorums of the structure. A
// client asks again only when all servers have answered its last request. Channels keep the order of messages, as connections do.
//
// # What is checked
//
// At most one client is in the critical section: with no expiry that holds, and rests on intersection; with one it does not. A client
// that waits may always give up, so that nobody waits for ever; that it enters at some time is not claimed.
package leaselock
