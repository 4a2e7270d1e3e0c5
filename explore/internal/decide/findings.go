// Package decide decides properties from what a search found.
//
// A state that shows something of a property was noted when it was met ([FirstStates]); what is about
// runs without end is looked for in the graph of the states (package fair). A verdict is made in
// [Findings.Decide]: it holds only where all states are known, or it is violated and there is a run
// that shows it; otherwise it is unknown, and the reason is said. A [Closure] has all states written
// out, for a certificate.
package decide

import (
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/space"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
	"qcheck/explore/verdict"
)

// Checks are what is checked of a protocol, by numbers.
type Checks struct {
	Enters       bool                 // there are processes that enter
	Safe         *engine.Judge        // Protocol.Safe
	Goals        []Goal               // that are checked
	Requirements []engine.Requirement // that are checked
}

// A Goal is one as the search needs it.
type Goal struct {
	Name  protocol.Property
	Unmet *engine.Judge
}

// FirstStates are the states of the first level that shows something of a property.
type FirstStates struct {
	Level  int
	States []table.StateKey
}

// Findings are what a search found, as far as properties are decided by it.
type Findings struct {
	*space.Space
	Checks
	Requests       []int                              // of each process, negative for no bound
	WithinRequests bool                               // starvation is asked of these requests
	Found          map[protocol.Property]*FirstStates // what decides a property
	Beyond         int64                              // transitions to states beyond the bound of clocks
	Entered        protocol.Set                       // processes that were inside in some state
	Reason         func() string                      // why the search is not complete
	Graph          func() *fair.Graph                 // of the states expanded; nil when there is none
}

// bounded reports whether some process may request only so often.
func (s *Findings) bounded() bool {
	return slices.ContainsFunc(s.Requests, func(r int) bool { return r >= 0 })
}

// Decide decides a property after the search, which may have been complete.
func (s *Findings) Decide(p protocol.Property, complete bool) (pr protocol.PropertyResult) {
	defer func() {
		switch is := recover().(type) {
		case nil:
		case engine.NoKey: // the search begins anew
			pr = protocol.PropertyResult{Property: p, Verdict: verdict.Unknown, Detail: s.Reason()}
		default:
			panic(is)
		}
	}()
	pr.Property = p
	need := slices.IndexFunc(s.Requirements, func(r engine.Requirement) bool { return r.Name == p })
	switch found := s.Found[p]; {
	case p == protocol.StarvationFreedom:
		pr = s.starvation()
	case need >= 0:
		return s.requirement(s.Requirements[need])
	case !slices.Contains(protocol.Properties(), p):
		pr = s.decideLiveness(s.unmet(p))
	case found != nil:
		pr.Verdict = verdict.Violated
		pr.Trace, pr.Detail = s.trace(found, p)
	case !complete:
		pr.Verdict, pr.Detail = verdict.Unknown, s.Reason()
	default:
		pr.Verdict = verdict.Holds
	}
	if pr.Verdict == verdict.Holds && p == protocol.DeadlockFreedom && s.Engine.Network == protocol.Duplicating {
		pr.Verdict, pr.Detail = verdict.Unknown, s.unfollowed(nil)
	}
	if pr.Verdict == verdict.Holds && s.Entered == 0 && s.Enters {
		pr.Verdict, pr.Detail = verdict.Unknown, "no process ever entered, so there was nothing to judge"
	}
	return pr
}
