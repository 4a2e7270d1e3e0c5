package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/ci"
	"qcheck/counterexample"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/property"
	"qcheck/protocols/check"
	"qcheck/setsys"
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
			return &internalError{err}
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

// fileFindings returns what was found of a structure file.
func fileFindings(r fileResult, expect expectations) []ci.Finding {
	file := displayName(r.file)
	if r.err != nil {
		f := ci.Finding{Subject: file, About: ci.Input, Outcome: ci.Open, File: file}
		e := errorDocument(r.err)
		f.Text, f.Line, f.Column = e.Message, e.Line, e.Column
		return []ci.Finding{f}
	}
	var list []ci.Finding
	for _, p := range r.report.Results {
		want, _ := expect.of(r.file, string(p.Property))
		f := ci.Finding{Subject: file, About: string(p.Property), Outcome: asExpected(p.Verdict, want)}
		if f.Outcome != ci.Passed {
			f.File, f.Line, f.Column = file, 1, 1
			f.Text = p.Verdict.String() + ": " + properties.Meaning(p.Property, r.report.Structure)
			if want != verdict.Holds {
				f.Text += fmt.Sprintf("; %s was expected", want)
			}
			if p.Note != "" {
				f.Text += "; " + p.Note
			}
			if p.Witness != nil {
				f.Text += "; witness: " + p.Witness.Text()
				if len(p.Witness.Members) > 0 {
					f.Line, f.Column = memberAt(r, p.Witness.Members[0])
				}
			}
		}
		list = append(list, f)
	}
	return list
}

// memberAt returns where the file has a set.
func memberAt(r fileResult, m property.Member) (line, column int) {
	i := m.Process
	for _, f := range r.report.Structure.Families() {
		if f.Role != m.Role || i >= 0 || f.Family.Formula() != nil {
			continue
		}
		for at, set := range f.Family.All() {
			if set.Equal(m.Set) {
				i = at
				break
			}
		}
	}
	return setsys.Locate(r.data, m.Role, i)
}

// structureRules says what the properties of structures demand.
func structureRules() []ci.Rule {
	rules := []ci.Rule{{Name: ci.Input, Text: "the file can be read as a structure"}}
	for _, id := range properties.All() {
		rules = append(rules, ci.Rule{Name: string(id), Text: properties.Meaning(id, &setsys.Structure{})})
	}
	return rules
}

// protocolFindings returns what was found of an instance of a protocol.
func protocolFindings(subject string, r *check.Report, expect expectations) []ci.Finding {
	var list []ci.Finding
	for _, p := range r.Findings {
		want, _ := expect.of("", string(p.Property))
		f := ci.Finding{Subject: subject, About: string(p.Property), Outcome: asExpected(p.Verdict, want)}
		if f.Outcome != ci.Passed {
			f.Text = p.Verdict.String() + ": " + propertyMeaning(p.Property, r.Model)
			if want != verdict.Holds {
				f.Text += fmt.Sprintf("; %s was expected", want)
			}
			if p.Detail != "" {
				f.Text += "; " + p.Detail
			}
			if p.Trace != nil {
				f.Text += "\n" + runText(p.Trace, p.Run)
			}
		}
		list = append(list, f)
	}
	return list
}

// runText is a run as text.
func runText(t *counterexample.Trace, run *obvious.Run) string {
	var text strings.Builder
	if err := counterexample.RenderText(&text, t, run); err != nil {
		return err.Error()
	}
	return strings.TrimRight(text.String(), "\n")
}

// inDirectories puts the structure files of directories in their place: all whose names
// end with ".json", in the order of their names.
func inDirectories(files []string) ([]string, error) {
	var all []string
	for _, file := range files {
		info, err := os.Stat(file)
		if file == stdinName || err != nil || !info.IsDir() {
			all = append(all, file) // what is wrong with it is said when it is read
			continue
		}
		entries, err := os.ReadDir(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", displayName(file), pathless(err))
		}
		before := len(all)
		for _, e := range entries {
			if !e.IsDir() && filepath.Ext(e.Name()) == ".json" {
				all = append(all, filepath.Join(file, e.Name()))
			}
		}
		if len(all) == before {
			return nil, fmt.Errorf("%s: no structure files (names that end with .json) in the directory", displayName(file))
		}
	}
	return all, nil
}
