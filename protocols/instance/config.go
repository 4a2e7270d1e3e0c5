package instance

import (
	"cmp"
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/variant"
)

// Config is an instance of an algorithm without parameters.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses.
	N int
	// Variant is the name of a variant; empty for the algorithm's default.
	Variant string
}

// FormOf returns what the variant of an instance does, one of these. It fails when N is out of range or the variant is unknown.
func FormOf[R any](c Config, forms []variant.Form[R], otherwise string) (R, error) {
	f, unknown := variant.Find(forms, c.Variant, otherwise)
	return f, cmp.Or(CheckN(c.N), unknown)
}

// MutualExclusion is of processes with a phase, of which one may be inside at a time.
func MutualExclusion[L comparable](phase func(L) explore.Phase, standing func(int, L) []explore.Standing) explore.Exclusion[L] {
	return explore.Exclusion[L]{
		Observe: func(_ int, s L) explore.Observation { return explore.Observation{Phase: phase(s)} },
		Safe:    explore.AtMost(1), Standing: standing,
	}
}

// What the packages of protocols check of the configurations that they are given.

// CheckN is the error of a number of processes that a protocol cannot have.
func CheckN(n int) error {
	if n < 1 || n > explore.MaxProcesses {
		return fmt.Errorf("%d processes: there must be 1 to %d", n, explore.MaxProcesses)
	}
	return nil
}

// CheckRange is the error of a number that is out of its range. Most may be None.
func CheckRange(name string, v, least, most int) error {
	switch {
	case least == most && v != least:
		return fmt.Errorf("%s is %d: it must be %d", name, v, least)
	case most == None && v < least:
		return fmt.Errorf("%s is %d: it must be at least %d", name, v, least)
	case most != None && (v < least || v > most):
		return fmt.Errorf("%s is %d: it must be %d to %d", name, v, least, most)
	}
	return nil
}

// CheckCount is the error of a list that is not of one thing for each of n
// processes; nil is none.
func CheckCount[T any](name string, list []T, n int) error {
	if list != nil && len(list) != n {
		return fmt.Errorf("%d %s for %d processes", len(list), name, n)
	}
	return nil
}

// CheckUnits is the error of what each of n processes asks for, of most; 0 is any
// number, and nil is none.
func CheckUnits(name string, units []int, n, most int) error {
	for p, v := range units {
		if v < 0 || v > most {
			return fmt.Errorf("process %d asks for %d of %d %s", p+1, v, most, name)
		}
	}
	return CheckCount("numbers of "+name, units, n)
}

// CheckSets is the error of a set that is empty or has a member that is none of n
// processes. The names of the sets are the format with their numbers, from 1.
func CheckSets(format string, sets []explore.Set, n int) error {
	for i, s := range sets {
		name := fmt.Sprintf(format, i+1)
		if s == 0 {
			return fmt.Errorf("%s is empty", name)
		}
		if !explore.All(max(n, 0)).Contains(s) {
			return fmt.Errorf("%s, %s, has a member that is none of the %d processes", name, s, n)
		}
	}
	return nil
}

// CheckInCS is the error of processes that cannot be in the critical section
// initially, where there are to be least to most of n.
func CheckInCS(in explore.Set, n, least, most int) error {
	if !explore.All(max(n, 0)).Contains(in) {
		return fmt.Errorf("%s, in the critical section initially, has a member that is none of the %d processes", in, n)
	}
	return CheckRange("the number of processes in the critical section initially", in.Len(), least, most)
}
