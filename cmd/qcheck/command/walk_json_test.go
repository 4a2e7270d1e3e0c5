package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/protocols"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// A position is what the tests read of a line of "qcheck walk --json".
type position struct {
	Taken, Ahead  int
	Start, Starts int
	Left, History string
	Step          string
	Standing      string
	Changes       []struct{ Where, What string }
	States        []walkState
	Channels      []struct {
		From, To string
		Messages []string
	}
	Waits      []string
	Properties []struct {
		Property, Detail string
		Violated         bool
	}
	Steps   []walkChoice
	Trace   json.RawMessage
	Diagram string
}

// A walkState is the state of a process.
type walkState struct {
	Process, Phase string
	Down           bool
	Fields         []struct {
		Name, Value string
		Changed     bool
	}
}

// A walkChoice is a step that can be taken.
type walkChoice struct {
	Number        int
	Process, Text string
	Undefined     string
	Fault, Next   bool
}

// positions are the lines that a walk prints. Each is as the schema says.
func positions(t *testing.T, schema *jsonschema.Schema, script string, args ...string) []position {
	t.Helper()
	r := qcheck(script, append([]string{"walk", "--json"}, args...)...)
	if r.code != console.ExitHolds || r.stderr != "" {
		t.Fatalf("%v: exit %d: %s", args, r.code, r.stderr)
	}
	var all []position
	for line := range strings.Lines(r.stdout) {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err == nil {
			err = schema.Validate(doc)
		}
		var p position
		if err == nil {
			err = json.Unmarshal([]byte(line), &p)
		}
		if err != nil {
			t.Fatalf("%v: %v in %s", args, err, line)
		}
		all = append(all, p)
	}
	if want := strings.Count(script, "\n") + 1; len(all) != want {
		t.Fatalf("%v: %d lines, want %d", args, len(all), want)
	}
	return all
}

// Empty lines ask for nothing, and get nothing, however many there are.
func TestWalkEmptyLines(t *testing.T) {
	for _, format := range []string{"", " --json"} {
		args := strings.Fields("walk --algorithm maekawa --n 3" + format)
		want, empty := qcheck("1\n2\n", args...), strings.Repeat("\n \n", 1_000_000)
		if got := qcheck(empty+"1\n"+empty+"2\n"+empty, args...); got != want || got.code != console.ExitHolds {
			t.Errorf("%v: exit %d, %d bytes, want %d", args, got.code, len(got.stdout), len(want.stdout))
		}
	}
}

// TestWalkJSON goes at random through the small instances of all algorithms, of every other one with faults. The lines say what the
// text of the walk says, and the trace of the run is one that is confirmed.
func TestWalkJSON(t *testing.T) {
	schema := compileSchema(t, "walk")
	listed := regexp.MustCompile(`(?m)^ +(\d+)  `)
	for i, a := range protocols.All() {
		if i%3 != 1 && !slow.Tests() {
			continue
		}
		in := a.Small[0]
		in.Algorithm, in.Requests = a.Name, nil
		args := strings.Fields(protocols.All().Format(in))
		if i%2 == 0 {
			args = append(args, "--faults", "crash=1,restart=1,lose=1,duplicate=1", "--network", []string{"fifo", "unordered"}[i/2%2])
		}
		r := rand.New(rand.NewPCG(uint64(i), 5))
		script := ""
		for range 8 {
			all := positions(t, schema, script, args...)
			now := all[len(all)-1]
			if len(now.Steps) == 0 {
				break
			}
			script += fmt.Sprintf("%d\n", 1+r.IntN(len(now.Steps)))
		}
		all := positions(t, schema, script+"run\nback\nnext\n", args...)
		n := len(all)
		here, run, back, again := all[n-4], all[n-3], all[n-2], all[n-1]
		if here.Taken != n-4 || back.Taken != n-5 || back.Ahead != 1 || !reflect.DeepEqual(here, again) {
			t.Errorf("%s: after %d steps, %+v, back %+v, next %+v", a.Name, n-4, here, back, again)
		}
		for _, s := range back.Steps { // is of a process that there is, and says so
			if !slices.ContainsFunc(back.States, func(p walkState) bool { return p.Process == s.Process }) || !strings.Contains(s.Text, s.Process) {
				t.Errorf("%s: step %q is said to be of %q", a.Name, s.Text, s.Process)
			}
		}
		if next := slices.IndexFunc(back.Steps, func(s walkChoice) bool { return s.Next }); next < 0 || back.Steps[next].Text != here.Step {
			t.Errorf("%s: after back, %+v", a.Name, back.Steps)
		}
		text := qcheck(script, append([]string{"walk"}, args...)...).stdout
		text = text[strings.LastIndex(text, "\nafter "):]
		if got := len(listed.FindAllString(text, -1)); got != len(here.Steps) || !strings.Contains(text, here.Standing) {
			t.Errorf("%s: %d steps, %q; the text says\n%s", a.Name, len(here.Steps), here.Standing, text)
		}
		for i, s := range here.Steps {
			if s.Number != i+1 {
				t.Errorf("%s: step %d has the number %d", a.Name, i+1, s.Number)
			}
			if !strings.Contains(strings.Join(strings.Fields(text), " "), s.Text) {
				t.Errorf("%s: no %q in\n%s", a.Name, s.Text, text)
			}
		}
		violated := false
		for _, p := range here.Properties {
			violated = violated || p.Violated
			if is := strings.Contains(text, p.Property+" is violated: "+p.Detail); p.Violated != is {
				t.Errorf("%s: %s violated: %v; the text says\n%s", a.Name, p.Property, p.Violated, text)
			}
		}
		down, faulty := 0, 0
		for _, s := range here.States {
			if s.Down {
				down++
			}
		}
		for _, s := range here.Steps {
			if s.Fault {
				faulty++
			}
		}
		if (here.Left != "") != (faulty > 0) && i%2 > 0 || down > 0 != strings.HasSuffix(here.Standing, " down") {
			t.Errorf("%s: %d down, %d faults may be, %q may; %q", a.Name, down, faulty, here.Left, here.Standing)
		}
		asText(t, a.Name, here, qcheck(script+"state\nwaits\n", append([]string{"walk"}, args...)...).stdout)
		file := filepath.Join(t.TempDir(), "run.json")
		if err := os.WriteFile(file, run.Trace, 0o666); err != nil {
			t.Fatal(err)
		}
		if r := qcheck("", "replay", file); r.code != console.ExitHolds || !strings.Contains(r.stdout, "\nconfirmed: ") {
			t.Errorf("%s: exit %d: %s%s", a.Name, r.code, r.stdout, r.stderr)
		}
		if got := positions(t, schema, "", "--trace", file)[0]; got.Taken != here.Taken || !reflect.DeepEqual(got.States, here.States) {
			t.Errorf("%s: the trace leads to %+v, not to %+v", a.Name, got, here)
		}
		if !strings.Contains(run.Diagram, "<svg ") || strings.Contains(run.Diagram, "broken") != violated || strings.Contains(run.Diagram, "no property") {
			t.Errorf("%s: the diagram is %q", a.Name, run.Diagram)
		}
	}
}

