package counterexample_test

import (
	"encoding/json"
	"testing"

	"qcheck/counterexample"
	"qcheck/setsys"
)

// sets is a family by node numbers from 1.
type sets [][]int

func (f sets) over(n int) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for _, q := range f {
		b.Add(set(n, q...))
	}
	return b.Family()
}

func set(n int, numbers ...int) setsys.NodeSet {
	var nodes []int
	for _, v := range numbers {
		nodes = append(nodes, v-1)
	}
	return setsys.NewNodeSet(n, nodes...)
}

// structure returns a structure over the nodes 1..n, or those named.
func structure(kind setsys.Kind, n, k int, names []string, families ...sets) *setsys.Structure {
	u, err := setsys.Numbered(n)
	if names != nil {
		u, err = setsys.Named(names)
	}
	if err != nil {
		panic(err)
	}
	s := &setsys.Structure{Kind: kind, K: k, Universe: u}
	switch kind {
	case setsys.HKArbiter:
		for _, f := range families {
			s.ByUnits = append(s.ByUnits, f.over(n))
		}
	case setsys.KWRCoterie:
		s.Write, s.Read = families[0].over(n), families[1].over(n)
	case setsys.RequestSets:
		s.K, s.M, s.Requests = 0, k, families[0].over(n)
	default:
		s.Quorums = families[0].over(n)
	}
	return s
}

// quorum returns a quorum as a member of its family.
func quorum(role setsys.Role, n int, numbers ...int) counterexample.Member {
	m := counterexample.Member{Role: role, Process: -1, Set: set(n, numbers...)}
	for h := 1; h <= 9; h++ {
		if role == setsys.UnitsRole(h) {
			m.Units = h
		}
	}
	return m
}

// requests returns the request sets of the given processes, numbered from 1.
func requests(s *setsys.Structure, processes ...int) []counterexample.Member {
	var ms []counterexample.Member
	for _, p := range processes {
		ms = append(ms, counterexample.Member{Role: setsys.RequestsRole, Process: p - 1, Set: s.Requests.At(p - 1)})
	}
	return ms
}

type members = []counterexample.Member

