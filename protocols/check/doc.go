// Package check decides the properties of an instance of a protocol, with
// confirmed runs against those that are violated. It is "qcheck protocol" for
// programs.
//
// Protocol verifies the quorums, searches (plan.go says what is searched if the
// requests are not given), replays each violation on the protocol itself, looks
// for a shortest run, and decides whether it happens with Lamport's integer
// clocks. A [Report] has all of that; it can be written as JSON or as a
// paragraph. A protocol that is in no registry is checked by Model, which takes
// the result of instance.Of.
package check
