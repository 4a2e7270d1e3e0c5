package properties_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// A class is a kind with its k.
type class struct {
	kind setsys.Kind
	k    int
}

func (c class) String() string { return fmt.Sprintf("%s k=%d", c.kind, c.k) }

func (c class) of(n int, families ...[]uint64) plain {
	return plain{kind: c.kind, n: n, k: c.k, families: families}
}

var (
	coteries  = class{kind: setsys.Coterie}
	coteries2 = class{setsys.KCoterie, 2}
	coteries3 = class{setsys.KCoterie, 3}
	coteries4 = class{setsys.KCoterie, 4}
	arbiters2 = class{setsys.KArbiter, 2}
	arbiters3 = class{setsys.KArbiter, 3}
)

// The numbers of structures on the nodes 1..n, by n from 1. The numbers of
// antichains are Dedekind's less 2, those of coteries Hosten's and Morris's
// ("The order dimension of the complete graph") less 1, those of nondominated
// coteries the numbers of self-dual monotone functions.
var (
	countAntichains = []int{1, 4, 18, 166, 7579, 7828352}
	countOf         = map[class][]int{
		coteries:  {1, 3, 11, 80, 2645, 1422563},
		coteries2: {0, 1, 6, 45, 1413, 610302},
		coteries3: {0, 0, 1, 10, 125, 7384},
		coteries4: {0, 0, 0, 1, 15},
		arbiters2: {1, 3, 10, 54, 762, 59296},
		arbiters3: {1, 3, 10, 53},
	}
	// Of nondominated structures; the enumeration of dominating structures
	// in dominated is what vouches for those of k-coteries and arbiters.
	countNondominated = map[class][]int{
		coteries:  {1, 2, 4, 12, 81, 2646},
		coteries2: {0, 1, 3, 10},
		coteries3: {0, 0, 1, 4},
		arbiters2: {1, 2, 3, 5},
		arbiters3: {1, 2, 3, 4},
	}
)

// TestAntichains checks the enumeration that the other tests stand on against
// a filter over all families.
func TestAntichains(t *testing.T) {
	for n := 1; n <= 4; n++ {
		found := map[string]bool{}
		antichains(n, func(f []uint64) {
			key := fmt.Sprint(f)
			if found[key] || !slices.IsSorted(f) || !minimal(f) || slices.Contains(f, 0) {
				t.Fatalf("%d nodes: %v", n, f)
			}
			found[key] = true
		})
		want := 0
		for families := uint64(1); families < 1<<(1<<n-1); families++ {
			var f []uint64
			for _, i := range nodes(families) {
				f = append(f, uint64(i+1))
			}
			if minimal(f) {
				want++
			}
		}
		if len(found) != want || want != countAntichains[n-1] {
			t.Errorf("%d nodes: %d antichains, want %d and %d", n, len(found), want, countAntichains[n-1])
		}
	}
}

// TestEveryAntichain compares every property of every antichain on up to 5
// nodes, and the numbers of structures with known ones.
func TestEveryAntichain(t *testing.T) {
	for n := 1; n <= 5; n++ {
		classes := []class{coteries, coteries2, coteries3, coteries4, arbiters2, arbiters3}
		if n > 4 {
			classes = slices.DeleteFunc(classes, func(c class) bool { return c == arbiters3 })
		}
		for _, c := range classes {
			t.Run(fmt.Sprintf("%v/n=%d", c, n), func(t *testing.T) {
				t.Parallel()
				all := structures(c.kind, n, c.k)
				judgesDomination := n < 5 || c.kind != setsys.KCoterie || c.k < 3 || slow.Tests() // takes seconds
				if len(all) != countOf[c][n-1] {
					t.Errorf("%d structures, want %d", len(all), countOf[c][n-1])
				}
				total, good, undominated := 0, 0, 0
				antichains(n, func(f []uint64) {
					s := c.of(n, f)
					total++
					nothingDominates := true
					dominated := func(s plain) bool {
						nothingDominates = !s.dominated(all)
						return !nothingDominates
					}
					if !judgesDomination {
						dominated = nil
					}
					if err := disagreement(s, dominated); err != nil {
						t.Fatal(err)
					}
					if s.required() {
						good++
						if nothingDominates {
							undominated++
						}
					}
				})
				if total != countAntichains[n-1] || good != countOf[c][n-1] {
					t.Errorf("%d antichains, %d with the required properties", total, good)
				}
				if want := countNondominated[c]; len(want) >= n && undominated != want[n-1] {
					t.Errorf("%d nondominated, want %d", undominated, want[n-1])
				}
			})
		}
	}
}

