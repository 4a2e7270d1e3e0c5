package command

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/setsys/slow"
)

// TestExpect compares exit codes with what was expected and what is.
func TestExpect(t *testing.T) {
	good, bad := data("majority-5.json"), data("stuck-3-coterie.json")
	for _, c := range []struct {
		args string
		code console.ExitCode
		says string // on either stream
	}{
		{"structure " + bad, console.ExitViolated, ""},
		{"structure " + bad + " --expect violated:non-intersection", console.ExitHolds, "  as expected\n"},
		{"structure " + bad + " --expect violated:non-intersection --json", console.ExitHolds, ""},
		{"structure " + bad + " --expect holds:intersection", console.ExitViolated, "not as expected: non-intersection is violated, and holds was expected"},
		{"structure " + bad + " --expect holds:intersection --json", console.ExitViolated, "qcheck: " + bad + ": not as expected: non-intersection is violated, and holds was expected\n"},
		{"structure " + good + " --expect violated:intersection", console.ExitViolated, "not as expected: intersection holds, and violated was expected"},
		{"structure " + good + " " + bad + " --expect violated:non-intersection", console.ExitHolds, "  as expected\n"},
		{"structure " + good + " " + bad + " --expect " + bad + "=violated:non-intersection", console.ExitHolds, "  as expected\n"},
		{"structure " + good + " " + bad + " --expect " + good + "=violated:intersection", console.ExitViolated, "not as expected: intersection holds"},
		{"structure " + good + " --expect violated:arbitration", console.ExitUnknown, "qcheck: not as expected: arbitration was not checked, and violated was expected\n"},
		{"structure " + good + " " + bad + " --expect violated:non-intersection,violated:arbitration", console.ExitUnknown, "qcheck: not as expected: arbitration was not checked"},
		{"structure " + good + " " + bad + " --expect " + bad + "=violated:non-intersection," + good + "=holds:non-intersection", console.ExitUnknown, "qcheck: " + good + ": not as expected: non-intersection was not checked"},
		{"structure " + good + " " + bad + " no-such-file.json --expect violated:non-intersection", console.ExitUsage, "no such file"},
		{"structure " + good + " --expect violated:safety", console.ExitUsage, `qcheck: --expect names "safety", which is no property here`},
		{"structure " + good + " --expect other.json=violated:intersection", console.ExitUsage, `qcheck: --expect names "other.json", which is none of the files given`},
		{"structure " + good + " --expect broken:intersection", console.ExitUsage, "--expect needs expectations such as violated:safety, separated by commas, not \"broken:intersection\""},
		{"structure " + good + " --expect violated", console.ExitUsage, "--expect needs expectations"},
		{"structure " + good + " no-such-file.json --expect holds:intersection", console.ExitUsage, "no such file"},
		{"structure " + good + " --timeout 1ns", console.ExitUnknown, ""},

		{"protocol --algorithm ricart-agrawala --n 2 --requests 1 --expect violated:safety", console.ExitViolated, "not as expected: safety holds, and violated was expected"},
		{"protocol --algorithm ricart-agrawala --n 2 --requests 1 --expect violated:starvation-freedom", console.ExitUnknown, "qcheck: not as expected: starvation-freedom was not checked, and violated was expected\n"},
		{"protocol --algorithm ricart-agrawala --n 2 --requests 1 --expect holds:safety,holds:deadlock-freedom", console.ExitHolds, "  as expected\n"},
		{"protocol --algorithm maekawa --variant without-inquire --n 3 --requests 1 --expect violated:deadlock", console.ExitHolds, "  as expected\n"},
		// The first search finds a deadlock and is given up; a proof decides the rest.
		{"protocol --algorithm maekawa --variant without-inquire --n 4 --expect violated:deadlock,violated:starvation,holds:safety,holds:well-defined", console.ExitHolds, "  as expected\n"},
		{"protocol --algorithm raft-election --variant votes-again --n 2 --expect violated:election-safety,holds:well-defined,holds:election", console.ExitHolds, "  as expected\n"},
		{"protocol --algorithm ricart-agrawala --n 2 --expect holds:safty", console.ExitUsage, `qcheck: --expect names "safty", which is no property here`},
		{"protocol --algorithm ricart-agrawala --n 3 --max-states 5 --requests 1 --expect holds:safety", console.ExitUnknown, "not as expected: safety is unknown, and holds was expected"},
	} {
		r := qcheck("", strings.Fields(c.args)...)
		if r.code != c.code || !strings.Contains(r.stdout+r.stderr, c.says) {
			t.Errorf("qcheck %s: exit %d, want %d and %q; stdout:\n%s\nstderr:\n%s", c.args, r.code, c.code, c.says, r.stdout, r.stderr)
		}
		if said := strings.Contains(r.stdout, "  as expected\n"); said != (c.code == console.ExitHolds && !strings.Contains(c.args, "--json")) {
			t.Errorf("qcheck %s: exit %d, and as expected: %t\n%s", c.args, c.code, said, r.stdout)
		}
		if c.code == console.ExitUsage && r.stdout != "" && !strings.Contains(c.args, "no-such-file") {
			t.Errorf("qcheck %s: stdout %q", c.args, r.stdout)
		}
	}
}

