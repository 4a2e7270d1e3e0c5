// Package anyn asks what an algorithm does with every number of processes, every structure of its kind and requests without bound.
//
// The answer is package everyn's, from the handlers as they are written: views of a member of any size decide safety, well-definedness,
// freedom of deadlock and of starvation. It holds if the source of the handlers was checked for what that takes for granted (package gate).
// Then the smallest instances are searched, which must not contradict.
package anyn
