package protocol

import "strings"

// Moments are a set of where processes may be in their requests, as Observe and Standing of the protocol say.
type Moments uint8

// The moments. Every state of a process is one of them.
const (
	WhileThinking Moments = 1 << iota
	WhileAsking           // waits, and has nobody's permission
	WhileHolding          // waits, and has a permission
	WhileInside
)

// Has reports whether a moment is one of a set.
func (m Moments) Has(one Moments) bool { return m&one != 0 }

// moments has the name of each, in order.
var moments = []struct {
	Name string
	Is   Moments
	text string
}{{"thinking", WhileThinking, "thinks"}, {"asking", WhileAsking, "waits and has no permission"}, {"holding", WhileHolding, "waits and has a permission"}, {"inside", WhileInside, "is inside"}}

// MomentNames lists the names of the moments.
func MomentNames() (names []string) {
	for _, x := range moments {
		names = append(names, x.Name)
	}
	return names
}

// MomentNamed returns the moment of a name, and whether there is one.
func MomentNamed(name string) (Moments, bool) {
	for _, x := range moments {
		if x.Name == name {
			return x.Is, true
		}
	}
	return 0, false
}

// Names lists the names of a set of moments.
func (m Moments) Names() (names []string) {
	for _, x := range moments {
		if m.Has(x.Is) {
			names = append(names, x.Name)
		}
	}
	return names
}

// sentence says of a process where it is: "thinks or is inside".
func (m Moments) sentence() string {
	var parts []string
	for _, x := range moments {
		if m.Has(x.Is) {
			parts = append(parts, x.text)
		}
	}
	return strings.Join(parts, " or ")
}

// MomentOf returns where a process is of which that is observed, with what its state says about permissions.
func MomentOf(o Observation, standing []Standing) Moments {
	switch o.Phase {
	case Inside:
		return WhileInside
	case Thinking:
		return WhileThinking
	}
	for _, s := range standing {
		if s.Has != 0 {
			return WhileHolding
		}
	}
	return WhileAsking
}
