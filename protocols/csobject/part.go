package csobject

import (
	"fmt"
	"slices"

	"qcheck/explore"
)

// A Part is an object with states X and messages Y within a protocol with
// states L and messages M.
type Part[L, M, X, Y comparable] struct {
	// Name is what steps and texts call the object.
	Name string
	// Object is the protocol by which the object works.
	Object explore.Protocol[X, Y]
	// Get returns the object's state within an outer state, Put the outer state
	// with that of the object replaced.
	Get func(L) X
	Put func(L, X) L
	// Wrap makes a message of the object one of the outer protocol.
	Wrap func(Y) M
}

// Phase returns where process i stands with the object.
func (p Part[L, M, X, Y]) Phase(i int, l L) explore.Phase {
	return p.Object.Observe(i, p.Get(l)).Phase
}

// Ask has process i call the method that may block.
func (p Part[L, M, X, Y]) Ask(i int, l L) []explore.Step[L, M] {
	return p.call(i, l, explore.Ask, "that may block")
}

// Leave has process i call the method that does not block.
func (p Part[L, M, X, Y]) Leave(i int, l L) []explore.Step[L, M] {
	return p.call(i, l, explore.Leave, "that does not block")
}

// call returns the steps of that kind. They have no kind in the outer protocol,
// and the name of the outer step that they are part of is to be set.
func (p Part[L, M, X, Y]) call(i int, l L, kind explore.StepKind, method string) []explore.Step[L, M] {
	steps := p.local(i, l, func(k explore.StepKind) bool { return k == kind })
	if len(steps) == 0 {
		text := fmt.Sprintf("CSMIC: the method of %s %s is called by a process that is %s there", p.Name, method, p.Phase(i, l))
		return []explore.Step[L, M]{{Next: l, Undefined: text}}
	}
	for s := range steps {
		steps[s].Name, steps[s].Kind = "", explore.Plain
	}
	return steps
}

// Actions returns the local steps of the object that are no calls of methods.
func (p Part[L, M, X, Y]) Actions(i int, l L) []explore.Step[L, M] {
	return p.local(i, l, func(k explore.StepKind) bool { return k == explore.Plain })
}

func (p Part[L, M, X, Y]) local(i int, l L, which func(explore.StepKind) bool) []explore.Step[L, M] {
	if p.Object.Actions == nil {
		return nil
	}
	var steps []explore.Step[X, Y]
	for _, s := range p.Object.Actions(i, p.Get(l)) {
		if which(s.Kind) {
			steps = append(steps, s)
		}
	}
	return p.lift(l, steps)
}

// Deliver has process i receive a message of the object.
func (p Part[L, M, X, Y]) Deliver(i int, l L, from int, m Y) []explore.Step[L, M] {
	return p.lift(l, p.Object.Deliver(i, p.Get(l), from, m))
}

// lift returns steps of the object as steps of the outer protocol.
func (p Part[L, M, X, Y]) lift(l L, steps []explore.Step[X, Y]) []explore.Step[L, M] {
	var all []explore.Step[L, M]
	for _, s := range steps {
		t := explore.Step[L, M]{Name: p.step(s.Name), Kind: s.Kind, Next: p.Put(l, s.Next)}
		for _, o := range s.Send {
			t.Send = append(t.Send, explore.Out[M]{To: o.To, Msg: p.Wrap(o.Msg)})
		}
		if s.Undefined != "" {
			t.Undefined = p.step(s.Undefined)
		}
		if s.Overflow != "" {
			t.Overflow = p.step(s.Overflow)
		}
		all = append(all, t)
	}
	return all
}

func (p Part[L, M, X, Y]) step(name string) string { return p.Name + " " + name }

// calls are the names that protocols give to the steps in which a method is
// called.
var calls = [...]string{"ask", "leave", "Exit", "Entry"}

// Steps returns the names of the steps of the object, as the outer protocol has
// them, without those in which a method is called.
func (p Part[L, M, X, Y]) Steps() []string {
	var names []string
	for _, name := range p.Object.Steps {
		if !slices.Contains(calls[:], name) {
			names = append(names, p.step(name))
		}
	}
	return names
}

// Then continues each step with what comes next in the same step: what next
// returns for the state after it, one of several alternatives. No alternative
// means that nothing more happens. The name is that of the continuation, if it
// has one.
func Then[L, M comparable](steps []explore.Step[L, M], next func(L) []explore.Step[L, M]) []explore.Step[L, M] {
	var all []explore.Step[L, M]
	for _, s := range steps {
		if s.Undefined != "" || s.Overflow != "" {
			all = append(all, s)
			continue
		}
		more := next(s.Next)
		if len(more) == 0 {
			all = append(all, s)
			continue
		}
		for _, m := range more {
			if m.Name == "" {
				m.Name = s.Name
			}
			m.Kind = s.Kind
			m.Send = slices.Concat(s.Send, m.Send)
			all = append(all, m)
		}
	}
	return all
}

// As returns the steps with that name and kind.
func As[L, M comparable](name string, kind explore.StepKind, steps []explore.Step[L, M]) []explore.Step[L, M] {
	named := slices.Clone(steps)
	for i := range named {
		named[i].Name, named[i].Kind = name, kind
	}
	return named
}
