package manabetajima

import (
	"fmt"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/properties/census"
	"qcheck/setsys"
)

// commonNode: every K+1 quorums of the first family, repeats allowed, have a common node.
func commonNode(s *setsys.Structure) string {
	f := entry.ToMasks(s.Families()[0].Family)
	if !census.Meets(1<<f.N-1, f.Sets, s.K+1) {
		return "some have none"
	}
	return ""
}

// allUnitsCoterie: the quorums for all units are a coterie.
func allUnitsCoterie(a entry.Asked, s *setsys.Structure, _ entry.Values) string {
	c := entry.ToMasks(s.ByUnits[s.K-1]).Structure(setsys.Coterie, 0)
	if !a.Has(c, p.Required(c.Kind)...) {
		return "they are none"
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
