package instance

import (
	"fmt"

	"qcheck/explore"
	"qcheck/setsys/construct"
)

// Parameters that several algorithms have.

// Option returns a parameter that is there or not.
func Option(name, doc string) Param {
	return Param{Param: construct.Param{Name: name, Doc: doc, Type: Switch}}
}

// List returns a parameter that is an integer of each process, from 1.
func List(name, doc string) Param {
	return Param{Param: construct.Param{Name: name, Doc: doc, Type: PerProcess, Min: 1, Max: maxNumber}}
}

// M returns the number of units of a resource, 1 by default.
func M(otherwise string) Param {
	return Number("m", "how many units of the resource there are "+otherwise, 1).Or(1)
}

// Units returns the numbers of units that processes ask for; 0 for any number.
func Units() Param {
	p := List("units", "how many units each process asks for, a number for all or one for each; any: each request takes any number (default 1)").Or(1)
	p.Word = Any
	return p
}

// UnitsHeld is the requirement of safety if processes hold units, of which the
// parameter says how many there are.
func UnitsHeld(param string) func(*Setup) string {
	return func(s *Setup) string { return fmt.Sprintf("at most %d units are held at a time", s.Int(param)) }
}

// AtMostUnits judges that requirement of safety: the processes inside use at most
// m units.
func AtMostUnits(m int) func([]explore.Observation) string {
	return func(all []explore.Observation) string {
		var inside explore.Set
		units := 0
		for p, o := range all {
			if o.Phase == explore.Inside {
				inside = inside.With(p)
				units += int(o.Units)
			}
		}
		if units <= m {
			return ""
		}
		return fmt.Sprintf("processes %s use %d units in the critical section, and there are %d", inside, units, m)
	}
}

// L returns the least number of processes inside.
func L(otherwise int) Param {
	return Number("l", "the least number of processes in the critical section, for inclusion", 0).Or(otherwise)
}

// InCS returns the processes that begin in the critical section.
func InCS() Param {
	return Param{
		Param: construct.Param{Name: "in-cs", Doc: "the processes that begin in the critical section (default as many as need to be)", Type: Processes},
		Word:  "none",
	}
}

// Mutex returns the algorithm for mutual exclusion within another.
func Mutex() Param {
	return Param{Param: construct.Param{
		Name: "mutex", Doc: "the algorithm for mutual exclusion within: maekawa or lock (default lock)", Type: construct.Text, Choices: []string{"maekawa", "lock"}, Default: "lock",
	}}
}

// AtLeast is the requirement of safety on mutual inclusion.
func AtLeast(s *Setup) string {
	return fmt.Sprintf("at least %s in the critical section at a time", Are(s.Int("l"), "process", "processes"))
}

// Are writes a number of things with the verb.
func Are(n int, one, many string) string {
	if n == 1 {
		return "1 " + one + " is"
	}
	return fmt.Sprintf("%d %s are", n, many)
}

// Cyclic says what CyclicMajorities are.
const Cyclic = "the cyclic majorities: process i asks i to i+floor(n/2)"
