package baldoni

import "qcheck/setsys"

// allocatedSafely states that no processes that ask for more than M resources together can all be
// granted, where each asks for none or 1 to M.
func allocatedSafely(s *setsys.Structure) string {
	n := s.Requests.Len()
	var over func(i, total int, load []int) bool
	over = func(i, total int, load []int) bool {
		if i == n {
			return total > s.M
		}
		for ask := 0; ask <= s.M; ask++ {
			next, fits := append([]int(nil), load...), true
			for v := range s.Requests.At(i).All() {
				next[v] += ask
				fits = fits && next[v] <= s.M
			}
			if fits && over(i+1, total+ask, next) {
				return true
			}
		}
		return false
	}
	if over(0, 0, make([]int, n)) {
		return "more than M resources can be granted"
	}
	return ""
}
