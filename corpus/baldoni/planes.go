package baldoni

import (
	"fmt"

	"qcheck/setsys"
)

// The axioms of section 2 and the properties that follow, for planes of x["order"].

// lines are the sets of a structure with one family.
func lines(s *setsys.Structure) []setsys.NodeSet {
	var all []setsys.NodeSet
	for _, q := range s.Families()[0].Family.All() {
		all = append(all, q)
	}
	return all
}

func axiom1(s *setsys.Structure) string {
	for i := range s.Universe.Len() {
		for j := range i {
			through := 0
			for _, l := range lines(s) {
				if l.Has(i) && l.Has(j) {
					through++
				}
			}
			if through != 1 {
				return fmt.Sprintf("%d lines have the points %s and %s", through, s.Universe.Name(j), s.Universe.Name(i))
			}
		}
	}
	return ""
}

func axiom2(s *setsys.Structure) string {
	all := lines(s)
	for i, a := range all {
		for _, b := range all[:i] {
			if n := a.Intersection(b).Len(); n != 1 {
				return fmt.Sprintf("lines %v and %v share %d points", b, a, n)
			}
		}
	}
	return ""
}

// axiom3: four lines, no three of which go through one point.
func axiom3(s *setsys.Structure) string {
	all := lines(s)
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

// noTwoShareTwo: no two request sets have two common members.
func noTwoShareTwo(s *setsys.Structure) string {
	for i := range s.Requests.Len() {
		for j := range i {
			if s.Requests.At(i).Intersection(s.Requests.At(j)).Len() > 1 {
				return fmt.Sprintf("sets %d and %d", j+1, i+1)
			}
		}
	}
	return ""
}
