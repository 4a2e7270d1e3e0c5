// Package sweep checks all instances of a grid: many protocols, structures, numbers
// of processes and bounds on requests, written in a few lines of text.
//
// # Grids
//
// A line of a grid describes instances with the flags of "qcheck protocol". Empty
// lines, and what follows a # at the beginning of a word, are left out. The values of
// flags may have patterns, outside of single quotes and not after a backslash:
//
//	2..4                 2, 3 and 4
//	{printed,repaired}   each of these, with any text before and after
//	{0..2}^n             lists of n of these, separated by commas; not, of --requests,
//	                     the list of zeros: there is nothing to judge without requests
//	{1..n}+              lists of one or more of these, ascending
//	{1..n}+l..k          lists of l to k of these
//	every:k-coterie      each structure of the kind up to renaming (of --structure;
//	                     see package census)
//
// A number in a pattern may be an expression (package expression) with the names of flags
// before it in the line that have numbers: 1..n, {0,1}^n-1. The line
// stands for every combination of the values. They change like the digits of a number:
// those of the last pattern fastest. A
// line that begins with the word "measure" has instances of which the
// messages and the delays are measured, beside the formulas of the papers.
//
// The instances are numbered from 1 in this order: so a part of a grid, numbers i,
// i+N, i+2N and so on, is the same on every machine.
//
// # Results
//
// [Grid.Run] checks instances one after the other. A [Result] says which instance of
// which grid it is about, which build found it, and what was found in short (see
// [check.Brief]), without anything that differs from machine to machine or from day to
// day; a run is found again by the command of its instance. [Dir] keeps results as files, one for each instance, and
// [Merge] puts them together. It never says more than all results of the same grid,
// build and form say: where one is missing, the verdict is unknown.
package sweep
