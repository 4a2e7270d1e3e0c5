// Package ci writes what was found in the forms that build servers read: JUnit XML, which
// they list as tests; SARIF 2.1.0, which code hosts show beside the lines of a file; and
// the annotations of GitHub Actions.
//
// All three are made from the same list of findings, one for each property of each
// subject (a file, or an instance of a protocol). A finding that is as it should be is a
// test that passes, and is in neither of the others. A property that is not decided never
// looks like one that holds.
package ci

// A Finding says what was found of one property of one subject.
type Finding struct {
	Subject string // a file, or a protocol with its parameters
	About   string // the name of the property, or Input
	Outcome Outcome
	Text    string // what was found, in a sentence or more
	File    string // in which something is wrong; empty where there is none
	Line    int    // from 1; 0 for no place in the file
	Column  int    // in characters, from 1
}

// Input is what a finding is about when its subject could not be read.
const Input = "input"

// An Outcome says whether a finding is as it should be.
type Outcome int

// The outcomes.
const (
	Passed Outcome = iota // as it should be
	Failed                // not as it should be
	Open                  // not decided, or not readable
)

// A Rule says what a property demands.
type Rule struct {
	Name, Text string
}
