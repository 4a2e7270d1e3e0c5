package corpus

import (
	"fmt"
	"qcheck/corpus/entry"
	"slices"
)

// An Error is something that is wrong with a paper. Several claims may be refuted by
// the same error.
type Error struct {
	Name  string
	Grade Grade
	Text  string // what is wrong, without a full stop
}

// A Grade says of what weight an error is.
type Grade string

// The grades.
const (
	False     Grade = "false"                // of substance
	Edge      Grade = "false at the edge"    // for degenerate parameters only
	Misprint  Grade = "misprint"             // a slip of the print, or of the copy; what is meant is evident
	Loose     Grade = "loosely worded"       // an introduction, a heading, a comparison in words
	ByReading Grade = "depends on a reading" // a careful reader may take it otherwise, or as no claim at all
)

// Grades returns the grades, the weightiest first.
func Grades() []Grade { return []Grade{False, Edge, Misprint, Loose, ByReading} }

// Errors returns the distinct errors of the papers, in the order of their claims.
func Errors() (all []Error) {
	for _, p := range Papers() {
		all = append(all, p.Errors...)
	}
	return all
}

// readError reads an error: its name, its grade, and what is wrong.
func readError(said []entry.Said) (Error, error) {
	if len(said) != 3 || said[1].Key != "grade" || said[2].Key != "is" {
		return Error{}, fmt.Errorf("%q is no error with its grade", said[0].Text)
	}
	e := Error{Name: said[0].Text, Grade: Grade(said[1].Text), Text: said[2].Text}
	if !slices.Contains(Grades(), e.Grade) {
		return e, fmt.Errorf("%s: %q is no grade", e.Name, e.Grade)
	}
	return e, nil
}
