package protocol

// A Requirement is a property of a protocol's own, over whole states: all local
// states and all channels. [Always], [Sometimes] and [LeadsTo] make one. Its
// functions must be pure.
type Requirement[L, M comparable] struct {
	Name Property

	wrong    func(View[L, M]) string // Always
	happens  func(View[L, M]) bool   // Sometimes
	from, to func(View[L, M]) bool   // LeadsTo
}

// Always requires that wrong returns the empty string in every reachable state; it
// returns what is wrong with a state. A shortest run to a state that is wrong
// shows the violation.
func Always[L, M comparable](name Property, wrong func(View[L, M]) string) Requirement[L, M] {
	return Requirement[L, M]{Name: name, wrong: wrong}
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
