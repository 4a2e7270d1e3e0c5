// Package checker checks proofs that a formula has no model, in the subsets of two
// formats that package proof writes: [LRAT] proofs without deletions and without
// RAT steps, for formulas in clauses, and [VeriPB] proofs with the rule pol alone,
// for 0-1 inequalities.
//
// It is written to be read: a proof is gone through line by line, nothing is looked
// for, and it shares no code with what makes proofs. Someone who does not trust it can
// use the checkers that others have written for these formats.
package checker
