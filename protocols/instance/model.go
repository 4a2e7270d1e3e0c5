package instance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/certify"
	"qcheck/explore/obvious"
	"qcheck/explore/roles"
	"qcheck/explore/simulate"
	"qcheck/explore/views"
	local "qcheck/explore/views/certify"
	"qcheck/explore/views/tuples"
	"qcheck/setsys/near"
)

// A Model is an instance that can be explored: its search is explore.Run of the
// explore.Model in it.
type Model struct {
	explore.Model
	Asked     Instance // what was opened
	Instance  Instance // the same, complete
	Algorithm *Algorithm
	Setup     *Setup

	// replayed is an obvious.Erased: the protocol with what the search shares nothing with. Who mentions a Model
	// need not compile what that mentions (see explore.Model).
	replayed any

	kinds   map[explore.Property]Kind // of goals, and of what else the protocol requires
	measure *Measure
	prover  views.Prover // by views of a requester and a member; nil if the protocol is not composed of roles
	confirm func(context.Context, []explore.Property, []string) error
	// keeping returns the model with the requirement that it keeps its books.
	keeping func() (*Model, error)
	// selective is as in explore.Protocol
	selective bool
}

// Of returns a model of a protocol. By itself it is an algorithm without
// parameters and variants.
func Of[L, M comparable](p explore.Protocol[L, M], err error) (*Model, error) {
	if err != nil {
		return nil, err
	}
	m, err := explore.NewModel(p)
	if err != nil {
		return nil, err
	}
	return of(m, obvious.Of(p, m.Met())), nil
}

func replayed(m *Model) obvious.Erased { return m.replayed.(obvious.Erased) }

func of(m explore.Model, p obvious.Erased) *Model {
	kinds := map[explore.Property]Kind{explore.StarvationFreedom: FairRuns}
	for _, g := range p.Goals {
		kinds[g.Name] = FairRuns
	}
	for _, r := range p.Requires {
		kinds[r.Name] = Kind(r.Kind())
	}
	return &Model{
		Model: m, replayed: p, Algorithm: &Algorithm{Name: p.Name}, Instance: Instance{Algorithm: p.Name, N: p.N}, Setup: &Setup{N: p.N},
		kinds: kinds, selective: p.Selective,
	}
}

// WithRoles returns a model whose protocol is composed of roles, so that local views may
// prove properties of it.
func WithRoles[W, R, M, A, B comparable](m *Model, err error, p roles.Protocol[R, M, A, B], wire roles.Wire[W, A, B]) (*Model, error) {
	if err != nil {
		return nil, err
	}
	p = roles.Through(p, wire)
	p.Selective = p.Selective || m.selective
	m.prover = views.Of(p)
	m.confirm = func(ctx context.Context, properties []explore.Property, lines []string) error {
		return local.Check(ctx, p, properties, lines)
	}
	return m, nil
}

// Composed reports whether the protocol is composed of roles.
func (m *Model) Composed() bool { return m.prover != nil }

// Local says why local views are not of the model; nil if they are.
func (m *Model) Local() error {
	switch {
	case m.surrounded():
		return errors.New(views.Elsewhere)
	case !m.Composed():
		return errors.New(notComposed)
	}
	return nil
}

// Prover returns the prover by local views of a requester and a member.
func (m *Model) Prover() views.Prover {
	if err := m.Local(); err != nil {
		return views.Proving(func(context.Context, views.Limits) *views.Proof { return &views.Proof{Refused: err.Error()} })
	}
	return m.prover
}

// Tuples returns the prover by local views of so many processes, which ask so often; nil is for requests without bound.
func (m *Model) Tuples(size int, requests []int) views.Prover {
	return tuples.Of(m.Model, replayed(m), size, requests, m.Instance.ReplayOptions().Queued)
}

// Confirm checks that the lines of a certificate of local views prove properties, for
// requests without bound, with code that shares nothing with the proof (see package
// views/certify).
func (m *Model) Confirm(ctx context.Context, properties []explore.Property, lines []string) error {
	if err := m.Local(); err != nil {
		return err
	}
	return m.confirm(ctx, properties, lines)
}

const notComposed = "its processes are not made of a requester and a member"

// A Kind says what a property is about.
type Kind string

