package check_test

import (
	"testing"

	"qcheck/protocols"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// The states of searches that were made (docs/performance.md has some of them) are between
// the least and the most, or exactly as many; also where processes turn out not to be alike.
func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		in           instance.Instance
		full         bool
		states, kept int64
		exact        bool
	}{
		{instance.Instance{Algorithm: "kakugawa", N: 3}, true, 218_375, 36_406, true},
		{instance.Instance{Algorithm: "ricart-agrawala", N: 4}, true, 3_296_200, 137_429, false},
		{instance.Instance{Algorithm: "gcs", N: 4}, true, 3_433_813, 3_433_813, false},
		{instance.Instance{Algorithm: "raymond", N: 4}, true, 5_999_452, 250_089, false},
	} {
		if c.in.Algorithm == "raymond" && !slow.Tests() {
			continue // ricart-agrawala is estimated so, too
		}
		c.in.Requests = instance.Each(c.in.N, 1)
		m, err := protocols.All().Open(c.in, nil)
		if err != nil {
			t.Fatal(err)
		}
		x, err := check.Estimate(t.Context(), m, check.Options{Full: c.full})
		if err != nil {
			t.Fatal(err)
		}
		if len(x.Searches) != 1 {
			t.Fatalf("%s: %d searches", c.in.Algorithm, len(x.Searches))
		}
		e := x.Searches[0]
		if e.Exact != c.exact || e.Least > c.states || e.Most < c.states {
			t.Errorf("%s: %+v, and there are %d states", c.in.Algorithm, *e.Estimate, c.states)
		}
		if c.kept > 0 && (e.LeastKept > c.kept || e.MostKept < c.kept) {
			t.Errorf("%s: %+v, and %d states are kept", c.in.Algorithm, *e.Estimate, c.kept)
		}
	}
}
