package complement

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/csobject"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/mutin"
	"qcheck/protocols/prototest"
	"qcheck/protocols/raymond"
	"qcheck/protocols/ricartagrawala"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// summary is the result of exploring, with the sets of processes that are in the
// critical section in some state.
type summary struct {
	prototest.Found
	Sets map[explore.Set]bool
}

// explored explores a protocol, with units observed.
func explored[L, M comparable](t *testing.T, p explore.Protocol[L, M], o prototest.Options) summary {
	t.Helper()
	sets := map[explore.Set]bool{}
	safe := p.Safe
	p.Safe = func(all []explore.Observation) string {
		sets[csobject.InCS(all)] = true
		return safe(all)
	}
	return summary{prototest.Engine(t, p, o), sets}
}

// between returns the sets of l to k of n processes.
func between(n, l, k int) map[explore.Set]bool {
	sets := map[explore.Set]bool{}
	for s := range explore.All(n) + 1 {
		if s.Len() >= l && s.Len() <= k {
			sets[s] = true
		}
	}
	return sets
}

// inclusion checks that the complement of an algorithm for k-mutual exclusion is
// one for (n-k)-mutual inclusion: with the same states, without a violation, and with the
// same sets in the critical section as MUTIN(n-k) has; and that twice the
// complement is the algorithm itself.
func inclusion[L, M comparable](t *testing.T, p explore.Protocol[L, M], err error, k int, o prototest.Options) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	l := p.N - k
	before := explored(t, csobject.Exclusion(p), o)
	co := OfExclusion(p)
	co.Safe = csobject.Between(l, p.N)
	after := explored(t, co, o)
	if diff := cmp.Diff(before.Found, after.Found); diff != "" {
		t.Errorf("%s for k = %d (-), its complement (+):\n%s", p.Name, k, diff)
	}
	if diff := cmp.Diff(map[string]int{}, after.Violations); diff != "" {
		t.Errorf("%s for k = %d: expected (-), complement (+):\n%s", p.Name, k, diff)
	}
	m, err := mutin.NewWithLock(mutin.Config{N: p.N, L: l, InCS: explore.All(p.N)})
	if err != nil {
		t.Fatal(err)
	}
	other := explored(t, m, prototest.Options{Each: explore.Unbounded})
	if diff := cmp.Diff(other.Violations, after.Violations); diff != "" {
		t.Errorf("MUTIN(%d) (-), complement of %s (+):\n%s", l, p.Name, diff)
	}
	if diff := cmp.Diff(other.Sets, after.Sets); diff != "" {
		t.Errorf("in the critical section by MUTIN(%d) (-), by the complement of %s (+):\n%s", l, p.Name, diff)
	}
	if diff := cmp.Diff(before, explored(t, Of(OfExclusion(p)), o)); diff != "" {
		t.Errorf("%s (-), twice its complement (+):\n%s", p.Name, diff)
	}
}

// TestInclusion makes mutual inclusion from algorithms for mutual exclusion.
func TestInclusion(t *testing.T) {
	unbounded := prototest.Options{Each: explore.Unbounded}
	for n := 2; n <= 3; n++ {
		p, err := ricartagrawala.New(ricartagrawala.Config{N: n})
		inclusion(t, p, err, 1, unbounded)
		q, err := maekawa.New(maekawa.Config{N: n})
		inclusion(t, q, err, 1, unbounded)
		lock, err := csobject.Lock(n)
		inclusion(t, lock, err, 1, unbounded)
	}
	for k := 1; k <= 2; k++ {
		p, err := raymond.New(raymond.Config{N: 3, K: k, Variant: "repaired"})
		inclusion(t, p, err, k, prototest.Options{})
	}
	q, err := kakugawa.New(kakugawa.Config{N: 3, K: 2, Quorums: []explore.Set{explore.SetOf(0), explore.SetOf(1)}})
	inclusion(t, q, err, 2, prototest.Options{Requests: []int{1, 1, 1}})
}

// TestInclusionLong has requests without bound where that takes longer.
func TestInclusionLong(t *testing.T) {
	slow.Only(t, "a minute")
	unbounded := prototest.Options{Each: explore.Unbounded}
	for k := 1; k <= 2; k++ {
		p, err := raymond.New(raymond.Config{N: 3, K: k, Variant: "bounded"})
		inclusion(t, p, err, k, unbounded)
	}
	q, err := kakugawa.New(kakugawa.Config{N: 3, K: 2, Quorums: []explore.Set{explore.SetOf(0), explore.SetOf(1)}})
	inclusion(t, q, err, 2, unbounded)
}

