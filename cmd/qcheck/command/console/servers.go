package console

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/ci"
	"qcheck/explore/verdict"
	"qcheck/setsys/fault"
	"qcheck/setsys/output"
)

// Reports are what build servers get: reports as files, and annotations. The fields are the names
// of the files, empty for none.
type Reports struct{ JUnit, SARIF string }

// JUnitFlag defines the flag for a report as JUnit XML.
func JUnitFlag(fs *pflag.FlagSet, at *string) {
	TextFlag(fs, at, "junit", "FILE", "", "write what was found as JUnit XML, a test for each property, to a file")
}

// SARIFFlag defines the flag for a report as SARIF.
func SARIFFlag(fs *pflag.FlagSet, at *string) {
	TextFlag(fs, at, "sarif", "FILE", "", "write what is not as it should be as SARIF, with its lines, to a file")
}

// Valid finds out before a long search that a report cannot be written, or that it would
// take the place of another file.
func (o Reports) Valid() error {
	for _, report := range []struct{ flag, file, what, sign string }{
		{"junit", o.JUnit, "a report as JUnit XML", "<testsuites"},
		{"sarif", o.SARIF, "a report as SARIF", ci.SARIFSchema},
	} {
		if report.file == "" || report.file == StdoutName {
			continue
		}
		ours := func(start []byte) bool { return bytes.Contains(start, []byte(report.sign)) }
		if err := Writable(report.flag, report.file, report.what, ours); err != nil {
			return err
		}
	}
	return nil
}

// Write writes the reports that are asked for, and annotations where a workflow of
// GitHub Actions runs.
func (o Reports) Write(s Streams, rules []ci.Rule, findings []ci.Finding) (unwritten error) {
	for _, form := range []struct {
		file  string
		write func(io.Writer) error
	}{
		{o.JUnit, func(w io.Writer) error { return ci.JUnit(w, findings) }},
		{o.SARIF, func(w io.Writer) error { return ci.SARIF(w, Version(), rules, findings) }},
	} {
		if form.file == "" {
			continue
		}
		var text bytes.Buffer
		if err := form.write(&text); err != nil {
			return &fault.Fault{Err: err}
		}
		if err := output.Bytes(form.file, text.Bytes()); err != nil {
			unwritten = errors.Join(unwritten, fmt.Errorf("%s: %w", DisplayName(form.file), Pathless(err)))
		}
	}
	if os.Getenv("GITHUB_ACTIONS") == "true" {
		unwritten = errors.Join(unwritten, ci.GitHub(s.Err, findings))
	}
	return unwritten
}

// Finding returns what a build server is told of a verdict on a property of a subject: nothing but
// the property where the verdict is the one expected.
func (e Expectations) Finding(subject, property string, got verdict.Verdict, meaning string) ci.Finding {
	want := e.of(subject, property)
	f := ci.Finding{Subject: subject, About: property, Outcome: ci.Failed}
	switch got {
	case want:
		f.Outcome = ci.Passed
		return f
	case verdict.Unknown:
		f.Outcome = ci.Open
	}
	f.Text = got.String() + ": " + meaning
	if want != verdict.Holds {
		f.Text += fmt.Sprintf("; %s was expected", want)
	}
	return f
}
