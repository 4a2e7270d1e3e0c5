// Package reduce leaves out steps that need not be taken: partial-order reduction by stubborn
// sets.
//
// A [Reduction] keeps, for one search, what may not commute with an event and what must happen
// before one, as it is learned from the protocol's handlers ([Knowledge], [LearnedBinding]). A [StubbornSet] chooses with it the steps that a walker
// follows. stubborn.go has the argument for the sets, derived.go that for what is learned, harm.go
// what Safe has to do with both.
package reduce
