package raymond

import "qcheck/protocols/variant"

// A reading settles what the text leaves open. The zero value is the variant
// printed.
type reading struct {
	counts       counting
	once         bool // one REPLY to all deferred REQUESTs of a process
	total        bool // the same, and the REPLY says how many they are
	insideDefers bool // a process in the critical section defers every REQUEST
	requestsOnly bool // only REQUESTs bring a clock along, and receiving does not tick
	oneAtATime   bool // no REQUEST to a process that owes a REPLY
	enterStep    bool // entering is a step of its own
}

// counting says which REPLYs permit to enter.
type counting uint8

const (
	whileWaiting counting = iota // any n-k that come while waiting
	always                       // any n-k that come since entering last
	processes                    // those of n-k processes that come while waiting
	named                        // those that name the present request
	owed                         // n-k processes that owe none
)

// readings lists the variants that Config knows.
func readings() []variant.Form[reading] {
	return []variant.Form[reading]{
		variant.Of("printed", "the text of section 4.1: any n-k REPLYs that come while waiting permit to enter", reading{}),
		variant.Of("carried", "REPLYs that come after entering count for the next request", reading{counts: always}),
		variant.Of("distinct", "REPLYs of one process count once for a request", reading{counts: processes}),
		variant.Of("once", "all deferred REQUESTs of a process are answered by one REPLY", reading{once: true}),
		variant.Of("inside-defers", "a process in the critical section defers every REQUEST, whatever its time stamp", reading{insideDefers: true}),
		variant.Of("requests-only", "only REQUESTs bring a clock along, and receiving does not tick", reading{requestsOnly: true}),
		variant.Of("matched", "a REPLY names the request that it answers, and counts for no other", reading{counts: named}),
		variant.Of("repaired", "owed REPLYs are counted for each process, and n-k processes that owe none permit to enter", reading{counts: owed}),
		variant.Of("bounded", "repaired, and a process that owes a REPLY is asked again only when it came", reading{counts: owed, oneAtATime: true}),
		variant.Of("spin", "the steps of the Promela model used for comparison: entering is a step, a REPLY brings a count", reading{counts: owed, total: true, insideDefers: true, requestsOnly: true, enterStep: true}),
	}
}
