package paxos

import "qcheck/protocols/variant"

// A form says which rule a variant takes away.
type form struct {
	ownValue  bool // a proposer adopts no value
	noPromise bool // an acceptor accepts what it has promised not to
	forgets   bool // an acceptor that restarts

	oldNumber, forgetsNumber bool // a proposer that restarts
}

func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "acceptors keep promises and what they have accepted; proposers adopt values and use no number twice", form{}),
		variant.Of("own-value", "a proposer proposes its own value, whatever was accepted", form{ownValue: true}),
		variant.Of("no-promise", "an acceptor accepts every proposal", form{noPromise: true}),
		variant.Of("forgets", "an acceptor that restarts has forgotten everything", form{forgets: true}),
		variant.Of("old-number", "a proposer that restarts goes on with the number that it used last", form{oldNumber: true}),
		variant.Of("forgets-number", "a proposer that restarts has forgotten which numbers it used", form{forgetsNumber: true}),
	}
}