// TestEveryAntichainOfSix is TestEveryAntichain on 6 nodes, except for domination
// among k-coteries, of which there are too many to try each.
func TestEveryAntichainOfSix(t *testing.T) {
	if !slow.Tests() {
		t.Skip("takes many minutes; set QCHECK_LONG=1")
	}
	const n = 6
	for _, c := range []class{coteries, coteries2, coteries3, arbiters2} {
		t.Run(c.String(), func(t *testing.T) {
			var total, good, undominated atomic.Int64
			eachAntichain(n, func(f []uint64) error {
				s := c.of(n, f)
				total.Add(1)
				required := s.required()
				if required {
					good.Add(1)
				}
				dominated := func(s plain) bool {
					improvable := s.improvable()
					if required && !improvable {
						undominated.Add(1)
					}
					return improvable
				}
				if c.kind == setsys.KCoterie {
					dominated = nil
				}
				return disagreement(s, dominated)
			}, t)
			if total.Load() != int64(countAntichains[n-1]) || good.Load() != int64(countOf[c][n-1]) {
				t.Errorf("%d antichains, %d with the required properties, want %d and %d",
					total.Load(), good.Load(), countAntichains[n-1], countOf[c][n-1])
			}
			if c == coteries && undominated.Load() != int64(countNondominated[c][n-1]) {
				t.Errorf("%d nondominated, want %d", undominated.Load(), countNondominated[c][n-1])
			}
		})
	}
}

// eachAntichain is antichains on as many goroutines as there are processors,
// until an f fails. Each goroutine enumerates all of them, which is cheap, and
// takes those of its turn.
func eachAntichain(n int, f func([]uint64) error, t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(800)) // most of the work is small structures
	workers := runtime.GOMAXPROCS(0)
	var failed atomic.Bool
	var wg sync.WaitGroup
	for turn := range workers {
		wg.Go(func() {
			i := 0
			antichains(n, func(family []uint64) {
				if i++; i%workers != turn || failed.Load() {
					return
				}
				if err := f(family); err != nil && !failed.Swap(true) {
					t.Error(err)
				}
			})
		})
	}
	wg.Wait()
}

// TestEveryList compares every property of all lists of up to 4 sets, with
// repeats and the empty set, on up to 3 nodes.
func TestEveryList(t *testing.T) {
	for _, c := range []class{coteries, {setsys.KCoterie, 1}, coteries2, coteries3, {setsys.KArbiter, 1}, arbiters2, arbiters3} {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			for n := 1; n <= 3; n++ {
				all := structures(c.kind, n, c.k)
				lists(n, 4, func(f []uint64) {
					if err := disagreement(c.of(n, f), in(all)); err != nil {
						t.Fatal(err)
					}
				})
			}
		})
	}
}

// lists calls f with every list of at most most subsets of n nodes.
func lists(n, most int, f func([]uint64)) {
	var list []uint64
	var extend func()
	extend = func() {
		f(list)
		if len(list) == most {
			return
		}
		for set := range uint64(1) << n {
			list = append(list, set)
			extend()
			list = list[:len(list)-1]
		}
	}
	extend()
}

// TestEveryPairOfLists does the same for the kinds with two families.
func TestEveryPairOfLists(t *testing.T) {
	for _, c := range []class{{setsys.KWRCoterie, 1}, {setsys.KWRCoterie, 2}, {setsys.KWRCoterie, 3}, {setsys.ReadWrite, 0}, {setsys.HKArbiter, 2}} {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			for n, most := range map[int]int{1: 3, 2: 2, 3: 2} {
				var all []plain
				dominated := domination(nil)
				if c.kind == setsys.HKArbiter {
					all = structures(c.kind, n, c.k)
					dominated = in(all)
				}
				lists(n, most, func(f []uint64) {
					f = slices.Clone(f)
					lists(n, most, func(g []uint64) {
						if err := disagreement(c.of(n, f, g), dominated); err != nil {
							t.Fatal(err)
						}
					})
				})
			}
		})
	}
}

