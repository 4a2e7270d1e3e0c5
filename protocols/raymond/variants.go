package raymond

import "qcheck/protocols/variant"

// A Variant is one way to read the text, or to repair it.
type Variant = variant.Variant

// Variants lists the variants that Config knows.
func Variants() []Variant { return variant.List(readings()) }

// A reading settles what the text leaves open. The zero value is the variant
// printed.
type reading struct {
	Variant
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

func readings() []reading {
	return []reading{
		{Variant: Variant{Name: "printed", Summary: "the text of section 4.1: any n-k REPLYs that come while waiting permit to enter"}},
		{Variant: Variant{Name: "carried", Summary: "REPLYs that come after entering count for the next request"}, counts: always},
		{Variant: Variant{Name: "distinct", Summary: "REPLYs of one process count once for a request"}, counts: processes},
		{Variant: Variant{Name: "once", Summary: "all deferred REQUESTs of a process are answered by one REPLY"}, once: true},
		{Variant: Variant{Name: "inside-defers", Summary: "a process in the critical section defers every REQUEST, whatever its time stamp"}, insideDefers: true},
		{Variant: Variant{Name: "requests-only", Summary: "only REQUESTs bring a clock along, and receiving does not tick"}, requestsOnly: true},
		{Variant: Variant{Name: "matched", Summary: "a REPLY names the request that it answers, and counts for no other"}, counts: named},
		{Variant: Variant{Name: "repaired", Summary: "owed REPLYs are counted for each process, and n-k processes that owe none permit to enter"}, counts: owed},
		{Variant: Variant{Name: "bounded", Summary: "repaired, and a process that owes a REPLY is asked again only when it came"}, counts: owed, oneAtATime: true},
		{Variant: Variant{Name: "spin", Summary: "the steps of the Promela model used for comparison: entering is a step, a REPLY brings a count"}, counts: owed, total: true, insideDefers: true, requestsOnly: true, enterStep: true},
	}
}
