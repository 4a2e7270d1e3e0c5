package explore

import (
	"fmt"
	"reflect"
	"slices"

	"qcheck/explore/internal/decide"
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/plain"
	"qcheck/explore/internal/reduce"
	"qcheck/explore/protocol"
)

// A Model is a protocol whose types are known to be fit for a search. Models
// of different protocols have one type, so that programs can choose among
// them.
type Model interface {
	// Name is the protocol's name.
	Name() string
	// Processes is the number of processes.
	Processes() int
	// Steps returns the names of the steps that the protocol can take.
	Steps() []string

	// Goals returns the names of the protocol's goals, and of what else it requires.
	Goals() []protocol.Property

	// Stamped reports whether there are time stamps: otherwise nothing depends on clocks.
	Stamped() bool
	// Met says what was met in what was run of the model.
	Met() *protocol.Met
	// Elsewhere returns the model of the protocol on another network, with other faults.
	Elsewhere(protocol.Network, protocol.Faults) (Model, error)
	// Properties returns the properties that can be checked, in the order of output:
	// those of every protocol, if it has Observe, or well-defined; then Goals.
	Properties() []protocol.Property

	// within returns the searchable. Nobody who mentions a Model has to compile what that mentions: each package
	// compiles the methods of all generic types that it can see, and these are the tables of the engine.
	within() any
}

// A searchable is a model as a search sees it.
type searchable interface {
	Model
	plain() plain.Protocol
	// mayDescend reports whether a fresh stamp may be earlier than one that its
	// process knows.
	mayDescend() bool
	// derivable says why no reduction can be derived for what is checked, or nothing.
	derivable(o Options) string
	// learner returns what is known of the protocol before it is searched.
	learner(o Options, g *engine.Group, halted func() bool) reduce.Learner
	// exact reports whether that is about the protocol with the clock that it has.
	exact() bool
	// observes reports whether the protocol has processes that wait and enter.
	observes() bool
	instance(o Options, assumed assumptions) *instance
}

func within(m Model) searchable { return m.within().(searchable) }

// PlainOf returns the protocol of a model as one of bytes, whose functions are checked.
func PlainOf(m Model) plain.Protocol { return within(m).plain() }

// An instance is a model with everything numbered, for one search.
type instance struct {
	decide.Checks
	e         *engine.Engine
	reduction *reduce.Reduction        // nil if none was derived
	unbroken  func() []engine.Renaming // a group of renamings that passed all comparisons
}

type model struct {
	p        plain.Protocol
	observed bool // the protocol has Observe
	met      *protocol.Met
	typed    *plain.Typed // what p was made of
}

// NewModel checks that the protocol is complete and that its types are plain
// values (integers, booleans, arrays and structs), and returns it as a Model.
func NewModel[L, M comparable](p protocol.Protocol[L, M]) (Model, error) {
	return newModel(plain.Of(p))
}

func newModel(p *plain.Typed) (made Model, err error) {
	defer protocol.Catch(&err)
	switch {
	case p.N < 1 || p.N > protocol.MaxProcesses:
		return nil, fmt.Errorf("a protocol has 1 to %d processes, not %d", protocol.MaxProcesses, p.N)
	case p.Clock.Start < 0 || p.Clock.Start > protocol.MaxClock:
		return nil, fmt.Errorf("protocol %s: a clock starts at 0 to %d, not %d", p.Name, protocol.MaxClock, p.Clock.Start)
	case slices.ContainsFunc(p.Goals, func(g protocol.Goal) bool {
		return g.Unmet == nil || slices.Contains(protocol.Properties(), protocol.PropertyNamed(string(g.Name)))
	}):
		return nil, fmt.Errorf("protocol %s has a goal without Unmet, or with the name of another property", p.Name)
	case p.Faults.Check(p.N, p.Network) != nil:
		return nil, fmt.Errorf("protocol %s: %w", p.Name, p.Faults.Check(p.N, p.Network))
	case p.Network > protocol.Instant:
		return nil, fmt.Errorf("protocol %s has no network that is known: %s", p.Name, p.Network)
	case p.Init == nil && p.Starts == nil:
		return nil, fmt.Errorf("protocol %s lacks Init, and Starts, one of which says in what state a process begins", p.Name)
	case p.Init == nil && p.Restart == nil && p.Faults.Crash > 0:
		return nil, fmt.Errorf("protocol %s lacks Init and Restart, one of which says with what a process goes on that has crashed", p.Name)
	case p.Faults.Suspect && p.Suspect == nil:
		return nil, fmt.Errorf("protocol %s does not say what a process does that is told of a crash", p.Name)
	case p.NoEntry && (p.Observe == nil || p.Safe != nil):
		return nil, fmt.Errorf("protocol %s has NoEntry, and no Observe, or Safe: it is for protocols in which processes wait, and enter nothing", p.Name)
	case p.Observe == nil && (p.Safe != nil || len(p.Goals) > 0):
		return nil, fmt.Errorf("protocol %s has Safe or Goals, and no Observe to say what they are about", p.Name)
	}
	names := protocol.Properties()
	for _, g := range p.Goals {
		names = append(names, g.Name)
	}
	for _, r := range p.Requires {
		if !r.Valid() || slices.Contains(names, protocol.PropertyNamed(string(r.Name))) {
			return nil, fmt.Errorf("protocol %s requires %q, which lacks a name or a function, or has the name of another property", p.Name, r.Name)
		}
		if r.Recorded() && p.History == nil {
			return nil, fmt.Errorf("protocol %s requires %q of its history, and has none", p.Name, r.Name)
		}
		if s := r.Claim().Sight; s != nil {
			switch stamps, err := protocol.StampOffsets(reflect.TypeOf(s.Zero)); {
			case err != nil:
				return nil, fmt.Errorf("protocol %s: what %q sees: %w", p.Name, r.Name, err)
			case len(stamps) > 0:
				return nil, fmt.Errorf("protocol %s: %q sees a time stamp, of which the number means nothing", p.Name, r.Name)
			}
		}
		names = append(names, r.Name)
	}
	observes := p.Observe != nil
	met := &protocol.Met{}
	e, err := p.Erase(met)
	if err != nil {
		return nil, fmt.Errorf("protocol %s: %w", p.Name, err)
	}
	if e.Starts != nil {
		for _, s := range e.Starts() {
			for i, l := range s.Locals {
				e.Observe(i, l)
			}
		}
	}
	for i := range p.N {
		l, stamped := e.Init(i), false
		l.EachStamp(e.Local, func(s protocol.Stamp) protocol.Stamp {
			stamped = stamped || s != 0
			return s
		})
		if stamped {
			return nil, fmt.Errorf("protocol %s begins with a time stamp at process %d: stamps are made by steps", p.Name, i+1)
		}
		e.Observe(i, l)
	}
	return &model{p: e, observed: observes, met: met, typed: p}, nil
}