// TestEveryPairOfAntichains compares (h,2)-arbiters, k-wr coteries and read-write
// quorum systems on 3 nodes, the first of these with all three sizes of pattern.
func TestEveryPairOfAntichains(t *testing.T) {
	const n = 3
	all := structures(setsys.HKArbiter, n, 2)
	good := 0
	antichains(n, func(f []uint64) {
		f = slices.Clone(f)
		antichains(n, func(g []uint64) {
			s := class{setsys.HKArbiter, 2}.of(n, f, g)
			if s.required() {
				good++
			}
			for _, err := range []error{
				disagreement(s, in(all)),
				disagreement(class{setsys.KWRCoterie, 2}.of(n, f, g), nil),
				disagreement(class{setsys.ReadWrite, 0}.of(n, f, g), nil),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
		})
	})
	if good != len(all) || good == 0 {
		t.Errorf("%d (h,2)-arbiters, want %d", good, len(all))
	}
}

// TestEveryRequestSets compares all request sets of up to 3 processes, and of
// 4 with every process in its set.
func TestEveryRequestSets(t *testing.T) {
	for m := 1; m <= 4; m++ {
		t.Run(fmt.Sprintf("m=%d", m), func(t *testing.T) {
			t.Parallel()
			for n := 1; n <= 4; n++ {
				var sets []uint64
				var extend func()
				extend = func() {
					if i := len(sets); i < n {
						for set := range uint64(1) << n {
							if n < 4 || set>>i&1 != 0 {
								sets = append(sets, set)
								extend()
								sets = sets[:i]
							}
						}
						return
					}
					s := plain{kind: setsys.RequestSets, n: n, m: m, families: [][]uint64{sets}}
					if err := disagreement(s, nil); err != nil {
						t.Fatal(err)
					}
				}
				extend()
			}
		})
	}
}

// TestImprovable compares the two obvious verdicts on domination, of which one
// can be computed for more nodes.
func TestImprovable(t *testing.T) {
	for _, c := range []class{coteries, {setsys.KArbiter, 1}, arbiters2, arbiters3} {
		for n := 1; n <= 5; n++ {
			all := structures(c.kind, n, c.k)
			antichains(n, func(f []uint64) {
				if s := c.of(n, f); (n < 5 || s.required()) && s.improvable() != s.dominated(all) {
					t.Fatalf("%v: improvable %v, dominated %v", s, s.improvable(), s.dominated(all))
				}
			})
			if n <= 3 {
				lists(n, 3, func(f []uint64) {
					if s := c.of(n, f); s.improvable() != s.dominated(all) {
						t.Fatalf("%v: improvable %v, dominated %v", s, s.improvable(), s.dominated(all))
					}
				})
			}
		}
	}
	units := class{setsys.HKArbiter, 2}
	all := structures(units.kind, 3, 2)
	lists(3, 2, func(f []uint64) {
		f = slices.Clone(f)
		lists(3, 2, func(g []uint64) {
			if s := units.of(3, f, g); s.improvable() != s.dominated(all) {
				t.Fatalf("%v: improvable %v, dominated %v", s, s.improvable(), s.dominated(all))
			}
		})
	})
}

// TestCriticalPatterns compares the patterns with those found among all bags,
// and their numbers with the known ones.
func TestCriticalPatterns(t *testing.T) {
	counts := []int{0, 1, 3, 6, 11, 17, 27, 38, 55}
	for k, want := range counts {
		got := properties.CriticalPatterns(k)
		if len(got) != want {
			t.Errorf("k = %d: %d critical patterns, want %d", k, len(got), want)
		}
		if obvious := (plain{k: k}).criticalPatterns(); !slices.EqualFunc(got, obvious, slices.Equal) {
			t.Errorf("k = %d: critical patterns %v, want %v", k, got, obvious)
		}
	}
	if got := properties.CriticalPatterns(-1); got != nil {
		t.Errorf("k = -1: %v", got)
	}
}
