// Package variant has the name and summary of one way to read an algorithm,
// which every protocol package lists.
package variant

// A Variant is one reading of an algorithm, or a repair of it.
type Variant struct{ Name, Summary string }
