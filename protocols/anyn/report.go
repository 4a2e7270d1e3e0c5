package anyn

import (
	"fmt"
	"maps"

	"qcheck/explore/verdict"
	"qcheck/setsys/phrase"
)

// report says what was found.
func (x *asking) report() *Report {
	r := &Report{Schema: Schema, Algorithm: x.Algorithm.Name, Kind: x.Kind, K: x.K, Nodes: x.biggest, Structures: x.tried, Within: verdict.Unknown, Guarded: verdict.Unknown, Verdict: verdict.Unknown, Variant: x.Variant}
	tried := fmt.Sprintf("%s on up to %s", phrase.Count(x.tried, "structure"), phrase.Count(x.biggest, "node"))
	quorums := Premise{Name: Quorums, Verdict: verdict.Holds, Says: "requests that are too many together ask some member for more than it gives", How: "all choices of their quorums were tried, in " + tried + "; of others, it is what the kind of structures means"}
	switch {
	case x.apart != "":
		quorums.Verdict, quorums.How = verdict.Violated, x.apart
	case x.tried == 0:
		quorums.Verdict, quorums.How = verdict.Unknown, "no structure was tried"
	}
	r.Contract = x.model != nil && x.model.Contract()
	var books, beyond Premise
	if r.Contract {
		books, beyond = x.contracted(tried)
		r.Defined = x.failed == "" && x.stopped == ""
	} else {
		books, beyond = x.kept(tried)
	}
	if quorums.Verdict == verdict.Holds && books.Verdict == verdict.Holds {
		if !r.Contract || r.Defined {
			r.Within = verdict.Holds
		}
		if r.Contract && beyond.Verdict != verdict.Violated && x.stopped == "" { // what was asked was asked in full
			r.Guarded = verdict.Holds
		}
	}
	r.Premises = []Premise{quorums, books, beyond}
	return r
}

// contracted returns the premises of a protocol without steps that break its books.
func (x *asking) contracted(tried string) (books, defined Premise) {
	books = Premise{Name: Books, Verdict: verdict.Holds, Says: "no permission is lost or doubled, and nobody enters without those of a quorum",
		How: "by the contract: each step is compared with what its process had and gave before, and one that would break this is undefined. It does not matter what handlers do, or how many processes there are"}
	defined = x.tell(Premise{Defined, verdict.Unknown, "no step is undefined with the contract, so that it changes nothing",
		fmt.Sprintf("local views prove it for requests without bound, and for every structure that was tried, %s, up to renaming%s; with more processes it is open. %s", tried, x.second(), x.observed())})
	return books, defined
}

// tell returns a premise that local views are to prove of each structure that was tried, as what they did allows: as it is if they proved it.
func (x *asking) tell(p Premise) Premise {
	switch {
	case x.broken:
		p.Verdict, p.How = verdict.Violated, x.failed
	case x.failed != "":
		p.Verdict, p.How = verdict.Unknown, "local views do not prove it: "+x.failed
	case x.stopped != "":
		p.Verdict, p.How = verdict.Unknown, fmt.Sprintf("%s; until then local views proved it for %s%s", x.stopped, phrase.Count(x.proved, "structure"), x.second())
	}
	return p
}

// kept returns the premises of others.
func (x *asking) kept(tried string) (books, beyond Premise) {
	books = x.tell(Premise{Books, verdict.Holds, "the books are kept by each structure that was tried, for requests without bound",
		fmt.Sprintf("local views prove it for every structure that was tried, %s, up to renaming%s; the most that one has are %d", tried, x.second(), x.views)})
	beyond = Premise{Name: Beyond, Verdict: verdict.Unknown, Says: "the books are kept with more processes, and larger structures"}
	beyond.How = "nothing keeps handlers from depending on the number of processes. " + x.observed()
	if x.failed != "" || x.stopped != "" {
		beyond.How = "not looked into"
	}
	return books, beyond
}

// second says which proofs the second checker has confirmed.
func (x *asking) second() string {
	switch x.checked {
	case 0:
		if x.proved == 0 {
			return ""
		}
	case x.proved:
		return ", and the second checker confirms each proof"
	}
	return fmt.Sprintf(", and the second checker confirms %d of %d proofs, and of another one not: %s", x.checked, x.proved, x.doubt)
}

// observed says whether the largest structures added shapes of views.
func (x *asking) observed() string {
	last, before := x.shapes[x.biggest], x.shapes[x.biggest-1]
	switch {
	case len(before) == 0:
		return "There is nothing to compare"
	case maps.Equal(last, before):
		return fmt.Sprintf("Observed: %d shapes of views with %d processes, and the same with %d", len(before), x.biggest-1, x.biggest)
	}
	return fmt.Sprintf("Observed: %d shapes of views with %d processes, and %d with %d", len(before), x.biggest-1, len(last), x.biggest)
}
