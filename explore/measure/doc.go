// Package measure computes how many messages one entry takes, over all
// interleavings of an instance. (For its duration in message delays, see
// Rounds of package obvious.)
//
// One process is measured; it asks once, and how often the others ask is bounded.
// A [Rule] says which process's request each message is sent for. The protocol is
// wrapped: each message is marked if it is sent for the request of the process
// measured, and each process counts the marked ones that it sends. In a state in
// which only asking is possible, the sum of these counts is the number of
// messages that the request took, if it was served. All such states are reached,
// so the least and the most are over all runs. The marks and counts do not change
// the behaviour of the protocol, and a run of the wrapped protocol is a run of
// the protocol, step by step.
//
// A message that asks for a permission back, and its answer, are sent for the
// request that needs the permission. There are two ways to count a permission
// that is sent for the second time, to a process that had to give it back: for
// the request that it is given to (by name), or for the request that it was taken
// back for (by cause). Papers do either; both are measured where they may differ.
package measure
