package naimitrehel

import "qcheck/explore"

// standing: a process waits for the token, and does not know who has it. It owes it
// to the next one.
func standing(_ int, s State) []explore.Standing {
	var st explore.Standing
	if s.Phase == explore.Waiting {
		st.For = "the token"
	}
	if s.Next != 0 {
		st.Owes, st.Until = explore.SetOf(s.Next.Index()), "it has left"
	}
	return []explore.Standing{st}
}