// TestWitness looks at the text and the JSON of a witness of every property,
// and confirms it.
func TestWitness(t *testing.T) {
	const q, w, r = setsys.QuorumsRole, setsys.WriteRole, setsys.ReadRole
	q1, q2 := setsys.UnitsRole(1), setsys.UnitsRole(2)
	two := structure(setsys.Coterie, 4, 0, nil, sets{{1, 2}, {3, 4}})
	named := structure(setsys.Coterie, 3, 0, []string{"paris", "london", "rome"}, sets{{2, 3}, {1}})
	arbiter := structure(setsys.KArbiter, 3, 2, nil, sets{{1, 2}, {1, 3}, {2, 3}})
	pair := structure(setsys.KWRCoterie, 4, 2, nil, sets{{1}, {2}, {3}, {1}}, sets{{1, 2, 3}, {1, 2}, {4}})
	maekawa := structure(setsys.RequestSets, 3, 1, nil, sets{{1, 2}, {3}, {1, 2, 3}})
	baldoni := structure(setsys.RequestSets, 4, 2, nil, sets{{1, 2, 4}, {2, 3, 4}, {1, 3, 4}, {1, 2, 3}})
	for _, c := range []struct {
		why  string
		w    counterexample.Witness
		text string
		json string
	}{
		{"no quorum",
			counterexample.Witness{Property: "nonempty", Structure: structure(setsys.Coterie, 2, 0, nil, sets{})},
			"there is no quorum in the family",
			`{"quorums":[],"text":"there is no quorum in the family"}`},
		{"no quorum in one of two families",
			counterexample.Witness{Property: "nonempty", Structure: structure(setsys.KWRCoterie, 2, 1, nil, sets{{1}}, sets{})},
			"there is no quorum in the read family",
			`{"quorums":[],"text":"there is no quorum in the read family"}`},
		{"no quorum for some units",
			counterexample.Witness{Property: "nonempty", Structure: structure(setsys.HKArbiter, 2, 2, nil, sets{{1}}, sets{})},
			"there is no quorum in Q_2",
			`{"quorums":[],"text":"there is no quorum in Q_2"}`},
		{"an empty quorum",
			counterexample.Witness{Property: "nonempty", Structure: structure(setsys.KWRCoterie, 2, 1, nil, sets{{1}}, sets{{}}), Members: members{quorum(r, 2)}},
			"the empty set is a quorum of the read family",
			`{"quorums":[[]],"families":["read"],"text":"the empty set is a quorum of the read family"}`},
		{"an empty request set",
			counterexample.Witness{Property: "nonempty", Structure: structure(setsys.RequestSets, 2, 1, []string{"a", "b"}, sets{{1}, {}}),
				Members: members{{Role: setsys.RequestsRole, Process: 1, Set: set(2)}}},
			"the request set of b is empty",
			`{"quorums":[[]],"processes":["b"],"text":"the request set of b is empty"}`},
		{"two disjoint quorums",
			counterexample.Witness{Property: "intersection", Structure: two, Members: members{quorum(q, 4, 1, 2), quorum(q, 4, 3, 4)}},
			"quorums {1,2} and {3,4} are disjoint",
			`{"quorums":[[1,2],[3,4]],"text":"quorums {1,2} and {3,4} are disjoint"}`},
		{"named nodes",
			counterexample.Witness{Property: "intersection", Structure: named, Members: members{quorum(q, 3, 1), quorum(q, 3, 2, 3)}},
			"quorums {paris} and {london,rome} are disjoint",
			`{"quorums":[["paris"],["london","rome"]],"text":"quorums {paris} and {london,rome} are disjoint"}`},
		{"k+1 disjoint quorums",
			counterexample.Witness{Property: "intersection", Structure: structure(setsys.KCoterie, 4, 2, nil, sets{{4}, {1, 2}, {3}}),
				Members: members{quorum(q, 4, 1, 2), quorum(q, 4, 3), quorum(q, 4, 4)}},
			"quorums {1,2}, {3} and {4} are pairwise disjoint",
			`{"quorums":[[1,2],[3],[4]],"text":"quorums {1,2}, {3} and {4} are pairwise disjoint"}`},
		{"k+1 disjoint write quorums",
			counterexample.Witness{Property: "write-intersection", Structure: pair, Members: members{quorum(w, 4, 1), quorum(w, 4, 2), quorum(w, 4, 3)}},
			"quorums {1}, {2} and {3} are pairwise disjoint",
			`{"quorums":[[1],[2],[3]],"families":["write","write","write"],"text":"quorums {1}, {2} and {3} are pairwise disjoint"}`},
		{"one quorum that every other one meets",
			counterexample.Witness{Property: "non-intersection", Structure: structure(setsys.KCoterie, 3, 2, nil, sets{{1, 2}, {2, 3}, {1}}),
				Members: members{quorum(q, 3, 1, 2)}},
			"every other quorum meets {1,2}",
			`{"quorums":[[1,2]],"text":"every other quorum meets {1,2}"}`},
		{"two quorums that leave none",
			counterexample.Witness{Property: "non-intersection", Structure: structure(setsys.KCoterie, 5, 3, nil, sets{{1, 2}, {4, 5}, {2, 4}}),
				Members: members{quorum(q, 5, 1, 2), quorum(q, 5, 4, 5)}},
			"quorums {1,2} and {4,5} are disjoint, and every other quorum meets one of them",
			`{"quorums":[[1,2],[4,5]],"text":"quorums {1,2} and {4,5} are disjoint, and every other quorum meets one of them"}`},
		{"overlapping quorums that leave none",
			counterexample.Witness{Property: "strong-non-intersection", Structure: structure(setsys.KCoterie, 4, 3, nil, sets{{1, 2}, {2, 3}, {3, 4}, {1, 4}}),
				Members: members{quorum(q, 4, 1, 2), quorum(q, 4, 3, 4)}},
			"every quorum meets one of the quorums {1,2} and {3,4}",
			`{"quorums":[[1,2],[3,4]],"text":"every quorum meets one of the quorums {1,2} and {3,4}"}`},
		{"a quorum within another",
			counterexample.Witness{Property: "minimality", Structure: structure(setsys.Coterie, 3, 0, nil, sets{{1, 2, 3}, {2, 3}}),
				Members: members{quorum(q, 3, 2, 3), quorum(q, 3, 1, 2, 3)}},
			"quorum {1,2,3} contains quorum {2,3}",
			`{"quorums":[[2,3],[1,2,3]],"text":"quorum {1,2,3} contains quorum {2,3}"}`},
		{"a quorum twice",
			counterexample.Witness{Property: "write-minimality", Structure: pair, Members: members{quorum(w, 4, 1), quorum(w, 4, 1)}},
			"quorum {1} is listed twice in the write family",
			`{"quorums":[[1],[1]],"families":["write","write"],"text":"quorum {1} is listed twice in the write family"}`},
		{"a read quorum within another",
			counterexample.Witness{Property: "read-minimality", Structure: pair, Members: members{quorum(r, 4, 1, 2), quorum(r, 4, 1, 2, 3)}},
			"quorum {1,2,3} contains quorum {1,2} of the read family",
			`{"quorums":[[1,2],[1,2,3]],"families":["read","read"],"text":"quorum {1,2,3} contains quorum {1,2} of the read family"}`},
		{"a write quorum and a read quorum",
			counterexample.Witness{Property: "write-read-intersection", Structure: pair, Members: members{quorum(w, 4, 1), quorum(r, 4, 4)}},
			"write quorum {1} and read quorum {4} are disjoint",
			`{"quorums":[[1],[4]],"families":["write","read"],"text":"write quorum {1} and read quorum {4} are disjoint"}`},
		{"k+1 quorums without a common node",
			counterexample.Witness{Property: "intersection", Structure: arbiter, Members: members{quorum(q, 3, 1, 2), quorum(q, 3, 1, 3), quorum(q, 3, 2, 3)}},
			"the quorums {1,2}, {1,3} and {2,3} have no common node",
			`{"quorums":[[1,2],[1,3],[2,3]],"text":"the quorums {1,2}, {1,3} and {2,3} have no common node"}`},
		{"fewer than k+1, where one is taken twice",
			counterexample.Witness{Property: "intersection", Structure: structure(setsys.KArbiter, 2, 2, nil, sets{{1}, {2}}), Members: members{quorum(q, 2, 1), quorum(q, 2, 2)}},
			"the quorums {1} and {2} have no common node; with repeats they are 3 quorums",
			`{"quorums":[[1],[2]],"text":"the quorums {1} and {2} have no common node; with repeats they are 3 quorums"}`},
		{"a pattern, one quorum twice",
			counterexample.Witness{Property: "intersection", Structure: structure(setsys.HKArbiter, 2, 2, nil, sets{{1}, {2}}, sets{{1, 2}}), Pattern: []int{1, 1, 1},
				Members: members{quorum(q1, 2, 1), quorum(q1, 2, 1), quorum(q1, 2, 2)}},
			"requests for 1 + 1 + 1 units exceed k = 2, but the quorums {1} for 1 unit, {1} for 1 unit and {2} for 1 unit have no common node",
			`{"quorums":[[1],[1],[2]],"families":["quorums.1","quorums.1","quorums.1"],"pattern":[1,1,1],` +
				`"text":"requests for 1 + 1 + 1 units exceed k = 2, but the quorums {1} for 1 unit, {1} for 1 unit and {2} for 1 unit have no common node"}`},
		{"a pattern of different units",
			counterexample.Witness{Property: "intersection", Structure: structure(setsys.HKArbiter, 4, 2, nil, sets{{1, 2}}, sets{{3, 4}}), Pattern: []int{1, 2},
				Members: members{quorum(q1, 4, 1, 2), quorum(q2, 4, 3, 4)}},
			"requests for 1 + 2 units exceed k = 2, but the quorums {1,2} for 1 unit and {3,4} for 2 units have no common node",
			`{"quorums":[[1,2],[3,4]],"families":["quorums.1","quorums.2"],"pattern":[1,2],` +
				`"text":"requests for 1 + 2 units exceed k = 2, but the quorums {1,2} for 1 unit and {3,4} for 2 units have no common node"}`},
		{"not in its own set",
			counterexample.Witness{Property: "self-membership", Structure: maekawa, Members: requests(maekawa, 2)},
			"2 is not in its own request set {3}",
			`{"quorums":[[3]],"processes":[2],"text":"2 is not in its own request set {3}"}`},
		{"not a full set",
			counterexample.Witness{Property: "full-sets", Structure: maekawa, Members: requests(maekawa, 1)},
			"the request set {1,2} of 1 is not the set of all processes",
			`{"quorums":[[1,2]],"processes":[1],"text":"the request set {1,2} of 1 is not the set of all processes"}`},
		{"two processes without an arbiter",
			counterexample.Witness{Property: "arbitration", Structure: maekawa, Members: requests(maekawa, 1, 2)},
			"the request sets {1,2} of 1 and {3} of 2 have no common node",
			`{"quorums":[[1,2],[3]],"processes":[1,2],"text":"the request sets {1,2} of 1 and {3} of 2 have no common node"}`},
		{"two disjoint sets",
			counterexample.Witness{Property: "pairwise-intersection", Structure: maekawa, Members: requests(maekawa, 1, 2)},
			"the request sets {1,2} of 1 and {3} of 2 are disjoint",
			`{"quorums":[[1,2],[3]],"processes":[1,2],"text":"the request sets {1,2} of 1 and {3} of 2 are disjoint"}`},
		{"an arbiter that is neither",
			counterexample.Witness{Property: "singhal", Structure: maekawa, Members: requests(maekawa, 1, 3)},
			"the request sets {1,2} of 1 and {1,2,3} of 3 share {1,2}, which is neither of the two processes alone",
			`{"quorums":[[1,2],[1,2,3]],"processes":[1,3],"text":"the request sets {1,2} of 1 and {1,2,3} of 3 share {1,2}, which is neither of the two processes alone"}`},
		{"too few arbiters of their own",
			counterexample.Witness{Property: "local-recovery", Structure: baldoni, Members: requests(baldoni, 1, 2, 3)},
			"the request sets {1,2,4} of 1, {2,3,4} of 2 and {1,3,4} of 3 share {4}, which contains fewer than 2 of these processes",
			`{"quorums":[[1,2,4],[2,3,4],[1,3,4]],"processes":[1,2,3],"text":"the request sets {1,2,4} of 1, {2,3,4} of 2 and {1,3,4} of 3 share {4}, which contains fewer than 2 of these processes"}`},
		{"arbiters other than two of their own",
			counterexample.Witness{Property: "local-recovery-exact", Structure: baldoni, Members: requests(baldoni, 1, 2, 4)},
			"the request sets {1,2,4} of 1, {2,3,4} of 2 and {1,2,3} of 4 share {2}, which is not a set of just 2 of these processes",
			`{"quorums":[[1,2,4],[2,3,4],[1,2,3]],"processes":[1,2,4],"text":"the request sets {1,2,4} of 1, {2,3,4} of 2 and {1,2,3} of 4 share {2}, which is not a set of just 2 of these processes"}`},
		{"a quorum to add",
			counterexample.Witness{Property: "nondomination", Structure: structure(setsys.Coterie, 3, 0, nil, sets{{1, 2}, {1, 3}}), Added: members{quorum(q, 3, 2, 3)}},
			"adding the quorum {2,3} and dropping the quorums that contain others gives a valid coterie that dominates it",
			`{"quorums":[],"added":[[2,3]],"addedTo":"quorums","text":"adding the quorum {2,3} and dropping the quorums that contain others gives a valid coterie that dominates it"}`},
		{"a quorum for two units to add",
			counterexample.Witness{Property: "nondomination", Structure: structure(setsys.HKArbiter, 2, 2, nil, sets{{1}}, sets{{1, 2}}), Added: members{quorum(q2, 2, 1)}},
			"adding the quorum {1} to Q_2 and dropping the quorums that contain others gives a valid (h,2)-arbiter that dominates it",
			`{"quorums":[],"added":[[1]],"addedTo":"quorums.2","text":"adding the quorum {1} to Q_2 and dropping the quorums that contain others gives a valid (h,2)-arbiter that dominates it"}`},
		{"no coterie",
			counterexample.Witness{Property: "nondomination", Violates: "minimality", Structure: structure(setsys.Coterie, 2, 0, nil, sets{{1, 2}, {1}}),
				Members: members{quorum(q, 2, 1), quorum(q, 2, 1, 2)}},
			"it violates minimality, so it is not a valid coterie: quorum {1,2} contains quorum {1}",
			`{"quorums":[[1],[1,2]],"violates":"minimality","text":"it violates minimality, so it is not a valid coterie: quorum {1,2} contains quorum {1}"}`},
		{"no (h,2)-arbiter",
			counterexample.Witness{Property: "nondomination", Violates: "intersection", Structure: structure(setsys.HKArbiter, 2, 2, nil, sets{{1}, {2}}, sets{{1, 2}}),
				Pattern: []int{1, 1, 1}, Members: members{quorum(q1, 2, 1), quorum(q1, 2, 1), quorum(q1, 2, 2)}},
			"it violates intersection, so it is not a valid (h,2)-arbiter: " +
				"requests for 1 + 1 + 1 units exceed k = 2, but the quorums {1} for 1 unit, {1} for 1 unit and {2} for 1 unit have no common node",
			`{"quorums":[[1],[1],[2]],"families":["quorums.1","quorums.1","quorums.1"],"pattern":[1,1,1],"violates":"intersection",` +
				`"text":"it violates intersection, so it is not a valid (h,2)-arbiter: ` +
				`requests for 1 + 1 + 1 units exceed k = 2, but the quorums {1} for 1 unit, {1} for 1 unit and {2} for 1 unit have no common node"}`},
	} {
		if err := c.w.Confirm(); err != nil {
			t.Errorf("%s: %v", c.why, err)
		}
		if got := c.w.Text(); got != c.text {
			t.Errorf("%s: text\n%s\nwant\n%s", c.why, got, c.text)
		}
		got, err := json.Marshal(&c.w)
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
		}
		if string(got) != c.json {
			t.Errorf("%s: JSON\n%s\nwant\n%s", c.why, got, c.json)
		}
	}
}

