package anyn

import (
	"fmt"

	"qcheck/explore"
)

// A load is how many units may be inside together, and how many a member gives.
type load struct{ inside, member int }

// apart returns requests that are not to be inside together and that no member excludes: in any choice of quorums for
// such requests, a member has to be in those of some whose units together are more than it gives. It
// returns nothing if there are none. The i-th family has the quorums for i units. All choices are tried of
// requests that are too many together, but would not be without the last; with more requests, members are in no fewer.
func apart(families [][]explore.Set, limit load) string {
	type request struct {
		units  int
		quorum explore.Set
	}
	var all []request
	for i, sets := range families {
		for _, q := range sets {
			all = append(all, request{i + 1, q})
		}
	}
	var loads [explore.MaxProcesses]int
	var chosen []explore.Set
	var choose func(from, units int) bool
	choose = func(from, units int) bool {
		if units > limit.inside {
			for _, l := range loads {
				if l > limit.member {
					return false
				}
			}
			return true
		}
		for i := from; i < len(all); i++ {
			r := all[i]
			for _, m := range r.quorum.Members() {
				loads[m] += r.units
			}
			chosen = append(chosen, r.quorum)
			if choose(i, units+r.units) {
				return true
			}
			chosen = chosen[:len(chosen)-1]
			for _, m := range r.quorum.Members() {
				loads[m] -= r.units
			}
		}
		return false
	}
	if !choose(0, 0) {
		return ""
	}
	return fmt.Sprintf("no member excludes that requests with the quorums %v are inside together", chosen)
}
