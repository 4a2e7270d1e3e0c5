package ricartagrawala

import (
	"fmt"

	"qcheck/explore"
)

// standing: a process counts REPLYs, and does not know whose are missing, but in the variant failures.
func standing(_ int, s State) []explore.Standing {
	st := explore.Standing{Owes: s.Deferred, Until: "it has left"}
	if s.Phase == explore.Waiting {
		st.For = "1 more REPLY"
		if s.Missing > 1 {
			st.For = fmt.Sprintf("%d more REPLYs", s.Missing)
		}
	}
	if s.Awaited != 0 {
		st.Wants, st.For = s.Awaited, ""
	}
	return []explore.Standing{st}
}
