// Package checker checks proofs that a formula of 0-1 inequalities has no model, in the subset of
// the format of VeriPB that package proof writes: the rules pol and rup, the latter with hints.
//
// It is written to be read: a proof is gone through line by line, nothing is looked
// for, and it shares no code with what makes proofs. Someone who does not trust it can
// use the checkers that others have written for this format.
package checker