// What is open beside a violation goes on where that takes minutes, too.
func TestExpectBesideViolations(t *testing.T) {
	slow.Only(t, "two minutes")
	for args, says := range map[string]string{
		"protocol --algorithm kakugawa --variant enter-in-order --n 3 --k 1 --check safety,well-defined,deadlock --expect violated:safety,violated:well-defined,unknown:deadlock": "  unknown   deadlock-freedom  holds for one request each: ",
		"protocol --algorithm raft-election --variant votes-again --n 3 --expect violated:election-safety,holds:well-defined,holds:election":                                      "  holds ",
	} {
		if r := qcheck("", strings.Fields(args)...); r.code != console.ExitHolds || !strings.Contains(r.stdout, "  as expected\n") || !strings.Contains(r.stdout, says) {
			t.Errorf("qcheck %s: %+v", args, r)
		}
	}
}

// TestDirectories: a directory stands for its structure files.
func TestDirectories(t *testing.T) {
	dir := t.TempDir()
	text, err := os.ReadFile(data("majority-5.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b.json", "a.json", "notes.txt", "within/c.json"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	r := qcheck("", "structure", "--json", dir, data("plane-7-m1.json"))
	var doc struct{ Results []struct{ File string } }
	if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil {
		t.Fatal(err, r.stderr)
	}
	var files []string
	for _, f := range doc.Results {
		files = append(files, f.File)
	}
	want := []string{filepath.Join(dir, "a.json"), filepath.Join(dir, "b.json"), data("plane-7-m1.json")}
	if !slices.Equal(files, want) || r.code != console.ExitHolds {
		t.Errorf("exit %d, files %q", r.code, files)
	}
	empty := filepath.Join(dir, "empty")
	r = qcheck("", "structure", empty)
	if r.code != console.ExitUsage || r.stdout != "" || r.stderr != "qcheck: "+empty+": no structure files (names that end with .json) in the directory\n" {
		t.Errorf("exit %d, %q", r.code, r.stderr)
	}
}

// TestReports reads the reports on three structure files again.
func TestReports(t *testing.T) {
	t.Setenv("GITHUB_ACTIONS", "true")
	dir := t.TempDir()
	junit, sarif := filepath.Join(dir, "junit.xml"), filepath.Join(dir, "qcheck.sarif")
	good, bad, broken := data("majority-5.json"), data("regions-broken.json"), data("unreadable/unknown-node.json")
	r := qcheck("", "structure", good, bad, broken, "--junit", junit, "--sarif", sarif)
	if r.code != console.ExitUsage {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
	var suites struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name    string `xml:"name,attr"`
				Line    int    `xml:"line,attr"`
				Failure *struct {
					Message string `xml:"message,attr"`
				} `xml:"failure"`
				Error *struct {
					Message string `xml:"message,attr"`
				} `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	text, err := os.ReadFile(junit)
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(text, &suites); err != nil {
		t.Fatal(err)
	}
	if len(suites.Suites) != 3 || suites.Failures != 1 || suites.Errors != 1 || suites.Suites[0].Name != good {
		t.Errorf("%+v", suites)
	}
	for _, c := range suites.Suites[0].Cases {
		if c.Failure != nil || c.Error != nil {
			t.Errorf("%s: %s fails", good, c.Name)
		}
	}
	var log struct {
		Version string
		Runs    []struct {
			Results []struct {
				RuleID    string
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn int }
					}
				}
			}
		}
	}
	text, err = os.ReadFile(sarif)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 || len(log.Runs[0].Results) != 2 {
		t.Fatalf("%+v", log)
	}
	lines := fileLines(t, bad)
	first, second := log.Runs[0].Results[0], log.Runs[0].Results[1]
	at := first.Locations[0].PhysicalLocation
	if first.Level != "error" || at.ArtifactLocation.URI != filepath.ToSlash(bad) || !strings.Contains(first.Message.Text, "witness: ") {
		t.Errorf("%+v", first)
	}
	if at.Region.StartLine < 2 || at.Region.StartLine > len(lines) {
		t.Errorf("line %d of %d", at.Region.StartLine, len(lines))
	} else if c := []rune(lines[at.Region.StartLine-1])[at.Region.StartColumn-1]; c != '[' && c != '{' {
		t.Errorf("at %d:%d there is %q and no set", at.Region.StartLine, at.Region.StartColumn, c)
	}
	if p := second.Locations[0].PhysicalLocation; second.RuleID != "input" || p.Region.StartLine != 5 || p.Region.StartColumn != 27 {
		t.Errorf("%+v", second)
	}
	for _, want := range []string{
		"::error file=" + strings.NewReplacer(":", "%3A", ",", "%2C").Replace(bad) + ",line=",
		"::error file=" + broken + ",line=5,col=27,title=" + broken + "%3A input::node 4 is not in the universe",
	} {
		if !strings.Contains(r.stderr, want) {
			t.Errorf("no %q in\n%s", want, r.stderr)
		}
	}
	if strings.Contains(r.stderr, good) {
		t.Errorf("an annotation for what holds:\n%s", r.stderr)
	}
	if r := qcheck("", "structure", good, "--junit", filepath.Join(dir, "no", "file.xml")); r.code != console.ExitUsage || !strings.Contains(r.stderr, "there is no directory "+filepath.Join(dir, "no")) {
		t.Errorf("exit %d, %q", r.code, r.stderr)
	}
}

// A report takes the place of an earlier one, and of no other file.
func TestReportsReplaceReportsOnly(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "mine.json")
	const text = `{"kind":"coterie","universe":3,"quorums":[[1,2],[2,3],[1,3]]}`
	if err := os.WriteFile(mine, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	search := []string{"protocol", "--algorithm", "maekawa", "--n", "2", "--requests", "1"}
	junit, sarif := filepath.Join(dir, "junit.xml"), filepath.Join(dir, "report.sarif")
	for _, c := range []struct {
		args         []string
		flag, at, is string
	}{
		{[]string{"structure", mine}, "--junit", junit, "JUnit XML"}, {[]string{"structure", mine}, "--sarif", sarif, "SARIF"},
		{search, "--junit", junit, "JUnit XML"},
	} {
		for range 2 { // the second time it is there
			if r := qcheck("", append(c.args, c.flag, c.at)...); r.code != console.ExitHolds || r.stderr != "" {
				t.Errorf("%v %s: exit %d, %q", c.args, c.flag, r.code, r.stderr)
			}
		}
		r := qcheck("", append(c.args, c.flag, mine)...)
		want := fmt.Sprintf("qcheck: %s %s: this file exists, and is not a report as %s\n", c.flag, mine, c.is)
		if data, err := os.ReadFile(mine); err != nil || string(data) != text || r.code != console.ExitUsage || r.stderr != want || r.stdout != "" {
			t.Errorf("%v %s: exit %d, %q; the file is %q (%v)", c.args, c.flag, r.code, r.stderr, data, err)
		}
	}
}

// TestProtocolReport: a violation is a failure with its run; what is cut off is an error.
func TestProtocolReport(t *testing.T) {
	file := filepath.Join(t.TempDir(), "junit.xml")
	for _, c := range []struct{ args, want string }{
		{"protocol --algorithm maekawa --variant without-inquire --n 3 --check deadlock", `<failure message="violated: `},
		{"protocol --algorithm ricart-agrawala --n 3 --max-states 5 --requests 1", `<error message="unknown: `},
		{"protocol --algorithm ricart-agrawala --n 2 --requests 1", `failures="0" errors="0"`},
	} {
		r := qcheck("", append(strings.Fields(c.args), "--junit", file)...)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err, r.stderr)
		}
		if !strings.Contains(string(text), c.want) {
			t.Errorf("%s: no %q in\n%s", c.args, c.want, text)
		}
		if strings.Contains(c.want, "violated") && (r.code != console.ExitViolated || !strings.Contains(string(text), "p2 takes REQUEST 1a from p1: queued")) {
			t.Errorf("exit %d", r.code)
		}
	}
}

func fileLines(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n")
}
