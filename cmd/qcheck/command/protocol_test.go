package command

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// explored is what "qcheck protocol --json" prints, as far as tests look at it.
type explored struct {
	Algorithm, Variant          string
	N, K                        int
	Requests                    any
	Clock, POR                  string
	Note, Stopped               string
	Complete                    bool
	States, Transitions, Beyond int64
	Depth                       int
	NeverRan                    []string
	Verdict                     verdict.Verdict
	Properties                  []struct {
		Name, Detail, Note string
		Verdict            verdict.Verdict
		IntegerClock       verdict.Verdict
		Length             int
		Trace              *trace.Trace
	}
	Stats *struct {
		Saved, HandlerCalls int64
		Levels              []int64
		Steps               []explore.StepCount
	}
}

// tracesByFile compares traces by their files.
var tracesByFile = cmp.Transformer("file", func(t *trace.Trace) string {
	if t == nil {
		return ""
	}
	data, err := t.MarshalJSON()
	return fmt.Sprint(string(data), err)
})

// explore runs "qcheck protocol --json" and checks that its output is one
// document that its schema allows, and that the exit code is that of the
// verdict.
func runExploration(t *testing.T, args string) explored {
	t.Helper()
	return explorationOf(t, args, qcheck("", append([]string{"protocol", "--json"}, strings.Fields(args)...)...))
}

func explorationOf(t *testing.T, args string, r result) explored {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
	if err != nil {
		t.Fatalf("%s: exit %d, %v\n%s%s", args, r.code, err, r.stdout, r.stderr)
	}
	if err := compileSchema(t, "protocol").Validate(doc); err != nil {
		t.Errorf("%s: %v", args, err)
	}
	var x explored
	if err := json.Unmarshal([]byte(r.stdout), &x); err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	if want := console.CodeOf(x.Verdict); r.code != want || r.stderr != "" {
		t.Errorf("%s: verdict %s, exit %d, stderr %q", args, x.Verdict, r.code, r.stderr)
	}
	var all []verdict.Verdict
	for _, p := range x.Properties {
		all = append(all, p.Verdict)
	}
	if want := verdict.All(all...); x.Verdict != want {
		t.Errorf("%s: verdict %s of %v", args, x.Verdict, all)
	}
	return x
}

// The count that others found: Lamport's algorithm with 3 processes and clocks
// up to 6, in the TLA+ Examples.
func TestProtocolExternalCount(t *testing.T) {
	x := runExploration(t, "--algorithm lamport --n 3 --clock integer --clock-max 6 --requests unbounded --por off --check safety --stats")
	if x.States != 724274 || x.Depth != 60 || len(x.Stats.Levels) != 61 || x.Beyond != 232728 || !x.Complete || x.Verdict != verdict.Holds {
		t.Errorf("%d states, depth %d, %d levels, %d beyond, complete %v, %s", x.States, x.Depth, len(x.Stats.Levels), x.Beyond, x.Complete, x.Verdict)
	}
}

