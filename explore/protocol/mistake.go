package protocol

import (
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
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

// A checker checks what the functions of a protocol return.
type checker[L, M comparable] struct {
	Protocol[L, M]
	lAt, mAt []uintptr // where stamps are
	met      *Met
}

// Checked returns the protocol with functions that panic with a [Mistake] where those of the
// protocol panic or return what they may not; Actions and Observe are there in any case. What steps
// do is noted.
func Checked[L, M comparable](p Protocol[L, M], met *Met) Protocol[L, M] {
	if p.checked {
		return p
	}
	c := &checker[L, M]{Protocol: p, met: met}
	p.checked = true
	c.lAt, _ = StampOffsets(reflect.TypeFor[L]())
	c.mAt, _ = StampOffsets(reflect.TypeFor[M]())
	if c.Starts != nil {
		p.Starts = c.starts
		if c.Init == nil {
			c.Init = func(q int) L { return c.Starts()[0].Locals[q] }
		}
	}
	p.Init = func(q int) L {
		defer Blame("Init", func() string { return fmt.Sprintf("process %d", q+1) })
		return c.Init(q)
	}
	if w := p.History; w != nil {
		p.History = &History[L, M]{Type: w.Type, Start: w.Start, Normal: w.Normal, After: func(h any, e Event[L]) (any, string) {
			defer Blame("History", func() string { return fmt.Sprintf("%+v, %+v", h, e) })
			return w.After(h, e)
		}}
	}
	if p.Restart != nil {
		p.Restart = func(q int, l L) L {
			defer Blame("Restart", at(q, l))
			next, given := c.Restart(q, l), []Stamp{0}
			EachStamp(&l, c.lAt, func(x Stamp) Stamp {
				given = append(given, x)
				return x
			})
			EachStamp(&next, c.lAt, func(x Stamp) Stamp {
				if !slices.Contains(given, x) {
					panic(&Mistake{"Restart", at(q, l)(), "makes up a time stamp", nil})
				}
				return x
			})
			return next
		}
	}
	p.Actions = func(q int, l L) []Step[L, M] {
		if c.Actions == nil {
			return nil
		}
		return c.steps("Actions", at(q, l), q, l, nil, func() []Step[L, M] { return c.Actions(q, l) })
	}
	p.Deliver = func(q int, l L, from int, m M) []Step[L, M] {
		with := func() string { return fmt.Sprintf("%s with message %+v from process %d", at(q, l)(), m, from+1) }
		return c.steps("Deliver", with, q, l, &m, func() []Step[L, M] { return c.Deliver(q, l, from, m) })
	}
	if p.Suspect != nil {
		p.Suspect = func(q int, l L, crashed int) []Step[L, M] {
			with := func() string { return fmt.Sprintf("%s, of a crash of process %d", at(q, l)(), crashed+1) }
			return c.steps("Suspect", with, q, l, nil, func() []Step[L, M] { return c.Suspect(q, l, crashed) })
		}
	}
	p.Observe = func(q int, l L) (o Observation) {
		defer Blame("Observe", at(q, l))
		if c.Observe != nil {
			o = c.Observe(q, l)
		}
		if o.Phase > Inside {
			panic(&Mistake{"Observe", at(q, l)(), fmt.Sprintf("returns %v, which is no phase", o.Phase), nil})
		}
		return o
	}
	if p.Standing != nil {
		p.Standing = func(q int, l L) []Standing {
			defer Blame("Standing", at(q, l))
			return c.Standing(q, l)
		}
	}
	p.Safe = judging("Safe", p.Safe)
	p.Goals, p.Requires = slices.Clone(p.Goals), slices.Clone(p.Requires)
	for i, g := range p.Goals {
		p.Goals[i].Unmet = judging(fmt.Sprintf("goal %q", g.Name), g.Unmet)
	}
	for i, r := range p.Requires {
		name := fmt.Sprintf("requirement %q", r.Name)
		p.Requires[i] = Requirement[L, M]{r.Name, judging(name, r.wrong), judging(name, r.happens), judging(name, r.from), judging(name, r.to), r.sight.checked(name)}
	}
	return p
}

// checked returns what is seen, by functions that are guarded; nil for nil.
func (s *Sight[L]) checked(name string) *Sight[L] {
	if s == nil {
		return nil
	}
	return &Sight[L]{Type: s.Type, Wrong: judging(name, s.Wrong), See: func(p int, l L) any {
		defer Blame(name, at(p, l))
		return s.See(p, l)
	}}
}

// at says for what a function is called.
func at[L any](process int, l L) func() string {
	return func() string { return fmt.Sprintf("process %d in state %+v", process+1, l) }
}

// judging returns a function that judges a state, guarded; nil for nil.
func judging[S, T any](function string, f func(S) T) func(S) T {
	if f == nil {
		return nil
	}
	return func(s S) T {
		defer Blame(function, func() string { return fmt.Sprintf("%+v", s) })
		return f(s)
	}
}

// steps returns the steps of Actions or Deliver.
func (c *checker[L, M]) steps(function string, at func() string, q int, l L, m *M, ask func() []Step[L, M]) []Step[L, M] {
	defer Blame(function, at)
	all := ask()
	wrong := func(format string, args ...any) { panic(&Mistake{function, at(), fmt.Sprintf(format, args...), nil}) }
	if c.met.calls.Add(1) <= askedTwice && !slices.EqualFunc(all, ask(), equalSteps[L, M]) {
		wrong("answers differently when it is asked again")
	}
	for _, s := range all {
		switch {
		case len(c.Steps) > 0 && c.Network == FIFO && !c.Faults.Any() && !slices.Contains(c.Steps, s.Name):
			wrong("returns the step %q, which is not in Steps", s.Name)
		case s.Undefined != "" || s.Overflow != "":
			continue
		case s.Kind > May || s.Kind != Plain && (m != nil || function == "Suspect"):
			wrong("returns the step %q of kind %v, and only local steps ask, leave or may happen", s.Name, s.Kind)
		case s.Kind == May && c.Partial != nil:
			wrong("returns the step %q, which may happen and need not: a Partial has no events for such steps", s.Name)
		}
		if s.Kind == Ask {
			c.met.Asks.Store(true)
		}
		for _, o := range s.Send {
			if o.To == q {
				c.met.ToSelf.Store(true)
			}
			if o.To < 0 || o.To >= c.N {
				wrong("returns the step %q, which sends to process %d of %d", s.Name, o.To+1, c.N)
			}
		}
		if why := c.stamps(s, l, m); why != "" {
			wrong("returns the step %q, which %s", s.Name, why)
		}
	}
	return all
}

func equalSteps[L, M comparable](s, t Step[L, M]) bool {
	return s.Name == t.Name && s.Kind == t.Kind && s.Next == t.Next && s.Undefined == t.Undefined && s.Overflow == t.Overflow && slices.Equal(s.Send, t.Send)
}

// stamps returns what is wrong with the stamps of a step: each is one of the state in which it is
// taken, or of the message that it takes, or Fresh.
func (c *checker[L, M]) stamps(s Step[L, M], l L, m *M) (why string) {
	given := []Stamp{0, Fresh}
	give := func(x Stamp) Stamp {
		given = append(given, x)
		return x
	}
	EachStamp(&l, c.lAt, give)
	if m != nil {
		msg := *m
		EachStamp(&msg, c.mAt, give)
	}
	check := func(x Stamp) Stamp {
		if !slices.Contains(given, x) {
			why = "makes up a time stamp: it is neither in the state, nor in the message, nor Fresh"
		}
		return x
	}
	EachStamp(&s.Next, c.lAt, check)
	for _, o := range s.Send {
		EachStamp(&o.Msg, c.mAt, func(x Stamp) Stamp {
			if x != 0 && c.Clock.Attach == NoMessage {
				// Its receiver could hold a stamp that it does not know, later than a fresh
				// one of its own; but Fresh is later than all it is compared with.
				why = "sends a stamp, and no message brings the clock along (ClockRule.Attach)"
			}
			return check(x)
		})
	}
	return why
}
