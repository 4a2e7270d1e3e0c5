// Package mutation seeds faults in the protocol packages, each by itself, to
// see which of them the verdicts of small searches show, and which they do not.
// A verdict that is the same with and without a line of an algorithm says
// nothing about that line.
//
// # The faults
//
// They are taken from the syntax tree of a package, with its types, in every
// function that is part of the algorithm: all except those that describe an
// instance (New, the names of steps, errors of a configuration) or
// judge it (safety, observation, and all functions of the observations of all
// processes), the readings in variants.go, the registration in algorithm.go, what
// standing.go says to people, and
// files on the conditions of the reduction. In the usual terms:
//
//   - condition replacement: true, false, its negation, for a whole condition
//     and, where that differs, for the operands of && and ||; a value of a
//     switch is never met
//   - logical connector replacement: && by ||, and the reverse
//   - relational operator replacement: by the negation and by the operators next
//     to it (< by <=, == by <= and >=), where the values are ordered: numbers and
//     time stamps, but not kinds and phases
//   - arithmetic operator replacement: + by -, & by &^, | by &, max by min
//   - statement deletion: each assignment (of several in one statement, each by
//     itself), increment, call, continue and break is left out
//   - zero for the value of a field of a message or step, and for the initial
//     value of a variable
//   - each message of a list is not sent; of a list that was computed, the
//     first or the last
//
// Changes without effect, such as <= 0 instead of == 0 for a number that is never
// negative, are left out.
//
// # How they are run
//
// All faults of a package are in one program: a condition c becomes
//
//	(mutant_.Is(7) && (other) || !mutant_.In(7, 8) && (c))
//
// and so on, so that a number switches one of them on (mutant schemata). As the
// form follows the type, every one of them compiles. The rewritten files take the
// place of the real ones by the overlay of the go command; nothing is written
// into the tree. That program searches the instances of instances_test.go with
// each fault. If no search differs in anything, the package's own tests are run
// with the fault.
//
// A fault is seen by the first of these that shows it:
//
//	verdict   a property holds instead of being violated, or the reverse, or
//	          there is nothing to see any more, because no process enters
//	crash     a handler panics, sends to no process, or does not return
//	counts    the states, the steps, the lengths of traces; or there is no end
//	          of states within the bound
//	tests     another test of the package
//
// A fault that nothing shows is listed in testdata, with the reason: by function,
// line of source and change, so that the list holds when other lines change. The
// figures are in docs/mutation.md.
package mutation
