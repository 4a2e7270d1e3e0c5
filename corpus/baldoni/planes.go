package baldoni

import (
	"fmt"

	"qcheck/corpus/entry"
	"qcheck/setsys"
)

// axiom3: four lines, no three of which go through one point.
func axiom3(s *setsys.Structure) string {
	var all []setsys.NodeSet
	for _, line := range s.Families()[0].Family.All() {
		all = append(all, line)
	}
	apart := func(a, b, c setsys.NodeSet) bool { return a.Intersection(b).Intersection(c).IsEmpty() }
	for i := range all {
		for j := range i {
			for k := range j {
				for l := range k {
					a, b, c, d := all[i], all[j], all[k], all[l]
					if apart(a, b, c) && apart(a, b, d) && apart(a, c, d) && apart(b, c, d) {
						return ""
					}
				}
			}
		}
	}
	return "of any four lines, three go through one point"
}

// processes1To4Enter: when all ask, and each arbiter grants in the order of processes, those have
// all grants.
func processes1To4Enter(s *setsys.Structure) string {
	n := s.Universe.Len()
	grants := make([]int, n)
	for node := range n {
		left := s.M
		for i := 0; i < n && left > 0; i++ {
			if s.Requests.At(i).Has(node) {
				grants[i]++
				left--
			}
		}
	}
	for i, g := range grants {
		if all := g == s.Requests.At(i).Len(); all != (i < 4) {
			return fmt.Sprintf("process %d has %d of %d grants", i+1, g, s.Requests.At(i).Len())
		}
	}
	return ""
}

// inequality9: the arbiters arbitrate all tuples of M+1 processes.
func inequality9(s *setsys.Structure) string {
	n, arbitrated := s.Universe.Len(), 0
	for i := range n {
		x := 0 // the arbiter set: those whose request set has i
		for h := range n {
			if s.Requests.At(h).Has(i) {
				x++
			}
		}
		arbitrated += entry.Choose(x, s.M+1)
	}
	if all := entry.Choose(n, s.M+1); arbitrated < all {
		return fmt.Sprintf("%d tuples are arbitrated, of %d", arbitrated, all)
	}
	return ""
}