// asText compares a position with what the commands state and waits say there.
func asText(t *testing.T, name string, here position, text string) {
	t.Helper()
	_, text, _ = strings.Cut(text, "> state\n")
	state, waits, _ := strings.Cut(text, "> waits\n")
	waits, _, _ = strings.Cut(waits, "the walk ends with")
	if got := strings.Join(here.Waits, "\n") + "\n"; got != waits && !(len(here.Waits) == 0 && strings.HasPrefix(waits, "the states say of nobody")) {
		t.Errorf("%s: who waits is %q, the text says %q", name, got, waits)
	}
	var way []string
	for _, c := range here.Channels {
		to := c.To
		if to == c.From {
			to = "itself"
		}
		way = append(way, fmt.Sprintf("%s from %s to %s", strings.Join(c.Messages, ", "), c.From, to))
	}
	var said []string
	for line := range strings.Lines(state) {
		if _, text, ok := strings.Cut(line, "on the way"); ok {
			said = append(said, strings.TrimSpace(text))
		}
	}
	if !slices.Equal(way, said) {
		t.Errorf("%s: on the way are %q, the text says %q", name, way, said)
	}
	for i, s := range here.States {
		line := strings.Split(state, "\n")[i]
		var changed []string
		for _, f := range s.Fields {
			if !strings.Contains(line, f.Value) {
				t.Errorf("%s: %s of %s is %q, the text says %q", name, f.Name, s.Process, f.Value, line)
			}
			if f.Changed && f.Name != "Phase" {
				changed = append(changed, f.Name)
			}
		}
		var want []string
		for _, c := range here.Changes {
			if field, rest, ok := strings.Cut(c.What, " is "); ok && c.Where == s.Process && strings.Contains(rest, ", was ") && field != "Phase" {
				field, _, _ = strings.Cut(field, "[") // of a list, an element may be said
				want = append(want, field)
			}
		}
		slices.Sort(changed)
		slices.Sort(want)
		if want = slices.Compact(want); !slices.Equal(changed, want) {
			t.Errorf("%s: changed of %s are %q, the text says %q", name, s.Process, changed, want)
		}
		if !strings.HasPrefix(strings.TrimSpace(line), s.Process) {
			t.Errorf("%s: process %s is in the line %q", name, s.Process, line)
		}
	}
}

