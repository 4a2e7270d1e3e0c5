package protocol

import (
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
)

// A Mistake is an error of the author of a protocol: what one of its functions does that none may.
type Mistake struct {
	Function string // such as Deliver
	At       string // what it was called for: a process with its state, and a message
	What     string // what it does
	// Steps is a run to the state in which it does that; nil where none was looked for.
	Steps []TraceStep
}

// Error says all of it in one sentence.
func (m *Mistake) Error() string {
	text := fmt.Sprintf("the protocol's %s, called for %s, %s", m.Function, m.At, m.What)
	if m.Steps != nil {
		text += fmt.Sprintf("; the run that leads there is of length %d", len(m.Steps))
	}
	sep := ": "
	for _, s := range m.Steps {
		text += fmt.Sprintf("%s%q of process %d", sep, s.Name, s.Process+1)
		sep = ", "
	}
	return text
}

// Catch, deferred, makes the panic of a [Mistake] an error.
func Catch(err *error) {
	if p := recover(); p != nil {
		*err = MistakeOf(p)
	}
}

// MistakeOf returns the mistake with which code panicked; any other panic goes on.
func MistakeOf(p any) *Mistake {
	m, ok := p.(*Mistake)
	if !ok {
		panic(p)
	}
	return m
}

// blame, deferred where a function of a protocol is called, makes its panic that of a Mistake.
func Blame(function string, at func() string) {
	switch p := recover().(type) {
	case nil:
	case *Mistake: // also of a protocol within
		panic(p)
	default:
		pcs := make([]uintptr, 64)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
		f, more := frames.Next()
		for more && (strings.HasPrefix(f.Function, "runtime.") || strings.HasPrefix(f.Function, "qcheck/explore.") || strings.HasPrefix(f.Function, "qcheck/explore/protocol.") || strings.HasPrefix(f.Function, "qcheck/explore/internal/")) {
			f, more = frames.Next()
		}
		panic(&Mistake{function, at(), fmt.Sprintf("panics at %s:%d: %v", filepath.Base(f.File), f.Line, p), nil})
	}
}

// askedTwice is how many calls of Actions and Deliver are made twice, to see whether these are
// functions.
const askedTwice = 1000

// A Met says what steps did in what was run of a protocol so far: whether some process could ask, and
// sent itself a message.
type Met struct {
	Asks, ToSelf atomic.Bool
	calls        atomic.Int64 // of Actions and Deliver; with Options.Paranoid they are few for ever
}

// AskTwice has every call made twice from now on.
func (m *Met) AskTwice() { m.calls.Store(math.MinInt64) }

// Assume notes all that steps may do: they are not all looked at.
func (m *Met) Assume() { m.Note(true, true) }

// Note adds what was met elsewhere.
func (m *Met) Note(asks, toSelf bool) {
	if asks {
		m.Asks.Store(true)
	}
	if toSelf {
		m.ToSelf.Store(true)
	}
}
