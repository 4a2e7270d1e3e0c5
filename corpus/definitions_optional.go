package corpus

import (
	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// optional is a case of an explicit structure of which the required properties are
// asked, and these besides; they hold, but for the ones named with their
// witnesses.
func optional(name string, kind setsys.Kind, structure string, ids []p.ID, broken ...string) entry.Case {
	ask := entry.Silent(entry.Required(kind)...).With(entry.Silent(ids...))
	for i := 0; i+1 < len(broken); i += 2 {
		ask = ask.Violated(broken[i], broken[i+1])
	}
	return entry.Case{Name: name, Build: entry.Listed(`{"kind": "` + string(kind) + `", ` + structure + `}`), Ask: ask}
}

// smallReadWrite has read and write quorums of a few nodes, as Flexible Paxos allows
// them; each property is violated alone.
func smallReadWrite() *entry.Entry {
	c := func(name, structure string, broken ...string) entry.Case {
		return optional(name, setsys.ReadWrite, structure, p.Optional(setsys.ReadWrite), broken...)
	}
	return entry.New("definitions/read-write",
		c("majorities", `"universe": 3, "write": [[1,2], [1,3], [2,3]], "read": [[1,2], [1,3], [2,3]]`),
		c("all are written, one is read", `"universe": 2, "write": [[1,2]], "read": [[1], [2]]`),
		c("rows are written, columns are read", `"universe": 4, "write": [[1,2], [3,4]], "read": [[1,3], [1,4], [2,3], [2,4]]`,
			"write-intersection", "{1,2} {3,4}"),
		c("a write and a read quorum are disjoint", `"universe": 3, "write": [[1,2], [1,3]], "read": [[1], [2,3], [2]]`,
			"write-read-intersection", "{1,3} {2}", "read-minimality", "{2} {2,3}"),
		c("one read quorum is too small", `"universe": 3, "write": [[1,2], [1,3]], "read": [[1], [2]]`, "write-read-intersection", "{1,3} {2}"),
		c("a write quorum within another", `"universe": 3, "write": [[1,2], [1,2,3]], "read": [[1], [2,3]]`, "write-minimality", "{1,2} {1,2,3}"),
		c("a read quorum within another", `"universe": 3, "write": [[1,2], [1,3]], "read": [[1], [1,2], [2,3]]`, "read-minimality", "{1} {1,2}"),
		c("no read quorum", `"universe": 2, "write": [[1]], "read": []`, "nonempty", "none"),
	)
}

// smallDominated has arbiters of a few nodes that are dominated, and others that are not.
func smallDominated() *entry.Entry {
	c := func(kind setsys.Kind, name, structure string, broken ...string) entry.Case {
		return optional(name, kind, structure, []p.ID{p.Nondomination}, broken...)
	}
	return entry.New("definitions/nondomination",
		c(setsys.KArbiter, "all but one of four nodes", `"k": 2, "universe": 4, "quorums": [[1,2,3], [1,2,4], [1,3,4], [2,3,4]]`),
		c(setsys.KArbiter, "two quorums with a common node", `"k": 2, "universe": 3, "quorums": [[1,2], [1,3]]`, "nondomination", "+{1}"),
		c(setsys.HKArbiter, "a 2-arbiter and a wheel", `"k": 2, "universe": 4, "quorums": {"1": [[1,2,3], [1,2,4], [1,3,4], [2,3,4]], "2": [[1,2], [1,3], [1,4], [2,3,4]]}`),
		c(setsys.HKArbiter, "the same two quorums for one unit and for two", `"k": 2, "universe": 3, "quorums": {"1": [[1,2], [1,3]], "2": [[1,2], [1,3]]}`,
			"nondomination", "+1:{1}"),
	)
}

// smallConditions has request sets of a few processes with and without the conditions
// of section 8, one in each case.
func smallConditions() *entry.Entry {
	c := func(id p.ID, name, structure string, broken ...string) entry.Case {
		return optional(name, setsys.RequestSets, structure, []p.ID{id}, broken...)
	}
	const (
		circle = `"m": 1, "universe": 3, "requestSets": {"1": [1,2], "2": [2,3], "3": [1,3]}`
		full   = `"m": 1, "universe": 3, "requestSets": {"1": [1,2,3], "2": [1,2,3], "3": [1,2,3]}`
		hub    = `"m": 1, "universe": 4, "requestSets": {"1": [1,4], "2": [2,4], "3": [3,4], "4": [1,4]}`
	)
	cases := []entry.Case{
		c(p.FullSets, "all processes, (vii)", full),
		c(p.FullSets, "a circle, (vii)", circle, "full-sets", "1:{1,2}"),
		c(p.Singhal, "a circle, (v)", circle),
		c(p.Singhal, "all processes, (v)", full, "singhal", "1:{1,2,3} 2:{1,2,3}"),
		c(p.LocalRecovery, "all processes, (vi) with \"contains\"", full),
		c(p.LocalRecovery, "a hub, (vi) with \"contains\"", hub, "local-recovery", "1:{1,4} 2:{2,4}"),
		c(p.LocalRecoveryExact, "a circle, (vi) with \"equals\"", circle),
		c(p.LocalRecoveryExact, "all processes, (vi) with \"equals\"", full, "local-recovery-exact", "1:{1,2,3} 2:{1,2,3}"),
	}
	return entry.New("definitions/request-sets-conditions", cases...)
}
