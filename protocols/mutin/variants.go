package mutin

import "qcheck/protocols/variant"

// A Variant is one reading of the algorithm, or a repair of it.
type Variant = variant.Variant

// Variants lists the variants that Config knows.
func Variants() []Variant { return variant.List(forms()) }

// A form is what a variant does differently from the variant printed.
type form struct {
	Variant
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

func forms() []form {
	return []form{
		{Variant: Variant{Name: "repaired", Summary: "every Release that comes before Acquire has its Response2; without request counters"}, keep: true, counter: none},
		{Variant: Variant{Name: "printed", Summary: "as printed; the request counters are bounded"}},
		{Variant: Variant{Name: "uncounted", Summary: "printed without request counters"}, counter: none},
		{Variant: Variant{Name: "parity", Summary: "printed with request counters modulo 2"}, counter: parity},
		{Variant: Variant{Name: "early-out", Summary: "uncounted, a process being out from the sending of Acquire on"}, counter: none, earlyOut: true},
		{Variant: Variant{Name: "late-in", Summary: "uncounted, a process being in after the sending of Release only"}, counter: none, lateIn: true},
		{Variant: Variant{Name: "all-responses", Summary: "uncounted, a process waiting for the responses of its whole quorum before it compares"}, counter: none, allResponses: true},
		{Variant: Variant{Name: "repaired-counted", Summary: "repaired with bounded request counters"}, keep: true},
		{Variant: Variant{Name: "repaired-parity", Summary: "repaired with request counters modulo 2"}, keep: true, counter: parity},
		{Variant: Variant{Name: "query-again", Summary: "the other repair: a Response2 after which too few are known is answered by another Query"}, counter: none, queryAgain: true},
	}
}