// TestConfirmRefuses offers witnesses that are none: each must be an error,
// whatever is wrong with it.
func TestConfirmRefuses(t *testing.T) {
	const q, w, r = setsys.QuorumsRole, setsys.WriteRole, setsys.ReadRole
	q1, q2 := setsys.UnitsRole(1), setsys.UnitsRole(2)
	two := structure(setsys.Coterie, 4, 0, nil, sets{{1, 2}, {3, 4}})
	pair := structure(setsys.KWRCoterie, 4, 2, nil, sets{{1}, {2}}, sets{{1, 2, 3}, {1, 2}, {4}, {3}})
	units := structure(setsys.HKArbiter, 4, 2, nil, sets{{1, 2}, {1, 3}}, sets{{3, 4}, {1, 2}})
	processes := structure(setsys.RequestSets, 3, 1, nil, sets{{1, 2}, {3}, {1, 2, 3}})
	good := structure(setsys.Coterie, 3, 0, nil, sets{{1, 2}, {1, 3}, {2, 3}})
	add := func(ms ...counterexample.Member) members { return ms }
	for _, c := range []struct {
		why string
		w   counterexample.Witness
	}{
		{"an unknown property", counterexample.Witness{Property: "majority", Structure: two, Members: add(quorum(q, 4, 1, 2))}},
		{"no property", counterexample.Witness{Structure: two}},
		{"a property of another kind", counterexample.Witness{Property: "self-membership", Structure: two, Members: add(quorum(q, 4, 1, 2))}},
		{"no members", counterexample.Witness{Property: "intersection", Structure: two}},
		{"one member too few", counterexample.Witness{Property: "intersection", Structure: two, Members: add(quorum(q, 4, 1, 2))}},
		{"one member too many", counterexample.Witness{Property: "intersection", Structure: two, Members: add(quorum(q, 4, 1, 2), quorum(q, 4, 3, 4), quorum(q, 4, 3, 4))}},
		{"a quorum that is not listed", counterexample.Witness{Property: "intersection", Structure: two, Members: add(quorum(q, 4, 1), quorum(q, 4, 3, 4))}},
		{"a quorum over other nodes", counterexample.Witness{Property: "intersection", Structure: two, Members: add(quorum(q, 5, 1, 2), quorum(q, 4, 3, 4))}},
		{"a quorum of a family that is not there", counterexample.Witness{Property: "intersection", Structure: two, Members: add(quorum(w, 4, 1, 2), quorum(q, 4, 3, 4))}},
		{"a quorum of a process", counterexample.Witness{Property: "intersection", Structure: two, Members: add(counterexample.Member{Role: q, Process: 0, Set: set(4, 1, 2)}, quorum(q, 4, 3, 4))}},
		{"quorums that meet", counterexample.Witness{Property: "intersection", Structure: good, Members: add(quorum(q, 3, 1, 2), quorum(q, 3, 2, 3))}},
		{"a quorum listed once given twice", counterexample.Witness{Property: "minimality", Structure: two, Members: add(quorum(q, 4, 1, 2), quorum(q, 4, 1, 2))}},
		{"the containing quorum first", counterexample.Witness{Property: "read-minimality", Structure: pair, Members: add(quorum(r, 4, 1, 2, 3), quorum(r, 4, 1, 2))}},
		{"quorums of two families", counterexample.Witness{Property: "write-minimality", Structure: pair, Members: add(quorum(w, 4, 1), quorum(r, 4, 1, 2))}},
		{"quorums of the other family", counterexample.Witness{Property: "write-minimality", Structure: pair, Members: add(quorum(r, 4, 1, 2), quorum(r, 4, 1, 2, 3))}},
		{"disjoint quorums of two families", counterexample.Witness{Property: "write-intersection", Structure: pair, Members: add(quorum(w, 4, 1), quorum(w, 4, 2), quorum(r, 4, 4))}},
		{"read quorums that are disjoint", counterexample.Witness{Property: "write-intersection", Structure: pair, Members: add(quorum(r, 4, 1, 2), quorum(r, 4, 3), quorum(r, 4, 4))}},
		{"the read quorum first", counterexample.Witness{Property: "write-read-intersection", Structure: pair, Members: add(quorum(r, 4, 4), quorum(w, 4, 1))}},
		{"one write quorum", counterexample.Witness{Property: "write-read-intersection", Structure: pair, Members: add(quorum(w, 4, 1))}},
		{"a quorum is left", counterexample.Witness{Property: "write-non-intersection", Structure: pair, Members: add(quorum(w, 4, 1))}},
		{"k quorums", counterexample.Witness{Property: "write-non-intersection", Structure: pair, Members: add(quorum(w, 4, 1), quorum(w, 4, 2))}},
		{"no quorum that leaves none", counterexample.Witness{Property: "write-non-intersection", Structure: pair}},
		{"no empty quorum", counterexample.Witness{Property: "nonempty", Structure: two, Members: add(quorum(q, 4, 1, 2))}},
		{"an empty set that is no quorum", counterexample.Witness{Property: "nonempty", Structure: two, Members: add(quorum(q, 4))}},
		{"no empty family", counterexample.Witness{Property: "nonempty", Structure: pair}},
		{"a pattern too short", counterexample.Witness{Property: "intersection", Structure: units, Pattern: []int{1}, Members: add(quorum(q1, 4, 1, 2), quorum(q2, 4, 3, 4))}},
		{"no pattern", counterexample.Witness{Property: "intersection", Structure: units, Members: add(quorum(q1, 4, 1, 2), quorum(q2, 4, 3, 4))}},
		{"a pattern of other units", counterexample.Witness{Property: "intersection", Structure: units, Pattern: []int{2, 1}, Members: add(quorum(q1, 4, 1, 2), quorum(q2, 4, 3, 4))}},
		{"a pattern that is no conflict", counterexample.Witness{Property: "intersection", Structure: units, Pattern: []int{2}, Members: add(quorum(q2, 4, 3, 4))}},
		{"a pattern that is not critical", counterexample.Witness{Property: "intersection", Structure: units, Pattern: []int{1, 2, 2},
			Members: add(quorum(q1, 4, 1, 2), quorum(q2, 4, 3, 4), quorum(q2, 4, 1, 2))}},
		{"a common node", counterexample.Witness{Property: "intersection", Structure: units, Pattern: []int{1, 2}, Members: add(quorum(q1, 4, 1, 3), quorum(q2, 4, 3, 4))}},
		{"a quorum for other units", counterexample.Witness{Property: "intersection", Structure: units, Pattern: []int{1, 2},
			Members: add(counterexample.Member{Role: q2, Units: 1, Process: -1, Set: set(4, 1, 2)}, quorum(q2, 4, 3, 4))}},
		{"a pattern of units below 1", counterexample.Witness{Property: "intersection", Structure: units, Pattern: []int{3, 0}, Members: add(quorum(q1, 4, 1, 2), quorum(q2, 4, 3, 4))}},
		{"no process", counterexample.Witness{Property: "full-sets", Structure: processes, Members: add(quorum(setsys.RequestsRole, 3, 3))}},
		{"no such process", counterexample.Witness{Property: "full-sets", Structure: processes, Members: add(counterexample.Member{Role: setsys.RequestsRole, Process: 3, Set: set(3, 3)})}},
		{"no processes at all", counterexample.Witness{Property: "self-membership", Structure: processes}},
		{"the set of another process", counterexample.Witness{Property: "full-sets", Structure: processes, Members: add(counterexample.Member{Role: setsys.RequestsRole, Process: 0, Set: set(3, 3)})}},
		{"in its set", counterexample.Witness{Property: "self-membership", Structure: processes, Members: requests(processes, 3)}},
		{"a full set", counterexample.Witness{Property: "full-sets", Structure: processes, Members: requests(processes, 3)}},
		{"a process twice", counterexample.Witness{Property: "local-recovery-exact", Structure: processes, Members: requests(processes, 1, 1)}},
		{"processes with an arbiter", counterexample.Witness{Property: "arbitration", Structure: processes, Members: requests(processes, 1, 3)}},
		{"more than m+1 processes", counterexample.Witness{Property: "arbitration", Structure: processes, Members: requests(processes, 1, 2, 3)}},
		{"processes whose sets share a node", counterexample.Witness{Property: "pairwise-intersection", Structure: processes, Members: requests(processes, 1, 3)}},
		{"processes with their own arbiter", counterexample.Witness{Property: "local-recovery", Structure: processes, Members: requests(processes, 1, 3)}},
		{"the arbiter is one of the two", counterexample.Witness{Property: "singhal", Structure: processes, Members: requests(processes, 2, 3)}},
		{"nothing to add", counterexample.Witness{Property: "nondomination", Structure: good}},
		{"quorums to drop and none to add", counterexample.Witness{Property: "nondomination", Structure: structure(setsys.Coterie, 2, 0, nil, sets{{1, 2}, {1}})}},
		{"members that break nothing", counterexample.Witness{Property: "nondomination", Violates: "intersection", Structure: good,
			Members: add(quorum(q, 3, 1, 2), quorum(q, 3, 2, 3))}},
		{"violating an optional property", counterexample.Witness{Property: "nondomination", Violates: "strong-non-intersection",
			Structure: structure(setsys.KCoterie, 4, 3, nil, sets{{1, 2}, {2, 3}, {3, 4}, {1, 4}}), Members: add(quorum(q, 4, 1, 2), quorum(q, 4, 3, 4))}},
		{"violating another property", counterexample.Witness{Property: "minimality", Violates: "intersection", Structure: two,
			Members: add(quorum(q, 4, 1, 2), quorum(q, 4, 3, 4))}},
		{"violating, and quorums to add", counterexample.Witness{Property: "nondomination", Violates: "intersection", Structure: two,
			Members: add(quorum(q, 4, 1, 2), quorum(q, 4, 3, 4)), Added: add(quorum(q, 4, 1))}},
		{"another family stays empty", counterexample.Witness{Property: "nondomination",
			Structure: structure(setsys.HKArbiter, 2, 2, nil, sets{{1, 2}}, sets{}), Added: add(quorum(q1, 2, 1))}},
		{"what is added makes it no coterie", counterexample.Witness{Property: "nondomination", Structure: good, Added: add(quorum(q, 3, 1))}},
		{"what is added contains a quorum", counterexample.Witness{Property: "nondomination", Structure: good, Added: add(quorum(q, 3, 1, 2, 3))}},
		{"the empty set is added", counterexample.Witness{Property: "nondomination", Structure: good, Added: add(quorum(q, 3))}},
		{"what is added is of another family", counterexample.Witness{Property: "nondomination",
			Structure: structure(setsys.Coterie, 2, 0, nil, sets{{1, 2}, {1}}), Added: add(quorum(w, 2, 2))}},
		{"what is added is over other nodes", counterexample.Witness{Property: "nondomination",
			Structure: structure(setsys.Coterie, 3, 0, nil, sets{{1, 2}, {1, 3}}), Added: add(quorum(q, 64, 2, 3))}},
		{"domination of a kind without", counterexample.Witness{Property: "nondomination", Structure: pair, Added: add(quorum(w, 4, 1))}},
	} {
		if err := c.w.Confirm(); err == nil {
			t.Errorf("%s: confirmed", c.why)
		}
	}
}

