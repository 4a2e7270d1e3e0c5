// Package yield lets long computations give way where a program has one thread and nothing takes it
// from a goroutine: in WebAssembly below JavaScript. There, timers and what the page says (stop) are
// heard only while no goroutine runs. Whatever looks now and then whether it is to end calls [Now]
// first; in all other programs that is nothing.
package yield
