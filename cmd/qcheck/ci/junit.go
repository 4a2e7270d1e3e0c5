package ci

import (
	"encoding/xml"
	"io"
	"strings"
)

// The elements of JUnit XML that are written. There is no official schema: these are the
// elements and attributes that Jenkins, GitLab and the others read alike.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitProblem `xml:"failure"`
		Error   *junitProblem `xml:"error"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes a test for each finding, and a suite for each subject, in their order.
// What is not decided is an error, not a test that was skipped: that would pass.
func JUnit(w io.Writer, findings []Finding) error {
	doc := junitSuites{}
	for _, f := range findings {
		if n := len(doc.Suites); n == 0 || doc.Suites[n-1].Name != f.Subject {
			doc.Suites = append(doc.Suites, junitSuite{Name: f.Subject})
		}
		suite := &doc.Suites[len(doc.Suites)-1]
		c := junitCase{Class: f.Subject, Name: f.About, File: f.File, Line: f.Line}
		first, _, _ := strings.Cut(f.Text, "\n")
		switch f.Outcome {
		case Failed:
			c.Failure = &junitProblem{Message: first, Type: f.About, Text: f.Text}
			suite.Failures++
			doc.Failures++
		case Open:
			c.Error = &junitProblem{Message: first, Type: f.About, Text: f.Text}
			suite.Errors++
			doc.Errors++
		}
		suite.Cases = append(suite.Cases, c)
		suite.Tests++
		doc.Tests++
	}
	text, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	return err
}
