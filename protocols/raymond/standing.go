package raymond

import (
	"fmt"

	"qcheck/explore"
)

// standing: where REPLYs are only counted, no state says whose they are.
func (a *algorithm) standing(p int, s State) []explore.Standing {
	st := explore.Standing{Until: "it has left"}
	for q, n := range s.Deferred {
		if n > 0 {
			st.Owes = st.Owes.With(q)
		}
	}
	if s.Phase != explore.Waiting {
		return []explore.Standing{st}
	}
	others := explore.All(a.n).Without(p)
	switch a.counts {
	case processes, named:
		st.Has = s.Permitting
	case owed:
		for _, q := range others.Members() {
			if s.Owed[q] == 0 && !s.Later.Has(q) {
				st.Has = st.Has.With(q)
			}
		}
	default:
		st.For = fmt.Sprintf("%d REPLYs, and has counted %d", a.n-a.k, s.Replies)
		return []explore.Standing{st}
	}
	st.Wants, st.Some = others&^st.Has, a.k > 1
	return []explore.Standing{st}
}
