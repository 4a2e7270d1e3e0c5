package construct_test

import (
	"slices"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// arbitrated reports whether any size different sets have a common node.
func arbitrated(sets []uint64, size int) bool {
	var try func(from int, common uint64, left int) bool
	try = func(from int, common uint64, left int) bool {
		if left == 0 {
			return common != 0
		}
		for i := from; i < len(sets); i++ {
			if !try(i+1, common&sets[i], left-1) {
				return false
			}
		}
		return true
	}
	return try(0, ^uint64(0), size)
}

// Every choice of request sets takes a quorum for each process of which it is a
// member, and keeps what is claimed of the quorums.
func TestRequestSets(t *testing.T) {
	cases := map[string][]values{}
	for n := 1; n <= 12; n++ {
		cases["majority"] = append(cases["majority"], values{"n": n})
		for k := 1; k <= 4; k++ {
			cases["uniform-k-arbiter"] = append(cases["uniform-k-arbiter"], values{"n": n, "k": k})
			cases["cube-k-arbiter"] = append(cases["cube-k-arbiter"], values{"n": n, "k": k})
		}
	}
	for side := 1; side <= 7; side++ {
		cases["grid"] = append(cases["grid"], values{"n": side * side})
	}
	for _, q := range []int{2, 3, 4, 5, 7} {
		cases["plane"] = append(cases["plane"], values{"order": q})
	}
	arrays(16, func(rows, columns int) {
		cases["column-cover"] = append(cases["column-cover"], values{"rows": rows, "columns": columns})
	})
	var have []string
	for _, c := range construct.All() {
		if c.RequestSets && c.Kind != setsys.RequestSets {
			have = append(have, c.Name)
		}
		if !c.RequestSets && cases[c.Name] != nil {
			t.Errorf("%s has no request sets", c.Name)
		}
	}
	for _, name := range have {
		if cases[name] == nil {
			t.Errorf("%s is not tested", name)
		}
		for _, v := range cases[name] {
			family := build(t, name, v)
			v["as"] = "request-sets"
			s := build(t, name, v)
			if s.Name != family.Name+" as request-sets" || s.Source != family.Source {
				t.Errorf("%s: name %q, source %q", family.Name, s.Name, s.Source)
			}
			if s.Kind != setsys.RequestSets || s.M != max(family.K, 1) {
				t.Errorf("%s: %s for %d resources", s.Name, s.Kind, s.M)
			}
			if s.Universe.Len() > 64 {
				continue
			}
			quorums, sets := masks(family.Quorums), masks(s.Requests)
			for i, r := range sets {
				if r>>i&1 == 0 {
					t.Errorf("%s: process %d is not in its set", s.Name, i+1)
				}
				// The cube of n not a power keeps quorums that contain another.
				if !slices.ContainsFunc(quorums, func(q uint64) bool { return q == r || name == "cube-k-arbiter" && q&^r == 0 }) {
					t.Errorf("%s: the set of process %d is not a quorum", s.Name, i+1)
				}
			}
			if !arbitrated(sets, s.M+1) {
				t.Errorf("%s: there are %d processes without an arbiter", s.Name, s.M+1)
			}
		}
	}
}

func TestMajorityRequestSets(t *testing.T) {
	for n, want := range map[int]string{
		1: "{{1}}",
		2: "{{1,2},{1,2}}",
		3: "{{1,2},{2,3},{1,3}}",
		4: "{{1,2,3},{2,3,4},{1,3,4},{1,2,4}}",
	} {
		s := build(t, "majority", values{"n": n, "as": "request-sets"})
		if got := s.Requests.String(); got != want {
			t.Errorf("%s: %s, want %s", s.Name, got, want)
		}
	}
}

// The lines of the 7-process figure and those of the plane of order 2 are the
// same plane up to names, and hyperplanes of one resource are the grid.
func TestRequestSetsKnown(t *testing.T) {
	for _, n := range []int{1, 4, 9, 16, 25} {
		grid := build(t, "grid", values{"n": n, "as": "request-sets"})
		planes := build(t, "hyperplanes", values{"n": n, "m": 1, "as": "request-sets"})
		if !grid.Requests.Equal(planes.Requests) {
			t.Errorf("%s differs from %s", planes.Name, grid.Name)
		}
	}
	for k := 1; k <= 3; k++ {
		n := 1 << (k + 1)
		cube := build(t, "cube-k-arbiter", values{"n": n, "k": k, "as": "request-sets"})
		planes := build(t, "hyperplanes", values{"n": n, "m": k})
		if !cube.Requests.Equal(planes.Requests) {
			t.Errorf("%s differs from %s", planes.Name, cube.Name)
		}
	}
	figure, plane := build(t, "seven-processes", values{}), build(t, "plane", values{"order": 2, "as": "request-sets"})
	if !isomorphic(masks(figure.Requests), masks(plane.Requests), 7) {
		t.Error("the figure is not a plane of order 2")
	}
}

// isomorphic reports whether some renaming of the n nodes takes one family to the
// other.
func isomorphic(a, b []uint64, n int) bool {
	b = slices.Sorted(slices.Values(b))
	perm := make([]int, n)
	var try func(i int, used uint64) bool
	try = func(i int, used uint64) bool {
		if i == n {
			var moved []uint64
			for _, s := range a {
				moved = append(moved, mask(n, func(v int) bool { return s>>slices.Index(perm, v)&1 == 1 }))
			}
			slices.Sort(moved)
			return slices.Equal(moved, b)
		}
		for v := range n {
			if used>>v&1 == 0 {
				perm[i] = v
				if try(i+1, used|1<<v) {
					return true
				}
			}
		}
		return false
	}
	return try(0, 0)
}
