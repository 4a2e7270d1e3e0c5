package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

const (
	violatedArgs = "protocol --algorithm maekawa --variant without-inquire --n 3 --requests 1 --check deadlock"
	holdsArgs    = "protocol --algorithm ricart-agrawala --n 2 --requests 1"
)

// traceNames are names of trace files, by their forms.
var traceNames = map[string]string{"json": "run", "svg": "run.svg", "text": "run.txt", "itf": "run.itf.json"}

// "--trace -" is standard output, which has nothing else then.
func TestTraceToStandardOutput(t *testing.T) {
	report := qcheck("", strings.Fields(violatedArgs)...)
	file := filepath.Join(t.TempDir(), "trace")
	qcheck("", strings.Fields(violatedArgs+" --trace "+file)...)
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := qcheck("", strings.Fields(violatedArgs+" --trace -")...)
	if r.code != console.ExitViolated || r.stdout != string(want) || r.stderr != report.stdout {
		t.Errorf("exit %d\n%s\n%s", r.code, r.stdout, r.stderr)
	}
	if again := qcheck(r.stdout, "replay", "-"); again.code != console.ExitHolds {
		t.Errorf("the trace does not replay: %s", again.stderr)
	}
	if r := qcheck("", strings.Fields(holdsArgs+" --trace -")...); r.code != console.ExitHolds || r.stdout != "" || !strings.Contains(r.stderr, "\nqcheck: no violation was found, so there is no trace to write\n") {
		t.Errorf("nothing is violated: exit %d, %q, %q", r.code, r.stdout, r.stderr)
	}
	if _, err := os.Stat("-"); err == nil {
		t.Error("there is a file called -")
	}
}

// A trace from before does not stay when there is none now, and no other file is
// touched.
func TestTraceFileFromBefore(t *testing.T) {
	for _, name := range traceNames {
		file := filepath.Join(t.TempDir(), name)
		qcheck("", strings.Fields(violatedArgs+" --trace "+file)...)
		if _, err := os.Stat(file); err != nil {
			t.Fatal(err)
		}
		r := qcheck("", strings.Fields(holdsArgs+" --trace "+file)...)
		if want := "qcheck: no violation was found, so there is no trace to write to " + file + "; an earlier trace there was removed\n"; r.code != console.ExitHolds || r.stderr != want {
			t.Errorf("%s: exit %d, %q, want %q", name, r.code, r.stderr, want)
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s: the file is still there", name)
		}
	}
	file := filepath.Join(t.TempDir(), "trace")
	for text, refused := range map[string]bool{"": false, "notes\n": true, "{}": true} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r := qcheck("", strings.Fields(holdsArgs+" --trace "+file)...)
		if got := r.code == console.ExitUsage; got != refused {
			t.Errorf("%q: exit %d, %s", text, r.code, r.stderr)
		}
		if refused && (r.stdout != "" || r.stderr != "qcheck: --trace "+file+": this file exists, and is not a trace\n") {
			t.Errorf("%q: %q, %q", text, r.stdout, r.stderr)
		}
		if left, err := os.ReadFile(file); err != nil || string(left) != text {
			t.Errorf("%q: %q is left, %v", text, left, err)
		}
	}
}

func TestTraceFlagsThatAreRefused(t *testing.T) {
	for _, c := range []struct{ flags, want string }{
		{"--trace=", `--trace needs the name of a file, not ""`},
		{"--trace run.html", "--trace writes no pages: --html does"},
		{"--trace - --json", "--trace -: standard output has the document of --json, which has the trace in it"},
		{"--trace - --measure", "--measure cannot be combined with --trace"},
	} {
		r := qcheck("", strings.Fields(holdsArgs+" "+c.flags)...)
		if want := "qcheck: " + c.want + "\n"; r.code != console.ExitUsage || r.stdout != "" || r.stderr != want {
			t.Errorf("%s: exit %d, %q, %q, want %q", c.flags, r.code, r.stdout, r.stderr, want)
		}
	}
}