// TestExclusion makes k-mutual exclusion from MUTIN(n-k), as kmex of gcs is
// made: with the verdicts that Raymond's algorithm has, and every set of up to k
// processes in the critical section.
func TestExclusion(t *testing.T) {
	for _, test := range []struct {
		reason  string
		variant string
		quorums []explore.Set
		k       int
		want    map[string]int
	}{
		{"one of three", "repaired", nil, 1, map[string]int{}},
		{"two of three", "repaired", nil, 2, map[string]int{}},
		{"any number of three", "repaired", nil, 3, map[string]int{}},
		{"what deadlocks deadlocks as before", "uncounted", []explore.Set{3, 6, 3}, 1, map[string]int{"deadlock-freedom": 30, "starvation-freedom": 30}},
	} {
		p, err := mutin.NewWithLock(mutin.Config{N: 3, L: 3 - test.k, InCS: explore.All(3), Quorums: test.quorums, Variant: test.variant})
		if err != nil {
			t.Fatal(err)
		}
		o := prototest.Options{Each: explore.Unbounded}
		co := Of(p)
		co.Safe = csobject.Between(0, test.k)
		before, after := explored(t, p, o), explored(t, co, o)
		if diff := cmp.Diff(before.Found, after.Found); diff != "" {
			t.Errorf("%s: mutin (-), its complement (+):\n%s", test.reason, diff)
		}
		if diff := cmp.Diff(test.want, after.Violations); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
		}
		if diff := cmp.Diff(between(3, 0, test.k), after.Sets); diff != "" {
			t.Errorf("%s: in the critical section, expected (-), found (+):\n%s", test.reason, diff)
		}
		if diff := cmp.Diff(before, explored(t, Of(Of(p)), o)); diff != "" {
			t.Errorf("%s: mutin (-), twice its complement (+):\n%s", test.reason, diff)
		}
		if test.variant != "repaired" {
			continue
		}
		r, err := raymond.New(raymond.Config{N: 3, K: test.k})
		if err != nil {
			t.Fatal(err)
		}
		if other := explored(t, csobject.Exclusion(r), prototest.Options{}); !cmp.Equal(other.Sets, after.Sets) || !cmp.Equal(other.Violations, after.Violations) {
			t.Errorf("%s: Raymond's algorithm has %v in the critical section and violates %v", test.reason, other.Sets, other.Violations)
		}
	}
}

// TestObserved has the complement of every observation, judged by what the
// protocol itself finds unsafe, and by the bounds of the complement.
func TestObserved(t *testing.T) {
	const n, k = 3, 1
	p, err := raymond.New(raymond.Config{N: n, K: k})
	if err != nil {
		t.Fatal(err)
	}
	co, direct := OfExclusion(p), csobject.Between(n-k, n)
	phases := []explore.Phase{explore.Thinking, explore.Waiting, explore.Inside}
	states := make([]raymond.State, n)
	for i := range 27 {
		all, back := make([]explore.Observation, n), make([]explore.Observation, n)
		for q, rest := 0, i; q < n; q, rest = q+1, rest/3 {
			states[q] = raymond.State{Phase: phases[rest%3]}
			all[q] = co.Observe(q, states[q])
			back[q] = Of(co).Observe(q, states[q])
			want := explore.Observation{Phase: phases[2-rest%3], Units: 1}
			if states[q].Phase == explore.Inside {
				want.Units = 0
			}
			if all[q] != want {
				t.Errorf("%s is observed as %+v, want %+v", states[q].Phase, all[q], want)
			}
			if itself := csobject.Exclusion(p).Observe(q, states[q]); back[q] != itself {
				t.Errorf("%s, twice swapped, is observed as %+v, want %+v", states[q].Phase, back[q], itself)
			}
		}
		if a, b := co.Safe(all), direct(all); (a == "") != (b == "") {
			t.Errorf("%v: %q by the protocol, %q by the bounds", all, a, b)
		}
	}
}

// TestUnsafe: where k-mutual exclusion fails, the complement fails in as many
// steps, and says what fails.
func TestUnsafe(t *testing.T) {
	p, err := raymond.New(raymond.Config{N: 3, K: 2, Variant: "printed"})
	if err != nil {
		t.Fatal(err)
	}
	o := prototest.Options{Requests: []int{2, 1, 1}, Check: []explore.Property{explore.Safety}}
	before, after := prototest.Engine(t, p, o), prototest.Engine(t, OfExclusion(p), o)
	if diff := cmp.Diff(before, after); diff != "" || before.Violations["safety"] == 0 {
		t.Errorf("raymond (-), its complement (+):\n%s", diff)
	}
	in := explore.Observation{Phase: explore.Thinking}
	const want = "before in and out were swapped: 3 processes, {1,2,3}, are in the critical section at the same time"
	if got := OfExclusion(p).Safe([]explore.Observation{in, in, in}); got != want {
		t.Errorf("all out: %q, want %q", got, want)
	}
}

// TestNames: methods change their names, and goals are judged on what was
// observed before.
func TestNames(t *testing.T) {
	type step = explore.Step[int, int]
	p := explore.Protocol[int, int]{
		Name: "toy", N: 1,
		Actions: func(int, int) []step { return []step{{Name: "Exit"}, {Name: "Entry"}, {Name: "other"}} },
		Deliver: func(int, int, int, int) []step { return []step{{Name: "Entry"}} },
		Exclusion: explore.Exclusion[int]{
			Observe: func(int, int) explore.Observation { return explore.Observation{} },
			Goals:   []explore.Goal{{Name: "goal", Unmet: func(all []explore.Observation) string { return fmt.Sprint(all[0].Phase) }}},
		},
		Steps: []string{"Exit", "Entry", "other"},
	}
	co := Of(p)
	got := [][]string{co.Steps, names(co.Actions(0, 0)), names(co.Deliver(0, 0, 0, 0)), {co.Name, co.Goals[0].Unmet([]explore.Observation{{Phase: explore.Inside}})}}
	want := [][]string{{"Entry", "Exit", "other"}, {"Entry", "Exit", "other"}, {"Exit"}, {"complement of toy", "before in and out were swapped: thinking"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("expected (-), found (+):\n%s", diff)
	}
	if co.Safe != nil {
		t.Error("nothing was unsafe before")
	}
}

func names[L, M comparable](steps []explore.Step[L, M]) []string {
	var all []string
	for _, s := range steps {
		all = append(all, s.Name)
	}
	return all
}
