package manabetajima

import "qcheck/protocols/variant"

// A Variant is one way to read the text, or to repair it.
type Variant = variant.Variant

// Variants lists the variants that Config knows.
func Variants() []Variant { return variant.List(readings()) }

// A reading settles what the text leaves open. The zero value is the variant
// printed.
type reading struct {
	Variant
	cancelByText   bool // cancel is answered unless all OKs were received, as section 4.1 has it
	byRequest      bool // the same, of the request whose OK is cancelled: a cancel names it
	missingIgnored bool // cancelled changes nothing when there is no entry
	creditedAgain  bool // cancelled finds the entry that was deleted, and takes its units back again
	cancelOnGrant  bool // only a request that is granted cancels
	withoutCancel  bool // nothing is cancelled
	grantReturns   bool // a request that is granted cancels nothing
	scanOn         bool // NewChance goes on behind a request that has to wait, as section 4.1 has it
	higherOnly     bool // after cancelled, only requests before that of its sender are tried
	processFirst   bool // the pair (p', c') is compared as it is written
	emptied        bool // K is emptied on leaving
}

func readings() []reading {
	return []reading{
		{Variant: Variant{Name: "printed", Summary: "Figure 1 as printed, with the priorities of section 4.1"}},
		{Variant: Variant{Name: "cancel-by-text", Summary: "every cancel is answered while an OK is missing, as section 4.1 says"}, cancelByText: true},
		{Variant: Variant{Name: "cancel-by-request", Summary: "a cancel is about a request, and is answered while an OK for that request is missing, as section 4.1 may be read"}, byRequest: true},
		{Variant: Variant{Name: "missing-ignored", Summary: "cancelled changes nothing when its sender has no entry in the queue"}, missingIgnored: true},
		{Variant: Variant{Name: "credited-again", Summary: "cancelled finds the entry that release deleted, and its units are taken back once more"}, creditedAgain: true},
		{Variant: Variant{Name: "cancel-on-grant", Summary: "only a request that is granted at once cancels OKs"}, cancelOnGrant: true},
		{Variant: Variant{Name: "without-cancel", Summary: "no OK is cancelled, of which section 4.1 warns"}, withoutCancel: true},
		{Variant: Variant{Name: "grant-returns", Summary: "a request that is granted at once cancels no OK"}, grantReturns: true},
		{Variant: Variant{Name: "scan-on", Summary: "when permissions come back, requests behind one that has to wait may be granted, as section 4.1 says"}, scanOn: true},
		{Variant: Variant{Name: "higher-only", Summary: "permissions given back by a request are offered to those before it only, as section 4.1 says"}, higherOnly: true},
		{Variant: Variant{Name: "process-first", Summary: "requests are ordered by process, then clock, as the pair in Figure 1 is written"}, processFirst: true},
		{Variant: Variant{Name: "repaired", Summary: "K is emptied on leaving, so that a cancel that comes afterwards has no answer"}, emptied: true},
	}
}
