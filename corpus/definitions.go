package corpus

import (
	p "qcheck/properties"
	"qcheck/setsys"
)

// definitions has the edge cases of the definitions: what is said of empty
// families, empty and repeated quorums, few quorums, few nodes. The papers are
// mostly silent here; each case pins what this project makes of the definition.
func definitions() []*Entry {
	return []*Entry{
		edgesOfCoteries(), edgesOfKCoteries(), printedNonIntersection(), edgesOfKArbiters(),
		edgesOfHKArbiters(), edgesOfKWRCoteries(), edgesOfRequestSets(),
	}
}

// edge is a case of an explicit structure, whose required properties hold but
// for the ones named with their witnesses.
func edge(name string, kind setsys.Kind, structure string, broken ...string) Case {
	ask := silent(required(kind)...)
	for i := 0; i+1 < len(broken); i += 2 {
		ask = ask.violated(broken[i], broken[i+1])
	}
	return Case{Name: name, Build: listed(`{"kind": "` + string(kind) + `", ` + structure + `}`), Ask: ask}
}

func edgesOfCoteries() *Entry {
	c := func(name, structure string, broken ...string) Case {
		return edge(name, setsys.Coterie, structure, broken...)
	}
	return &Entry{
		Name: "definitions/coterie",
		Source: Source{"Manabe, Tajima; Kamei, Kakugawa", "section 2.3, definition 1; section 3.4, definition 3",
			"a coterie is a set of non-empty quorums that intersect pairwise and do not contain one another"},
		Claim:   "the definition decides these cases",
		Reading: "a family is a list: a quorum that is listed twice contains itself; intersection is asked of two different places in the list; an empty family is no coterie",
		Reason:  "the corners where two readings of the definition part",
		Cases: []Case{
			c("one node", `"universe": 1, "quorums": [[1]]`),
			c("unused nodes", `"universe": 3, "quorums": [[2]]`),
			c("all nodes", `"universe": 3, "quorums": [[1,2,3]]`),
			c("no quorum", `"universe": 2, "quorums": []`, "nonempty", "none"),
			c("the empty quorum", `"universe": 2, "quorums": [[]]`, "nonempty", "{}"),
			c("the empty quorum and another", `"universe": 2, "quorums": [[], [1]]`,
				"nonempty", "{}", "intersection", "{} {1}", "minimality", "{} {1}"),
			c("the empty quorum twice", `"universe": 2, "quorums": [[], []]`,
				"nonempty", "{}", "intersection", "{} {}", "minimality", "{} {}"),
			c("a quorum twice", `"universe": 3, "quorums": [[1,2], [2,3], [1,2]]`, "minimality", "{1,2} {1,2}"),
			c("a quorum within another", `"universe": 3, "quorums": [[1,2,3], [2]]`, "minimality", "{2} {1,2,3}"),
			c("two disjoint quorums", `"universe": 4, "quorums": [[3,4], [1,2], [2,3]]`, "intersection", "{1,2} {3,4}"),
			c("all broken", `"universe": 3, "quorums": [[], [1], [1,2], [3]]`,
				"nonempty", "{}", "intersection", "{} {1}", "minimality", "{} {1}"),
		},
	}
}

