package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/explore/verdict"
	"qcheck/setsys/near"
)

// An expectation says which verdict a property is to have.
type expectation struct {
	subject  string // a file as it is given, empty for all
	property string
	verdict  verdict.Verdict
}

func (e expectation) String() string {
	text := fmt.Sprintf("%s:%s", e.verdict, e.property)
	if e.subject != "" {
		text = e.subject + "=" + text
	}
	return text
}

// expectations are the values of the flag --expect.
type expectations []expectation

// expectFlag defines the flag.
func expectFlag(fs *pflag.FlagSet, at *expectations, usage string) {
	fs.Var(expectValue{at}, "expect", usage)
}

// expectValue makes expectations what a flag says.
type expectValue struct{ at *expectations }

// Type is what stands for the value in usage texts.
func (v expectValue) Type() string { return "LIST" }

// String writes the value.
func (v expectValue) String() string {
	var list []string
	for _, e := range *v.at {
		list = append(list, e.String())
	}
	return strings.Join(list, ",")
}

// Set reads a list of them, and adds it.
func (v expectValue) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		e := expectation{}
		if i := strings.LastIndex(part, "="); i >= 0 {
			e.subject, part = part[:i], part[i+1:]
		}
		word, property, ok := strings.Cut(strings.TrimSpace(part), ":")
		e.property = property
		switch word {
		case verdict.Holds.String():
			e.verdict = verdict.Holds
		case verdict.Violated.String():
			e.verdict = verdict.Violated
		case verdict.Unknown.String():
			e.verdict = verdict.Unknown
		default:
			ok = false
		}
		if !ok || property == "" {
			return errors.New("expectations such as violated:safety, separated by commas")
		}
		*v.at = append(*v.at, e)
	}
	return nil
}

// of returns what is expected of a property of a subject: what the last expectation
// says that names both, or else the last that names the property; without one, that
// it holds.
func (e expectations) of(subject, property string) (want verdict.Verdict, named bool) {
	want = verdict.Holds
	for _, specific := range []bool{false, true} {
		for _, x := range e {
			if x.property == property && (x.subject == subject && specific || x.subject == "" && !specific) {
				want, named = x.verdict, true
			}
		}
	}
	return want, named
}

// valid checks that every expectation names a property that there is, and one of the
// subjects, where it names one.
func (e expectations) valid(subjects, properties []string) error {
	for _, x := range e {
		if x.subject != "" && !slices.Contains(subjects, x.subject) {
			return fmt.Errorf("--expect names %q, which is none of the files given%s", x.subject, near.Hint(x.subject, subjects))
		}
		if !slices.Contains(properties, x.property) {
			return fmt.Errorf("--expect names %q, which is no property here%s", x.property, near.Hint(x.property, properties))
		}
	}
	return nil
}

// unchecked returns the expectations about properties that were checked of no subject
// that they are about.
func (e expectations) unchecked(checked map[string][]string) []expectation {
	return slices.DeleteFunc(slices.Clone(e), func(x expectation) bool {
		for subject, names := range checked {
			if (x.subject == "" || x.subject == subject) && slices.Contains(names, x.property) {
				return true
			}
		}
		return false
	})
}

// warnUnchecked says which expectations nothing was checked for, and returns the exit
// code for that.
func (e expectations) warnUnchecked(s streams, checked map[string][]string) exitCode {
	code := exitHolds
	for _, x := range e.unchecked(checked) {
		s.warn("not as expected: %s was not checked, and %s was expected", x.property, x.verdict)
		code = exitUnknown
	}
	return code
}

// A surprise is a verdict that is not the one expected.
type surprise struct {
	subject, property string
	want, got         verdict.Verdict
}

func (s surprise) String() string {
	got := "is " + s.got.String()
	if s.got == verdict.Holds {
		got = s.got.String()
	}
	return fmt.Sprintf("not as expected: %s %s, and %s was expected", s.property, got, s.want)
}

// code returns the exit code of a verdict where another one was expected: unknown when it
// is that.
func (s surprise) code() exitCode {
	if s.got == verdict.Unknown {
		return exitUnknown
	}
	return exitViolated
}

// judge compares the verdicts on the properties of a subject with what is expected. It
// returns the exit code, and what is not as expected.
func (e expectations) judge(subject string, verdicts map[string]verdict.Verdict) (code exitCode, surprises []surprise) {
	code = exitHolds
	for property, got := range verdicts {
		if want, _ := e.of(subject, property); got != want {
			x := surprise{subject, property, want, got}
			code = code.and(x.code())
			surprises = append(surprises, x)
		}
	}
	slices.SortFunc(surprises, func(a, b surprise) int { return strings.Compare(a.property, b.property) })
	return code, surprises
}

// writeExpectations writes whether all is as expected.
func writeExpectations(s streams, surprises []surprise) {
	if len(surprises) == 0 {
		s.out.WriteString("  " + s.style.verdict(verdict.Holds, "as expected") + "\n")
	}
	for _, x := range surprises {
		s.out.WriteString("  " + s.style.verdict(verdict.Violated, x.String()) + "\n")
	}
}