// A deadlock is said to be one, and what was not said before it is not.
func TestWalkJSONViolation(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "run.json")
	if r := qcheck("", strings.Fields("protocol --algorithm maekawa --variant without-inquire --n 3 --check deadlock --trace "+trace)...); r.code != console.ExitViolated {
		t.Fatal(r.stderr)
	}
	all := positions(t, compileSchema(t, "walk"), "back\nnext\nrun\n", "--trace", trace)
	for at, want := range []string{"deadlock-freedom starvation-freedom", ""} {
		var found []string
		for _, p := range all[at].Properties {
			if p.Violated {
				found = append(found, p.Property)
			}
		}
		if got := strings.Join(found, " "); got != want {
			t.Errorf("position %d: violated are %q, want %q", at, got, want)
		}
	}
	if !strings.Contains(all[3].Diagram, `class="step broken"`) || !strings.Contains(all[3].Diagram, "wait") {
		t.Errorf("the diagram is %s", all[3].Diagram)
	}
	if len(all[0].Steps) != 0 || len(all[1].Steps) == 0 || len(all[0].Waits) != 4 || len(all[1].Channels) != 1 {
		t.Errorf("%+v", all)
	}
}

// What cannot be understood ends the walk, as without --json.
func TestWalkJSONErrors(t *testing.T) {
	r := qcheck("1\n99\n1\n", "walk", "--json", "--algorithm", "ricart-agrawala", "--n", "2")
	if r.code != console.ExitUsage || strings.Count(r.stdout, "\n") != 2 || r.stderr != "qcheck: there is no step 99; there are 3\n" {
		t.Errorf("exit %d, %q, %q", r.code, r.stdout, r.stderr)
	}
}

// A walk begins in any start of a protocol, and its run is replayed from there; faults are steps among others, and are taken back.
func TestWalkStarts(t *testing.T) {
	p := voters()
	p.Starts = func() []explore.Start[vote, uint8] {
		return []explore.Start[vote, uint8]{{Locals: []vote{{}, {}}}, {Locals: []vote{{Asked: true}, {For: 1}}, Sent: []explore.Sent[uint8]{{From: 1, To: 0}}}}
	}
	own := instance.Registry{{Name: "voters", Build: func(*instance.Setup) (*instance.Model, error) { return instance.Of(p, nil) }}}
	file := filepath.Join(t.TempDir(), "run.json")
	do := func(script, args string) (int, string) {
		var stdout, stderr bytes.Buffer
		code := Run(context.Background(), own, strings.Fields(args), strings.NewReader(script), &stdout, &stderr)
		return code, stdout.String() + stderr.String()
	}
	for _, c := range []struct {
		script, args string
		code         int
		has          []string
	}{
		{"", "walk --n 2 --faults crash=1,restart=1", 0, []string{"after 0 steps from start 1 of 2\n   1  p1: ask\n"}},
		{"begin 2\n3\n1\nback\nnext\nsave " + file + "\n", "walk --n 2 --faults crash=1,restart=1", 0, []string{
			"after 0 steps from start 2 of 2\n   1  p1 crashes\n   2  p1 takes 0 from p2: asked\n   3  p2 crashes\n",
			"step 1: p2 crashes\n  p2  For is 0, was 1\nafter 1 step from start 2 of 2: p2 down\n   1  p1 takes 0 from p2: asked\n   2  p2 restarts\n",
			"step 2: p1 takes 0 from p2: asked\n", "own is violated: process 1 votes for process 2", "(\"next\")", "saved as a run against own"}},
		{"begin 3\n", "walk --n 2 --faults crash=1,restart=1", 2, []string{"begin needs a number from 1 to 2, not \"3\""}},
		{"back 2\n", "walk --trace " + file, 0, []string{"after 2 steps from start 2 of 2: p2 down", "after 0 steps from start 2 of 2\n"}},
		{"", "replay " + file, 0, []string{"confirmed: the protocol has this run, and the run shows what the trace says"}},
	} {
		code, said := do(c.script, c.args)
		if code != c.code {
			t.Errorf("%q: exit %d", c.script, code)
		}
		for _, text := range c.has {
			if !strings.Contains(said, text) {
				t.Errorf("%q: no %q in\n%s", c.script, text, said)
			}
		}
	}
	_, said := do("begin 2\n", "walk --n 2 --faults crash=1,restart=1 --json")
	var all []position
	for line := range strings.Lines(said) {
		var p position
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) != 2 || all[0].Start != 1 || all[1].Start != 2 || all[1].Starts != 2 || len(all[1].Channels) != 1 || all[1].Left != "at most 1 crash and 1 restart" || !all[1].Steps[0].Fault {
		t.Errorf("%+v", all)
	}
	if r := qcheck("begin 1\n", "walk", "--algorithm", "lamport", "--n", "2"); r.code != console.ExitUsage || !strings.Contains(r.stderr, "there is one start: the protocol has no others") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
}

// What a process is seen as is said where there is a critical section.
func TestWalkOfConsensus(t *testing.T) {
	for algorithm, has := range map[string]bool{"paxos": false, "two-phase-commit": false, "lamport": true} {
		r := qcheck("1\nquit\n", "walk", "--json", "--algorithm", algorithm, "--n", "2")
		if r.code != console.ExitHolds || strings.Contains(r.stdout, `"phase"`) != has {
			t.Errorf("%s: exit %d\n%s%s", algorithm, r.code, r.stdout, r.stderr)
		}
	}
}
