package leaselock

import (
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

func config(n, clients, expiries int) Config {
	return Config{N: n, Clients: clients, Expiries: expiries, Quorums: explore.All(n).Subsets(n/2 + 1)}
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string
	}{
		{config(0, 1, 1), "0 processes: there must be 1 to 16"},
		{config(3, 0, 1), "clients is 0: it must be 1 to 16"},
		{config(3, 1, 101), "expiries is 101: it must be 0 to 100"},
		{Config{N: 8, Clients: 8, Variant: "fencing"}, "17 processes: there must be 1 to 16"},
		{Config{N: 1, Clients: 1, Variant: "repaired"}, `unknown variant "repaired"`},
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
}

// A lock is safe while no lease expires before its client has stopped and no server forgets one, and so is a resource with tokens of one server.
// A number is the length of a shortest run.
func TestFindings(t *testing.T) {
	apart := config(2, 2, 0)
	apart.Quorums = []explore.Set{explore.SetOf(0), explore.SetOf(1)}
	none, crash, twice := explore.Faults{}, explore.Faults{Crash: 1, Restart: 1}, explore.Faults{Duplicate: 1}
	for _, test := range []struct {
		reason           string
		variant          string
		config           Config
		network          explore.Network
		faults           explore.Faults
		each             int
		states, violated int
	}{
		{"one server, without bound", "", config(1, 2, 0), explore.FIFO, none, explore.Unbounded, 204 * reused * reused, 0},
		{"two servers", "", config(2, 2, 0), explore.FIFO, none, 1, 3513, 0},
		{"a lease expires", "", config(1, 2, 1), explore.FIFO, none, 1, 0, 7},
		{"leases of two expire", "", config(2, 2, 1), explore.FIFO, none, 1, 0, 12},
		{"quorums that do not meet", "", apart, explore.FIFO, none, 1, 0, 6},
		{"requests overtake, and none is taken for another", "", config(1, 2, 0), explore.Unordered, none, 2, 2572, 0},
		{"nor one that comes again", "", config(1, 2, 0), explore.FIFO, twice, 2, 0, 0},
		{"a client restarts", "", config(1, 2, 0), explore.Unordered, explore.Faults{Crash: 1, Restart: 1, Of: explore.SetOf(1, 2)}, 1, 0, 0},
		{"a server forgets", "", config(1, 2, 0), explore.FIFO, crash, 1, 0, 8},
		{"a client stops before", "bounded-drift", config(1, 2, 1), explore.FIFO, none, 2, 0, 0},
		{"before both", "bounded-drift", config(2, 2, 1), explore.FIFO, none, 1, 0, 0},
		{"and a server forgets", "bounded-drift", config(1, 2, 1), explore.FIFO, crash, 1, 0, 8},
		{"or waits", "delayed-restart", config(1, 2, 1), explore.FIFO, crash, 1, 0, 0},
		{"a resource, and no lease expires", "no-fencing", config(1, 2, 0), explore.FIFO, none, 1, 287, 0},
		{"a resource takes all", "no-fencing", config(1, 2, 1), explore.FIFO, none, 1, 0, 10},
		{"a resource refuses old tokens", "fencing", config(1, 2, 1), explore.FIFO, none, 1, 1042, 0},
		{"and of two requests", "fencing", config(1, 2, 2), explore.FIFO, none, 2, 0, 0},
		{"where somebody restarts", "fencing", config(1, 2, 1), explore.FIFO, crash, 1, 0, 0},
		{"where messages overtake", "fencing", config(1, 2, 1), explore.Unordered, none, 1, 0, 0},
		{"where a message comes again", "fencing", config(1, 2, 1), explore.FIFO, twice, 1, 0, 0},
		{"each of two servers counts for itself", "fencing", config(2, 2, 1), explore.FIFO, none, 1, 0, 15},
	} {
		t.Run(test.reason, func(t *testing.T) {
			test.config.Variant = test.variant
			p := prototest.Build(t, New, test.config)
			p.Network, p.Faults = test.network, test.faults
			o := prototest.Options{Each: test.each}
			property := explore.Safety
			if p.NoEntry {
				property = Isolation
				o.Check = []explore.Property{explore.WellDefined, explore.DeadlockFreedom, Isolation}
			}
			f := prototest.Both(t, p, o)
			want := map[string]int{}
			if test.violated > 0 {
				want[string(property)] = test.violated
			}
			if diff := cmp.Diff(want, f.Violations); diff != "" || test.states > 0 && f.States != test.states {
				t.Errorf("%d states; expected (-), found (+):\n%s", f.States, diff)
			}
		})
	}
}

// Right variants stay right however often clients ask: nothing of a request is taken for another's.
func TestManyRequests(t *testing.T) {
	crash := explore.Faults{Crash: 1, Restart: 1}
	clients := crash
	clients.Of = explore.SetOf(1, 2)
	server, resource, compared := crash, crash, 0
	server.Of, resource.Of = explore.SetOf(0), explore.SetOf(3)
	for _, test := range []struct {
		variant  string
		network  explore.Network
		faults   explore.Faults
		expiries int
		requests []int
		long     bool
	}{
		{"fencing", explore.FIFO, explore.Faults{}, 1, []int{0, 5, 1, 0}, false},
		{"fencing", explore.FIFO, explore.Faults{}, 1, []int{0, 6, 1, 0}, true},
		{"fencing", explore.FIFO, crash, 1, []int{0, 4, 0, 0}, false},
		{"fencing", explore.FIFO, explore.Faults{Duplicate: 1}, 1, []int{0, 4, 0, 0}, false},
		{"bounded-drift", explore.FIFO, explore.Faults{}, 1, []int{0, 2, 6}, false},
		{"bounded-drift", explore.FIFO, explore.Faults{Lose: 1}, 1, []int{0, 2, 3}, true},
		{"delayed-restart", explore.FIFO, crash, 1, []int{0, 2, 3}, true},
		{"delayed-restart", explore.FIFO, crash, 1, []int{0, 1, 2}, false},
		{"delayed-restart", explore.FIFO, clients, 1, []int{0, 1, 4}, true},
		{"printed", explore.FIFO, explore.Faults{Duplicate: 1}, 0, []int{0, 1, 4}, false},
		{"printed", explore.Unordered, explore.Faults{}, 0, []int{0, 1, 4}, true},
		{"printed", explore.Unordered, explore.Faults{}, 0, []int{0, 1, 3}, false},
		{"printed", explore.Unordered, clients, 0, []int{0, 1, 3}, true},
		{"printed", explore.Unordered, explore.Faults{Lose: 1}, 0, []int{0, 1, 3}, true},
		{"printed", explore.Unordered, explore.Faults{Lose: 1}, 0, []int{0, 1, 2}, false},
		{"fencing", explore.Unordered, explore.Faults{}, 1, []int{0, 3, 1, 0}, true},
		{"fencing", explore.Unordered, explore.Faults{}, 1, []int{0, 2, 1, 0}, false},
		{"fencing", explore.Unordered, explore.Faults{}, 0, []int{0, 1, 1, 0}, false},
		{"printed", explore.Unordered, explore.Faults{}, 0, []int{0, 1, 2}, false},
		{"printed", explore.FIFO, explore.Faults{Duplicate: 1}, 0, []int{0, 1, 1}, false},
		{"bounded-drift", explore.Unordered, explore.Faults{Crash: 2, Restart: 2, Of: explore.SetOf(1)}, 1, []int{0, 2, 0}, false},
		{"fencing", explore.Unordered, explore.Faults{}, 1, []int{0, 2, 0, 0}, false},
		{"fencing", explore.Unordered, explore.Faults{Lose: 1}, 1, []int{0, 2, 1, 0}, false},
		{"fencing", explore.Unordered, explore.Faults{Duplicate: 1}, 1, []int{0, 2, 1, 0}, true},
		{"fencing", explore.Unordered, explore.Faults{Duplicate: 1}, 1, []int{0, 1, 1, 0}, false},
		{"fencing", explore.Unordered, server, 1, []int{0, 2, 1, 0}, true},
		{"fencing", explore.Unordered, server, 1, []int{0, 1, 1, 0}, false},
		{"fencing", explore.Unordered, clients, 1, []int{0, 2, 1, 0}, true},
		{"fencing", explore.Unordered, clients, 1, []int{0, 1, 1, 0}, false},
		{"fencing", explore.Unordered, resource, 1, []int{0, 2, 1, 0}, true},
		{"fencing", explore.Unordered, resource, 1, []int{0, 1, 1, 0}, false},
		{"bounded-drift", explore.Unordered, explore.Faults{}, 1, []int{0, 1, 2}, false},
		{"bounded-drift", explore.Unordered, explore.Faults{Crash: 2, Restart: 2, Of: explore.SetOf(1)}, 1, []int{0, 3, 0}, false},
		{"bounded-drift", explore.Unordered, explore.Faults{Crash: 2, Restart: 2, Of: explore.SetOf(1, 2)}, 1, []int{0, 1, 2}, true},
		{"bounded-drift", explore.Unordered, explore.Faults{Duplicate: 1}, 1, []int{0, 1, 2}, true},
	} {
		if test.long && !slow.Tests() {
			continue
		}
		c := config(1, 2, test.expiries)
		c.Variant, c.Distinct = test.variant, test.network != explore.FIFO || test.faults.Any()
		p, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		p.Network, p.Faults = test.network, test.faults
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		check := explore.Safety
		if p.NoEntry {
			check = Isolation
		}
		r, err := explore.Run(t.Context(), m, explore.Options{Requests: test.requests, Check: []explore.Property{check}, MaxStates: 4_000_000})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s, %s, %v, requests %v: %s, %d states, complete %t", test.variant, test.network, test.faults, test.requests, check, r.States, r.Complete)
		if v := r.Properties[0].Verdict; v != verdict.Holds {
			t.Errorf("%s, %s, %v, requests %v: %s %s (%s)", test.variant, test.network, test.faults, test.requests, check, v, r.Properties[0].Detail)
		}
		if r.States <= 5_000 || slow.Tests() && r.States < 30_000 {
			compared++
			slowly := obvious.Explore(p, obvious.Options{Requests: test.requests})
			if _, violated := slowly.Violations[string(check)]; violated || slowly.Overflow != "" || !r.Reduced && r.Symmetry < 2 && int64(slowly.States) != r.States {
				t.Errorf("%s, %s, %v, requests %v: %v, %d states, and %d states", test.variant, test.network, test.faults, test.requests, slowly.Violations, slowly.States, r.States)
			}
		}
	}
	if compared < 3 {
		t.Errorf("%d are compared", compared)
	}
}

// Where numbers may not come again, what needs more of them than there are is not known.
func TestNumbersEnd(t *testing.T) {
	c := config(1, 1, 0)
	c.Distinct = true
	m, err := explore.NewModel(prototest.Build(t, New, c))
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Run(t.Context(), m, explore.Options{Requests: []int{0, distinct}, Check: []explore.Property{explore.Safety}})
	if err != nil || r.Complete || r.Properties[0].Verdict != verdict.Unknown || !strings.Contains(r.Stopped, "numbers of requests") {
		t.Errorf("%v, %+v", err, r)
	}
}
