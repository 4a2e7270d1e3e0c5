package protocol

import "reflect"

// A Requirement is a property of a protocol's own, over whole states: all local
// states and all channels. [Always], [AlwaysOf], [Sometimes] and [LeadsTo] make one. Its
// functions must be pure.
type Requirement[L, M comparable] struct {
	Name Property

	wrong    func(View[L, M]) string // Always
	happens  func(View[L, M]) bool   // Sometimes
	from, to func(View[L, M]) bool   // LeadsTo
	sight    *Sight[L]               // AlwaysOf, which has wrong, too
}

// A Sight is what an [AlwaysOf] requirement sees of the processes, whatever the type of the values.
type Sight[L comparable] struct {
	Type  reflect.Type // of what is seen of a process
	See   func(p int, l L) any
	Wrong func(seen []any) string
}

// Always requires that wrong returns the empty string in every reachable state; it
// returns what is wrong with a state. A shortest run to a state that is wrong
// shows the violation.
func Always[L, M comparable](name Property, wrong func(View[L, M]) string) Requirement[L, M] {
	return Requirement[L, M]{Name: name, wrong: wrong}
}

// AlwaysOf is [Always] of what is seen of each process alone: see says what that is, and wrong judges what is seen of
// all processes, in their order. Of a process that has crashed it is what is seen of the state with which it will
// go on. K is a type as those of local states are, without time stamps (see may compare those of its state). Names of
// processes in it (Process, Set, PerProcess) are renamed where processes are taken for each other.
//
// A partial-order reduction can be derived for it, since steps that change nothing of what is seen are known; for
// [Always], which sees all, none can.
func AlwaysOf[L, M, K comparable](name Property, see func(p int, l L) K, wrong func(seen []K) string) Requirement[L, M] {
	if see == nil || wrong == nil {
		return Requirement[L, M]{Name: name}
	}
	return Requirement[L, M]{
		Name: name,
		wrong: func(v View[L, M]) string {
			seen := make([]K, len(v.Locals))
			for p, l := range v.Locals {
				seen[p] = see(p, l)
			}
			return wrong(seen)
		},
		sight: &Sight[L]{
			Type: reflect.TypeFor[K](),
			See:  func(p int, l L) any { return see(p, l) },
			Wrong: func(seen []any) string {
				all := make([]K, len(seen))
				for p, x := range seen {
					all[p] = x.(K)
				}
				return wrong(all)
			},
		},
	}
}

// Sometimes requires that a state in which happens returns true can be reached. A
// shortest run to one shows that it is so: the trace of a requirement that holds.
// It guards other properties against holding because nothing happens. With causal
// stamps it holds when some clock allows the run, which need not be one without
// ticks on internal events.
func Sometimes[L, M comparable](name Property, happens func(View[L, M]) bool) Requirement[L, M] {
	return Requirement[L, M]{Name: name, happens: happens}
}

// LeadsTo requires of every fair run that after each state in which from returns
// true, or in this state itself, comes one in which to does. (See the package
// comment for fairness.) A run that ends, since nothing more has to happen, is
// fair. The violation is shown by a run whose stem passes a state that must lead to
// another, and is a shortest such one.
func LeadsTo[L, M comparable](name Property, from, to func(View[L, M]) bool) Requirement[L, M] {
	return Requirement[L, M]{Name: name, from: from, to: to}
}

// Kind returns always, sometimes or leads-to.
func (r Requirement[L, M]) Kind() string {
	switch {
	case r.wrong != nil:
		return "always"
	case r.happens != nil:
		return "sometimes"
	}
	return "leads-to"
}

// Wrong returns what is wrong with a state, where the requirement is of kind
// Always; otherwise the empty string.
func (r Requirement[L, M]) Wrong(v View[L, M]) string {
	if r.wrong == nil {
		return ""
	}
	return r.wrong(v)
}

// Sight returns what an [AlwaysOf] requirement sees; nil for others.
func (r Requirement[L, M]) Sight() *Sight[L] { return r.sight }

// Happens reports whether the state is one that the requirement asks for, where it
// is of kind Sometimes.
func (r Requirement[L, M]) Happens(v View[L, M]) bool { return r.happens != nil && r.happens(v) }

// Leads reports whether the state is one that must lead to another, and whether it
// is such another one, where the requirement is of kind LeadsTo.
func (r Requirement[L, M]) Leads(v View[L, M]) (from, to bool) {
	if r.from == nil {
		return false, false
	}
	return r.from(v), r.to(v)
}

// Valid reports whether the requirement was made whole.
func (r Requirement[L, M]) Valid() bool {
	return r.Name != "" && (r.wrong != nil || r.happens != nil || r.from != nil && r.to != nil)
}
