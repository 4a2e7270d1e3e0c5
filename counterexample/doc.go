// Package counterexample holds the evidence that qcheck shows against a protocol:
// traces, as data, with the code that replays them, and their renderers. The
// evidence against a structure is a witness; see package
// qcheck/properties/property.
package counterexample
