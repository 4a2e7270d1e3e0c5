package setsys_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// withins returns the sets to ask about: all over few nodes, otherwise some
// that contain sets of the family and some that do not.
func withins(rng *rand.Rand, n int, l setList) []nodeList {
	if n <= 4 {
		return allSets(n)
	}
	sets := []nodeList{{}, allNodes(n)}
	for range 12 {
		s := randomSet(rng, n)
		if len(l) > 0 {
			s = s.Union(l[rng.IntN(len(l))].set(n))
		}
		out := rng.IntN(n)
		sets = append(sets, s.Nodes(), nodeList(s.Nodes()).filter(func(v int) bool { return v != out }))
	}
	return sets
}

func (l setList) within(w nodeList) (r setList) {
	for _, s := range l {
		if subset(s, w) {
			r = append(r, s)
		}
	}
	return r
}

func (l setList) distinct() setList {
	return slices.CompactFunc(l.sorted(), func(a, b nodeList) bool { return slices.Equal(a, b) })
}

// collect returns the sets that each yields, in order, copied.
func collect(n int, each func(yield func([]uint64) bool) bool) (l setList, end bool) {
	end = each(func(row []uint64) bool {
		l = append(l, setsys.FromWords(n, row).Nodes())
		return true
	})
	return l, end
}

func TestIndex(t *testing.T) {
	rng := slow.Random(t, 42)
	eachFamily(t, 43, func(n int, l setList) {
		ix := setsys.NewIndex(l.family(n))
		distinct := l.distinct()
		if ix.Nodes() != n || !lists(ix.Family()).equal(distinct) {
			t.Fatalf("%v over %d: Family %s", l, n, ix.Family())
		}
		smallest, largest := n+1, -1
		for _, s := range l {
			smallest, largest = min(smallest, len(s)), max(largest, len(s))
		}
		if ix.MinSize() != smallest || ix.MaxSize() != largest {
			t.Fatalf("%v over %d: sizes %d to %d", l, n, ix.MinSize(), ix.MaxSize())
		}
		if got, want := ix.Vertices(), vertices(distinct); got != want {
			t.Fatalf("%v over %d: %d vertices, want %d", l, n, got, want)
		}
		q := ix.Query()
		for _, w := range withins(rng, n, l) {
			checkQuery(t, n, distinct, q, w)
		}
	})
}

// vertices returns how many vertices a reduced diagram has: the two ends and
// one for each other family that is left of l when it is fixed, for all nodes
// below some node, whether the sets have them.
func vertices(l setList) int {
	seen := make(map[string]bool)
	var fix func(l setList)
	fix = func(l setList) {
		least := -1
		for _, s := range l {
			if len(s) > 0 && (least < 0 || s[0] < least) {
				least = s[0]
			}
		}
		key := fmt.Sprint(l)
		if least < 0 || seen[key] {
			return
		}
		seen[key] = true
		var with, without setList
		for _, s := range l {
			if len(s) > 0 && s[0] == least {
				with = append(with, s[1:])
			} else {
				without = append(without, s)
			}
		}
		fix(with)
		fix(without)
	}
	fix(l)
	return 2 + len(seen)
}

func checkQuery(t *testing.T, n int, l setList, q *setsys.Query, w nodeList) {
	t.Helper()
	within, row := l.within(w), w.set(n).Words()
	if got := q.Has(row); got != (len(within) > 0) {
		t.Fatalf("%v over %d: Has(%v) = %v", l, n, w, got)
	}
	smallest := n + 1
	for _, s := range within {
		smallest = min(smallest, len(s))
	}
	sizes := []int{-1, 0, 1, 2, smallest - 1, smallest, smallest + 1, n, n + 1}
	for _, s := range within {
		sizes = append(sizes, len(s)-1, len(s))
	}
	for _, size := range sizes {
		want := slices.ContainsFunc(within, func(s nodeList) bool { return len(s) <= size })
		if got := q.HasWithin(row, size); got != want {
			t.Fatalf("%v over %d: HasWithin(%v, %d) = %v", l, n, w, size, got)
		}
	}
	all, end := collect(n, func(yield func([]uint64) bool) bool { return q.EachWithin(row, yield) })
	if !end || !all.sorted().equal(within) {
		t.Fatalf("%v over %d: EachWithin(%v) = %v", l, n, w, all)
	}
	if again, _ := collect(n, func(yield func([]uint64) bool) bool { return q.EachWithin(row, yield) }); !again.equal(all) {
		t.Fatalf("%v over %d: EachWithin(%v) in another order", l, n, w)
	}
	for stop := range all {
		seen := 0
		end := q.EachWithin(row, func([]uint64) bool { seen++; return seen <= stop })
		if end || seen != stop+1 {
			t.Fatalf("%v over %d: EachWithin(%v) stopped after %d, said %v", l, n, w, seen, end)
		}
	}
	for _, v := range []int{-1, 0, 1, 2, 3, n - 1, n, n + 1, n + 100} {
		var want setList
		for _, s := range within {
			if len(s) > 0 && s[0] == v {
				want = append(want, s)
			}
		}
		least, end := collect(n, func(yield func([]uint64) bool) bool { return q.EachWithLeast(v, row, yield) })
		if !end || !least.sorted().equal(want) {
			t.Fatalf("%v over %d: EachWithLeast(%d, %v) = %v", l, n, v, w, least)
		}
		if len(want) > 1 {
			seen := 0
			if end := q.EachWithLeast(v, row, func([]uint64) bool { seen++; return false }); end || seen != 1 {
				t.Fatalf("%v over %d: EachWithLeast(%d, %v) does not stop", l, n, v, w)
			}
		}
	}
}