func edgesOfKCoteries() *Entry {
	c := func(name, structure string, broken ...string) Case {
		return edge(name, setsys.KCoterie, structure, broken...)
	}
	return &Entry{
		Name: "definitions/k-coterie",
		Source: Source{"Kakugawa (thesis); Jiang", "section 2.2, definition 1; section 2",
			"no k+1 quorums are pairwise disjoint, and fewer than k disjoint ones can be extended by another disjoint one"},
		Claim:   "the definition decides these cases",
		Reading: "non-intersection is asked of 1 to k-1 pairwise disjoint quorums, so of nothing when k is 1",
		Reason:  "families with k quorums or fewer, and universes with fewer than k+1 nodes",
		Cases: []Case{
			c("k=1", `"k": 1, "universe": 2, "quorums": [[1,2]]`),
			c("one quorum k=2", `"k": 2, "universe": 2, "quorums": [[1]]`, "non-intersection", "{1}"),
			c("two quorums k=3", `"k": 3, "universe": 3, "quorums": [[1], [2]]`, "non-intersection", "{1} {2}"),
			c("k disjoint quorums and no more", `"k": 3, "universe": 6, "quorums": [[1,2], [3,4], [5,6]]`),
			c("k quorums that meet", `"k": 2, "universe": 3, "quorums": [[1,2], [2,3]]`, "non-intersection", "{1,2}"),
			c("k+1 disjoint quorums", `"k": 2, "universe": 3, "quorums": [[1], [2], [3]]`, "intersection", "{1} {2} {3}"),
			c("k nodes", `"k": 3, "universe": 3, "quorums": [[1], [2], [3]]`),
			c("fewer than k nodes", `"k": 3, "universe": 2, "quorums": [[1], [2]]`, "non-intersection", "{1} {2}"),
			c("one stuck quorum among good ones", `"k": 2, "universe": 4, "quorums": [[1,2], [3,4], [2,3]]`, "non-intersection", "{2,3}"),
			c("a quorum twice", `"k": 2, "universe": 2, "quorums": [[1], [2], [2]]`, "minimality", "{2} {2}"),
			c("a quorum within another", `"k": 2, "universe": 3, "quorums": [[1], [2], [2,3]]`, "minimality", "{2} {2,3}"),
			c("no quorum", `"k": 2, "universe": 2, "quorums": []`, "nonempty", "none"),
			c("the empty quorum and k others", `"k": 2, "universe": 2, "quorums": [[], [1], [2]]`,
				"nonempty", "{}", "intersection", "{} {1} {2}", "minimality", "{} {1}"),
		},
	}
}

func printedNonIntersection() *Entry {
	return &Entry{
		Name: "definitions/non-intersection-printed",
		Source: Source{"Kakugawa (thesis); Jiang", "section 2.2, definition 1; section 2",
			"the thesis asks for a quorum disjoint from any l < k quorums, Jiang from any l < k pairwise disjoint ones"},
		Claim:   "the two definitions of a k-coterie are not the same",
		Reading: "what the thesis prints is the property strong-non-intersection here",
		Reason: "in this family for k = 3, every two disjoint quorums leave a third; but {1,2,3} and {1,4,5}, " +
			"which share node 1, leave none",
		Cases: []Case{{
			Build: listed(`{"kind": "k-coterie", "k": 3, "universe": 7, "quorums":
				[[1,2,3], [1,4,5], [1,6,7], [2,5], [2,6], [3,4], [3,7], [4,6], [5,7]]}`),
			Ask: silent(required(setsys.KCoterie)...).with(silent(p.StrongNonIntersection)).
				violated("strong-non-intersection", "{1,2,3} {1,4,5}"),
		}},
	}
}

func edgesOfKArbiters() *Entry {
	c := func(name, structure string, broken ...string) Case {
		return edge(name, setsys.KArbiter, structure, broken...)
	}
	return &Entry{
		Name: "definitions/k-arbiter",
		Source: Source{"Manabe, Tajima", "section 2.3, definition 2",
			"any k+1 quorums of a k-arbiter have a common node, and none contains another"},
		Claim:   "the definition decides these cases",
		Reading: "the k+1 quorums need not be different, since several processes may use one quorum",
		Reason:  "families with k quorums or fewer, and universes with fewer than k+1 nodes",
		Cases: []Case{
			c("one quorum", `"k": 2, "universe": 3, "quorums": [[1,3]]`),
			c("two disjoint quorums k=2", `"k": 2, "universe": 2, "quorums": [[1], [2]]`, "intersection", "{1} {2}"),
			c("pairs meet, three do not", `"k": 2, "universe": 3, "quorums": [[1,2], [2,3], [1,3]]`,
				"intersection", "{1,2} {1,3} {2,3}"),
			c("k quorums that meet", `"k": 3, "universe": 4, "quorums": [[1,2], [2,3], [2,4]]`),
			c("fewer than k+1 nodes", `"k": 3, "universe": 2, "quorums": [[1,2]]`),
			c("fewer than k+1 nodes, all but one each", `"k": 3, "universe": 3, "quorums": [[1,2], [1,3], [2,3]]`,
				"intersection", "{1,2} {1,3} {2,3}"),
			c("k+2 nodes, all but one each", `"k": 2, "universe": 4, "quorums": [[1,2,3], [1,2,4], [1,3,4], [2,3,4]]`),
			c("a quorum twice", `"k": 2, "universe": 2, "quorums": [[1], [1]]`, "minimality", "{1} {1}"),
			c("no quorum", `"k": 2, "universe": 2, "quorums": []`, "nonempty", "none"),
			c("the empty quorum", `"k": 2, "universe": 2, "quorums": [[]]`, "nonempty", "{}", "intersection", "{}"),
		},
	}
}

