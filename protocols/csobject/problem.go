package csobject

import (
	"fmt"

	"qcheck/explore"
)

// A process that is in the critical section is observed with one unit, any
// other with none. The phase alone does not tell: a process that waits may be in
// or out.

// Exclusion returns a protocol for mutual exclusion of some kind with units
// observed: a process is in the critical section when its phase is Inside.
func Exclusion[L, M comparable](p explore.Protocol[L, M]) explore.Protocol[L, M] {
	observe := p.Observe
	p.Observe = func(i int, l L) explore.Observation {
		o := observe(i, l)
		o.Units = 0
		if o.Phase == explore.Inside {
			o.Units = 1
		}
		return o
	}
	return p
}

// InCS returns the processes in the critical section.
func InCS(all []explore.Observation) explore.Set {
	var in explore.Set
	for p, o := range all {
		if o.Units > 0 {
			in = in.With(p)
		}
	}
	return in
}

// Between returns what judges whether at least l and at most k processes are in
// the critical section.
func Between(l, k int) func(all []explore.Observation) string {
	return func(all []explore.Observation) string {
		in := InCS(all)
		switch {
		case in.Len() < l:
			return fmt.Sprintf("in the critical section are %s: there must be at least %d", in, l)
		case in.Len() > k:
			return fmt.Sprintf("in the critical section are %s: there may be at most %d", in, k)
		}
		return ""
	}
}
