package load_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"qcheck/properties/load"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// The load of structures of the literature, and of random ones, which have no two
// nodes alike.
func BenchmarkFind(b *testing.B) {
	run := func(name string, f setsys.Family) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := load.Find(b.Context(), load.Use{Family: f, Share: big.NewRat(1, 1)}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for _, c := range []struct {
		name string
		args map[string]any
	}{
		{"majority", map[string]any{"n": 21}},
		{"plane", map[string]any{"order": 9}},
		{"wheel", map[string]any{"n": 4000}},
		{"tree", map[string]any{"depth": 4}},
		{"column-cover", map[string]any{"rows": 6, "columns": 6}},
	} {
		s, err := construct.Build(c.name, c.args, setsys.DefaultMaxSets)
		if err != nil {
			b.Fatal(err)
		}
		run(fmt.Sprintf("%s/%d", c.name, s.Quorums.Len()), s.Quorums)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{25, 50, 100} {
		f := setsys.NewFamilyBuilder(n)
		for range 10 * n {
			f.Add(setsys.NewNodeSet(n, rng.Perm(n)[:n/3]...))
		}
		run(fmt.Sprintf("random/%d", n), f.Family())
	}
}
