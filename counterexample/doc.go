// Package counterexample holds the evidence that qcheck shows for a verdict of
// violated: witnesses of structures and traces of protocols, as data, with the
// code that confirms them independently of the search, and their renderers.
package counterexample