// The document says what was explored; traces in it are trace files.
func TestProtocolJSON(t *testing.T) {
	traces := compileSchema(t, "trace")
	for _, c := range []struct {
		args, want string
	}{
		{"--algorithm ricart-agrawala --n 2",
			`"algorithm":"ricart-agrawala","variant":"printed","n":2,"requests":"unbounded","clock":"causal","por":"off","selfMessages":"call","complete":true,`},
		{"--algorithm raymond --n 3 --k 2 --requests 1,1,0 --self-messages queued --paranoid",
			`"algorithm":"raymond","variant":"repaired","n":3,"k":2,"requests":[1,1,0],"clock":"causal","por":"off","selfMessages":"queued","paranoid":true,"complete":true,`},
		{"--algorithm lamport --variant omitted --n 2 --clock integer --clock-max 4 --requests unbounded --check safety",
			`"variant":"omitted","n":2,"requests":"unbounded","clock":"integer","clockMax":4,"por":"off",`},
		{"--n 3 --k 1 --requests 1,1,0 --quorum-choice fixed --max-states 100000 --max-memory 2G --timeout 10m",
			`"n":3,"k":1,"requests":[1,1,0],"clock":"causal","por":"off","selfMessages":"call","quorumChoice":"fixed","structure":{"name":"k-majority n=3 k=1","kind":"k-coterie","k":1,"sets":3},"limits":{"states":100000,"memory":2147483648,"time":"10m0s"},"complete":true,`},
		{"--algorithm maekawa --structure " + data("plane-7-m1.json") + " --requests 1,0,0,0,0,0,0",
			`"quorumChoice":"fixed","structure":{"file":"` + data("plane-7-m1.json") + `","name":"request sets of 7 processes","kind":"request-sets","m":1,"sets":7},`},
		{"--n 4 --k 3 --allow-broken-structure --requests 1,0,0,0",
			`"structure":{"name":"k-majority n=4 k=3","kind":"k-coterie","k":3,"sets":6,"broken":{"property":"non-intersection","text":"quorums {1,2} and {3,4} are disjoint, and every other quorum meets one of them"}},`},
		{"--algorithm maekawa --n 3 --variant without-inquire --requests 1",
			`"verdict":"violated","properties":[{"name":"safety","verdict":"holds"},{"name":"well-defined","verdict":"holds"},{"name":"deadlock-freedom","verdict":"violated","detail":"nothing can happen any more, and processes 1, 2 and 3 wait","why":["p1 waits for p2's permission, which p2 has itself; p2 waits for p3's permission, which p3 has itself; p3 waits for p1's permission, which p1 has itself: each of them waits for the next"],"note":"the same with Lamport's integer clock","integerClock":"violated","length":7,"trace":{"schema":"qcheck/trace/v2",`},
		{"--algorithm ricart-agrawala --n 2 --requests 0 --por off",
			`"within":0,"states":1,"transitions":0,"symmetry":2,"orbits":1,"depth":0,"neverRan":["REPLY: counted","REPLY: enters","REQUEST: answered","REQUEST: deferred","ask","leave"],"verdict":"unknown",`},
	} {
		r := qcheck("", append([]string{"protocol", "--json"}, strings.Fields(c.args)...)...)
		x := explorationOf(t, c.args, r)
		if !strings.Contains(r.stdout, c.want) || !strings.HasPrefix(r.stdout, `{"schema":"qcheck/protocol/v2","algorithm":`) {
			t.Errorf("%s: no\n%s in\n%s", c.args, c.want, r.stdout)
		}
		for _, p := range x.Properties {
			if p.Trace == nil {
				continue
			}
			if p.Length != len(p.Trace.Steps) || p.Detail != p.Trace.Detail {
				t.Errorf("%s: length %d, detail %q: %+v", c.args, p.Length, p.Detail, p.Trace)
			}
			text, err := json.Marshal(p.Trace)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			if err := traces.Validate(doc); err != nil {
				t.Errorf("%s: %v", c.args, err)
			}
			if r := qcheck(string(text), "replay", "-"); r.code != console.ExitHolds {
				t.Errorf("%s: the trace does not replay: %s", c.args, r.stderr)
			}
		}
	}
}

// Nothing depends on how many workers search.
func TestProtocolWorkers(t *testing.T) {
	for _, args := range []string{
		"--algorithm raymond --variant printed --n 3 --k 2 --requests 1,1,2",
		"--algorithm maekawa --variant without-inquire --n 3",
		"--n 3 --quorum-choice fixed --variant printed --requests 1",
	} {
		want := runExploration(t, args+" --workers 1")
		for _, workers := range []int{2, 8} {
			got := runExploration(t, fmt.Sprintf("%s --workers %d", args, workers))
			if diff := cmp.Diff(want, got, tracesByFile); diff != "" {
				t.Errorf("%s: %d workers (-1 +%d):\n%s", args, workers, workers, diff)
			}
		}
	}
}

