// Package property holds the definitions of the structural properties, a record
// each: its name, the kinds that have it, what it demands in words, and what a
// witness against it is, how that is confirmed, and how it is told.
//
// It has no search. A witness is confirmed by the definition, written down as
// loops over its members and the quorums, with code other than that of the
// searches in package properties. Two things are common to both: the types of
// package setsys, and, where a witness of nondomination is confirmed on more
// than some hundred or thousand quorums, [setsys.Index].
package property
