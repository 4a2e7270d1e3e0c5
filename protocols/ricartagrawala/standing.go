package ricartagrawala

import (
	"fmt"

	"qcheck/explore"
)

// standing: a process counts REPLYs, and does not know whose are missing.
func standing(_ int, s State) []explore.Standing {
	st := explore.Standing{Owes: s.Deferred, Until: "it has left"}
	if s.Phase == explore.Waiting {
		st.For = "1 more REPLY"
		if s.Missing > 1 {
			st.For = fmt.Sprintf("%d more REPLYs", s.Missing)
		}
	}
	return []explore.Standing{st}
}