// A part of the diagram in which nothing was found with few members left to
// take may hold a set when it is met again with more.
func TestQueryMeetsAPartAgain(t *testing.T) {
	l := setList{{0, 1, 3}, {0, 1, 4, 5}, {2, 3}, {2, 4, 5}}
	checkQuery(t, 6, l, setsys.NewIndex(l.family(6)).Query(), nodeList{0, 1, 2, 4, 5})
}

// What a query yields is gone after the call: the query's next answer must not
// depend on where the last one stopped.
func TestQueryIsUsedAgain(t *testing.T) {
	f := setList{{0, 1}, {0, 2}, {1, 2}, {3}}.family(4)
	q := setsys.NewIndex(f).Query()
	full := setsys.NewNodeSet(4, 0, 1, 2, 3).Words()
	q.EachWithin(full, func([]uint64) bool { return false })
	q.EachWithLeast(1, full, func([]uint64) bool { return false })
	got, _ := collect(4, func(yield func([]uint64) bool) bool { return q.EachWithin(full, yield) })
	if !got.sorted().equal(lists(f.Canonical())) {
		t.Errorf("%v", got)
	}
}

// A family with structure has a small diagram.
func TestIndexOfMajority(t *testing.T) {
	s := decode(t, `{"kind": "coterie", "universe": 17, "quorums": {"threshold": 9, "of": [`+numbers(17)+`]}}`)
	// Asked about node i, with h members so far, 0 <= h <= 8, i-h <= 8: a 9 by 9 square.
	if got := setsys.NewIndex(s.Quorums).Vertices(); got != 81+2 {
		t.Errorf("%d vertices", got)
	}
}

// Fronts say what a choice among the first nodes leaves open.
func TestFront(t *testing.T) {
	rng := slow.Random(t, 52)
	check := func(n int, l setList) {
		ix := setsys.NewIndex(l.family(n))
		var walk func(v int, f setsys.Front, chosen nodeList, open map[string]string)
		opens := make([]map[string]string, n+1) // by v: what fronts leave open
		for v := range opens {
			opens[v] = make(map[string]string)
		}
		walk = func(v int, f setsys.Front, chosen nodeList, open map[string]string) {
			var left setList // of the sets that chosen does not forbid, the nodes from v on
			for _, s := range l {
				below := s.filter(func(u int) bool { return u < v })
				if subset(below, chosen) {
					left = append(left, s[len(below):])
				}
			}
			complete := slices.ContainsFunc(left, func(s nodeList) bool { return len(s) == 0 })
			if f.Dead() != (len(left) == 0) || f.Complete() != complete {
				t.Fatalf("%v over %d, %v chosen below %d: dead %v, complete %v", l, n, chosen, v, f.Dead(), f.Complete())
			}
			key, what := string(f.AppendKey(nil)), fmt.Sprint(left.minimal())
			if other, ok := open[key]; ok && other != what {
				t.Fatalf("%v over %d, %v chosen below %d: one front for %s and %s", l, n, chosen, v, other, what)
			}
			open[key] = what
			if v == n {
				return
			}
			walk(v+1, ix.Next(v, f, false), chosen, opens[v+1])
			walk(v+1, ix.Next(v, f, true), append(chosen[:len(chosen):len(chosen)], v), opens[v+1])
		}
		walk(0, ix.Start(), nil, opens[0])
	}
	for n := range 4 {
		allFamilies(n, false, func(l setList) { check(n, l) })
	}
	allFamilies(4, true, func(l setList) { check(4, l) })
	for range 100 {
		n := 5 + rng.IntN(4)
		randomFamilies(rng, n, 1, func(l setList) { check(n, l) })
	}
}
