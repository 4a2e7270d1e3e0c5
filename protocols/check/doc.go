// Package check decides what holds for an instance of a protocol, and shows what
// does not: it is what "qcheck protocol" does, for programs.
//
// Protocol verifies the quorums, searches (see plan.go for what is searched when
// requests are not said), replays each violation on the protocol itself, looks
// for a shortest run, and finds out whether it happens with Lamport's integer
// clocks. A [Report] has all of that, writes itself as JSON, and says it in a
// paragraph. A protocol that no registry has is checked by Model, of what
// instance.Of makes of it.
package check
