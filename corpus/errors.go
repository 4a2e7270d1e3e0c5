package corpus

import (
	"fmt"
	"qcheck/corpus/entry"
	"slices"
	"strings"
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

// Errors returns the distinct errors of the papers, in the order of their claims. The
// file is in the program, so what is wrong with it is a fault of it.
func Errors() []Error {
	all, err := readErrors()
	if err != nil {
		panic(err)
	}
	return all
}

// readErrors reads testdata/claims/errors.txt, which has for each error, after an
// empty line, its name as "error", its "grade", and what "is" wrong.
func readErrors() ([]Error, error) {
	data, err := claims.ReadFile("testdata/claims/errors.txt")
	if err != nil {
		return nil, err
	}
	var all []Error
	for paragraph := range strings.SplitSeq(string(data), "\n\n") {
		said := entry.ReadSaid(paragraph)
		if len(said) != 3 || said[0].Key != "error" || said[1].Key != "grade" || said[2].Key != "is" {
			return nil, fmt.Errorf("errors: %q is no error with its grade", paragraph)
		}
		e := Error{Name: said[0].Text, Grade: Grade(said[1].Text), Text: said[2].Text}
		if !slices.Contains(Grades(), e.Grade) {
			return nil, fmt.Errorf("errors: %s: %q is no grade", e.Name, e.Grade)
		}
		all = append(all, e)
	}
	return all, nil
}
