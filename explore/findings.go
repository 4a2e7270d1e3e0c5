package explore

import (
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/space"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
	"qcheck/explore/verdict"
)

// What is checked of a protocol, by numbers.
type checks struct {
	observes     bool                 // there are processes that wait and enter
	safe         *engine.Judge        // Protocol.Safe
	goals        []goal               // that are checked
	requirements []engine.Requirement // that are checked
}

// A goal is one as the search needs it.
type goal struct {
	name  protocol.Property
	unmet *engine.Judge
}

// firstStates are the states of the first level that shows something of a property.
type firstStates struct {
	level  int
	states []table.StateKey
}

// findings are what a search found, as far as properties are decided by it.
type findings struct {
	*space.Space
	checks
	requests []int                              // of each process, negative for no bound
	found    map[protocol.Property]*firstStates // what decides a property
	beyond   int64                              // transitions to states beyond the bound of clocks
	entered  protocol.Set                       // processes that were inside in some state
	reason   func() string                      // why the search is not complete
	graph    func() *fair.Graph                 // of the states expanded; nil when there is none
}

// bounded reports whether some process may request only so often.
func (s *findings) bounded() bool {
	return slices.ContainsFunc(s.requests, func(r int) bool { return r >= 0 })
}

// decide decides a property after the search, which may have been complete.
func (s *findings) decide(p protocol.Property, complete bool) (pr PropertyResult) {
	defer func() {
		switch is := recover().(type) {
		case nil:
		case engine.NoKey: // the search begins anew
			pr = PropertyResult{Property: p, Verdict: verdict.Unknown, Detail: s.reason()}
		default:
			panic(is)
		}
	}()
	pr.Property = p
	need := slices.IndexFunc(s.requirements, func(r engine.Requirement) bool { return r.Name == p })
	switch found := s.found[p]; {
	case p == protocol.StarvationFreedom:
		pr = s.starvation()
	case need >= 0:
		return s.requirement(s.requirements[need])
	case !slices.Contains(protocol.Properties(), p):
		pr = s.endless(s.unmet(p))
	case found != nil:
		pr.Verdict = verdict.Violated
		pr.Trace, pr.Detail = s.trace(found, p)
	case !complete:
		pr.Verdict, pr.Detail = verdict.Unknown, s.reason()
	default:
		pr.Verdict = verdict.Holds
	}
	if pr.Verdict == verdict.Holds && s.entered == 0 && s.observes {
		pr.Verdict, pr.Detail = verdict.Unknown, "no process ever entered, so there was nothing to judge"
	}
	return pr
}
