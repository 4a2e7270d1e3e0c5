package ci

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"
)

var some = []Finding{
	{Subject: "a.json", About: "intersection", Outcome: Passed},
	{Subject: "a.json", About: "minimality", Outcome: Failed, Text: "violated: 100% of {1,2} & <3>\nsecond line", File: "dir/ä b.json", Line: 3, Column: 7},
	{Subject: "b.json", About: "nondomination", Outcome: Open, Text: "unknown: the time was over", File: "b.json", Line: 1, Column: 1},
	{Subject: "c.json", About: Input, Outcome: Open, Text: "no such file", File: "/c.json"},
}

func TestJUnit(t *testing.T) {
	var b bytes.Buffer
	if err := JUnit(&b, some); err != nil {
		t.Fatal(err)
	}
	var doc junitSuites
	if err := xml.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Tests != 4 || doc.Failures != 1 || doc.Errors != 2 || len(doc.Suites) != 3 || doc.Suites[0].Tests != 2 || doc.Suites[1].Errors != 1 {
		t.Errorf("%+v", doc)
	}
	failed := doc.Suites[0].Cases[1]
	if failed.Failure == nil || failed.Failure.Message != "violated: 100% of {1,2} & <3>" || failed.Failure.Text != some[1].Text || failed.Line != 3 {
		t.Errorf("%+v", failed)
	}
	if c := doc.Suites[0].Cases[0]; c.Failure != nil || c.Error != nil {
		t.Errorf("%+v", c)
	}
}

func TestSARIF(t *testing.T) {
	var b bytes.Buffer
	if err := SARIF(&b, "qcheck 1", []Rule{{"minimality", "no quorum contains another"}}, some); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	results, rules := log.Runs[0].Results, log.Runs[0].Tool.Driver.Rules
	if len(results) != 3 || len(rules) != 3 {
		t.Fatalf("%+v", log)
	}
	for i, want := range []struct{ level, uri, rule string }{
		{"error", "dir/%C3%A4%20b.json", "no quorum contains another"}, {"warning", "b.json", "nondomination"}, {"error", "file:///c.json", Input},
	} {
		r := results[i]
		if r.Level != want.level || r.Locations[0].Physical.Artifact.URI != want.uri || rules[r.Index].ID != r.Rule || rules[r.Index].Short.Text != want.rule {
			t.Errorf("%+v, want %+v", r, want)
		}
	}
	if results[0].Locations[0].Physical.Region.Line != 3 || results[2].Locations[0].Physical.Region != nil {
		t.Errorf("%+v", results)
	}
}

func TestGitHub(t *testing.T) {
	var b bytes.Buffer
	if err := GitHub(&b, some); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"::error file=dir/ä b.json,line=3,col=7,title=a.json%3A minimality::violated: 100%25 of {1,2} & <3>%0Asecond line",
		"::warning file=b.json,line=1,col=1,title=b.json%3A nondomination::unknown: the time was over",
		"::error file=/c.json,title=c.json%3A input::no such file",
	}
	if got := strings.Split(strings.TrimSpace(b.String()), "\n"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s", b.String())
	}
}
