package instance

import (
	"errors"
	"fmt"
)

// A Refusal says why an algorithm does not run on a structure. Key is the key of the
// structure file that is the reason, empty for none; the file need not have it.
type Refusal struct{ Key, Text string }

// Error returns the text.
func (r *Refusal) Error() string { return r.Text }

// named is the error of a refusal with the name of the file that the structure is from,
// if it is from one; any other error as it is.
func (q Quorums) named(err error) error {
	if file := q.FileName(); file != "" && errors.As(err, new(*Refusal)) {
		return fmt.Errorf("%s: %w", DisplayName(file), err)
	}
	return err
}

// Refuse is the error that a structure, which could be read, is not one for the
// algorithm.
func (q Quorums) Refuse(text string) error { return q.named(&Refusal{"", text}) }
