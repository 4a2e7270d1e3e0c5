package gcs

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/complement"
	"qcheck/protocols/csobject"
	"qcheck/protocols/mutin"
	"qcheck/protocols/prototest"
	"qcheck/protocols/raymond"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// locked returns an instance with locks.
func locked(t *testing.T, c Config) WithLock {
	return prototest.Build(t, NewWithLock, c)
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string
	}{
		{Config{N: 0}, "0 processes: there must be 1 to 16"},
		{Config{N: 17}, "17 processes: there must be 1 to 16"},
		{Config{N: 3, L: -1, K: 1}, "l is -1: it must be 0"},
		{Config{N: 3, L: 2, K: 2}, "l is 2: it must be 0 to 1"},
		{Config{N: 3, L: 2, K: 4}, "k is 4: it must be 1 to 3"},
		{Config{N: 2, K: 1, InCS: 4}, "{3}, in the critical section initially, has a member that is none of the 2 processes"},
		{Config{N: 3, L: 1, K: 2}, "the number of processes in the critical section initially is 0: it must be 1 to 2"},
		{Config{N: 3, L: 1, K: 2, InCS: 7}, "the number of processes in the critical section initially is 3: it must be 1 to 2"},
		{Config{N: 2, K: 1, Quorums: []explore.Set{1}}, "1 quorums for 2 processes"},
		{Config{N: 2, K: 1, Quorums: []explore.Set{1, 0}}, "the quorum of process 2 is empty"},
		{Config{N: 2, K: 1, Variant: "raynal"}, `unknown variant "raynal"`},
	} {
		_, lock := NewWithLock(test.config)
		_, maekawa := NewWithMaekawa(test.config)
		for _, err := range []error{lock, maekawa} {
			if err == nil || err.Error() != test.want {
				t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
			}
		}
	}
}

// TestOverFails gives objects that do not fit.
func TestOverFails(t *testing.T) {
	object := func(n int, clock explore.ClockRule) explore.Protocol[csobject.LockState, csobject.LockMessage] {
		p, err := csobject.Lock(n)
		if err != nil {
			t.Fatal(err)
		}
		p.Clock = clock
		return p
	}
	none, every, stamped := explore.ClockRule{}, explore.ClockRule{Attach: explore.EveryMessage}, explore.ClockRule{Attach: explore.StampedMessages}
	for _, test := range []struct {
		lmin, kmex explore.Protocol[csobject.LockState, csobject.LockMessage]
		want       string
	}{
		{object(2, none), object(3, none), "lmin is for 2 processes, not for 3"},
		{object(3, none), object(2, none), "kmex is for 2 processes, not for 3"},
		{object(3, every), object(3, stamped), "lmin and kmex have different rules for clocks"},
		{object(3, every), object(3, none), ""},
		{object(3, none), object(3, stamped), ""},
	} {
		text := ""
		if _, err := Over(Config{N: 3, K: 1}, test.lmin, test.kmex); err != nil {
			text = err.Error()
		}
		if text != test.want {
			t.Errorf("error %q, want %q", text, test.want)
		}
	}
}

func TestVariants(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range Algorithm().Variants {
		if seen[v.Name] || v.Name == "" || v.Summary == "" {
			t.Errorf("%+v has no name or summary of its own", v)
		}
		seen[v.Name] = true
		if _, err := explore.NewModel(locked(t, Config{N: 3, L: 1, K: 2, InCS: 1, Variant: v.Name})); err != nil {
			t.Error(err)
		}
	}
}

func TestObject(t *testing.T) {
	for o, want := range []string{"no object", "lmin", "kmex", "no object"} {
		if got := Object(o).String(); got != want {
			t.Errorf("object %d is %q, want %q", o, got, want)
		}
	}
}

// ofThree returns the quorums of three processes: one process for all, or in the
// long test those for which the printed algorithm is stuck.
func ofThree() []explore.Set {
	if !slow.Tests() {
		return first3
	}
	return shared
}

