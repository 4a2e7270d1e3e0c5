package mutin

import "qcheck/protocols/variant"

// A form is what a variant does differently from the variant printed.
type form struct {
	counter      counter
	earlyOut     bool // OutCS from the sending of Acquire on
	lateIn       bool // InCS in a step of its own, after the sending of Release
	allResponses bool // the responses of the whole quorum are waited for
	keep         bool // every Release is answered, until Acquire comes
	queryAgain   bool // a Response2 after which too few are known is answered by a Query
}

// counter is what becomes of reqCnt.
type counter uint8

const (
	counted counter = iota // a bounded integer
	parity                 // modulo 2
	none                   // left out
)

// forms lists the variants that Config knows.
func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("repaired", "every Release that comes before Acquire has its Response2; without request counters", form{keep: true, counter: none}),
		variant.Of("printed", "as printed; the request counters are bounded", form{}),
		variant.Of("uncounted", "printed without request counters", form{counter: none}),
		variant.Of("parity", "printed with request counters modulo 2", form{counter: parity}),
		variant.Of("early-out", "uncounted, a process being out from the sending of Acquire on", form{counter: none, earlyOut: true}),
		variant.Of("late-in", "uncounted, a process being in after the sending of Release only", form{counter: none, lateIn: true}),
		variant.Of("all-responses", "uncounted, a process waiting for the responses of its whole quorum before it compares", form{counter: none, allResponses: true}),
		variant.Of("repaired-counted", "repaired with bounded request counters", form{keep: true}),
		variant.Of("repaired-parity", "repaired with request counters modulo 2", form{keep: true, counter: parity}),
		variant.Of("query-again", "the other repair: a Response2 after which too few are known is answered by another Query", form{counter: none, queryAgain: true}),
	}
}
