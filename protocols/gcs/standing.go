package gcs

import "qcheck/explore"

// standing is that of the two objects.
func (a *algorithm[A, X, B, Y]) standing(p int, s State[A, B]) []explore.Standing {
	return append(a.lmin.Standing(p, s), a.kmex.Standing(p, s)...)
}
