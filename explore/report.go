package explore

import (
	"fmt"
	"slices"
	"sort"
	"time"

	"qcheck/explore/internal/decide"
	"qcheck/explore/internal/engine"
	"qcheck/explore/protocol"
	"qcheck/explore/verdict"
)

// result puts together what was found.
func (s *search) result(m Model) *Result {
	r := &Result{Transitions: s.transitions, Beyond: s.beyond, Reduced: s.Reduced, Saved: s.saved, Resting: s.resting, Unreduced: s.unreduced, Complete: s.Complete()}
	r.Symmetry = s.e.Group.Order()
	for depth, l := range s.Levels {
		if l.Len() > 0 {
			r.Levels = append(r.Levels, s.Sizes[depth])
			r.States += s.Sizes[depth]
			r.Orbits += int64(l.Len())
		}
	}
	r.Depth, r.Within = len(r.Levels)-1, s.within
	if s.Reduced {
		r.Within = -1 // what it left out may be nearer
	}
	if s.Reduced && r.Complete {
		r.Asked = fmt.Sprintf("that no channel holds more than %d messages, and no state more than %d time stamps, was asked of the states that the reduced search visited, not of those that it left out",
			s.e.Capacity, engine.MaxStamps)
	}
	for i := range s.e.Steps.Len() {
		c := StepCount{Name: s.e.Steps.At(engine.StepID(i))}
		if i < len(s.counts.steps) {
			c.Count = s.counts.steps[i]
		}
		r.Steps = append(r.Steps, c)
	}
	if len(m.Steps()) == 0 { // they are numbered as workers meet them
		sort.Slice(r.Steps, func(i, j int) bool { return r.Steps[i].Name < r.Steps[j].Name })
	}
	r.NeverRan = s.neverRan(r.Steps)
	f := s.findings()
	for _, p := range append(protocol.Properties(), m.Goals()...) {
		switch {
		case !slices.Contains(s.o.Check, p):
		case s.before[p]:
			r.Properties = append(r.Properties, PropertyResult{Property: p, Verdict: verdict.Unknown, Detail: "it was decided before this search began"})
		default:
			r.Properties = append(r.Properties, f.Decide(p, r.Complete))
		}
	}
	if s.Halted() { // by now: deciding takes time, too
		r.Stopped = s.reason()
	}
	r.Stats = Stats{
		Elapsed: time.Since(s.began), HandlerCalls: s.e.Calls,
		Bytes: s.bytes(),
	}
	if s.o.learner != nil && r.Complete && s.o.wrong != nil {
		*s.o.wrong = s.contradiction(m.Name())
	}
	return r
}

// nothing returns the result of a search that was cut when it was to begin anew: what it
// found rests on renamings that do not hold, or on some of the states.
func nothing(r *Result, why string) *Result {
	none := &Result{Stopped: why, Within: -1, Symmetry: 1, Stats: r.Stats}
	for _, p := range r.Properties {
		none.Properties = append(none.Properties, PropertyResult{Property: p.Property, Verdict: verdict.Unknown, Detail: why})
	}
	return none
}

// neverRan returns what Result.NeverRan says.
func (s *search) neverRan(steps []StepCount) []string {
	if s.Reduced {
		return nil
	}
	var never []string
	for _, c := range steps {
		if c.Count == 0 && !protocol.IsFault(c.Name) {
			never = append(never, c.Name)
		}
	}
	for p := range s.e.N {
		if s.Enters && !s.entered.Has(p) && s.o.Requests[p] != 0 && (s.o.Levels != nil || s.e.Asking().Has(p)) {
			never = append(never, fmt.Sprintf("process %d never entered", p+1))
		}
	}
	sort.Strings(never)
	return never
}

// bytes returns what the search's tables hold.
func (s *search) bytes() int64 {
	b := s.seen.Bytes() + s.e.Bytes()
	b += s.sketched.Bytes()
	for _, l := range s.Levels {
		b += l.Bytes()
	}
	return b
}

// findings returns what properties are decided by.
func (s *search) findings() *decide.Findings {
	return &decide.Findings{
		Space: s.Space, Checks: s.Checks, Requests: s.o.Requests, WithinRequests: s.o.WithinRequests, Found: s.found, Beyond: s.beyond, Entered: s.entered,
		Reason: s.reason, Graph: s.graph,
	}
}
