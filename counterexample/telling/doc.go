// Package telling says in words what happens in a run, who waits for whom, and why it ends as
// it does (why.go): what each renderer of package counterexample writes in its form.
package telling
