package explore_test

import (
	"slices"
	"testing"

	"qcheck/explore"
)

// BenchmarkPeers searches the peer's lock with integer clocks, as the other
// checkers do, without reduction and with.
func BenchmarkPeers(b *testing.B) {
	for _, x := range []struct {
		name           string
		n, k, requests int
	}{{"n=4,k=1,requests=1", 4, 1, 1}, {"n=3,k=2,requests=2", 3, 2, 2}} {
		for _, full := range []bool{true, false} {
			name := x.name + "/full"
			if !full {
				name = x.name + "/reduced"
			}
			b.Run(name, func(b *testing.B) {
				p := peerLock(x.n, x.k)
				p.Partial = peerPartial(x.n, x.k)
				o := explore.Options{
					Requests: slices.Repeat([]int{x.requests}, x.n), Clock: explore.Integer, Full: full,
					Check: []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom},
				}
				for b.Loop() {
					r := search(b, p, o)
					b.ReportMetric(float64(r.States)/r.Stats.Elapsed.Seconds(), "states/s")
					b.ReportMetric(float64(r.Stats.Bytes)/float64(r.States), "B/state")
					b.ReportMetric(float64(r.States), "states")
				}
			})
		}
	}
}
