package certify

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"qcheck/explore"
)

// A Header says what the lines of a file are.
type Header struct {
	Closed      bool  `json:"closed"`
	Depth       int   `json:"depth"`
	States      int   `json:"states"`
	Transitions int64 `json:"transitions"` // from states whose steps are followed

	Local   []string `json:"local"`
	Message []string `json:"message"`
	Ranks   []Column `json:"ranks"`
	Helpful []Step   `json:"helpful"`
}

// A Column says of which property ranks are, and of which process, from 1; 0 for none.
type Column struct {
	Property explore.Property `json:"property"`
	Process  int              `json:"process,omitempty"`
}

// A Step is what must be taken when it stays enabled: the delivery from a process, or the
// local steps of one name; then From is 0. Processes count from 1.
type Step struct {
	Process int    `json:"process"`
	From    int    `json:"from,omitempty"`
	Name    string `json:"step,omitempty"`
}

// An Entry is a line: a state with its level and its ranks.
type Entry struct {
	State string
	Level int
	Ranks string // those of all columns, as the line has them
}

// ReadEntry reads a line. What is in the state and the ranks is for Check to say.
func ReadEntry(line string) (Entry, error) {
	parts := strings.Split(line, "\t")
	if len(parts) < 2 || len(parts) > 3 {
		return Entry{}, errors.New("a state, a level and ranks are expected here, with tabs between them")
	}
	level, err := strconv.ParseUint(parts[1], 10, 31)
	if err != nil {
		return Entry{}, fmt.Errorf("%q is not a level", parts[1])
	}
	e := Entry{State: parts[0], Level: int(level)}
	if len(parts) == 3 {
		e.Ranks = parts[2]
	}
	return e, nil
}

// Facts are what a check found.
type Facts struct {
	Transitions int64 // from states whose steps are followed
	Beyond      int64 // outcomes of these beyond the bound of clocks; nothing follows them
	Entered     bool  // in some state, some process is inside
	// First has the length of a shortest run that ends with what decides a property: what
	// violates safety, well-defined (the undefined step counts), deadlock-freedom or what is
	// always required, or what must be reachable. Of a file that is not closed, these are
	// the runs up to its depth, and for well-defined one step more.
	First map[explore.Property]int
}

// A Refutation says why a file does not prove what it says.
type Refutation struct {
	Line int // from 1, among the lines of states; 0 for none in particular
	Err  error
}

func (r *Refutation) Error() string { return r.Err.Error() }
func (r *Refutation) Unwrap() error { return r.Err }
