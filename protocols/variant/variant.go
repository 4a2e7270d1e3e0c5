// Package variant has what every protocol package lists: the ways to read its
// algorithm, and the names of its kinds of messages.
package variant

import (
	"cmp"
	"fmt"
)

// A Variant is one reading of an algorithm, or a repair of it.
type Variant struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

// A Form is a variant with what it does, as its package has that.
type Form[R any] struct {
	Variant
	Does R
}

// Of returns the form of the given name.
func Of[R any](name, summary string, does R) Form[R] {
	return Form[R]{Variant{Name: name, Summary: summary}, does}
}

// List returns the variants of forms.
func List[R any](all []Form[R]) []Variant {
	var variants []Variant
	for _, f := range all {
		variants = append(variants, f.Variant)
	}
	return variants
}

// Find returns what the form of the given name does; no name means the other one.
func Find[R any](all []Form[R], name, otherwise string) (R, error) {
	name = cmp.Or(name, otherwise)
	for _, f := range all {
		if f.Name == name {
			return f.Does, nil
		}
	}
	var none R
	return none, fmt.Errorf("unknown variant %q", name)
}

// With returns what is done with a change.
func With[R any](does R, change func(*R)) R {
	change(&does)
	return does
}

// Name returns the name of a kind, or that of kind 0 where there is no such kind.
func Name[K ~uint8](names []string, k K) string {
	if int(k) < len(names) {
		return names[k]
	}
	return names[0]
}
