// Package counterexample writes the evidence that qcheck shows against a protocol: runs, in
// the forms of its renderers. The runs as data are in package trace, what they say in words,
// and why they end as they do, in package telling; how states and messages are written, in
// package values. The evidence against a structure is a witness; see package
// qcheck/properties/property.
package counterexample
