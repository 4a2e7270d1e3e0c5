package command

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/ci"
	"qcheck/explore/verdict"
)

// What build servers get: reports as files, and annotations.

// serverOptions are the flags for reports.
type serverOptions struct{ junit, sarif string }

func junitFlag(fs *pflag.FlagSet, at *string) {
	text(fs, at, "junit", "FILE", "", "write what was found as JUnit XML, a test for each property, to a file")
}

func sarifFlag(fs *pflag.FlagSet, at *string) {
	text(fs, at, "sarif", "FILE", "", "write what is not as it should be as SARIF, with its lines, to a file")
}

// valid finds out before a long search that a report cannot be written, or that it would
// take the place of another file.
func (o serverOptions) valid() error {
	for _, report := range []struct{ flag, file, what, sign string }{
		{"junit", o.junit, "a report as JUnit XML", "<testsuites"},
		{"sarif", o.sarif, "a report as SARIF", ci.SARIFSchema},
	} {
		if report.file == "" || report.file == stdoutName {
			continue
		}
		ours := func(start []byte) bool { return bytes.Contains(start, []byte(report.sign)) }
		if err := writable(report.flag, report.file, report.what, ours); err != nil {
			return err
		}
	}
	return nil
}

// write writes the reports that are asked for, and annotations where a workflow of
// GitHub Actions runs.
func (o serverOptions) write(s streams, rules []ci.Rule, findings []ci.Finding) error {
	for _, form := range []struct {
		file  string
		write func(io.Writer) error
	}{
		{o.junit, func(w io.Writer) error { return ci.JUnit(w, findings) }},
		{o.sarif, func(w io.Writer) error { return ci.SARIF(w, version(), rules, findings) }},
	} {
		if form.file == "" {
			continue
		}
		var text bytes.Buffer
		if err := form.write(&text); err != nil {
			return internal(err)
		}
		if err := os.WriteFile(form.file, text.Bytes(), 0o666); err != nil {
			return fmt.Errorf("%s: %w", displayName(form.file), pathless(err))
		}
	}
	if os.Getenv("GITHUB_ACTIONS") != "true" {
		return nil
	}
	return ci.GitHub(s.err, findings)
}

// asExpected says whether a verdict is the one expected.
func asExpected(got, want verdict.Verdict) ci.Outcome {
	switch got {
	case want:
		return ci.Passed
	case verdict.Unknown:
		return ci.Open
	}
	return ci.Failed
}
