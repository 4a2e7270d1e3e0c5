package command

import (
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/properties"
	"qcheck/protocols/instance"
	"qcheck/setsys/near"
)

// Structures and protocols have properties of their own, and each command is asked for
// those of the other.

// unknownProperty is the error for a name that is no property of structures.
func unknownProperty(name string, known []string) error {
	protocols := []string{"deadlock", "starvation", string(instance.Bypass)}
	for _, p := range explore.Properties() {
		protocols = append(protocols, string(p))
	}
	of := near.Name(name, protocols)
	switch {
	case slices.Contains(protocols, name):
		return fmt.Errorf(`%q is a property of protocols, not of structures: "qcheck protocol --check %s" checks it`, name, name)
	case of != "" && near.Name(name, known) == "":
		return fmt.Errorf(`unknown property %q: did you mean %q? It is one of protocols: "qcheck protocol --check %s" checks it`, name, of, of)
	}
	return fmt.Errorf("unknown property %q%s", name, near.Hint(name, known))
}

// ofStructures is the error for a property of structures that a protocol is to have.
func ofStructures(check []explore.Property) error {
	for _, p := range check {
		if slices.Contains(properties.All(), properties.ID(p)) {
			return fmt.Errorf(`%q is a property of structures, not of protocols: "qcheck structure --property %s" checks it`, p, p)
		}
	}
	return nil
}
