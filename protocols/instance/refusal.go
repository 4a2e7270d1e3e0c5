package instance

import (
	"errors"
	"fmt"
)

// A refusal is the error that an algorithm does not run on a structure.
type refusal struct{ error }

func refuse(format string, args ...any) error { return refusal{fmt.Errorf(format, args...)} }

// named is the error of a refusal with the name of the file that the structure is from,
// if it is from one; any other error as it is.
func (q Quorums) named(err error) error {
	if file := q.FileName(); file != "" && errors.As(err, new(refusal)) {
		return fmt.Errorf("%s: %w", DisplayName(file), err)
	}
	return err
}

// Refuse is the error that a structure, which could be read, is not one for the
// algorithm.
func (q Quorums) Refuse(text string) error { return q.named(refuse("%s", text)) }
