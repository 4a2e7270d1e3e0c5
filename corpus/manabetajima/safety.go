package manabetajima

import (
	"fmt"
	"slices"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// byUnits returns the (h,k)-arbiter candidate with the given families, the
// first for one unit.
func byUnits(families ...entry.Masks) *setsys.Structure {
	s := families[0].Structure(setsys.HKArbiter, len(families))
	for _, f := range families {
		s.ByUnits = append(s.ByUnits, f.Family())
	}
	return s
}

// oneUnit compares the condition of theorem 1 for the pattern of k+1 ones with the intersection
// property of another kind.
func oneUnit(kind setsys.Kind, text string) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, _ entry.Values) string {
		for n := 1; n <= 4; n++ {
			for f := range entry.Antichains(n) {
				for k := 1; k <= 4; k++ {
					arbiter := commonNodes(f.Sets, 1<<n-1, k+1)
					other := a.Has(f.Structure(kind, k), p.Intersection)
					if arbiter != other {
						return fmt.Sprintf(text, f.Family(), k)
					}
				}
			}
		}
		return ""
	}
}

// firstOfTwo: Q_1 of a (h,2)-arbiter is a 2-arbiter.
func firstOfTwo(a entry.Asked, _ *setsys.Structure, _ entry.Values) string {
	for f := range entry.Antichains(3) {
		for g := range entry.Antichains(3) {
			s := byUnits(f, g)
			ok := a.Has(s, p.Intersection)
			if ok && !commonNodes(f.Sets, 1<<3-1, 3) {
				return fmt.Sprintf("Q_1 = %v, Q_2 = %v", s.ByUnits[0], s.ByUnits[1])
			}
		}
	}
	return ""
}

// commonNodes reports whether every r of the sets, repeats allowed, share a
// node of common.
func commonNodes(sets []uint, common uint, r int) bool {
	if common == 0 {
		return false
	}
	if r == 0 {
		return true
	}
	for _, q := range sets {
		if !commonNodes(sets, common&q, r-1) {
			return false
		}
	}
	return true
}

// safetyAgainst goes through all choices of k families over n nodes, and looks
// for one that has the intersection property and is not safe (sufficient), or
// is safe without having it.
func safetyAgainst(sufficient bool) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
		n, k := x["n"], x["k"]
		all, patterns := slices.Collect(entry.Antichains(n)), conflictsOf(n, k)
		chosen := make([]entry.Masks, k)
		var choose func(h int) string
		choose = func(h int) string {
			a.Look()
			if h == k {
				s := byUnits(chosen...)
				if a.Has(s, p.Intersection) != sufficient {
					return ""
				}
				if safe := grantsSafely(chosen, patterns); safe != sufficient {
					var text string
					for h, f := range s.ByUnits {
						text += fmt.Sprintf("Q_%d = %v ", h+1, f)
					}
					return text + map[bool]string{true: "is not safe", false: "is safe"}[sufficient]
				}
				return ""
			}
			for _, f := range all {
				chosen[h] = f
				if text := choose(h + 1); text != "" {
					return text
				}
			}
			return ""
		}
		return choose(0)
	}
}

// conflictsOf returns the conflicting requests of up to n processes.
func conflictsOf(n, k int) (patterns [][]int) {
	for bag := range entry.Bags(k, n) {
		if conflicting(bag, k) {
			patterns = append(patterns, bag)
		}
	}
	return patterns
}

// grantsSafely reports whether no assignment of quorums to one of the
// conflicting patterns lets every node grant all requests that it gets.
func grantsSafely(q []entry.Masks, patterns [][]int) bool {
	k := len(q)
	for _, pattern := range patterns {
		var granted func(i int, load []int) bool // all of the requests from i on can be granted as well
		granted = func(i int, load []int) bool {
			if i == len(pattern) {
				return true
			}
			h := pattern[i]
			for _, quorum := range q[h-1].Sets {
				next, fits := slices.Clone(load), true
				for v := range next {
					if quorum>>v&1 != 0 {
						next[v] += h
						fits = fits && next[v] <= k
					}
				}
				if fits && granted(i+1, next) {
					return true
				}
			}
			return false
		}
		if granted(0, make([]int, q[0].N)) {
			return false
		}
	}
	return true
}

// kArbiterSafety: with a k-arbiter, no conflicting requests are all granted.
func kArbiterSafety(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	n, k := x["n"], x["k"]
	patterns := conflictsOf(n, k)
	for f := range entry.Antichains(n) {
		ok := a.Has(f.Structure(setsys.KArbiter, k), p.Required(setsys.KArbiter)...)
		if ok && !grantsSafely(slices.Repeat([]entry.Masks{f}, k), patterns) {
			return fmt.Sprintf("%v is a %d-arbiter and not safe", f.Family(), k)
		}
	}
	return ""
}

// stuck looks through all states of two processes that ask for units one by one, and returns those
// that have no successor though none has all its units.
func stuck(k, h1, h2 int) [][2]int {
	var ends [][2]int
	seen := map[[2]int]bool{}
	var visit func(a, b int)
	visit = func(a, b int) {
		if seen[[2]int{a, b}] || a == h1 || b == h2 {
			return // a process that has all gives them back
		}
		seen[[2]int{a, b}] = true
		if a+b == k {
			ends = append(ends, [2]int{a, b})
			return
		}
		visit(a+1, b)
		visit(a, b+1)
	}
	visit(0, 0)
	return ends
}

// stuckAsDescribed: these are the states that the introduction describes.
func stuckAsDescribed(x entry.Values) string {
	k := x["k"]
	for h1 := 1; h1 <= k; h1++ {
		for h2 := 1; h2 <= k; h2++ {
			described := 0
			for a := range h1 {
				if b := k - a; b < h2 {
					described++
				}
			}
			if found := len(stuck(k, h1, h2)); found != described {
				return fmt.Sprintf("h1 = %d, h2 = %d: %d states are described, %d found", h1, h2, described, found)
			}
		}
	}
	return ""
}

// stuckFromK2: there are some if the processes ask for k+2 units together.
func stuckFromK2(x entry.Values) string {
	k := x["k"]
	for h1 := 1; h1 <= k; h1++ {
		for h2 := 1; h2 <= k; h2++ {
			if (len(stuck(k, h1, h2)) > 0) != (h1+h2 >= k+2) {
				return fmt.Sprintf("h1 = %d, h2 = %d", h1, h2)
			}
		}
	}
	return ""
}

// allUnitsCoterie: the quorums for all units are a coterie.
func allUnitsCoterie(a entry.Asked, _ *setsys.Structure, _ entry.Values) string {
	for n := 1; n <= 3; n++ {
		all := slices.Collect(entry.Antichains(n))
		for _, f := range all {
			coterie := a.Has(f.Structure(setsys.Coterie, 0), p.Required(setsys.Coterie)...)
			if coterie {
				continue
			}
			for _, g := range all {
				for _, families := range [][]entry.Masks{{g, f}, {g, g, f}} {
					s := byUnits(families...)
					if a.Has(s, p.Intersection) {
						return fmt.Sprintf("%v for %d units", f.Family(), len(families))
					}
				}
			}
		}
	}
	return ""
}
