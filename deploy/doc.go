// Package deploy tests qcheck together with other programs: the recipes beside it for
// a sweep as a Slurm array, with GNU parallel, as a Kubernetes job and as a matrix of
// CI jobs; pages in Chromium; and traces in Quint, which reads the Informal Trace
// Format. It is a module of its own, since it needs the types of Kubernetes and a
// driver for browsers.
//
// A program that is not installed skips the tests that need it. Those written in
// JavaScript are installed into testdata by "npm install" there.
package deploy