func edgesOfHKArbiters() *Entry {
	c := func(name, structure string, broken ...string) Case {
		return edge(name, setsys.HKArbiter, structure, broken...)
	}
	return &Entry{
		Name: "definitions/hk-arbiter",
		Source: Source{"Manabe, Tajima", "section 3.1, definitions 3 to 5 and theorem 1",
			"for every critical conflicting request pattern, quorums for its members, chosen in any way, have a common node"},
		Claim:   "the definition decides these cases",
		Reading: "an assignment may use a quorum twice; minimality is asked within each family, not across; a number of units without a quorum makes the whole no arbiter",
		Reason:  "the pattern that breaks the property, families that share quorums, and fewer than k+1 nodes",
		Cases: []Case{
			c("k=1", `"k": 1, "universe": 3, "quorums": {"1": [[1,2], [2,3], [1,3]]}`),
			c("the same family for all units", `"k": 2, "universe": 2, "quorums": {"1": [[1,2]], "2": [[1,2]]}`),
			c("a 2-arbiter and a wheel", `"k": 2, "universe": 4, "quorums":
				{"1": [[1,2,3], [1,2,4], [1,3,4], [2,3,4]], "2": [[1,2], [1,3], [1,4], [2,3,4]]}`),
			c("one unit and two", `"k": 2, "universe": 4, "quorums": {"1": [[1,2]], "2": [[2,3], [3,4]]}`,
				"intersection", "1:{1,2} 2:{3,4}"),
			c("two and two", `"k": 3, "universe": 3, "quorums": {"1": [[1,2,3]], "2": [[1], [2]], "3": [[1,2]]}`,
				"intersection", "2:{1} 2:{2}"),
			c("only the longest pattern", `"k": 3, "universe": 4, "quorums":
				{"1": [[1,2,3], [1,2,4], [1,3,4], [2,3,4]], "2": [[1,2,3,4]], "3": [[1,2,3,4]]}`,
				"intersection", "1:{1,2,3} 1:{1,2,4} 1:{1,3,4} 1:{2,3,4}"),
			c("more ones than nodes", `"k": 2, "universe": 2, "quorums": {"1": [[1], [2]], "2": [[1,2]]}`,
				"intersection", "1:{1} 1:{1} 1:{2}"),
			c("a quorum twice", `"k": 2, "universe": 2, "quorums": {"1": [[1]], "2": [[1], [1]]}`, "minimality", "2:{1} 2:{1}"),
			c("no quorum for two units", `"k": 2, "universe": 2, "quorums": {"1": [[1]], "2": []}`, "nonempty", "none"),
			c("the empty quorum for two units", `"k": 2, "universe": 2, "quorums": {"1": [[1]], "2": [[]]}`,
				"nonempty", "2:{}", "intersection", "1:{1} 2:{}"),
		},
	}
}

