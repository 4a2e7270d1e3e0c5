// Package variant has what every protocol package lists: the ways to read its
// algorithm, and the names of its kinds of messages.
package variant

import "fmt"

// A Variant is one reading of an algorithm, or a repair of it.
type Variant struct{ Name, Summary string }

// Which returns the variant, of what has it embedded, too.
func (v Variant) Which() Variant { return v }

// A Reading is a variant with what it does.
type Reading interface{ Which() Variant }

// List returns the variants of readings.
func List[R Reading](all []R) []Variant {
	var variants []Variant
	for _, r := range all {
		variants = append(variants, r.Which())
	}
	return variants
}

// Find returns the reading of the given name.
func Find[R Reading](all []R, name string) (R, error) {
	for _, r := range all {
		if r.Which().Name == name {
			return r, nil
		}
	}
	var none R
	return none, fmt.Errorf("unknown variant %q", name)
}

// Name returns the name of a kind, or that of kind 0 where there is no such kind.
func Name[K ~uint8](names []string, k K) string {
	if int(k) < len(names) {
		return names[k]
	}
	return names[0]
}
