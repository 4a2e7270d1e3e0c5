package baldoni

import (
	"fmt"

	"qcheck/corpus/entry"
	"qcheck/setsys"
)

// punctured is the request sets of a grid without the dummy points, which are numbered from 0, row
// by row; the other points are processes in this order.
func punctured(x entry.Values) (*setsys.Structure, error) {
	side, m := x["side"], x["m"]
	dummy := map[int]bool{}
	for i := 1; i <= 4; i++ {
		if at, ok := x[fmt.Sprintf("dummy%d", i)]; ok {
			dummy[at] = true
		}
	}
	total := entry.Power(side, m+1)
	process := make([]int, total)
	n := 0
	for point := range total {
		process[point] = -1
		if !dummy[point] {
			process[point] = n
			n++
		}
	}
	f := entry.Masks{N: n}
	for a, i := range process {
		if i < 0 {
			continue
		}
		var set uint
		for b, j := range process {
			for d := range m + 1 {
				if j >= 0 && a/entry.Power(side, d)%side == b/entry.Power(side, d)%side {
					set |= 1 << j
				}
			}
		}
		f.Sets = append(f.Sets, set)
	}
	return f.Structure(setsys.RequestSets, m), nil
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