// TestInitialSets has every safe initial set, for which Theorem 3 is claimed, and
// finds that every set within the bounds comes to be in the critical section.
func TestInitialSets(t *testing.T) {
	for _, bounds := range [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}} {
		l, k := bounds[0], bounds[1]
		for in := range explore.All(3) + 1 {
			if in.Len() < l || in.Len() > k {
				continue
			}
			p := locked(t, Config{N: 3, L: l, K: k, InCS: in, Quorums: ofThree()})
			met := map[explore.Set]bool{}
			safe := p.Safe
			p.Safe = func(all []explore.Observation) string {
				met[csobject.InCS(all)] = true
				return safe(all)
			}
			f := prototest.Engine(t, p, prototest.Options{Each: explore.Unbounded})
			if diff := cmp.Diff(map[string]int{}, f.Violations); diff != "" {
				t.Errorf("l = %d, k = %d, initially in %s: expected (-), found (+):\n%s", l, k, in, diff)
			}
			for set := range explore.All(3) + 1 {
				if within := set.Len() >= l && set.Len() <= k; within != met[set] {
					t.Errorf("l = %d, k = %d, initially in %s: that %s are in is within the bounds: %t, happens: %t", l, k, in, set, within, met[set])
				}
			}
		}
	}
}

// TestComplement: the algorithm for (l,k) with in and out swapped is that for
// (n-k,n-l), with lmin and kmex swapped; the states are as many.
func TestComplement(t *testing.T) {
	for _, variant := range []string{"uncounted", "repaired", "separate"} {
		for _, test := range []struct {
			l, k int
			in   explore.Set
		}{{0, 1, 1}, {0, 2, 3}, {1, 2, 1}} {
			c := Config{N: 3, L: test.l, K: test.k, InCS: test.in, Quorums: ofThree(), Variant: variant}
			co := c
			co.L, co.K, co.InCS = c.N-c.K, c.N-c.L, explore.All(c.N)&^c.InCS
			p := complement.Of(locked(t, c))
			p.Safe = csobject.Between(co.L, co.K)
			o := prototest.Options{Each: explore.Unbounded}
			if diff := cmp.Diff(prototest.Engine(t, locked(t, co), o), prototest.Engine(t, p, o)); diff != "" {
				t.Errorf("%+v (-), complement of %+v (+):\n%s", co, c, diff)
			}
		}
	}
}

// TestObliged: Exit() waits until others enter, and Entry() until others exit. If
// nobody had to exit, who wishes to enter could wait for ever.
func TestObliged(t *testing.T) {
	p := locked(t, Config{N: 3, L: 1, K: 2, InCS: 1})
	p.Obliged = false
	f := prototest.Both(t, p, prototest.Options{Each: explore.Unbounded})
	want := map[string]int{"deadlock-freedom": 14, "starvation-freedom": 14}
	if diff := cmp.Diff(want, f.Violations); diff != "" {
		t.Errorf("expected (-), found (+):\n%s", diff)
	}
}

// TestConvention has an object that does not begin in the state that the paper
// assumes, so that one of its methods is called in the wrong state.
func TestConvention(t *testing.T) {
	object := func(l int, in explore.Set) mutin.WithLock {
		p, err := mutin.NewWithLock(mutin.Config{N: 2, L: l, InCS: in})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, test := range []struct {
		reason     string
		lmin, kmex explore.Set // who is in
		want       map[string]int
	}{
		{"as assumed", 1, 1, map[string]int{}},
		{"lmin has process 2 in, which is out: it enters again", 3, 1, map[string]int{"well-defined": 7}},
		{"kmex has nobody in, and process 1 exits there", 1, 0, map[string]int{"well-defined": 5}},
	} {
		p, err := Over(Config{N: 2, L: 0, K: 2, InCS: 1}, object(0, test.lmin), complement.Of(object(0, 3&^test.kmex)))
		if err != nil {
			t.Fatal(err)
		}
		f := prototest.Both(t, p, prototest.Options{})
		if diff := cmp.Diff(test.want, f.Violations); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
		}
	}
}

// TestOver takes Raymond's algorithm for kmex: any object does that has nobody
// in initially.
func TestOver(t *testing.T) {
	lmin, err := mutin.NewWithLock(mutin.Config{N: 2, L: 0, InCS: 0})
	if err != nil {
		t.Fatal(err)
	}
	kmex, err := raymond.New(raymond.Config{N: 2, K: 1})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Over(Config{N: 2, L: 0, K: 1}, lmin, kmex)
	if err != nil {
		t.Fatal(err)
	}
	want := prototest.Found{States: 603, Transitions: 1008, Depth: 48, Violations: map[string]int{}}
	if diff := cmp.Diff(want, prototest.Both(t, p, prototest.Options{Each: 2})); diff != "" {
		t.Errorf("expected (-), found (+):\n%s", diff)
	}
}
