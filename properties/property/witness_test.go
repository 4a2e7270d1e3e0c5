package property_test

import (
	"encoding/json"
	"testing"

	"qcheck/properties/property"
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
	case setsys.KWRCoterie, setsys.ReadWrite:
		s.Write, s.Read = families[0].over(n), families[1].over(n)
	case setsys.RequestSets:
		s.K, s.M, s.Requests = 0, k, families[0].over(n)
	default:
		s.Quorums = families[0].over(n)
	}
	return s
}

// quorum returns a quorum as a member of its family.
func quorum(role setsys.Role, n int, numbers ...int) property.Member {
	return property.Member{Role: role, Process: -1, Set: set(n, numbers...)}
}

// requests returns the request sets of the given processes, numbered from 1.
func requests(s *setsys.Structure, processes ...int) []property.Member {
	var ms []property.Member
	for _, p := range processes {
		ms = append(ms, property.Member{Role: setsys.RequestsRole, Process: p - 1, Set: s.Requests.At(p - 1)})
	}
	return ms
}

type members = []property.Member

// TestWitness looks at the text and the JSON of a witness of every property,
// and confirms it.
func TestWitness(t *testing.T) {
	const q, w, r = setsys.QuorumsRole, setsys.WriteRole, setsys.ReadRole
	q1, q2 := setsys.UnitsRole(1), setsys.UnitsRole(2)
	two := structure(setsys.Coterie, 4, 0, nil, sets{{1, 2}, {3, 4}})
	named := structure(setsys.Coterie, 3, 0, []string{"paris", "london", "rome"}, sets{{2, 3}, {1}})
	arbiter := structure(setsys.KArbiter, 3, 2, nil, sets{{1, 2}, {1, 3}, {2, 3}})
	pair := structure(setsys.KWRCoterie, 4, 2, nil, sets{{1}, {2}, {3}, {1}}, sets{{1, 2, 3}, {1, 2}, {4}})
	replicas := structure(setsys.ReadWrite, 3, 0, nil, sets{{1}, {2, 3}}, sets{{1, 2}, {3}})
	maekawa := structure(setsys.RequestSets, 3, 1, nil, sets{{1, 2}, {3}, {1, 2, 3}})
	baldoni := structure(setsys.RequestSets, 4, 2, nil, sets{{1, 2, 4}, {2, 3, 4}, {1, 3, 4}, {1, 2, 3}})
	without := map[property.ID]bool{}
	for _, kind := range setsys.Kinds() {
		for _, id := range append(property.Required(kind), property.Optional(kind)...) {
			without[id] = true
		}
	}
	for _, c := range []struct {
		why  string
		w    property.Witness
		text string
		json string
	}{
		{"no quorum",
			property.Witness{Property: "nonempty", Structure: structure(setsys.Coterie, 2, 0, nil, sets{})},
			"there is no quorum in the family",
			`{"quorums":[],"text":"there is no quorum in the family"}`},
		{"no quorum in one of two families",
			property.Witness{Property: "nonempty", Structure: structure(setsys.KWRCoterie, 2, 1, nil, sets{{1}}, sets{})},
			"there is no quorum in the read family",
			`{"quorums":[],"text":"there is no quorum in the read family"}`},
		{"no quorum for some units",
			property.Witness{Property: "nonempty", Structure: structure(setsys.HKArbiter, 2, 2, nil, sets{{1}}, sets{})},
			"there is no quorum in Q_2",
			`{"quorums":[],"text":"there is no quorum in Q_2"}`},
		{"an empty quorum",
			property.Witness{Property: "nonempty", Structure: structure(setsys.KWRCoterie, 2, 1, nil, sets{{1}}, sets{{}}), Members: members{quorum(r, 2)}},
			"the empty set is a quorum of the read family",
			`{"quorums":[[]],"families":["read"],"text":"the empty set is a quorum of the read family"}`},
		{"an empty request set",
			property.Witness{Property: "nonempty", Structure: structure(setsys.RequestSets, 2, 1, []string{"a", "b"}, sets{{1}, {}}),
				Members: members{{Role: setsys.RequestsRole, Process: 1, Set: set(2)}}},
			"the request set of b is empty",
			`{"quorums":[[]],"processes":["b"],"text":"the request set of b is empty"}`},
		{"two disjoint quorums",
			property.Witness{Property: "intersection", Structure: two, Members: members{quorum(q, 4, 1, 2), quorum(q, 4, 3, 4)}},
			"quorums {1,2} and {3,4} are disjoint",
			`{"quorums":[[1,2],[3,4]],"text":"quorums {1,2} and {3,4} are disjoint"}`},
		{"named nodes",
			property.Witness{Property: "intersection", Structure: named, Members: members{quorum(q, 3, 1), quorum(q, 3, 2, 3)}},
			"quorums {paris} and {london,rome} are disjoint",
			`{"quorums":[["paris"],["london","rome"]],"text":"quorums {paris} and {london,rome} are disjoint"}`},
		{"k+1 disjoint quorums",
			property.Witness{Property: "intersection", Structure: structure(setsys.KCoterie, 4, 2, nil, sets{{4}, {1, 2}, {3}}),
				Members: members{quorum(q, 4, 1, 2), quorum(q, 4, 3), quorum(q, 4, 4)}},
			"quorums {1,2}, {3} and {4} are pairwise disjoint",
			`{"quorums":[[1,2],[3],[4]],"text":"quorums {1,2}, {3} and {4} are pairwise disjoint"}`},
		{"k+1 disjoint write quorums",
			property.Witness{Property: "write-intersection", Structure: pair, Members: members{quorum(w, 4, 1), quorum(w, 4, 2), quorum(w, 4, 3)}},
			"quorums {1}, {2} and {3} are pairwise disjoint",
			`{"quorums":[[1],[2],[3]],"families":["write","write","write"],"text":"quorums {1}, {2} and {3} are pairwise disjoint"}`},
		{"one quorum that every other one meets",
			property.Witness{Property: "non-intersection", Structure: structure(setsys.KCoterie, 3, 2, nil, sets{{1, 2}, {2, 3}, {1}}),
				Members: members{quorum(q, 3, 1, 2)}},
			"every other quorum meets {1,2}",
			`{"quorums":[[1,2]],"text":"every other quorum meets {1,2}"}`},
		{"one write quorum that every other one meets",
			property.Witness{Property: "write-non-intersection", Structure: structure(setsys.KWRCoterie, 3, 2, nil, sets{{1, 2}, {2, 3}}, sets{{2}}),
				Members: members{quorum(w, 3, 1, 2)}},
			"every other quorum meets {1,2}",
			`{"quorums":[[1,2]],"families":["write"],"text":"every other quorum meets {1,2}"}`},
		{"two quorums that leave none",
			property.Witness{Property: "non-intersection", Structure: structure(setsys.KCoterie, 5, 3, nil, sets{{1, 2}, {4, 5}, {2, 4}}),
				Members: members{quorum(q, 5, 1, 2), quorum(q, 5, 4, 5)}},
			"quorums {1,2} and {4,5} are disjoint, and every other quorum meets one of them",
			`{"quorums":[[1,2],[4,5]],"text":"quorums {1,2} and {4,5} are disjoint, and every other quorum meets one of them"}`},
		{"overlapping quorums that leave none",
			property.Witness{Property: "strong-non-intersection", Structure: structure(setsys.KCoterie, 4, 3, nil, sets{{1, 2}, {2, 3}, {3, 4}, {1, 4}}),
				Members: members{quorum(q, 4, 1, 2), quorum(q, 4, 3, 4)}},
			"every quorum meets one of the quorums {1,2} and {3,4}",
			`{"quorums":[[1,2],[3,4]],"text":"every quorum meets one of the quorums {1,2} and {3,4}"}`},
		{"a quorum within another",
			property.Witness{Property: "minimality", Structure: structure(setsys.Coterie, 3, 0, nil, sets{{1, 2, 3}, {2, 3}}),
				Members: members{quorum(q, 3, 2, 3), quorum(q, 3, 1, 2, 3)}},
			"quorum {1,2,3} contains quorum {2,3}",
			`{"quorums":[[2,3],[1,2,3]],"text":"quorum {1,2,3} contains quorum {2,3}"}`},
		{"a quorum twice",
			property.Witness{Property: "write-minimality", Structure: pair, Members: members{quorum(w, 4, 1), quorum(w, 4, 1)}},
			"quorum {1} is listed twice in the write family",
			`{"quorums":[[1],[1]],"families":["write","write"],"text":"quorum {1} is listed twice in the write family"}`},
		{"a read quorum within another",
			property.Witness{Property: "read-minimality", Structure: pair, Members: members{quorum(r, 4, 1, 2), quorum(r, 4, 1, 2, 3)}},
			"quorum {1,2,3} contains quorum {1,2} of the read family",
			`{"quorums":[[1,2],[1,2,3]],"families":["read","read"],"text":"quorum {1,2,3} contains quorum {1,2} of the read family"}`},
		{"a write quorum and a read quorum",
			property.Witness{Property: "write-read-intersection", Structure: pair, Members: members{quorum(w, 4, 1), quorum(r, 4, 4)}},
			"write quorum {1} and read quorum {4} are disjoint",
			`{"quorums":[[1],[4]],"families":["write","read"],"text":"write quorum {1} and read quorum {4} are disjoint"}`},
		{"two disjoint write quorums",
			property.Witness{Property: "write-intersection", Structure: replicas, Members: members{quorum(w, 3, 1), quorum(w, 3, 2, 3)}},
			"quorums {1} and {2,3} are disjoint",
			`{"quorums":[[1],[2,3]],"families":["write","write"],"text":"quorums {1} and {2,3} are disjoint"}`},
		{"two disjoint read quorums",
			property.Witness{Property: "read-intersection", Structure: replicas, Members: members{quorum(r, 3, 1, 2), quorum(r, 3, 3)}},
			"quorums {1,2} and {3} are disjoint",
			`{"quorums":[[1,2],[3]],"families":["read","read"],"text":"quorums {1,2} and {3} are disjoint"}`},
		{"a write quorum that a read quorum misses",
			property.Witness{Property: "write-read-intersection", Structure: replicas, Members: members{quorum(w, 3, 1), quorum(r, 3, 3)}},
			"write quorum {1} and read quorum {3} are disjoint",
			`{"quorums":[[1],[3]],"families":["write","read"],"text":"write quorum {1} and read quorum {3} are disjoint"}`},
		{"k+1 quorums without a common node",
			property.Witness{Property: "intersection", Structure: arbiter, Members: members{quorum(q, 3, 1, 2), quorum(q, 3, 1, 3), quorum(q, 3, 2, 3)}},
			"the quorums {1,2}, {1,3} and {2,3} have no common node",
			`{"quorums":[[1,2],[1,3],[2,3]],"text":"the quorums {1,2}, {1,3} and {2,3} have no common node"}`},
		{"fewer than k+1, where one is taken twice",
			property.Witness{Property: "intersection", Structure: structure(setsys.KArbiter, 2, 2, nil, sets{{1}, {2}}), Members: members{quorum(q, 2, 1), quorum(q, 2, 2)}},
			"the quorums {1} and {2} have no common node; with repeats they are 3 quorums",
			`{"quorums":[[1],[2]],"text":"the quorums {1} and {2} have no common node; with repeats they are 3 quorums"}`},
		{"a pattern, one quorum twice",
			property.Witness{Property: "intersection", Structure: structure(setsys.HKArbiter, 2, 2, nil, sets{{1}, {2}}, sets{{1, 2}}),
				Members: members{quorum(q1, 2, 1), quorum(q1, 2, 1), quorum(q1, 2, 2)}},
			"requests for 1 + 1 + 1 units exceed k = 2, but the quorums {1} for 1 unit, {1} for 1 unit and {2} for 1 unit have no common node",
			`{"quorums":[[1],[1],[2]],"families":["quorums.1","quorums.1","quorums.1"],"pattern":[1,1,1],` +
				`"text":"requests for 1 + 1 + 1 units exceed k = 2, but the quorums {1} for 1 unit, {1} for 1 unit and {2} for 1 unit have no common node"}`},
		{"a pattern of different units",
			property.Witness{Property: "intersection", Structure: structure(setsys.HKArbiter, 4, 2, nil, sets{{1, 2}}, sets{{3, 4}}),
				Members: members{quorum(q1, 4, 1, 2), quorum(q2, 4, 3, 4)}},
			"requests for 1 + 2 units exceed k = 2, but the quorums {1,2} for 1 unit and {3,4} for 2 units have no common node",
			`{"quorums":[[1,2],[3,4]],"families":["quorums.1","quorums.2"],"pattern":[1,2],` +
				`"text":"requests for 1 + 2 units exceed k = 2, but the quorums {1,2} for 1 unit and {3,4} for 2 units have no common node"}`},
		{"not in its own set",
			property.Witness{Property: "self-membership", Structure: maekawa, Members: requests(maekawa, 2)},
			"2 is not in its own request set {3}",
			`{"quorums":[[3]],"processes":[2],"text":"2 is not in its own request set {3}"}`},
		{"not a full set",
			property.Witness{Property: "full-sets", Structure: maekawa, Members: requests(maekawa, 1)},
			"the request set {1,2} of 1 is not the set of all processes",
			`{"quorums":[[1,2]],"processes":[1],"text":"the request set {1,2} of 1 is not the set of all processes"}`},
		{"two processes without an arbiter",
			property.Witness{Property: "arbitration", Structure: maekawa, Members: requests(maekawa, 1, 2)},
			"the request sets {1,2} of 1 and {3} of 2 have no common node",
			`{"quorums":[[1,2],[3]],"processes":[1,2],"text":"the request sets {1,2} of 1 and {3} of 2 have no common node"}`},
		{"two disjoint sets",
			property.Witness{Property: "pairwise-intersection", Structure: maekawa, Members: requests(maekawa, 1, 2)},
			"the request sets {1,2} of 1 and {3} of 2 are disjoint",
			`{"quorums":[[1,2],[3]],"processes":[1,2],"text":"the request sets {1,2} of 1 and {3} of 2 are disjoint"}`},
		{"an arbiter that is neither",
			property.Witness{Property: "singhal", Structure: maekawa, Members: requests(maekawa, 1, 3)},
			"the request sets {1,2} of 1 and {1,2,3} of 3 share {1,2}, which is neither of the two processes alone",
			`{"quorums":[[1,2],[1,2,3]],"processes":[1,3],"text":"the request sets {1,2} of 1 and {1,2,3} of 3 share {1,2}, which is neither of the two processes alone"}`},
		{"too few arbiters of their own",
			property.Witness{Property: "local-recovery", Structure: baldoni, Members: requests(baldoni, 1, 2, 3)},
			"the request sets {1,2,4} of 1, {2,3,4} of 2 and {1,3,4} of 3 share {4}, which contains fewer than 2 of these processes",
			`{"quorums":[[1,2,4],[2,3,4],[1,3,4]],"processes":[1,2,3],"text":"the request sets {1,2,4} of 1, {2,3,4} of 2 and {1,3,4} of 3 share {4}, which contains fewer than 2 of these processes"}`},
		{"arbiters other than two of their own",
			property.Witness{Property: "local-recovery-exact", Structure: baldoni, Members: requests(baldoni, 1, 2, 4)},
			"the request sets {1,2,4} of 1, {2,3,4} of 2 and {1,2,3} of 4 share {2}, which is not a set of just 2 of these processes",
			`{"quorums":[[1,2,4],[2,3,4],[1,2,3]],"processes":[1,2,4],"text":"the request sets {1,2,4} of 1, {2,3,4} of 2 and {1,2,3} of 4 share {2}, which is not a set of just 2 of these processes"}`},
		{"a quorum to add",
			property.Witness{Property: "nondomination", Structure: structure(setsys.Coterie, 3, 0, nil, sets{{1, 2}, {1, 3}}), Added: members{quorum(q, 3, 2, 3)}},
			"adding the quorum {2,3} and dropping the quorums that contain others gives a valid coterie that dominates it",
			`{"quorums":[],"added":[[2,3]],"addedTo":"quorums","text":"adding the quorum {2,3} and dropping the quorums that contain others gives a valid coterie that dominates it"}`},
		{"a quorum for two units to add",
			property.Witness{Property: "nondomination", Structure: structure(setsys.HKArbiter, 2, 2, nil, sets{{1}}, sets{{1, 2}}), Added: members{quorum(q2, 2, 1)}},
			"adding the quorum {1} to Q_2 and dropping the quorums that contain others gives a valid (h,2)-arbiter that dominates it",
			`{"quorums":[],"added":[[1]],"addedTo":"quorums.2","text":"adding the quorum {1} to Q_2 and dropping the quorums that contain others gives a valid (h,2)-arbiter that dominates it"}`},
		{"no coterie",
			property.Witness{Property: "nondomination", Violates: "minimality", Structure: structure(setsys.Coterie, 2, 0, nil, sets{{1, 2}, {1}}),
				Members: members{quorum(q, 2, 1), quorum(q, 2, 1, 2)}},
			"it violates minimality, so it is not a valid coterie: quorum {1,2} contains quorum {1}",
			`{"quorums":[[1],[1,2]],"violates":"minimality","text":"it violates minimality, so it is not a valid coterie: quorum {1,2} contains quorum {1}"}`},
		{"no (h,2)-arbiter",
			property.Witness{Property: "nondomination", Violates: "intersection", Structure: structure(setsys.HKArbiter, 2, 2, nil, sets{{1}, {2}}, sets{{1, 2}}),
				Members: members{quorum(q1, 2, 1), quorum(q1, 2, 1), quorum(q1, 2, 2)}},
			"it violates intersection, so it is not a valid (h,2)-arbiter: " +
				"requests for 1 + 1 + 1 units exceed k = 2, but the quorums {1} for 1 unit, {1} for 1 unit and {2} for 1 unit have no common node",
			`{"quorums":[[1],[1],[2]],"families":["quorums.1","quorums.1","quorums.1"],"pattern":[1,1,1],"violates":"intersection",` +
				`"text":"it violates intersection, so it is not a valid (h,2)-arbiter: ` +
				`requests for 1 + 1 + 1 units exceed k = 2, but the quorums {1} for 1 unit, {1} for 1 unit and {2} for 1 unit have no common node"}`},
	} {
		delete(without, c.w.Property)
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
	for id := range without {
		t.Errorf("%s: no witness", id)
	}
}

// TestConfirmRefuses offers witnesses that are none: each must be an error,
// whatever is wrong with it.
func TestConfirmRefuses(t *testing.T) {
	const q, w, r = setsys.QuorumsRole, setsys.WriteRole, setsys.ReadRole
	q1, q2 := setsys.UnitsRole(1), setsys.UnitsRole(2)
	two := structure(setsys.Coterie, 4, 0, nil, sets{{1, 2}, {3, 4}})
	pair := structure(setsys.KWRCoterie, 4, 2, nil, sets{{1}, {2}}, sets{{1, 2, 3}, {1, 2}, {4}, {3}})
	replicas := structure(setsys.ReadWrite, 3, 0, nil, sets{{1}, {2, 3}}, sets{{1, 2}, {3}})
	units := structure(setsys.HKArbiter, 4, 2, nil, sets{{1, 2}, {1, 3}}, sets{{3, 4}, {1, 2}})
	processes := structure(setsys.RequestSets, 3, 1, nil, sets{{1, 2}, {3}, {1, 2, 3}})
	good := structure(setsys.Coterie, 3, 0, nil, sets{{1, 2}, {1, 3}, {2, 3}})
	add := func(ms ...property.Member) members { return ms }
	for _, c := range []struct {
		why string
		w   property.Witness
	}{
		{"an unknown property", property.Witness{Property: "majority", Structure: two, Members: add(quorum(q, 4, 1, 2))}},
		{"no property", property.Witness{Structure: two}},
		{"a property of another kind", property.Witness{Property: "self-membership", Structure: two, Members: add(quorum(q, 4, 1, 2))}},
		{"no members", property.Witness{Property: "intersection", Structure: two}},
		{"one member too few", property.Witness{Property: "intersection", Structure: two, Members: add(quorum(q, 4, 1, 2))}},
		{"one member too many", property.Witness{Property: "intersection", Structure: two, Members: add(quorum(q, 4, 1, 2), quorum(q, 4, 3, 4), quorum(q, 4, 3, 4))}},
		{"a quorum that is not listed", property.Witness{Property: "intersection", Structure: two, Members: add(quorum(q, 4, 1), quorum(q, 4, 3, 4))}},
		{"a quorum over other nodes", property.Witness{Property: "intersection", Structure: two, Members: add(quorum(q, 5, 1, 2), quorum(q, 4, 3, 4))}},
		{"a quorum of a family that is not there", property.Witness{Property: "intersection", Structure: two, Members: add(quorum(w, 4, 1, 2), quorum(q, 4, 3, 4))}},
		{"a quorum of a process", property.Witness{Property: "intersection", Structure: two, Members: add(property.Member{Role: q, Process: 0, Set: set(4, 1, 2)}, quorum(q, 4, 3, 4))}},
		{"quorums that meet", property.Witness{Property: "intersection", Structure: good, Members: add(quorum(q, 3, 1, 2), quorum(q, 3, 2, 3))}},
		{"a quorum listed once given twice", property.Witness{Property: "minimality", Structure: two, Members: add(quorum(q, 4, 1, 2), quorum(q, 4, 1, 2))}},
		{"the containing quorum first", property.Witness{Property: "read-minimality", Structure: pair, Members: add(quorum(r, 4, 1, 2, 3), quorum(r, 4, 1, 2))}},
		{"quorums of two families", property.Witness{Property: "write-minimality", Structure: pair, Members: add(quorum(w, 4, 1), quorum(r, 4, 1, 2))}},
		{"quorums of the other family", property.Witness{Property: "write-minimality", Structure: pair, Members: add(quorum(r, 4, 1, 2), quorum(r, 4, 1, 2, 3))}},
		{"disjoint quorums of two families", property.Witness{Property: "write-intersection", Structure: pair, Members: add(quorum(w, 4, 1), quorum(w, 4, 2), quorum(r, 4, 4))}},
		{"read quorums that are disjoint", property.Witness{Property: "write-intersection", Structure: pair, Members: add(quorum(r, 4, 1, 2), quorum(r, 4, 3), quorum(r, 4, 4))}},
		{"one write quorum of two", property.Witness{Property: "write-intersection", Structure: replicas, Members: add(quorum(w, 3, 1))}},
		{"a read quorum that meets both", property.Witness{Property: "write-read-intersection", Structure: replicas, Members: add(quorum(w, 3, 1), quorum(r, 3, 1, 2))}},
		{"the read quorum first", property.Witness{Property: "write-read-intersection", Structure: pair, Members: add(quorum(r, 4, 4), quorum(w, 4, 1))}},
		{"one write quorum", property.Witness{Property: "write-read-intersection", Structure: pair, Members: add(quorum(w, 4, 1))}},
		{"a quorum is left", property.Witness{Property: "write-non-intersection", Structure: pair, Members: add(quorum(w, 4, 1))}},
		{"k quorums", property.Witness{Property: "write-non-intersection", Structure: pair, Members: add(quorum(w, 4, 1), quorum(w, 4, 2))}},
		{"no quorum that leaves none", property.Witness{Property: "write-non-intersection", Structure: pair}},
		{"no empty quorum", property.Witness{Property: "nonempty", Structure: two, Members: add(quorum(q, 4, 1, 2))}},
		{"an empty set that is no quorum", property.Witness{Property: "nonempty", Structure: two, Members: add(quorum(q, 4))}},
		{"no empty family", property.Witness{Property: "nonempty", Structure: pair}},
		{"a pattern that is no conflict", property.Witness{Property: "intersection", Structure: units, Members: add(quorum(q2, 4, 3, 4))}},
		{"a pattern that is not critical", property.Witness{Property: "intersection", Structure: units,
			Members: add(quorum(q1, 4, 1, 2), quorum(q2, 4, 3, 4), quorum(q2, 4, 1, 2))}},
		{"a common node", property.Witness{Property: "intersection", Structure: units, Members: add(quorum(q1, 4, 1, 3), quorum(q2, 4, 3, 4))}},
		{"no process", property.Witness{Property: "full-sets", Structure: processes, Members: add(quorum(setsys.RequestsRole, 3, 3))}},
		{"no such process", property.Witness{Property: "full-sets", Structure: processes, Members: add(property.Member{Role: setsys.RequestsRole, Process: 3, Set: set(3, 3)})}},
		{"no processes at all", property.Witness{Property: "self-membership", Structure: processes}},
		{"the set of another process", property.Witness{Property: "full-sets", Structure: processes, Members: add(property.Member{Role: setsys.RequestsRole, Process: 0, Set: set(3, 3)})}},
		{"in its set", property.Witness{Property: "self-membership", Structure: processes, Members: requests(processes, 3)}},
		{"a full set", property.Witness{Property: "full-sets", Structure: processes, Members: requests(processes, 3)}},
		{"a process twice", property.Witness{Property: "local-recovery-exact", Structure: processes, Members: requests(processes, 1, 1)}},
		{"processes with an arbiter", property.Witness{Property: "arbitration", Structure: processes, Members: requests(processes, 1, 3)}},
		{"more than m+1 processes", property.Witness{Property: "arbitration", Structure: processes, Members: requests(processes, 1, 2, 3)}},
		{"processes whose sets share a node", property.Witness{Property: "pairwise-intersection", Structure: processes, Members: requests(processes, 1, 3)}},
		{"processes with their own arbiter", property.Witness{Property: "local-recovery", Structure: processes, Members: requests(processes, 1, 3)}},
		{"the arbiter is one of the two", property.Witness{Property: "singhal", Structure: processes, Members: requests(processes, 2, 3)}},
		{"nothing to add", property.Witness{Property: "nondomination", Structure: good}},
		{"quorums to drop and none to add", property.Witness{Property: "nondomination", Structure: structure(setsys.Coterie, 2, 0, nil, sets{{1, 2}, {1}})}},
		{"members that break nothing", property.Witness{Property: "nondomination", Violates: "intersection", Structure: good,
			Members: add(quorum(q, 3, 1, 2), quorum(q, 3, 2, 3))}},
		{"violating an optional property", property.Witness{Property: "nondomination", Violates: "strong-non-intersection",
			Structure: structure(setsys.KCoterie, 4, 3, nil, sets{{1, 2}, {2, 3}, {3, 4}, {1, 4}}), Members: add(quorum(q, 4, 1, 2), quorum(q, 4, 3, 4))}},
		{"violating another property", property.Witness{Property: "minimality", Violates: "intersection", Structure: two,
			Members: add(quorum(q, 4, 1, 2), quorum(q, 4, 3, 4))}},
		{"violating, and quorums to add", property.Witness{Property: "nondomination", Violates: "intersection", Structure: two,
			Members: add(quorum(q, 4, 1, 2), quorum(q, 4, 3, 4)), Added: add(quorum(q, 4, 1))}},
		{"another family stays empty", property.Witness{Property: "nondomination",
			Structure: structure(setsys.HKArbiter, 2, 2, nil, sets{{1, 2}}, sets{}), Added: add(quorum(q1, 2, 1))}},
		{"what is added makes it no coterie", property.Witness{Property: "nondomination", Structure: good, Added: add(quorum(q, 3, 1))}},
		{"what is added contains a quorum", property.Witness{Property: "nondomination", Structure: good, Added: add(quorum(q, 3, 1, 2, 3))}},
		{"the empty set is added", property.Witness{Property: "nondomination", Structure: good, Added: add(quorum(q, 3))}},
		{"what is added is of another family", property.Witness{Property: "nondomination",
			Structure: structure(setsys.Coterie, 2, 0, nil, sets{{1, 2}, {1}}), Added: add(quorum(w, 2, 2))}},
		{"what is added is over other nodes", property.Witness{Property: "nondomination",
			Structure: structure(setsys.Coterie, 3, 0, nil, sets{{1, 2}, {1, 3}}), Added: add(quorum(q, 64, 2, 3))}},
		{"domination of a kind without", property.Witness{Property: "nondomination", Structure: pair, Added: add(quorum(w, 4, 1))}},
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
		w := property.Witness{Property: "nondomination", Structure: c.s}
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