// The kinds of properties.
const (
	States    Kind = "states"    // each state, or each step: safety, well-defined, deadlock-freedom
	FairRuns  Kind = "fair-runs" // each fair run: starvation-freedom and goals
	Always    Kind = "always"    // the kinds of requirements
	Sometimes Kind = "sometimes"
	LeadsTo   Kind = "leads-to"
)

// Kind returns the kind of a property of the model.
func (m *Model) Kind(p explore.Property) Kind {
	if k, ok := m.kinds[p]; ok {
		return k
	}
	return States
}

// Label names the algorithm and the variant.
func (m *Model) Label() string {
	if m.Instance.Variant == "" {
		return m.Algorithm.Name
	}
	return m.Algorithm.Name + " (" + m.Instance.Variant + ")"
}

// Resources returns for how many resources request sets must be.
func (m *Model) Resources() int {
	if q := m.Algorithm.Quorums; q != nil && q.M != nil {
		return q.M(m.Setup)
	}
	return 1
}

// OwnQuorums reports whether the quorums are those that the algorithm has when
// none are given.
func (m *Model) OwnQuorums() bool {
	q := m.Asked.Quorums
	return m.Instance.Quorums.Structure != nil && q.Structure == nil && q.File == "" && q.Construct == ""
}

// Replay takes the steps on the protocol itself, with code that shares nothing
// with the search (see [obvious.Replay]).
func (m *Model) Replay(o obvious.Options, steps []explore.TraceStep) (*obvious.Run, error) {
	run, err := replayed(m).Replay(o, steps)
	if err == nil && m.keeping != nil && !m.surrounded() && run.Configs[len(run.Configs)-1].Unsafe != "" {
		run.Books, err = m.broken(o, steps)
	}
	return run, err
}

// Walk returns a run of no steps yet, to be made step by step (see [obvious.Walk]).
func (m *Model) Walk(o obvious.Options) *obvious.Walk { return replayed(m).Walk(o) }

// Explore explores the protocol with code that shares nothing with the search
// (see [obvious.Explore]); it is slow, and for small instances.
func (m *Model) Explore(o obvious.Options) obvious.Result { return replayed(m).Explore(o) }

// Simulate runs the protocol along one random schedule (see
// [simulate.Simulate]).
func (m *Model) Simulate(ctx context.Context, o simulate.Options) (run *simulate.Run, err error) {
	defer explore.Catch(&err) // a run may be made in a goroutine of its own
	return simulate.Of(ctx, replayed(m), o)
}

// Certify checks the states of a certificate, with code that shares nothing with the
// search (see [certify.Check]).
func (m *Model) Certify(ctx context.Context, h certify.Header, entries []certify.Entry) (*certify.Facts, error) {
	return certify.Of(ctx, replayed(m), m.Instance.ReplayOptions(), h, entries)
}

// inOrder returns properties in the order of output, each once.
func (m *Model) inOrder(check []explore.Property) ([]explore.Property, error) {
	if err := m.Require(check...); err != nil {
		return nil, err
	}
	all := m.Properties()
	if len(check) == 0 {
		return check, nil // all, or none
	}
	for _, p := range check {
		if !slices.Contains(all, p) {
			var names []string
			for _, q := range all {
				names = append(names, string(q))
			}
			if m.keeping != nil {
				names = append(names, string(roles.TheBooks))
			}
			names = append(names, string(Survives))
			return nil, fmt.Errorf("unknown property %q; there are %s%s", p, strings.Join(names, ", "), near.Meant(string(p), append(names, "deadlock", "starvation")))
		}
	}
	var ordered []explore.Property
	for _, p := range all {
		if slices.Contains(check, p) {
			ordered = append(ordered, p)
		}
	}
	return ordered, nil
}

// Meaning is the requirement of a property on the model, for properties that mean
// different things to different algorithms; otherwise it is empty.
func (m *Model) Meaning(p explore.Property) string {
	if p == explore.Safety {
		if m.Algorithm.Safety != nil {
			return m.Algorithm.Safety(m.Setup)
		}
		return fmt.Sprintf("at most %s in the critical section at a time", Are(m.Setup.K(), "process", "processes"))
	}
	for _, g := range m.Algorithm.Goals {
		if g.Name == p {
			return g.Meaning
		}
	}
	return ""
}