func (m *model) Name() string    { return m.p.Name }
func (m *model) Processes() int  { return m.p.N }
func (m *model) Steps() []string { return append([]string(nil), m.p.Steps...) }

func (m *model) Goals() []protocol.Property {
	var names []protocol.Property
	for _, g := range m.p.Goals {
		names = append(names, g.Name)
	}
	for _, r := range m.p.Requirements {
		names = append(names, r.Name)
	}
	return names
}

func (m *model) within() any           { return m }
func (m *model) plain() plain.Protocol { return m.p }

func (m *model) Met() *protocol.Met { return m.met }

func (m *model) Elsewhere(n protocol.Network, f protocol.Faults) (Model, error) {
	p := *m.typed
	p.Network, p.Faults = n, f
	return newModel(&p)
}

func (m *model) observes() bool { return m.observed }

func (m *model) Properties() []protocol.Property {
	switch {
	case !m.observed:
		return append([]protocol.Property{protocol.WellDefined}, m.Goals()...)
	case m.p.NoEntry:
		return append([]protocol.Property{protocol.WellDefined, protocol.DeadlockFreedom, protocol.StarvationFreedom}, m.Goals()...)
	}
	return append(protocol.Properties(), m.Goals()...)
}

func (m *model) mayDescend() bool {
	c := m.p.Clock
	return m.Stamped() && c.Attach != protocol.NoMessage && !c.TickOnFresh && !c.TickOnReceive
}

// Stamped reports whether there are stamps in states or messages.
func (m *model) Stamped() bool { return len(m.p.Local.Stamps)+len(m.p.Message.Stamps) > 0 }

// relaxed returns the protocol as it is searched where the reduction is derived.
func (m *model) relaxed() plain.Protocol {
	p := m.p
	if !m.Stamped() {
		p.Clock = protocol.ClockRule{}
	}
	if p.Clock.Attach == protocol.EveryMessage {
		p.Clock.Attach = protocol.StampedMessages
	}
	p.Clock.TickOnFresh = true
	return p
}

// exact reports whether relaxed is the protocol itself.
func (m *model) exact() bool {
	return !m.Stamped() || m.p.Clock.Attach != protocol.EveryMessage && m.p.Clock.TickOnFresh
}

// symmetric reports whether states that renamings take to each other may be taken for
// the same.
func (m *model) symmetric(o Options) bool {
	return !o.Asymmetric && (o.Clock == Causal || !m.Stamped())
}

// instance makes what a search needs of the model.
func (m *model) instance(o Options, assumed assumptions) *instance {
	p := m.p
	if o.Paranoid {
		m.met.AskTwice()
	}
	if !m.Stamped() {
		p.Clock = protocol.ClockRule{} // without stamps, clocks would only tell states apart
	}
	learned := o.learner != nil
	if learned {
		p = m.relaxed()
	}
	if p.Requirements = m.required(o); learned {
		o.learner.(reduce.Learner).Guard(&p)
	}
	b := engine.NewBinding(&p, o.config(o.Clock == Causal && m.Stamped(), assumed.packed))
	var r *reduce.Reduction
	if learned {
		r = reduce.NewReduction(b.Engine, o.learner.(reduce.Learner).Handlers(b))
	}
	if m.symmetric(o) {
		list := assumed.renamings
		if list == nil {
			list = b.Candidates()
		}
		b.CompareBy(list, !assumed.sampling)
	}
	in := &instance{e: b.Engine, reduction: r, unbroken: b.Unbroken, Checks: decide.Checks{Enters: m.observed && !p.NoEntry, Safe: b.Judge(p.Safe)}}
	for _, g := range p.Goals {
		if slices.Contains(o.Check, g.Name) {
			in.Goals = append(in.Goals, decide.Goal{Name: g.Name, Unmet: b.Judge(g.Unmet)})
		}
	}
	for _, r := range p.Requirements {
		in.Requirements = append(in.Requirements, b.Requirement(r))
	}
	return in
}

// sees reports whether a property is a requirement that sees something of each process alone, or the history alone.
func (m *model) sees(p protocol.Property) bool {
	return slices.ContainsFunc(m.p.Requirements, func(r plain.Requirement) bool { return r.Name == p && (r.Sight != nil || r.Recorded) })
}

// required returns the requirements that are checked.
func (m *model) required(o Options) []plain.Requirement {
	return slices.DeleteFunc(slices.Clone(m.p.Requirements), func(r plain.Requirement) bool { return !slices.Contains(o.Check, r.Name) })
}
