package instance

import (
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/roles"
	"qcheck/explore/views"
	"qcheck/setsys"
)

// WithBooks is WithRoles for a protocol p that can be required to keep its books (see roles.Account).
func WithBooks[L, W, R, M, A, B comparable](m *Model, err error, p explore.Protocol[L, W], of roles.Protocol[R, M, A, B], wire roles.Wire[W, A, B]) (*Model, error) {
	if m, err = WithRoles(m, err, of, wire); err != nil {
		return nil, err
	}
	m.keeping = func() (*Model, error) {
		r, err := roles.Kept[L](of, wire)
		if err != nil {
			return nil, err
		}
		q := p
		q.Requires = append(slices.Clone(p.Requires), r)
		return Of(q, nil)
	}
	return m, nil
}

// Require adds the requirement that the model keeps its books, where that is among the properties
// and the protocol says where permissions are. It is checked on request alone, since other
// properties do not need it, and each state would take longer.
func (m *Model) Require(properties ...explore.Property) error {
	if m.keeping == nil || !slices.Contains(properties, roles.TheBooks) || slices.Contains(m.Properties(), roles.TheBooks) {
		return nil
	}
	next, err := m.keeping()
	if err != nil {
		return err
	}
	m.Model, m.kinds, m.replayed = next.Model, next.kinds, next.replayed
	return nil
}

// broken replays steps, and returns the first state in which the books are broken.
func (m *Model) broken(o obvious.Options, steps []explore.TraceStep) (obvious.Broken, error) {
	kept, err := m.keeping()
	if err != nil {
		return obvious.Broken{}, err
	}
	run, err := replayed(kept).Replay(o, steps)
	if err != nil {
		return obvious.Broken{}, err
	}
	for i, c := range run.Configs {
		if why := c.Required[roles.TheBooks].Wrong; why != "" {
			return obvious.Broken{After: i, Why: why}, nil
		}
	}
	return obvious.Broken{}, nil
}

// Terms are what the contract of permissions of a protocol (see roles.Account) says of numbers and sets.
type Terms struct {
	Quorums [][]explore.Set // by units, for each that may let a process in
	Most    int             // units that a member gives
}

// Contract reports whether the protocol has a contract of permissions (see roles.Contracted).
func (m *Model) Contract() bool { return m.terms != nil && !m.surrounded() }

// Contracted returns the prover of a model that has a contract, without the steps that break it.
func (m *Model) Contracted() views.Prover { return m.contracted }

// of says how terms differ from those that a structure means; nothing if they are its own.
func (t *Terms) of(s *Setup) string {
	if t == nil || s.Structure == nil || s.Structure.Kind == setsys.RequestSets {
		return ""
	}
	families := s.Families()
	if t.Most != s.Gives() || len(t.Quorums) != len(families) {
		return fmt.Sprintf("its members give %d units, for requests of up to %d", t.Most, len(t.Quorums))
	}
	for h, sets := range t.Quorums {
		own := map[explore.Set]bool{}
		for _, q := range families[h] {
			own[q] = true
		}
		for _, q := range sets {
			if !own[q] {
				return fmt.Sprintf("a process may be inside with %v for %d, which is no quorum", q, h+1)
			}
		}
	}
	return ""
}

// Gives returns how many units a member of the structure gives: k of an (h,k)-arbiter, one of others.
func (s *Setup) Gives() int {
	if s.Structure != nil && s.Structure.Kind == setsys.HKArbiter {
		return s.K()
	}
	return 1
}