// Causal stamps and integer clocks agree where requests are bounded, and
// reduction changes no verdict.
func TestProtocolVerdictsAgree(t *testing.T) {
	for nr, args := range []string{
		"--algorithm ricart-agrawala --n 3 --requests 1",
		"--algorithm lamport --n 2 --requests 2",
		"--algorithm raymond --n 3 --requests 1",
		"--algorithm raymond --n 3 --k 2 --requests 1,1,2 --variant printed",
		"--algorithm maekawa --n 3 --requests 1 --variant without-inquire",
		"--algorithm maekawa --n 3 --requests 1",
		"--n 2 --k 1 --quorum-choice fixed --requests 1",
		"--n 3 --quorum-choice fixed --requests 1 --variant printed",
	} {
		verdicts := func(x explored) (all []string) {
			for _, p := range x.Properties {
				all = append(all, fmt.Sprint(p.Name, " ", p.Verdict))
			}
			return all
		}
		want := verdicts(runExploration(t, args))
		for i, more := range []string{" --clock integer", " --por off", " --clock integer --por off"} {
			if i != nr%3 && !slow.Tests() {
				continue
			}
			if got := verdicts(runExploration(t, args+more)); !slices.Equal(got, want) {
				t.Errorf("%s%s: %v, want %v", args, more, got, want)
			}
		}
	}
}

// Without --requests they are unbounded if that closes, otherwise one each;
// what a search without bound finds is not lost.
func TestProtocolDefaultRequests(t *testing.T) {
	for _, c := range []struct {
		args     string
		requests any
		note     string
		verdict  verdict.Verdict
	}{
		{"--algorithm raymond --n 3", "unbounded", "", verdict.Holds},
		{"--algorithm raymond --n 3 --k 2 --max-states 12000", 1.0, "requests without bound were tried first, and given up: the limit of 12,000 states was reached", verdict.Unknown},
		{"--algorithm raymond --n 3 --k 2 --max-states 12000 --check safety", 1.0, "requests without bound were tried first, and given up: the limit of 12,000 states was reached", verdict.Unknown},
		{"--algorithm raymond --n 3 --k 2 --max-states 1000", 1.0, "requests without bound were tried first, and given up: the limit of 1,000 states was reached", verdict.Unknown},
		{"--algorithm raymond --n 3 --k 2 --max-states 12000 --requests 1", 1.0, "", verdict.Holds},
		{"--algorithm raymond --n 3 --k 2 --variant printed --max-states 200000", "unbounded", "requests without bound were tried first, and given up: the limit of 200,000 states was reached", verdict.Violated},
		{"--algorithm lamport --n 2 --clock integer", 2.0, "requests without bound have infinitely many states with integer clocks", verdict.Unknown},
		{"--algorithm lamport --n 2 --clock integer --clock-max 4 --check safety", "unbounded", "", verdict.Holds},
	} {
		x := runExploration(t, c.args)
		if x.Requests != c.requests || x.Note != c.note || x.Verdict != c.verdict {
			t.Errorf("%s: requests %v, note %q, %s", c.args, x.Requests, x.Note, x.Verdict)
		}
	}
}