// Processes have the names of the structure's nodes wherever a run is shown, and
// a trace that says what is wrong by numbers replays all the same.
func TestRunsHaveNames(t *testing.T) {
	const structure = `{"kind": "request-sets", "m": 1, "universe": ["Zürich", "Bern", "Genf"],
		"requestSets": {"Zürich": ["Zürich", "Bern"], "Bern": ["Bern", "Genf"], "Genf": ["Genf", "Zürich"]}}`
	const args = "protocol --algorithm maekawa --variant without-inquire --structure - --requests 1 --check deadlock"
	const all = "nothing can happen any more, and Zürich, Bern and Genf wait"
	r := qcheck(structure, strings.Fields(args)...)
	for _, want := range []string{"  " + all + "; the run is above\n", "deadlock-freedom is violated: " + all + "\n", "Zürich takes REQUEST 3a from Genf: failed  FAILED to Genf", "Quorum={Zürich,Genf}", "  Zürich and Genf waiting\n"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	if r := qcheck(structure, strings.Fields(args+" --json")...); !strings.Contains(r.stdout, `"detail":"`+all+`","why":["Zürich waits for Bern's permission`) {
		t.Errorf("the document does not say that %s:\n%s", all, r.stdout)
	}
	trace := qcheck(structure, strings.Fields(args+" --trace -")...).stdout
	numbered := strings.Replace(trace, "Zürich, Bern and Genf wait", "processes 1, 2 and 3 wait", 1)
	if numbered == trace {
		t.Fatalf("the trace does not say that %s:\n%s", all, trace)
	}
	for _, file := range []string{trace, numbered} {
		if r := qcheck(file, "replay", "--format", "json", "-"); r.code != console.ExitHolds || r.stdout != trace {
			t.Errorf("exit %d, %s%s", r.code, r.stdout, r.stderr)
		}
		if r := qcheck(file, "replay", "--format", "svg", "-"); !strings.Contains(r.stdout, ">1 Zürich<") {
			t.Errorf("exit %d, %s%s", r.code, r.stdout, r.stderr)
		}
	}
	if r := qcheck(strings.Replace(trace, "Zürich, Bern and Genf wait", "Basel waits", 1), "replay", "-"); r.code != console.ExitViolated {
		t.Errorf("another name: exit %d, %s", r.code, r.stderr)
	}
}

// TestTraceVersion: the file has the version of the build, if it has one; that another
// build wrote it is said only when the trace is not confirmed.
func TestTraceVersion(t *testing.T) {
	was := console.TraceVersion
	defer func() { console.TraceVersion = was }()
	dir := t.TempDir()
	flags := strings.Fields("--algorithm maekawa --variant without-inquire --n 3 --requests 1 --check deadlock")
	written := func(name, version string) string {
		console.TraceVersion = func() string { return version }
		file := filepath.Join(dir, name)
		if r := qcheck("", append([]string{"protocol", "--trace", file}, flags...)...); r.code != console.ExitViolated {
			t.Fatalf("exit %d, %s", r.code, r.stderr)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	without, with := written("without", ""), written("with", "v1.0.0")
	if strings.Contains(without, `"version"`) || strings.Replace(with, `  "version": "v1.0.0",`+"\n", "", 1) != without {
		t.Errorf("%s\nand\n%s", without, with)
	}
	walked := filepath.Join(dir, "walked")
	qcheck("1\nsave "+walked+"\n", "walk", "--algorithm", "lamport", "--n", "2")
	if text, err := os.ReadFile(walked); err != nil || !strings.Contains(string(text), `"version": "v1.0.0"`) {
		t.Errorf("%v\n%s", err, text)
	}
	for _, test := range []struct{ this, old, new, want string }{
		{"v2.0.0", "", "", ""},
		{"v1.0.0", `"deadlock-freedom"`, `"safety"`, "not confirmed: "},
		{"v2.0.0", `"deadlock-freedom"`, `"safety"`, `; it was written by qcheck "v1.0.0", and this is v2.0.0`},
		{"", `"deadlock-freedom"`, `"safety"`, `; it was written by qcheck "v1.0.0", and this is a build without a version`},
		{"v0.9.0", `"without-inquire"`, `"renamed"`, `; it was written by qcheck "v1.0.0", and this is v0.9.0`},
		{"v0.9.0", `"clock"`, `"later":1,"clock"`, `unknown key "later"; it was written by qcheck "v1.0.0", and this is v0.9.0`},
	} {
		console.TraceVersion = func() string { return test.this }
		r := qcheck(strings.Replace(with, test.old, test.new, 1), "replay", "-")
		if (r.code == console.ExitHolds) != (test.want == "") || !strings.Contains(r.stderr, test.want) || strings.Contains(r.stderr, "written by") != (test.this != "v1.0.0" && test.want != "") {
			t.Errorf("%+v: exit %d, %s", test, r.code, r.stderr)
		}
	}
}

// What is violated without a run that shows it has no trace, and is not said to hold.
func TestTraceOfWhatNoRunShows(t *testing.T) {
	file := filepath.Join(t.TempDir(), "t.json")
	r := qcheck("", strings.Fields("protocol --algorithm maekawa --n 2 --check survives --faults crash=1 --requests 1 --trace "+file)...)
	if want := "qcheck: no run is shown for what is violated, so there is no trace to write to " + file + "\n"; r.code != console.ExitViolated || r.stderr != want {
		t.Errorf("exit %d, %q, want %q\n%s", r.code, r.stderr, want, r.stdout)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("there is a trace")
	}
}
