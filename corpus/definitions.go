package corpus

import (
	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// definitions has the edge cases of the definitions: what is said of empty
// families, empty and repeated quorums, few quorums, few nodes. The papers are
// mostly silent here; each case pins what this project makes of the definition.
func definitions() []*entry.Entry {
	return []*entry.Entry{
		edgesOfCoteries(), edgesOfKCoteries(), printedNonIntersection(), edgesOfKArbiters(),
		edgesOfHKArbiters(), edgesOfKWRCoteries(), edgesOfRequestSets(),
		smallReadWrite(), smallDominated(), smallConditions(),
	}
}

// edge is a case of an explicit structure, whose required properties hold but
// for the ones named with their witnesses.
func edge(name string, kind setsys.Kind, structure string, broken ...string) entry.Case {
	return optional(name, kind, structure, nil, broken...)
}

func edgesOfCoteries() *entry.Entry {
	c := func(name, structure string, broken ...string) entry.Case {
		return edge(name, setsys.Coterie, structure, broken...)
	}
	return entry.New("definitions/coterie", c("one node", `"universe": 1, "quorums": [[1]]`), c("unused nodes", `"universe": 3, "quorums": [[2]]`), c("all nodes", `"universe": 3, "quorums": [[1,2,3]]`), c("no quorum", `"universe": 2, "quorums": []`, "nonempty", "none"), c("the empty quorum", `"universe": 2, "quorums": [[]]`, "nonempty", "{}"), c("the empty quorum and another", `"universe": 2, "quorums": [[], [1]]`,
		"nonempty", "{}", "intersection", "{} {1}", "minimality", "{} {1}"), c("the empty quorum twice", `"universe": 2, "quorums": [[], []]`,
		"nonempty", "{}", "intersection", "{} {}", "minimality", "{} {}"), c("a quorum twice", `"universe": 3, "quorums": [[1,2], [2,3], [1,2]]`, "minimality", "{1,2} {1,2}"), c("a quorum within another", `"universe": 3, "quorums": [[1,2,3], [2]]`, "minimality", "{2} {1,2,3}"), c("two disjoint quorums", `"universe": 4, "quorums": [[3,4], [1,2], [2,3]]`, "intersection", "{1,2} {3,4}"), c("all broken", `"universe": 3, "quorums": [[], [1], [1,2], [3]]`,
		"nonempty", "{}", "intersection", "{} {1}", "minimality", "{} {1}"))
}

func edgesOfKCoteries() *entry.Entry {
	c := func(name, structure string, broken ...string) entry.Case {
		return edge(name, setsys.KCoterie, structure, broken...)
	}
	return entry.New("definitions/k-coterie", c("k=1", `"k": 1, "universe": 2, "quorums": [[1,2]]`), c("one quorum k=2", `"k": 2, "universe": 2, "quorums": [[1]]`, "non-intersection", "{1}"), c("two quorums k=3", `"k": 3, "universe": 3, "quorums": [[1], [2]]`, "non-intersection", "{1} {2}"), c("k disjoint quorums and no more", `"k": 3, "universe": 6, "quorums": [[1,2], [3,4], [5,6]]`), c("k quorums that meet", `"k": 2, "universe": 3, "quorums": [[1,2], [2,3]]`, "non-intersection", "{1,2}"), c("k+1 disjoint quorums", `"k": 2, "universe": 3, "quorums": [[1], [2], [3]]`, "intersection", "{1} {2} {3}"), c("k nodes", `"k": 3, "universe": 3, "quorums": [[1], [2], [3]]`), c("fewer than k nodes", `"k": 3, "universe": 2, "quorums": [[1], [2]]`, "non-intersection", "{1} {2}"), c("one stuck quorum among good ones", `"k": 2, "universe": 4, "quorums": [[1,2], [3,4], [2,3]]`, "non-intersection", "{2,3}"), c("a quorum twice", `"k": 2, "universe": 2, "quorums": [[1], [2], [2]]`, "minimality", "{2} {2}"), c("a quorum within another", `"k": 2, "universe": 3, "quorums": [[1], [2], [2,3]]`, "minimality", "{2} {2,3}"), c("no quorum", `"k": 2, "universe": 2, "quorums": []`, "nonempty", "none"), c("the empty quorum and k others", `"k": 2, "universe": 2, "quorums": [[], [1], [2]]`,
		"nonempty", "{}", "intersection", "{} {1} {2}", "minimality", "{} {1}"))
}

func printedNonIntersection() *entry.Entry {
	return entry.New("definitions/non-intersection-printed", entry.Case{
		Build: entry.Listed(`{"kind": "k-coterie", "k": 3, "universe": 7, "quorums":
				[[1,2,3], [1,4,5], [1,6,7], [2,5], [2,6], [3,4], [3,7], [4,6], [5,7]]}`),
		Ask: entry.Silent(entry.Required(setsys.KCoterie)...).With(entry.Silent(p.StrongNonIntersection)).
			Violated("strong-non-intersection", "{1,2,3} {1,4,5}"),
	})
}

func edgesOfKArbiters() *entry.Entry {
	c := func(name, structure string, broken ...string) entry.Case {
		return edge(name, setsys.KArbiter, structure, broken...)
	}
	return entry.New("definitions/k-arbiter", c("one quorum", `"k": 2, "universe": 3, "quorums": [[1,3]]`), c("two disjoint quorums k=2", `"k": 2, "universe": 2, "quorums": [[1], [2]]`, "intersection", "{1} {2}"), c("pairs meet, three do not", `"k": 2, "universe": 3, "quorums": [[1,2], [2,3], [1,3]]`,
		"intersection", "{1,2} {1,3} {2,3}"), c("k quorums that meet", `"k": 3, "universe": 4, "quorums": [[1,2], [2,3], [2,4]]`), c("fewer than k+1 nodes", `"k": 3, "universe": 2, "quorums": [[1,2]]`), c("fewer than k+1 nodes, all but one each", `"k": 3, "universe": 3, "quorums": [[1,2], [1,3], [2,3]]`,
		"intersection", "{1,2} {1,3} {2,3}"), c("k+2 nodes, all but one each", `"k": 2, "universe": 4, "quorums": [[1,2,3], [1,2,4], [1,3,4], [2,3,4]]`), c("a quorum twice", `"k": 2, "universe": 2, "quorums": [[1], [1]]`, "minimality", "{1} {1}"), c("no quorum", `"k": 2, "universe": 2, "quorums": []`, "nonempty", "none"), c("the empty quorum", `"k": 2, "universe": 2, "quorums": [[]]`, "nonempty", "{}", "intersection", "{}"))
}

func edgesOfHKArbiters() *entry.Entry {
	c := func(name, structure string, broken ...string) entry.Case {
		return edge(name, setsys.HKArbiter, structure, broken...)
	}
	return entry.New("definitions/hk-arbiter", c("k=1", `"k": 1, "universe": 3, "quorums": {"1": [[1,2], [2,3], [1,3]]}`), c("the same family for all units", `"k": 2, "universe": 2, "quorums": {"1": [[1,2]], "2": [[1,2]]}`), c("a 2-arbiter and a wheel", `"k": 2, "universe": 4, "quorums":
				{"1": [[1,2,3], [1,2,4], [1,3,4], [2,3,4]], "2": [[1,2], [1,3], [1,4], [2,3,4]]}`), c("one unit and two", `"k": 2, "universe": 4, "quorums": {"1": [[1,2]], "2": [[2,3], [3,4]]}`,
		"intersection", "1:{1,2} 2:{3,4}"), c("two and two", `"k": 3, "universe": 3, "quorums": {"1": [[1,2,3]], "2": [[1], [2]], "3": [[1,2]]}`,
		"intersection", "2:{1} 2:{2}"), c("only the longest pattern", `"k": 3, "universe": 4, "quorums":
				{"1": [[1,2,3], [1,2,4], [1,3,4], [2,3,4]], "2": [[1,2,3,4]], "3": [[1,2,3,4]]}`,
		"intersection", "1:{1,2,3} 1:{1,2,4} 1:{1,3,4} 1:{2,3,4}"), c("more ones than nodes", `"k": 2, "universe": 2, "quorums": {"1": [[1], [2]], "2": [[1,2]]}`,
		"intersection", "1:{1} 1:{1} 1:{2}"), c("a quorum twice", `"k": 2, "universe": 2, "quorums": {"1": [[1]], "2": [[1], [1]]}`, "minimality", "2:{1} 2:{1}"), c("no quorum for two units", `"k": 2, "universe": 2, "quorums": {"1": [[1]], "2": []}`, "nonempty", "none"), c("the empty quorum for two units", `"k": 2, "universe": 2, "quorums": {"1": [[1]], "2": [[]]}`,
		"nonempty", "2:{}", "intersection", "1:{1} 2:{}"))
}

func edgesOfKWRCoteries() *entry.Entry {
	c := func(name, structure string, broken ...string) entry.Case {
		return edge(name, setsys.KWRCoterie, structure, broken...)
	}
	return entry.New("definitions/k-wr-coterie", c("k=1", `"k": 1, "universe": 3, "write": [[1,2], [2,3], [1,3]], "read": [[1,2], [2,3], [1,3]]`), c("disjoint read quorums", `"k": 1, "universe": 4, "write": [[1,2], [1,4]], "read": [[1], [2,4]]`), c("k disjoint write quorums", `"k": 2, "universe": 2, "write": [[1], [2]], "read": [[1,2]]`), c("a write and a read quorum are disjoint", `"k": 2, "universe": 3, "write": [[1], [2]], "read": [[1,3], [1,2]]`,
		"write-read-intersection", "{2} {1,3}"), c("one write quorum k=2", `"k": 2, "universe": 2, "write": [[1]], "read": [[1]]`, "write-non-intersection", "{1}"), c("k+1 disjoint write quorums", `"k": 1, "universe": 2, "write": [[1], [2]], "read": [[1,2]]`,
		"write-intersection", "{1} {2}"), c("a read quorum twice", `"k": 1, "universe": 2, "write": [[1]], "read": [[1], [1]]`, "read-minimality", "{1} {1}"), c("a read quorum within another", `"k": 1, "universe": 2, "write": [[1]], "read": [[1,2], [1]]`, "read-minimality", "{1} {1,2}"), c("a write quorum within another", `"k": 1, "universe": 2, "write": [[1,2], [1]], "read": [[1]]`, "write-minimality", "{1} {1,2}"), c("no read quorum", `"k": 1, "universe": 2, "write": [[1]], "read": []`, "nonempty", "none"), c("no write quorum", `"k": 1, "universe": 2, "write": [], "read": [[1]]`, "nonempty", "none"))
}

func edgesOfRequestSets() *entry.Entry {
	c := func(name, structure string, broken ...string) entry.Case {
		return edge(name, setsys.RequestSets, structure, broken...)
	}
	return entry.New("definitions/request-sets", c("one process", `"m": 1, "universe": 1, "requestSets": {"1": [1]}`), c("N = M", `"m": 2, "universe": 2, "requestSets": {"1": [1], "2": [2]}`), c("N < M", `"m": 3, "universe": 2, "requestSets": {"1": [1], "2": [2]}`), c("N = M+1", `"m": 1, "universe": 2, "requestSets": {"1": [1], "2": [2]}`, "arbitration", "1:{1} 2:{2}"), c("N = M+1, three processes", `"m": 2, "universe": 3, "requestSets": {"1": [1,2], "2": [2,3], "3": [1,3]}`,
		"arbitration", "1:{1,2} 2:{2,3} 3:{1,3}"), c("two disjoint sets break M=2 as well", `"m": 2, "universe": 3, "requestSets": {"1": [1,3], "2": [2], "3": [2,3]}`,
		"arbitration", "1:{1,3} 2:{2}"), c("equal and nested sets", `"m": 1, "universe": 3, "requestSets": {"1": [1,2], "2": [1,2], "3": [1,2,3]}`), c("own process missing", `"m": 1, "universe": 2, "requestSets": {"1": [1,2], "2": [1]}`, "self-membership", "2:{1}"), c("an empty set", `"m": 1, "universe": 2, "requestSets": {"1": [1], "2": []}`,
		"nonempty", "2:{}", "self-membership", "2:{}", "arbitration", "2:{}"), c("an empty set, N <= M", `"m": 2, "universe": 2, "requestSets": {"1": [1], "2": []}`,
		"nonempty", "2:{}", "self-membership", "2:{}"))
}
