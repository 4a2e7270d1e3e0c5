package mutin

import (
	"fmt"

	"qcheck/explore"
)

// standing is that of the object for mutual exclusion, and what the two waits of
// Exit() are for. At the first one, responses name others than their senders.
func (a *algorithm[X, Y]) standing(p int, s State[X]) []explore.Standing {
	own := explore.Standing{Of: "Ack"}
	switch s.Stage {
	case Querying:
		own.For = fmt.Sprintf("responses that name at least %d processes, and those that came name %d", a.L+1, s.CurrentInCS.Len())
	case Acquiring:
		own.Has, own.Wants = s.AckFrom, a.Quorums[p]&^s.AckFrom
	}
	return append(a.mx.Standing(p, s), own)
}
