package command

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/protocols"
	"qcheck/setsys/slow"
)

// TestWalksReplay goes at random through the small instances of all algorithms, and
// replays what was saved: each time the replayer confirms what the walk said it shows.
func TestWalksReplay(t *testing.T) {
	listed := regexp.MustCompile(`(?m)^ +(\d+)  `)
	for i, a := range protocols.All() {
		if i%3 != 0 && !slow.Tests() {
			continue
		}
		in := a.Small[0]
		in.Algorithm, in.Requests = a.Name, nil
		r := rand.New(rand.NewPCG(uint64(i), 3))
		file := filepath.Join(t.TempDir(), "walk.json")
		args := append([]string{"walk"}, strings.Fields(protocols.All().Format(in))...)
		script := ""
		for range 8 {
			out := qcheck(script, args...)
			if out.code != console.ExitHolds || out.stderr != "" {
				t.Fatalf("%s: exit %d: %s", a.Name, out.code, out.stderr)
			}
			at := strings.LastIndex(out.stdout, "\nafter ")
			steps := len(listed.FindAllString(out.stdout[at:], -1))
			if steps == 0 {
				break
			}
			script += fmt.Sprintf("%d\n", 1+r.IntN(steps))
		}
		saved := qcheck(script+"save "+file+"\n", args...)
		want := "confirmed: the protocol has this run\n"
		if strings.Contains(saved.stdout, "saved as a run against ") {
			want = "confirmed: the protocol has this run, and the run shows what the trace says\n"
		}
		replayed := qcheck("", "replay", file)
		if replayed.code != console.ExitHolds || !strings.HasSuffix(replayed.stdout, want) {
			t.Errorf("%s: exit %d, %s%s", a.Name, replayed.code, replayed.stdout, replayed.stderr)
		}
		for _, form := range counterexample.Renderers() {
			if r := qcheck("", "replay", "--format", form.Name, file); r.code != console.ExitHolds || r.stdout == "" {
				t.Errorf("%s as %s: exit %d, %s", a.Name, form.Name, r.code, r.stderr)
			}
		}
		// The walk goes on where the file ends.
		again := qcheck("run\n", "walk", "--trace", file)
		if _, was, _ := strings.Cut(saved.stdout, "\nafter 8 steps"); was != "" && !strings.Contains(again.stdout, "\nafter 8 steps") {
			t.Errorf("%s: from the file the walk begins elsewhere:\n%s", a.Name, again.stdout)
		}
		// Back at the start, its steps can be taken again, by next and by their numbers.
		n := 0
		if at := regexp.MustCompile(`\nafter (\d+) step`).FindAllStringSubmatch(saved.stdout, -1); at != nil {
			n, _ = strconv.Atoi(at[len(at)-1][1])
		}
		if n == 0 {
			t.Fatalf("%s: no step was taken:\n%s", a.Name, saved.stdout)
		}
		there := func(script string) string {
			out := qcheck(script, "walk", "--trace", file)
			if out.code != console.ExitHolds || out.stderr != "" {
				t.Errorf("%s: exit %d: %s", a.Name, out.code, out.stderr)
			}
			last := out.stdout[strings.LastIndex(out.stdout, "\nafter ")+1:]
			last, _, _ = strings.Cut(last, "the walk ends with")
			last, _, _ = strings.Cut(last, "type the number")
			return last
		}
		end, back := there(""), fmt.Sprintf("back %d\n", n)
		start := there(back)
		if got := there(back + fmt.Sprintf("next %d\n", n)); got != end {
			t.Errorf("%s: back and next lead to\n%snot to\n%s", a.Name, got, end)
		}
		if got := there(back + strings.Repeat("next\n", n)); got != end {
			t.Errorf("%s: back and each next lead to\n%snot to\n%s", a.Name, got, end)
		}
		marked := regexp.MustCompile(`(?m)^ +(\d+)  (?:.*\n      )*.*\("next"\)`).FindStringSubmatch(start)
		if marked == nil {
			t.Errorf("%s: no step is marked:\n%s", a.Name, start)
		} else if got := there(back + marked[1] + "\n" + strings.Repeat("next\n", n-1)); got != end {
			t.Errorf("%s: the marked step and next lead to\n%snot to\n%s", a.Name, got, end)
		}
	}
}

