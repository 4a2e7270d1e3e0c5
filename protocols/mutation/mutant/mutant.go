// Package mutant is what rewritten protocol packages ask which of their faults
// is switched on. Nothing else imports it: the rewriting that package mutation
// does puts the calls in.
//
// One fault at most is on at a time, chosen by [Set] or, at the start of a
// program, by the environment variable QCHECK_MUTANT. It is not to be changed
// while handlers run.
package mutant

import (
	"fmt"
	"os"
	"slices"
	"strconv"
)

var active, _ = strconv.Atoi(os.Getenv("QCHECK_MUTANT"))

// Set switches the fault with the given number on, and every other off; 0
// switches all off.
func Set(id int) { active = id }

// Is reports whether the fault is on.
func Is(id int) bool { return active == id }

// In reports whether one of the faults first to last is on.
func In(first, last int) bool { return first <= active && active <= last }

// Zero returns the value, or with the fault the zero value.
func Zero[T any](id int, value T) T {
	if active == id {
		var zero T
		return zero
	}
	return value
}

// Either returns the value, or with the fault the other one.
func Either[T any](id int, value, other T) T {
	if active == id {
		return other
	}
	return value
}

// Never returns the value, or with the fault one that no case of a switch has.
func Never[T ~int | ~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32](id int, value T) T {
	if active == id {
		return ^value
	}
	return value
}

// Without returns the list, or with the fault the list without the item at the
// index, which counts from the end when it is negative.
func Without[T any](id, index int, list []T) []T {
	if active != id {
		return list
	}
	if index < 0 {
		index += len(list)
	}
	if index < 0 || index >= len(list) {
		return list
	}
	return slices.Delete(slices.Clone(list), index, index+1)
}

// Variadic returns its arguments as a list.
func Variadic[T any](list ...T) []T { return list }

// maxRounds is more than any loop of a handler needs.
const maxRounds = 10_000

// Round counts the rounds of a loop, and panics when there are so many that it
// will not end.
func Round(rounds *int) {
	if *rounds++; *rounds > maxRounds {
		panic(fmt.Sprintf("a loop makes more than %d rounds", maxRounds))
	}
}
