package anyn

import (
	"fmt"
	"maps"

	"qcheck/explore/verdict"
	"qcheck/setsys/phrase"
)

// report says what was found.
func (x *asking) report() *Report {
	r := &Report{Algorithm: x.Algorithm.Name, Kind: x.Kind, Nodes: x.biggest, Structures: x.tried, Within: verdict.Unknown, Verdict: verdict.Unknown}
	tried := fmt.Sprintf("%s on up to %s", phrase.Count(x.tried, "structure"), phrase.Count(x.biggest, "node"))
	quorums := Premise{Name: Quorums, Verdict: verdict.Holds, Says: "in any choice of quorums for too many requests, a member is asked for more than it gives", How: "all choices were tried, in " + tried + "; of others, it is what the kind of structures means"}
	books := Premise{Name: Books, Verdict: verdict.Holds, Says: "the books are kept by each structure that was tried, for requests without bound"}
	beyond := Premise{Name: Beyond, Verdict: verdict.Unknown, Says: "the books are kept with more processes, and larger structures"}
	if x.apart != "" {
		quorums.Verdict, quorums.How = verdict.Violated, x.apart
	}
	switch {
	case x.broken:
		books.Verdict, books.How = verdict.Violated, x.failed
	case x.failed != "":
		books.Verdict, books.How = verdict.Unknown, "local views do not prove it: "+x.failed
	case x.stopped != "":
		books.Verdict, books.How = verdict.Unknown, fmt.Sprintf("%s; until then local views proved it for %s", x.stopped, phrase.Count(x.proved, "structure"))
	default:
		books.How = fmt.Sprintf("local views prove it for all %s, up to renaming; the most that one has are %d", tried, x.views)
	}
	beyond.How = "nothing keeps handlers from depending on the number of processes. " + x.observed()
	if x.failed != "" || x.stopped != "" {
		beyond.How = "not looked into"
	}
	if quorums.Verdict == verdict.Holds && books.Verdict == verdict.Holds {
		r.Within = verdict.Holds
	}
	r.Premises = []Premise{quorums, books, beyond}
	if x.model != nil {
		r.Variant = x.model.Instance.Variant
	}
	return r
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
