package leaselock

import "qcheck/protocols/variant"

// A form says what else keeps a client out whose leases have expired.
type form struct {
	bounded  bool // clocks drift so little that a client stops before its leases expire
	delayed  bool // a server that restarts gives nothing until the leases that it had given are over
	resource bool // clients write to a resource
	fenced   bool // which refuses older tokens
}

func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "a lease may expire while its client goes on; a server that restarts has forgotten its leases", form{}),
		variant.Of("bounded-drift", "a client stops before its leases expire; a server that restarts has forgotten its leases", form{bounded: true}),
		variant.Of("delayed-restart", "a client stops before its leases expire; a server that restarts gives nothing until the leases that it had given are over", form{bounded: true, delayed: true}),
		variant.Of("no-fencing", "a lease may expire while its client goes on; a resource takes the writes of all that believe to have the lock", form{resource: true, delayed: true}),
		variant.Of("fencing", "a lease may expire while its client goes on; servers count tokens, and the resource refuses older ones than it has seen", form{resource: true, fenced: true, delayed: true}),
	}
}
