package console

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/explore/verdict"
	"qcheck/setsys/near"
)

// An expectation says which verdict a property is to have.
type expectation struct {
	subject  string // a file as it is given, empty for all
	Property string
	verdict  verdict.Verdict
	checked  bool // Judge had a verdict that it is about
}

// about reports whether it is about a property of a subject.
func (e *expectation) about(subject, property string) bool {
	return e.Property == property && (e.subject == "" || e.subject == subject)
}

// Expectations are the values of the flag --expect.
type Expectations []*expectation

// ExpectFlag defines the flag.
func ExpectFlag(fs *pflag.FlagSet, at *Expectations, usage string) {
	ListFlag(fs, "expect", usage, at.add)
}

// add reads a list of them, and adds it.
func (e *Expectations) add(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		x := &expectation{}
		if i := strings.LastIndex(part, "="); i >= 0 {
			x.subject, part = part[:i], part[i+1:]
		}
		word, property, ok := strings.Cut(strings.TrimSpace(part), ":")
		x.Property = property
		if err := x.verdict.UnmarshalText([]byte(word)); err != nil || !ok || property == "" {
			return errors.New("expectations such as violated:safety, separated by commas")
		}
		*e = append(*e, x)
	}
	return nil
}

// of returns what is expected of a property of a subject: what the last expectation
// says that names both, or else the last that names the property; without one, that
// it holds.
func (e Expectations) of(subject, property string) verdict.Verdict {
	want := verdict.Holds
	for _, specific := range []bool{false, true} {
		for _, x := range e {
			if x.about(subject, property) && specific == (x.subject != "") {
				want = x.verdict
			}
		}
	}
	return want
}

// Valid checks that every expectation names a property that there is, and one of the
// subjects, where it names one.
func (e Expectations) Valid(subjects, properties []string) error {
	for _, x := range e {
		if x.subject != "" && !slices.Contains(subjects, x.subject) {
			return fmt.Errorf("--expect names %q, which is none of the files given%s", x.subject, near.Hint(x.subject, subjects))
		}
		if !slices.Contains(properties, x.Property) {
			return fmt.Errorf("--expect names %q, which is no property here%s", x.Property, near.Hint(x.Property, properties))
		}
	}
	return nil
}

// WarnUnchecked says which expectations are about nothing that Judge was given, and returns the exit
// code for that.
func (e Expectations) WarnUnchecked(s Streams) ExitCode {
	code := ExitHolds
	for _, x := range e {
		if x.checked {
			continue
		}
		of := ""
		if x.subject != "" {
			of = DisplayName(x.subject) + ": "
		}
		s.Warn("%snot as expected: %s was not checked, and %s was expected", of, x.Property, x.verdict)
		code = ExitUnknown
	}
	return code
}

// A Surprise is a verdict that is not the one expected.
type Surprise struct {
	subject, property string
	want, got         verdict.Verdict
}

// String says what was expected, and what is so.
func (s Surprise) String() string {
	got := "is " + s.got.String()
	if s.got == verdict.Holds {
		got = s.got.String()
	}
	return fmt.Sprintf("not as expected: %s %s, and %s was expected", s.property, got, s.want)
}

// code returns the exit code of a verdict where another one was expected: unknown when it
// is that.
func (s Surprise) code() ExitCode {
	if s.got == verdict.Unknown {
		return ExitUnknown
	}
	return ExitViolated
}

// Judge compares the verdicts on the properties of a subject with what is expected. It
// returns the exit code, and what is not as expected.
func (e Expectations) Judge(subject string, verdicts map[string]verdict.Verdict) (code ExitCode, surprises []Surprise) {
	code = ExitHolds
	for property, got := range verdicts {
		for _, x := range e {
			x.checked = x.checked || x.about(subject, property)
		}
		if want := e.of(subject, property); got != want {
			x := Surprise{subject, property, want, got}
			code = code.And(x.code())
			surprises = append(surprises, x)
		}
	}
	sort.Slice(surprises, func(i, j int) bool { return surprises[i].property < surprises[j].property })
	return code, surprises
}

// Write writes what is not as expected, and that all is, where anything was expected.
func (e Expectations) Write(s Streams, met bool, surprises []Surprise) {
	if e == nil {
		return
	}
	if met {
		s.Out.WriteString("  " + s.Style.Verdict(verdict.Holds, "as expected") + "\n")
	}
	for _, x := range surprises {
		s.Out.WriteString("  " + s.Style.Verdict(verdict.Violated, x.String()) + "\n")
	}
}
