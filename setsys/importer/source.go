package importer

import (
	"context"
	"fmt"

	"qcheck/setsys"
	"qcheck/setsys/input"
)

// A source is a file to import.
type source struct {
	ctx     context.Context
	file    string
	data    []byte
	flags   map[string]string
	summary string // that of the kind
	steps   int    // since the last look at the context
}

// A refusal ends the reading: what is wrong panics with it, where it is seen, and Import
// returns its error.
type refusal struct{ err error }

// refuse refuses the file for what stands at an offset.
func (s *source) refuse(at int, format string, args ...any) {
	panic(refusal{setsys.ErrorAt(s.file, s.data, at, format, args...)})
}

// refuseFlag refuses a flag. The message names it.
func refuseFlag(format string, args ...any) { panic(refusal{fmt.Errorf(format, args...)}) }

// step is called for so many parts of a file that are worked on. It ends the reading when the
// context has ended; what is short comes to its end.
func (s *source) step(parts int) {
	if s.steps += parts; s.steps < 1024 {
		return
	}
	s.steps = 0
	if s.ctx.Err() != nil {
		panic(refusal{&input.Interrupted{Doing: "while it was imported", Why: context.Cause(s.ctx)}})
	}
}

// maxParts is how many values, words or lines a file may have: one takes up to half a
// kilobyte of memory.
const maxParts = 1 << 18

// part is step for a value or a word, which is one of at most maxParts.
func (s *source) part(at int, count *int) {
	if *count++; *count > maxParts {
		s.refuse(at, "the file has more than %d values or words, and no more is read", maxParts)
	}
	s.step(1)
}
