// Package table has what a search keeps what it met in: tables that workers read without
// locks and add to, each in a file of its own. It knows nothing of protocols; keys are numbers.
//
//	Arena       values by number, from 1 on
//	Numbering   numbers of 64-bit values
//	Numbers     numbers of values of any type, for one worker
//	Interner    numbers of values of any type, and something that is kept with each
//	Memo        answers by what was asked
//	StateSet    the set of states met; a compactSet is what a large one becomes
//	StateIndex  numbers of states by their keys
package table