// TestWalkErrors: off a terminal, a line that cannot be understood ends the walk.
func TestWalkErrors(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, []byte("not a trace"), 0o666); err != nil {
		t.Fatal(err)
	}
	for lines, want := range map[string]string{
		"99":               "there is no step 99; there are 2",
		"0":                "there is no step 0; there are 2",
		"stat":             `unknown command "stat": did you mean "state"?`,
		"xyzzy":            `unknown command "xyzzy"; "help" lists them`,
		"waits a":          `waits: unexpected "a"`,
		"back":             "back: 0 steps can be taken back, not 1",
		"1\nback 2":        "back: 1 step can be taken back, not 2",
		"next":             "next: 0 steps can be taken again, not 1: those that were taken back, until another one is taken",
		"1\nback\nnext 2":  "next: 1 step can be taken again, not 2: those that were taken back, until another one is taken",
		"1\nback\n2\nnext": "next: 0 steps can be taken again, not 1: those that were taken back, until another one is taken",
		"next x":           `next needs a number of steps, not "x"`,
		"back x":           `back needs a number of steps, not "x"`,
		"save":             "save needs the name of a file",
		"save " + root:     "save " + root + ": is a directory",
		"save " + other:    "save " + other + ": this file exists, and is not a trace",
	} {
		r := qcheck(lines+"\n1\n", "walk", "--algorithm", "ricart-agrawala", "--n", "2")
		if r.code != console.ExitUsage || r.stderr != "qcheck: "+want+"\n" {
			t.Errorf("%q: exit %d, %q, want %q", lines, r.code, r.stderr, want)
		}
	}
	for args, want := range map[string]string{
		"walk":                                   "no number of processes (--n) and no structure given; see \"qcheck protocol --help\"",
		"walk --trace nothere.json":              "--trace nothere.json: no such file or directory",
		"walk --trace x.json --n 2":              "--trace cannot be combined with --n: the file says what it is a run of",
		"walk --algorithm ricart-agrawala --n x": "",
	} {
		r := qcheck("", strings.Fields(args)...)
		if r.code != console.ExitUsage || r.stdout != "" || want != "" && r.stderr != "qcheck: "+want+"\n" {
			t.Errorf("%s: exit %d, %q, %q", args, r.code, r.stdout, r.stderr)
		}
	}
}

// TestWalkFindsStarvation: a run that comes back to where it was is judged as a cycle.
func TestWalkFindsStarvation(t *testing.T) {
	run := filepath.Join("..", "..", "..", "testdata", "traces", "baldoni-held-roles-apart-starvation.json")
	file := filepath.Join(t.TempDir(), "trace.json")
	r := qcheck("save "+file+"\n", "walk", "--trace", run)
	if !strings.Contains(r.stdout, "saved as a run against starvation-freedom") {
		t.Errorf("the cycle is not seen:\n%s", r.stdout)
	}
	if again := qcheck("", "replay", file); again.code != console.ExitHolds || !strings.Contains(again.stdout, "into a cycle of") {
		t.Errorf("exit %d: %s%s", again.code, again.stdout, again.stderr)
	}
}

// TestWalkSaysWhereTheRunIs: a walk begins with how to get help, and ends with where its
// run is: nowhere, or in the file that has just this run.
func TestWalkSaysWhereTheRunIs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.json")
	const notSaved = `it is not saved ("save FILE" does that)`
	for _, test := range []struct{ lines, flags, want string }{
		{"", "", ""},
		{"1\nback\n", "", ""},
		{"1\n", "", "a run of 1 step: " + notSaved},
		{"1\n1\nquit\n", "", "a run of 2 steps: " + notSaved},
		{"1\n1\nsave " + file + "\n", "", "a run of 2 steps: it is in " + file},
		{"", "--trace " + file, "a run of 2 steps: it is in " + file},
		{"back\n", "--trace " + file, "a run of 1 step: " + notSaved},
		{"1\n", "--trace " + file, "a run of 3 steps: " + notSaved},
	} {
		if test.flags == "" {
			test.flags = "--algorithm ricart-agrawala --n 2"
		}
		r := qcheck(test.lines, append([]string{"walk"}, strings.Fields(test.flags)...)...)
		_, end, _ := strings.Cut(r.stdout, "the walk ends with ")
		if r.code != console.ExitHolds || strings.TrimSpace(end) != test.want {
			t.Errorf("%q: exit %d, it ends with %q, want %q", test.lines, r.code, end, test.want)
		}
		if start, _, _ := strings.Cut(r.stdout, "\n> "); !strings.Contains(start, "type the number of a step;") {
			t.Errorf("%q: no word of help in\n%s", test.lines, start)
		}
	}
}
