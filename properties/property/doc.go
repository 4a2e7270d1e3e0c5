// Package property holds the definitions of the structural properties, one record
// each: the name, the kinds that have it, the requirement in words, and for a
// witness against it the form, the confirmation, and the sentence.
//
// It has no search. A witness is confirmed by the definition, written down as
// loops over its members and the quorums, with code other than that of the
// searches in package properties. Both use two things: the types of package
// setsys, and, if a witness of nondomination is confirmed on more than some
// hundred or thousand quorums, [setsys.Index].
package property
