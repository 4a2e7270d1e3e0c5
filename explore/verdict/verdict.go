// Package verdict has the three-valued answer that every check of qcheck
// gives. It is a package of its own because the structural properties and the
// explorer, which know nothing of each other, both give it.
package verdict

import "fmt"

// A Verdict is the answer to a check. The zero value is none of the three, so
// that an answer nobody gave cannot pass for one.
type Verdict int

const (
	_ Verdict = iota
	// Holds: everything was searched, and no violation is there.
	Holds
	// Violated: a violation was found and checked.
	Violated
	// Unknown: the search was cut by a limit or an interrupt, or could not
	// decide the question, and no violation was found.
	Unknown
)

// String returns holds, violated or unknown.
func (v Verdict) String() string {
	switch v {
	case Holds:
		return "holds"
	case Violated:
		return "violated"
	case Unknown:
		return "unknown"
	}
	return fmt.Sprintf("Verdict(%d)", int(v))
}

// MarshalText writes the verdict as its String, and fails for the zero value.
func (v Verdict) MarshalText() ([]byte, error) {
	if v < Holds || v > Unknown {
		return nil, fmt.Errorf("no verdict was given: %s", v)
	}
	return []byte(v.String()), nil
}

// UnmarshalText reads what MarshalText wrote.
func (v *Verdict) UnmarshalText(text []byte) error {
	for _, w := range []Verdict{Holds, Violated, Unknown} {
		if w.String() == string(text) {
			*v = w
			return nil
		}
	}
	return fmt.Errorf("%q is no verdict", text)
}

// All returns the verdict of a conjunction: violated when one is, otherwise
// unknown when one is, otherwise holds. With no verdicts it is Unknown:
// nothing was checked.
func All(vs ...Verdict) Verdict {
	if len(vs) == 0 {
		return Unknown
	}
	all := Holds
	for _, v := range vs {
		switch v {
		case Violated:
			return Violated
		case Holds:
		default:
			all = Unknown
		}
	}
	return all
}
