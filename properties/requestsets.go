package properties

import (
	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// Properties of request sets (Baldoni, sections 2, 5 and 8), except arbitration,
// which is in arbiter.go. Each is a loop over processes or pairs of them, O(N²)
// set operations, except for local recovery; see there. First in order: the first
// processes lexicographically.

// selfMembership: i is in R_i, for every process i (conditions (i) and (iv)).
func (c *checker) selfMembership() finding {
	for i := range c.s.Universe.Len() {
		if !words.Has(c.s.Requests.Words(i), i) {
			return finding{broken: true, members: []property.Member{c.requestSet(i)}}
		}
	}
	return finding{}
}

// fullSets: R_i is the set of all processes, for every i (condition (vii)).
func (c *checker) fullSets() finding {
	full := words.Full(c.s.Universe.Len())
	for i := range c.s.Universe.Len() {
		if !words.Equal(c.s.Requests.Words(i), full) {
			return finding{broken: true, members: []property.Member{c.requestSet(i)}}
		}
	}
	return finding{}
}

// pairs checks a condition on what the sets of every two processes share
// (conditions (ii) and (v)).
func (c *checker) pairs(ok func(i, j int, common setsys.NodeSet) bool) finding {
	n := c.s.Universe.Len()
	if n < 2 {
		return finding{note: nothing("there is one process")}
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			c.step()
			if !ok(i, j, c.s.Requests.At(i).Intersection(c.s.Requests.At(j))) {
				return finding{broken: true, members: []property.Member{c.requestSet(i), c.requestSet(j)}}
			}
		}
	}
	return finding{}
}

// localRecovery checks condition (vi): for every m+1 distinct processes, what all
// their request sets share contains at least m of those processes; or, when
// exact, is a set of exactly m of them.
//
// Search: take processes by ascending number and keep what their sets share;
// a choice of m+1 is then judged at once. Cut: the first form is broken only
// when, of the processes taken and those that still may be, two are missing in
// sets of some of them. While four or more are still to be taken, that is also
// enough: take the two, and for each a process in whose set it is missing. So
// only the last four choices are ever taken back: worst case O(N⁴) choices. The
// second form can only hold for few processes, and is searched without a cut.
func (c *checker) localRecovery(exact bool) finding {
	n, m := c.s.Universe.Len(), c.s.M
	if n <= m {
		return finding{note: nothing("there are no more processes than resources")}
	}
	later := make([]setsys.NodeSet, n+1) // by process: what the sets from its own on share
	later[n] = c.s.Universe.Full()
	for i := n - 1; i >= 0; i-- {
		later[i] = later[i+1].Intersection(c.s.Requests.At(i))
	}
	var chosen []int
	inside := func(common setsys.NodeSet) int {
		count := 0
		for _, i := range chosen {
			if common.Has(i) {
				count++
			}
		}
		return count
	}
	var search func(from int, common setsys.NodeSet) bool
	search = func(from int, common setsys.NodeSet) bool {
		c.step()
		if len(chosen) == m+1 {
			own := inside(common)
			if exact {
				return own != m || common.Len() != m
			}
			return own < m
		}
		if !exact {
			least := common.Intersection(later[from])
			lack := len(chosen) - inside(least)
			for i := from; i < n && lack < 2; i++ {
				if !least.Has(i) {
					lack++
				}
			}
			if lack < 2 {
				return false
			}
		}
		for i := from; i <= n-(m+1-len(chosen)); i++ {
			chosen = append(chosen, i)
			if search(i+1, common.Intersection(c.s.Requests.At(i))) {
				return true
			}
			chosen = chosen[:len(chosen)-1]
		}
		return false
	}
	if !search(0, c.s.Universe.Full()) {
		return finding{}
	}
	w := finding{broken: true}
	for _, i := range chosen {
		w.members = append(w.members, c.requestSet(i))
	}
	return w
}
