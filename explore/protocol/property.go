package protocol

// A Property is what a search decides. Its values are the names in output.
type Property string

// The properties.
const (
	// Safety: Protocol.Safe finds nothing wrong with any reachable state.
	Safety Property = "safety"
	// WellDefined: no reachable step is undefined (see Step.Undefined).
	WellDefined Property = "well-defined"
	// DeadlockFreedom: there is no reachable state in which some process waits
	// and no step other than asking is enabled.
	DeadlockFreedom Property = "deadlock-freedom"
	// StarvationFreedom: no process waits for ever in a fair run (see the package
	// comment).
	StarvationFreedom Property = "starvation-freedom"
)

// Properties returns the properties of every protocol, in the order of output.
// The goals of a protocol (see [Goal]) come after them.
func Properties() []Property {
	return []Property{Safety, WellDefined, DeadlockFreedom, StarvationFreedom}
}

// PropertyNamed returns the property of the given name. The names "deadlock" and
// "starvation" are short for those of the freedom of it.
func PropertyNamed(name string) Property {
	if p := Property(name + "-freedom"); p == DeadlockFreedom || p == StarvationFreedom {
		return p
	}
	return Property(name)
}