func edgesOfKWRCoteries() *Entry {
	c := func(name, structure string, broken ...string) Case {
		return edge(name, setsys.KWRCoterie, structure, broken...)
	}
	return &Entry{
		Name: "definitions/k-wr-coterie",
		Source: Source{"Jiang", "section 2",
			"the write quorums are a k-coterie, every read quorum meets every write quorum, and read quorums do not contain one another"},
		Claim:   "the definition decides these cases",
		Reading: "a family without a quorum makes the whole no k-wr coterie",
		Reason:  "read quorums may be disjoint from one another; all else may go wrong in either family",
		Cases: []Case{
			c("k=1", `"k": 1, "universe": 3, "write": [[1,2], [2,3], [1,3]], "read": [[1,2], [2,3], [1,3]]`),
			c("disjoint read quorums", `"k": 1, "universe": 4, "write": [[1,2], [1,4]], "read": [[1], [2,4]]`),
			c("k disjoint write quorums", `"k": 2, "universe": 2, "write": [[1], [2]], "read": [[1,2]]`),
			c("a write and a read quorum are disjoint", `"k": 2, "universe": 3, "write": [[1], [2]], "read": [[1,3], [1,2]]`,
				"write-read-intersection", "{2} {1,3}"),
			c("one write quorum k=2", `"k": 2, "universe": 2, "write": [[1]], "read": [[1]]`, "write-non-intersection", "{1}"),
			c("k+1 disjoint write quorums", `"k": 1, "universe": 2, "write": [[1], [2]], "read": [[1,2]]`,
				"write-intersection", "{1} {2}"),
			c("a read quorum twice", `"k": 1, "universe": 2, "write": [[1]], "read": [[1], [1]]`, "read-minimality", "{1} {1}"),
			c("a read quorum within another", `"k": 1, "universe": 2, "write": [[1]], "read": [[1,2], [1]]`, "read-minimality", "{1} {1,2}"),
			c("a write quorum within another", `"k": 1, "universe": 2, "write": [[1,2], [1]], "read": [[1]]`, "write-minimality", "{1} {1,2}"),
			c("no read quorum", `"k": 1, "universe": 2, "write": [[1]], "read": []`, "nonempty", "none"),
			c("no write quorum", `"k": 1, "universe": 2, "write": [], "read": [[1]]`, "nonempty", "none"),
		},
	}
}

func edgesOfRequestSets() *Entry {
	c := func(name, structure string, broken ...string) Case {
		return edge(name, setsys.RequestSets, structure, broken...)
	}
	return &Entry{
		Name: "definitions/request-sets",
		Source: Source{"Baldoni", "sections 2 and 5, (i) and (iii)",
			"each process is in its own set, and the sets of every M+1 distinct processes have a common node"},
		Claim:   "the definition decides these cases",
		Reading: "with N <= M there are no M+1 distinct processes, and arbitration holds of any sets",
		Reason:  "few processes; equal and nested sets, which are no violation here",
		Cases: []Case{
			c("one process", `"m": 1, "universe": 1, "requestSets": {"1": [1]}`),
			c("N = M", `"m": 2, "universe": 2, "requestSets": {"1": [1], "2": [2]}`),
			c("N < M", `"m": 3, "universe": 2, "requestSets": {"1": [1], "2": [2]}`),
			c("N = M+1", `"m": 1, "universe": 2, "requestSets": {"1": [1], "2": [2]}`, "arbitration", "1:{1} 2:{2}"),
			c("N = M+1, three processes", `"m": 2, "universe": 3, "requestSets": {"1": [1,2], "2": [2,3], "3": [1,3]}`,
				"arbitration", "1:{1,2} 2:{2,3} 3:{1,3}"),
			c("two disjoint sets break M=2 as well", `"m": 2, "universe": 3, "requestSets": {"1": [1,3], "2": [2], "3": [2,3]}`,
				"arbitration", "1:{1,3} 2:{2}"),
			c("equal and nested sets", `"m": 1, "universe": 3, "requestSets": {"1": [1,2], "2": [1,2], "3": [1,2,3]}`),
			c("own process missing", `"m": 1, "universe": 2, "requestSets": {"1": [1,2], "2": [1]}`, "self-membership", "2:{1}"),
			c("an empty set", `"m": 1, "universe": 2, "requestSets": {"1": [1], "2": []}`,
				"nonempty", "2:{}", "self-membership", "2:{}", "arbitration", "2:{}"),
			c("an empty set, N <= M", `"m": 2, "universe": 2, "requestSets": {"1": [1], "2": []}`,
				"nonempty", "2:{}", "self-membership", "2:{}"),
		},
	}
}
