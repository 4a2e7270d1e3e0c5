package protocol

import (
	"unsafe"
)

// A Requirement is a property of a protocol's own, over whole states: all local
// states and all channels. [Always], [AlwaysOf], [Sometimes] and [LeadsTo] make one. Its
// functions must be pure.
type Requirement[L, M comparable] struct {
	Name  Property
	claim *Claim // nil where it was not made whole
}

// A Claim is what a requirement says, whatever the types of its protocol. Its functions take the address of a
// View of the protocol's types; those that a requirement of its kind has not are nil.
type Claim struct {
	View     any                              // an empty View of the protocol's types
	Wrong    func(view unsafe.Pointer) string // Always
	Happens  func(view unsafe.Pointer) bool   // Sometimes
	From, To func(view unsafe.Pointer) bool   // LeadsTo
	Sight    *Sight                           // AlwaysOf, which has Wrong, too
	recorded bool                             // see OfHistory
}

// A Sight is what an [AlwaysOf] requirement sees of the processes.
type Sight struct {
	Zero  any                                   // of the type of what is seen of a process
	See   func(p int, local unsafe.Pointer) any // of the local state that is there
	Wrong func(seen []any) string
}

// ofView returns a function of the address of a view; nil for nil.
func ofView[L, M comparable, R any](f func(View[L, M]) R) func(unsafe.Pointer) R {
	if f == nil {
		return nil
	}
	return func(v unsafe.Pointer) R { return f(*(*View[L, M])(v)) }
}

// Always requires that wrong returns the empty string in every reachable state; it
// returns what is wrong with a state. A shortest run to a state that is wrong
// shows the violation.
func Always[L, M comparable](name Property, wrong func(View[L, M]) string) Requirement[L, M] {
	return Requirement[L, M]{name, &Claim{View: View[L, M]{}, Wrong: ofView(wrong)}}
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
	r := Always(name, func(v View[L, M]) string {
		seen := make([]K, len(v.Locals))
		for p, l := range v.Locals {
			seen[p] = see(p, l)
		}
		return wrong(seen)
	})
	r.claim.Sight = &Sight{
		Zero: *new(K),
		See:  func(p int, l unsafe.Pointer) any { return see(p, *(*L)(l)) },
		Wrong: func(seen []any) string {
			all := make([]K, len(seen))
			for p, x := range seen {
				all[p] = x.(K)
			}
			return wrong(all)
		},
	}
	return r
}

// OfHistory is a requirement of kind [Always] or [Sometimes] that looks at the history alone: its views have nothing
// else. A partial-order reduction can be derived for it, if the history says which steps it sees (History.Sees). Of
// another kind, or of [AlwaysOf], there is none: no model is made of a protocol that requires it.
func (r Requirement[L, M]) OfHistory() Requirement[L, M] {
	return Requirement[L, M]{r.Name, r.claim.ofHistory()}
}

func (c *Claim) ofHistory() *Claim {
	if c == nil || c.From != nil || c.Sight != nil {
		return nil
	}
	alone := func(view unsafe.Pointer) unsafe.Pointer { // views of all types have the same fields at the same places
		return unsafe.Pointer(&View[byte, byte]{History: (*View[byte, byte])(view).History})
	}
	h := &Claim{View: c.View, recorded: true}
	if wrong := c.Wrong; wrong != nil {
		h.Wrong = func(view unsafe.Pointer) string { return wrong(alone(view)) }
	}
	if happens := c.Happens; happens != nil {
		h.Happens = func(view unsafe.Pointer) bool { return happens(alone(view)) }
	}
	return h
}

// Recorded reports whether it looks at the history alone.
func (r Requirement[L, M]) Recorded() bool { return r.claim != nil && r.claim.recorded }

// Sometimes requires that a state in which happens returns true can be reached. A
// shortest run to one shows that it is so: the trace of a requirement that holds.
// It guards other properties against holding because nothing happens. With causal
// stamps it holds when some clock allows the run, which need not be one without
// ticks on internal events.
func Sometimes[L, M comparable](name Property, happens func(View[L, M]) bool) Requirement[L, M] {
	return Requirement[L, M]{name, &Claim{View: View[L, M]{}, Happens: ofView(happens)}}
}

// LeadsTo requires of every fair run that after each state in which from returns
// true, or in this state itself, comes one in which to does. (See the package
// comment for fairness.) A run that ends, since nothing more has to happen, is
// fair. The violation is shown by a run whose stem passes a state that must lead to
// another, and is a shortest such one.
func LeadsTo[L, M comparable](name Property, from, to func(View[L, M]) bool) Requirement[L, M] {
	return Requirement[L, M]{name, &Claim{View: View[L, M]{}, From: ofView(from), To: ofView(to)}}
}

// Claim returns what the requirement says as functions that do not depend on its types.
func (r Requirement[L, M]) Claim() *Claim { return r.claim }

// Wrong returns what is wrong with a state, where the requirement is of kind
// Always; otherwise the empty string.
func (r Requirement[L, M]) Wrong(v View[L, M]) string {
	if r.claim == nil || r.claim.Wrong == nil {
		return ""
	}
	return r.claim.Wrong(unsafe.Pointer(&v))
}

// Happens reports whether the state is one that the requirement asks for, where it
// is of kind Sometimes.
func (r Requirement[L, M]) Happens(v View[L, M]) bool {
	return r.claim != nil && r.claim.Happens != nil && r.claim.Happens(unsafe.Pointer(&v))
}

// Leads reports whether the state is one that must lead to another, and whether it
// is such another one, where the requirement is of kind LeadsTo.
func (r Requirement[L, M]) Leads(v View[L, M]) (from, to bool) {
	if r.claim == nil || r.claim.From == nil {
		return false, false
	}
	return r.claim.From(unsafe.Pointer(&v)), r.claim.To(unsafe.Pointer(&v))
}

// Valid reports whether the requirement was made whole.
func (r Requirement[L, M]) Valid() bool {
	c := r.claim
	return r.Name != "" && c != nil && (c.Wrong != nil || c.Happens != nil || c.From != nil && c.To != nil)
}

// Kind returns always, sometimes or leads-to.
func (r Requirement[L, M]) Kind() string { return r.claim.Kind() }

// Kind returns always, sometimes or leads-to.
func (c *Claim) Kind() string {
	switch {
	case c == nil:
	case c.Wrong != nil:
		return "always"
	case c.Happens != nil:
		return "sometimes"
	}
	return "leads-to"
}
