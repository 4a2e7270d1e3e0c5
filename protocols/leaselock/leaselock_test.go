package leaselock

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"

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
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
}

// Without expiries the lock is safe. One is enough for two clients inside. A number is the length of a shortest run.
func TestFindings(t *testing.T) {
	apart := config(2, 2, 0)
	apart.Quorums = []explore.Set{explore.SetOf(0), explore.SetOf(1)}
	for _, test := range []struct {
		reason           string
		config           Config
		each             int
		states, violated int
	}{
		{"one server, without bound", config(1, 2, 0), explore.Unbounded, 204, 0},
		{"two servers", config(2, 2, 0), 1, 3513, 0},
		{"two servers, without bound", config(2, 2, 0), explore.Unbounded, 0, 0},
		{"a lease expires", config(1, 2, 1), 1, 0, 7},
		{"leases of two expire", config(2, 2, 1), 1, 0, 12},
		{"quorums that do not meet", apart, 1, 0, 6},
	} {
		t.Run(test.reason, func(t *testing.T) {
			f := prototest.Both(t, prototest.Build(t, New, test.config), prototest.Options{Each: test.each})
			want := map[string]int{}
			if test.violated > 0 {
				want[string(explore.Safety)] = test.violated
			}
			if diff := cmp.Diff(want, f.Violations); diff != "" || test.states > 0 && f.States != test.states {
				t.Errorf("%d states; expected (-), found (+):\n%s", f.States, diff)
			}
		})
	}
}
