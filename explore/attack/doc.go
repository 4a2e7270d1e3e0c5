// Package attack has only tests. They hold a second explorer of
// [explore.Protocol], written from the documentation of package explore: it
// shares no code with the engine, and none of its ways of working. States are
// plain values, nothing is kept between two calls of a handler, and starvation
// is decided by an automaton that guesses which stamps stay for ever.
//
// Random protocols, with handlers drawn from tables, are given to both. What
// holds with causal stamps is compared, besides, with integer clocks that may
// tick at any time, since these are what causal stamps stand for. Protocols
// made by hand try what the documentation says one sentence at a time.
//
// Without QCHECK_LONG in the environment the tests compare a few hundred
// protocols; with it, many thousands.
package attack
