package instance

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/roles"
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
