package explore

import "slices"

// A View is a global state, as requirements see it.
type View[L, M comparable] struct {
	Locals []L // by process
	// Channels has the messages on their way from process p to process q at
	// p*len(Locals)+q, the next one first.
	Channels [][]M
}

// Channel returns the messages on their way from one process to another, the next
// one first.
func (v View[L, M]) Channel(from, to int) []M { return v.Channels[from*len(v.Locals)+to] }

// Messages returns all messages on their way.
func (v View[L, M]) Messages() []M { return slices.Concat(v.Channels...) }

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

// valid reports whether the requirement was made whole.
func (r Requirement[L, M]) valid() bool {
	return r.Name != "" && (r.wrong != nil || r.happens != nil || r.from != nil && r.to != nil)
}

// A requirement is one as the search needs it: about the blocks of a state.
type requirement struct {
	name    Property
	wrong   func(blocks []uint32) string          // nil unless Always
	happens func(blocks []uint32) bool            // nil unless Sometimes
	leads   func(blocks []uint32) (from, to bool) // nil unless LeadsTo
}

// meets reports whether a state decides the requirement at once.
func (r requirement) meets(blocks []uint32) bool {
	return r.wrong != nil && r.wrong(blocks) != "" || r.happens != nil && r.happens(blocks)
}

// requirements returns those that are checked.
func (m *model[L, M]) requirements(e *engine, o Options) []requirement {
	y := e.calls.(*layer[L, M])
	var all []requirement
	for _, r := range m.p.Requires {
		if !slices.Contains(o.Check, r.Name) {
			continue
		}
		x := requirement{name: r.Name}
		switch {
		case r.wrong != nil:
			x.wrong = func(blocks []uint32) string { return r.wrong(y.view(blocks)) }
		case r.happens != nil:
			x.happens = func(blocks []uint32) bool { return r.happens(y.view(blocks)) }
		default:
			x.leads = func(blocks []uint32) (from, to bool) { return r.Leads(y.view(blocks)) }
		}
		all = append(all, x)
	}
	return all
}

// view returns the state that has the given blocks.
func (y *layer[L, M]) view(blocks []uint32) View[L, M] {
	v := View[L, M]{Locals: make([]L, y.n), Channels: make([][]M, 0, y.n*y.n)}
	for p := range y.n {
		seen, ok := y.views.Load(blocks[p])
		if !ok {
			seen, _ = y.views.LoadOrStore(blocks[p], y.side(blocks[p]))
		}
		s := seen.(*side[L, M])
		v.Locals[p] = s.local
		v.Channels = append(v.Channels, s.channels...)
	}
	return v
}

// A side is a process's part of a view.
type side[L, M comparable] struct {
	local    L
	channels [][]M
}

func (y *layer[L, M]) side(block uint32) *side[L, M] {
	y.mu.Lock()
	defer y.mu.Unlock()
	row := y.block.at(block)
	s := &side[L, M]{local: y.recordOf[row[rowRecord]].state}
	for _, c := range row[rowChan : rowChan+y.n] {
		var msgs []M
		for _, k := range y.chanOf[c].packets {
			msgs = append(msgs, y.packetOf[k].msg)
		}
		s.channels = append(s.channels, msgs)
	}
	return s
}
