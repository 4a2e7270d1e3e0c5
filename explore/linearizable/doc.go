// Package linearizable checks in a search that calls of clients on a shared object look as if each
// took effect at one moment between its invocation and its return (Herlihy and Wing, 1990).
//
// An [Object] says what calls mean when they come one after another. [Watch] makes a history
// (explore.History) that is told of invocations and returns, and a requirement that is violated as soon as a
// call returns what no such moments explain.
//
// # What the history keeps
//
// Not what happened, but what is still possible: a set of configurations. A configuration is the state that the
// object may have by now, and which of the open calls have taken effect in it, with their results. Runs that
// leave the same possibilities are the same to all that follows, so their states are one.
//
// An invocation only makes a call open. When a call returns r, each configuration goes on to those in which the
// call has taken effect with the result r: it had, or it takes effect now, after any sequence of other open calls. Other calls
// take effect no sooner than that: if one could have taken effect between two returns, it can as well do so just before
// the next return for which it matters (Lowe, "Testing for linearizability", 2017: just-in-time linearization). If
// no configuration is left, there is no linearization. Calls of clients that have crashed stay open for ever: they may take
// effect or not.
//
// Configurations are kept in order of their bytes, and renamings of clients put them in order again (History.Normal), so that
// symmetry remains.
package linearizable