// A limit leaves a document that says unknown, or violated where something was
// found before, and why.
func TestProtocolLimits(t *testing.T) {
	for _, c := range []struct {
		args, stopped string
		want          console.ExitCode
	}{
		{"--algorithm raymond --n 4 --k 2 --requests 1 --max-states 5000", "the limit of 5,000 states was reached", console.ExitUnknown},
		{"--algorithm raymond --n 4 --k 2 --timeout 1ns", "the time limit of 1ns was reached", console.ExitUnknown},
		{"--n 4 --k 2 --timeout 1ns", "", console.ExitUnknown},
		{"--algorithm raymond --n 4 --k 2 --requests 2 --timeout 200ms", "the time limit of 200ms was reached", console.ExitUnknown},
		{"--algorithm raymond --n 4 --k 2 --requests 2 --max-memory 1M", "the memory limit of 1 MiB was reached", console.ExitUnknown},
		{"--algorithm raymond --n 3 --k 2 --requests 2 --variant printed --max-states 200000", "the limit of 200,000 states was reached", console.ExitViolated},
	} {
		r := qcheck("", append([]string{"protocol", "--json"}, strings.Fields(c.args)...)...)
		x := explorationOf(t, c.args, r)
		if r.code != c.want || x.Complete || !strings.Contains(x.Stopped, c.stopped) || x.Stopped == "" {
			t.Errorf("%s: exit %d, complete %v, stopped %q", c.args, r.code, x.Complete, x.Stopped)
		}
		for _, p := range x.Properties {
			if p.Verdict == verdict.Holds || p.Verdict == verdict.Unknown && p.Note != x.Stopped {
				t.Errorf("%s: %s %s: %q", c.args, p.Name, p.Verdict, p.Note)
			}
		}
	}
}

// A user who interrupts keeps what was found.
func TestProtocolInterrupt(t *testing.T) {
	for _, delay := range []time.Duration{0, 50 * time.Millisecond, 300 * time.Millisecond} {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(delay, cancel)
		args := "protocol --json --algorithm raymond --n 4 --k 2 --requests 2"
		x := explorationOf(t, args, qcheckContext(ctx, "", strings.Fields(args)...))
		if x.Verdict != verdict.Unknown || x.Complete || x.Stopped == "" {
			t.Errorf("after %s: %s, complete %v, stopped %q", delay, x.Verdict, x.Complete, x.Stopped)
		}
		cancel()
	}
}

// The file of --trace has the run against the first violated property, in any
// form, and replays.
func TestProtocolTraceFile(t *testing.T) {
	dir := t.TempDir()
	args := "protocol --algorithm maekawa --variant without-inquire --n 3 --trace "
	for _, name := range traceNames {
		if r := qcheck("", strings.Fields(args+filepath.Join(dir, name))...); r.code != console.ExitViolated || r.stderr != "" {
			t.Fatalf("exit %d: %s", r.code, r.stderr)
		}
	}
	file := filepath.Join(dir, traceNames["json"])
	for _, form := range counterexample.Renderers() {
		want, err := os.ReadFile(filepath.Join(dir, traceNames[form.Name]))
		if err != nil {
			t.Fatal(err)
		}
		r := qcheck("", "replay", "--format", form.Name, file)
		if r.code != console.ExitHolds || !strings.Contains(r.stdout, string(want)) || len(want) == 0 {
			t.Errorf("%s: exit %d, the file has\n%s\nand the replay prints\n%s", form.Name, r.code, want, r.stdout)
		}
		if exact := form.Name != "text"; exact && r.stdout != string(want) {
			t.Errorf("%s: the replay prints more than the file has", form.Name)
		}
	}
	var u trace.Trace
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &u); err != nil || u.Property != explore.DeadlockFreedom {
		t.Errorf("%v: property %s, want the first that is violated", err, u.Property)
	}
}

func TestProtocolTraceFileCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace.json")
	if err := os.WriteFile(file, nil, 0o400); err != nil {
		t.Fatal(err)
	}
	if f, err := os.OpenFile(file, os.O_WRONLY, 0); err == nil {
		f.Close()
		file = "/dev/full" // who may write everything still can write nothing there
		if _, err := os.Stat(file); err != nil {
			t.Skip("every file can be written")
		}
	}
	r := qcheck("", strings.Fields("protocol --algorithm maekawa --variant without-inquire --n 3 --requests 1 --trace "+file)...)
	if r.code != console.ExitUsage || !strings.HasPrefix(r.stderr, "qcheck: --trace "+file+": ") || !strings.Contains(r.stdout, "violated: deadlock-freedom is violated") {
		t.Errorf("exit %d, stderr %q\n%s", r.code, r.stderr, r.stdout)
	}
}

