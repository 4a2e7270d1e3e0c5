package manabetajima

import "qcheck/protocols/variant"

// A reading settles what the text leaves open. The zero value is the variant
// printed.
type reading struct {
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

// readings lists the variants that Config knows.
func readings() []variant.Form[reading] {
	return []variant.Form[reading]{
		variant.Of("printed", "Figure 1 as printed, with the priorities of section 4.1", reading{}),
		variant.Of("cancel-by-text", "every cancel is answered while an OK is missing, as section 4.1 says", reading{cancelByText: true}),
		variant.Of("cancel-by-request", "a cancel is about a request, and is answered while an OK for that request is missing, as section 4.1 may be read", reading{byRequest: true}),
		variant.Of("missing-ignored", "cancelled changes nothing when its sender has no entry in the queue", reading{missingIgnored: true}),
		variant.Of("credited-again", "cancelled finds the entry that release deleted, and its units are taken back once more", reading{creditedAgain: true}),
		variant.Of("cancel-on-grant", "only a request that is granted at once cancels OKs", reading{cancelOnGrant: true}),
		variant.Of("without-cancel", "no OK is cancelled, of which section 4.1 warns", reading{withoutCancel: true}),
		variant.Of("grant-returns", "a request that is granted at once cancels no OK", reading{grantReturns: true}),
		variant.Of("scan-on", "when permissions come back, requests behind one that has to wait may be granted, as section 4.1 says", reading{scanOn: true}),
		variant.Of("higher-only", "permissions given back by a request are offered to those before it only, as section 4.1 says", reading{higherOnly: true}),
		variant.Of("process-first", "requests are ordered by process, then clock, as the pair in Figure 1 is written", reading{processFirst: true}),
		variant.Of("repaired", "K is emptied on leaving, so that a cancel that comes afterwards has no answer", reading{emptied: true}),
	}
}
