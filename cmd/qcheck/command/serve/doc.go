// Package serve has the playground, a page in which the commands of qcheck run, and the command that
// serves it to a browser on the same computer.
//
// The page (assets) knows two engines that take the same requests and answer by the same events. One is
// qcheck itself as WebAssembly, in a worker: then the page is a handful of static files, which
// deploy/playground.sh puts together. The other is this package: for each run [Command] starts the
// program anew, as a process that reads a request and what is typed, and writes events ([Event]), in a
// folder of its own with the files that the page sent. So a run can be ended whatever it does, it has
// limits, and it is the same program, with the same algorithms.
//
// What the page may ask for is what needs no file but those that it sends (allowed.go), and nobody but
// the page is answered (guard.go). WebAssembly has no part in all this: nothing but this comment is
// built there.
package serve