// TestConfirmLarge confirms domination of families of some thousand quorums,
// where not all pairs of quorums are looked at.
func TestConfirmLarge(t *testing.T) {
	const n = 14
	uniform := func(size int) sets {
		var f sets
		for mask := range 1 << n {
			var q []int
			for v := range n {
				if mask>>v&1 != 0 {
					q = append(q, v+1)
				}
			}
			if len(q) == size {
				f = append(f, q)
			}
		}
		return f
	}
	seven, six := []int{1, 2, 3, 4, 5, 6, 7}, []int{1, 2, 3, 4, 5, 6}
	for _, c := range []struct {
		why     string
		s       *setsys.Structure
		added   []int
		another [][]int
		ok      bool
	}{
		{"half of the nodes, and those that meet all majorities", structure(setsys.Coterie, n, 0, nil, uniform(8)), seven, nil, true},
		{"too few nodes", structure(setsys.Coterie, n, 0, nil, uniform(8)), six, nil, false},
		{"two halves", structure(setsys.Coterie, n, 0, nil, uniform(8)), seven, [][]int{{8, 9, 10, 11, 12, 13, 14}}, false},
		{"nothing", structure(setsys.Coterie, n, 0, nil, uniform(8)), nil, nil, false},
		{"sets of 6, two of which and one of 5 are too many", structure(setsys.KCoterie, n, 2, nil, uniform(6)), []int{1, 2, 3, 4, 5}, nil, true},
		{"but not two of them and one of 2", structure(setsys.KCoterie, n, 2, nil, uniform(6)), []int{1, 2}, nil, false},
		{"an arbiter with a smaller quorum", structure(setsys.KArbiter, n, 1, nil, uniform(8)), seven, nil, true},
		{"with one too small", structure(setsys.KArbiter, n, 1, nil, uniform(8)), six, nil, false},
	} {
		w := counterexample.Witness{Property: "nondomination", Structure: c.s}
		for _, q := range append([][]int{c.added}, c.another...) {
			if q != nil {
				w.Added = append(w.Added, quorum(setsys.QuorumsRole, n, q...))
			}
		}
		if err := w.Confirm(); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}
