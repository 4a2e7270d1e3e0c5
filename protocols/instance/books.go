package instance

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// WithBooks returns a model that can be required to keep its books (see roles.Account), with
// its protocol and that requirement.
func WithBooks[L, M comparable](m *Model, err error, p explore.Protocol[L, M], kept func() (explore.Requirement[L, M], error)) (*Model, error) {
	if err != nil {
		return nil, err
	}
	m.keeping = func() (*Model, error) {
		r, err := kept()
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
	m.Model, m.kinds = next.Model, next.kinds
	m.walk, m.replay, m.explore, m.project, m.simulate, m.certify = next.walk, next.replay, next.explore, next.project, next.simulate, next.certify
	return nil
}
