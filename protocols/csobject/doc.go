// Package csobject is for protocols that are built from others: objects that
// control which processes are in a critical section, used by name within an
// algorithm, as in S. Kamei and H. Kakugawa, "Asynchronous message-passing
// distributed algorithm for the global critical section problem" (International
// Journal of Networking and Computing 9(2), 2019), Definition 1.
//
// # Objects
//
// An object has two methods, Exit and Entry, by which a process goes from the
// state InCS to OutCS and back. One of them may block, the other never does:
// Entry blocks in mutual exclusion, Exit in mutual inclusion. Any
// [explore.Protocol] of that form is an object:
//
//	Ask, a local step        the call of the method that may block
//	phase Waiting            in that method
//	the step to another      its return
//	  phase
//	Leave, a local step      the other method, call and return
//	phases Thinking, Inside  at rest, OutCS or InCS
//
// # Composition
//
// A [Part] makes an object a part of a protocol: the outer state holds the state
// of the object, and outer messages wrap its messages. All parts use the same
// network and the same channels, in which the order of sending is kept among
// the messages of all of them. The engine has one logical clock for each process,
// and the parts share it: a stamp of one part is later than what the process has
// heard of by another. Stamps of different parts are not compared. A fresh stamp
// has a place among all stamps in use, so that there are states that differ in
// the order of stamps of different parts only.
//
// A method that is called within a handler is executed in the step of that
// handler, and what follows a method that blocks is in the step in which it
// returns; see [Then]. Messages to oneself come after all this, as always.
//
// The invocation convention of the paper (CSMIC) is that Exit is called in state
// InCS only, and Entry in state OutCS only. A call that breaks it is a step that
// is not defined, with a text that begins with CSMIC.
//
// [Lock] is the simplest object for mutual exclusion.
package csobject
