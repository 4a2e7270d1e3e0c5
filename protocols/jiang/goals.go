package jiang

import (
	"fmt"

	"qcheck/explore"
)

// The further properties.
const (
	// KProgressing: while fewer than k groups are in, some waiter of a group
	// that is out enters.
	KProgressing explore.Property = "k-progressing"
	// ConcurrentEntering: a waiter of a group that is in enters.
	ConcurrentEntering explore.Property = "concurrent-entering"
	// OpenEntering is less: a waiter of a group whose leader is in enters. A
	// leader that has left has closed the entry.
	OpenEntering explore.Property = "open-entering"
)

// observe shows a leader that is in by Units, which have no other meaning here.
func observe(_ int, s State) explore.Observation {
	switch s.Section {
	case ES, WS:
		return explore.Observation{Phase: explore.Waiting, Resource: s.Resource}
	case CS:
		o := explore.Observation{Phase: explore.Inside, Resource: s.Resource}
		if s.Leader {
			o.Units = 1
		}
		return o
	case NCS:
		return explore.Observation{Phase: s.Expelled, Resource: s.Resource}
	}
	return explore.Observation{Phase: explore.Thinking}
}

// groups returns the resources in use, as bits, and their number.
func groups(all []explore.Observation) (in explore.Set, count int) {
	for _, o := range all {
		if o.Phase == explore.Inside {
			in = in.With(int(o.Resource))
		}
	}
	return in, in.Len()
}

// safe is k-exclusion.
func (a *algorithm) safe(all []explore.Observation) string {
	if _, n := groups(all); n > a.K {
		return fmt.Sprintf("%d groups are in the critical section, and %d may be", n, a.K)
	}
	return ""
}

// goals are k-progressing and concurrent entering, as defined and as far as the
// entry is open.
func (a *algorithm) goals() []explore.Goal {
	return []explore.Goal{
		{Name: KProgressing, Unmet: func(all []explore.Observation) string {
			in, n := groups(all)
			for p, o := range all {
				if n < a.K && o.Phase == explore.Waiting && !in.Has(int(o.Resource)) {
					return fmt.Sprintf("process %d waits for resource %d while %d of %d groups are in the critical section", p+1, o.Resource, n, a.K)
				}
			}
			return ""
		}},
		{Name: ConcurrentEntering, Unmet: func(all []explore.Observation) string {
			in, _ := groups(all)
			return waits(all, in, "group")
		}},
		{Name: OpenEntering, Unmet: func(all []explore.Observation) string {
			var led explore.Set
			for _, o := range all {
				if o.Phase == explore.Inside && o.Units > 0 {
					led = led.With(int(o.Resource))
				}
			}
			return waits(all, led, "leader")
		}},
	}
}

// waits says which processes wait for one of some resources.
func waits(all []explore.Observation, resources explore.Set, whose string) string {
	for p, o := range all {
		if o.Phase == explore.Waiting && resources.Has(int(o.Resource)) {
			return fmt.Sprintf("process %d waits for resource %d, whose %s is in the critical section", p+1, o.Resource, whose)
		}
	}
	return ""
}
