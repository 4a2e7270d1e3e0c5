package jiang

import "qcheck/explore"

// standing: a node in ES waits for GRANTs, unless it is to follow; then it waits for
// R-GRANT, of which those know that have it in FOLLOWER.
func (a *algorithm) standing(_ int, s State) []explore.Standing {
	st := explore.Standing{Has: s.Grantor, Most: 1, Until: "it enters"}
	if s.Section == ES && !s.Follows {
		st.Wants, st.Some = s.Asked&^s.Grantor, len(a.Write) > 1
	}
	switch {
	case s.Section == WS && s.Competing:
		st.For = "the outcome of its COMPETE"
	case s.Section == ES && s.Follows || s.Section == WS:
		st.For = "an R-GRANT"
	}
	for _, r := range s.Requests {
		if r.Granted {
			st.Gave = st.Gave.With(r.From.Index())
		} else if r.Queued {
			st.Queued = st.Queued.With(r.From.Index())
		}
	}
	if s.Section == NCS || s.Section == ES || s.Section == WS || s.Section == XS && a.closedInXS {
		for u, f := range s.Followers {
			if f.In {
				st.Owes = st.Owes.With(u)
			}
		}
	}
	return []explore.Standing{st}
}
