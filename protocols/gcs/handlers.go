package gcs

import (
	"slices"

	"qcheck/explore"
	"qcheck/protocols/csobject"
)

// The names of the steps, besides those of the objects. The last two are those
// of the variants in which the second call is a step of its own.
const (
	stepExit      = "Exit"
	stepEntry     = "Entry"
	stepKmexExit  = "kmex.Exit"
	stepLminEntry = "lmin.Entry"
)

type step[A, X, B, Y comparable] = explore.Step[State[A, B], Message[X, Y]]

// algorithm is an instance in one form.
type algorithm[A, X, B, Y comparable] struct {
	form
	Config
	lmin csobject.Part[State[A, B], Message[X, Y], A, X]
	kmex csobject.Part[State[A, B], Message[X, Y], B, Y]
}

func newAlgorithm[A, X, B, Y comparable](f form, c Config, lmin explore.Protocol[A, X], kmex explore.Protocol[B, Y]) *algorithm[A, X, B, Y] {
	a := &algorithm[A, X, B, Y]{form: f, Config: c}
	a.lmin.Name, a.lmin.Object = "lmin", lmin
	a.lmin.Get = func(s State[A, B]) A { return s.Lmin }
	a.lmin.Put = func(s State[A, B], l A) State[A, B] { s.Lmin = l; return s }
	a.lmin.Wrap = func(m X) Message[X, Y] { return Message[X, Y]{Object: Lmin, Lmin: m} }
	a.kmex.Name, a.kmex.Object = "kmex", kmex
	a.kmex.Get = func(s State[A, B]) B { return s.Kmex }
	a.kmex.Put = func(s State[A, B], k B) State[A, B] { s.Kmex = k; return s }
	a.kmex.Wrap = func(m Y) Message[X, Y] { return Message[X, Y]{Object: Kmex, Kmex: m} }
	return a
}

func (a *algorithm[A, X, B, Y]) protocol(clock explore.ClockRule) explore.Protocol[State[A, B], Message[X, Y]] {
	names := []string{stepExit, stepEntry}
	if a.separate {
		names = append(names, stepKmexExit, stepLminEntry)
	}
	return explore.Protocol[State[A, B], Message[X, Y]]{
		Name:    "gcs",
		N:       a.N,
		Clock:   clock,
		Init:    a.init,
		Actions: a.actions,
		Deliver: a.deliver,
		Exclusion: explore.Exclusion[State[A, B]]{
			Observe:  a.observe,
			Safe:     csobject.Between(a.L, a.K),
			Standing: a.standing,
			Obliged:  true,
		},
		Steps: slices.Concat(names, a.lmin.Steps(), a.kmex.Steps()),
	}
}

func (a *algorithm[A, X, B, Y]) init(p int) State[A, B] {
	s := State[A, B]{Lmin: a.lmin.Object.Init(p), Kmex: a.kmex.Object.Init(p)}
	if a.InCS.Has(p) {
		s.Stage = In
	}
	return s
}

// observe: the state changes on the return of the first call in each method.
func (a *algorithm[A, X, B, Y]) observe(p int, s State[A, B]) explore.Observation {
	switch s.Stage {
	case In:
		return explore.Observation{Phase: explore.Inside, Units: 1}
	case Exiting:
		return explore.Observation{Phase: explore.Waiting, Units: 1}
	case Exited, Entering:
		return explore.Observation{Phase: explore.Waiting}
	case Entered:
		return explore.Observation{Phase: explore.Waiting, Units: 1}
	}
	return explore.Observation{Phase: explore.Thinking}
}

// actions: the behaviour of section 3.2, the two methods in turn. Exit() is what
// counts as a request; Entry() is a step like any other, which is eventually
// taken.
func (a *algorithm[A, X, B, Y]) actions(p int, s State[A, B]) []step[A, X, B, Y] {
	steps := a.resume(p, append(a.lmin.Actions(p, s), a.kmex.Actions(p, s)...))
	switch s.Stage {
	case In:
		s.Stage = Exiting
		steps = append(steps, csobject.As(stepExit, explore.Ask, a.resume(p, a.lmin.Ask(p, s)))...)
	case Out:
		s.Stage = Entering
		steps = append(steps, csobject.As(stepEntry, explore.Plain, a.resume(p, a.kmex.Ask(p, s)))...)
	case Exited:
		steps = append(steps, csobject.As(stepKmexExit, explore.Plain, a.exited(p, s))...)
	case Entered:
		steps = append(steps, csobject.As(stepLminEntry, explore.Plain, a.entered(p, s))...)
	}
	return steps
}

func (a *algorithm[A, X, B, Y]) deliver(p int, s State[A, B], from int, m Message[X, Y]) []step[A, X, B, Y] {
	if m.Object == Lmin {
		return a.resume(p, a.lmin.Deliver(p, s, from, m.Lmin))
	}
	return a.resume(p, a.kmex.Deliver(p, s, from, m.Kmex))
}

// resume continues a step of the process when the first call in its method has
// returned.
func (a *algorithm[A, X, B, Y]) resume(p int, steps []step[A, X, B, Y]) []step[A, X, B, Y] {
	return csobject.Then(steps, func(s State[A, B]) []step[A, X, B, Y] {
		switch {
		case s.Stage == Exiting && a.lmin.Phase(p, s) == explore.Thinking:
			s.Stage = Exited
			if !a.separate {
				return a.exited(p, s)
			}
		case s.Stage == Entering && a.kmex.Phase(p, s) == explore.Inside:
			s.Stage = Entered
			if !a.separate {
				return a.entered(p, s)
			}
		}
		return []step[A, X, B, Y]{{Next: s}}
	})
}

// exited is the rest of Exit(), after lmin.Exit().
func (a *algorithm[A, X, B, Y]) exited(p int, s State[A, B]) []step[A, X, B, Y] {
	s.Stage = Out
	return a.kmex.Leave(p, s)
}

// entered is the rest of Entry(), after kmex.Entry().
func (a *algorithm[A, X, B, Y]) entered(p int, s State[A, B]) []step[A, X, B, Y] {
	s.Stage = In
	return a.lmin.Leave(p, s)
}