// The example in the repository is what the command writes.
func TestTraceExample(t *testing.T) {
	file := filepath.Join(t.TempDir(), "t.json")
	qcheck("", strings.Fields("protocol --algorithm raymond --variant printed --n 3 --k 2 --requests 1,1,2 --trace "+file)...)
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(readRepository(t, "testdata/traces/raymond-printed.json"), string(got)); diff != "" {
		t.Errorf("(-file +written):\n%s", diff)
	}
}

// The other run that there is with integer clocks is seen as the note says.
func TestProtocolOtherRunIsSeen(t *testing.T) {
	args := "protocol --algorithm raymond --variant printed --n 3 --k 2 --requests 1,1,2"
	r := qcheck("", strings.Fields(args)...)
	m := regexp.MustCompile(`with Lamport's integer clock by another run, of (\d+ steps) \(add (.*) to see it\):`).FindStringSubmatch(r.stdout)
	if m == nil {
		t.Fatalf("there is no other run in\n%s", r.stdout)
	}
	again := qcheck("", strings.Fields(args+" "+m[2])...)
	if want := "safety is violated by a run of " + m[1]; again.code != console.ExitViolated || !strings.Contains(again.stdout, want) {
		t.Errorf("with %s there is no %q:\n%s%s", m[2], want, again.stdout, again.stderr)
	}
}

// With integer clocks from the start, nothing is said of them.
func TestProtocolIntegersAreNotTriedTwice(t *testing.T) {
	x := runExploration(t, "--algorithm maekawa --variant without-inquire --n 3 --requests 1 --clock integer")
	p := x.Properties[2]
	if p.Verdict != verdict.Violated || p.Note != "" || p.IntegerClock != 0 || p.Trace.Instance.Clock != explore.Integer {
		t.Errorf("%+v", p)
	}
}

// A structure that nobody had time to verify leads to no verdict.
func TestProtocolUnverifiedStructure(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(fmt.Errorf("enough"))
	r := qcheckContext(ctx, "", strings.Fields("protocol --json --n 4 --k 2")...)
	x := explorationOf(t, "", r)
	if want := `the structure "k-majority n=4 k=2" was not verified: the search was cut: enough`; x.Stopped != want || len(x.Properties) != 4 || x.States != 0 {
		t.Errorf("stopped %q, %d properties, %d states", x.Stopped, len(x.Properties), x.States)
	}
	r = qcheckContext(ctx, "", strings.Fields("protocol --n 4 --k 2 --requests 1")...)
	if r.code != console.ExitUnknown || !strings.Contains(r.stdout, "  unknown: safety, well-defined and deadlock-freedom were not decided") {
		t.Errorf("exit %d\n%s", r.code, r.stdout)
	}
}

// With --stats, the counts of the steps add up to the transitions and those of
// the levels to the states.
func TestProtocolStats(t *testing.T) {
	x := runExploration(t, "--algorithm ricart-agrawala --n 3 --requests 1 --stats --por off")
	var steps, levels int64
	for _, s := range x.Stats.Steps {
		steps += s.Count
	}
	for _, l := range x.Stats.Levels {
		levels += l
	}
	if steps != x.Transitions || levels != x.States || len(x.Stats.Levels) != x.Depth+1 || x.Stats.HandlerCalls == 0 {
		t.Errorf("%d steps for %d transitions, %d in levels for %d states, depth %d", steps, x.Transitions, levels, x.States, x.Depth)
	}
	r := qcheck("", strings.Fields("protocol --algorithm ricart-agrawala --n 3 --requests 1 --stats")...)
	for _, want := range []string{"\n  speed ", " workers, ", "\n  memory ", " bytes, ", "\n  handlers ", "\n  steps ", " ask\n", " leave\n"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
}
