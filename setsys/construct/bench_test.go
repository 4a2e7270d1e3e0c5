package construct_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// BenchmarkBuild lists the large families that are checked elsewhere, and the
// constructions that search.
func BenchmarkBuild(b *testing.B) {
	for _, c := range []struct {
		name string
		v    values
	}{
		{"majority", values{"n": 21}},
		{"uniform-k-arbiter", values{"n": 18, "k": 2}},
		{"k-majority", values{"n": 20, "k": 2}},
		{"column-cover", values{"rows": 6, "columns": 6}},
		{"column-cover", values{"rows": 7, "columns": 7}},
		{"tree", values{"depth": 4}},
		{"weighted-voting", values{"votes": slices.Repeat([]int{1, 3, 2}, 7)}},
		{"cube-hk-arbiter", values{"n": 1000, "k": 3}},
		{"plane", values{"order": 9, "as": "request-sets"}},
	} {
		b.Run(fmt.Sprintf("%s/%v", c.name, c.v), func(b *testing.B) {
			var sets int
			for b.Loop() {
				s, err := construct.Build(c.name, c.v, setsys.DefaultMaxSets)
				if err != nil {
					b.Fatal(err)
				}
				sets = largest(s)
			}
			b.ReportMetric(float64(sets), "sets")
		})
	}
}
