package command

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
)

// Input that nobody had the time to read is no fault of the input, in whichever
// command.
func TestInterruptedReading(t *testing.T) {
	for _, args := range []string{
		"structure -", "analyze -", "protocol --structure -", "protocol --measure --structure -",
		"simulate --structure -", "replay -", "construct contraction --of - --r 1", "import etcd -",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		var out, errs strings.Builder
		silent, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		code := run(ctx, strings.Fields(args), silent, &out, &errs)
		if code != console.ExitUnknown || !strings.Contains(errs.String(), ": interrupted while it was read, after 0 bytes: ") {
			t.Errorf("%s: exit %d, stderr %q", args, code, errs.String())
		}
		w.Close()
		cancel()
	}
}

// Every algorithm that takes quorums runs on request sets, each process with its
// own.
func TestRequestSetsForAll(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sets.json")
	sets := `{"kind":"request-sets","m":1,"universe":3,"requestSets":{"1":[1,2],"2":[2,3],"3":[1,3]}}`
	if err := os.WriteFile(file, []byte(sets), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		"--algorithm kakugawa", "--algorithm manabe-tajima", "--algorithm manabe-tajima --units any", "--algorithm jiang --resource 1,2,1",
		"--algorithm baldoni", "--algorithm mutin", "--algorithm gcs --k 2", "--algorithm maekawa",
	} {
		x := runExploration(t, args+" --requests 1,1,0 --structure "+file)
		if x.Verdict != verdict.Holds || x.States < 10 {
			t.Errorf("%s: %s, %d states", args, x.Verdict, x.States)
		}
	}
	for args, want := range map[string]string{
		"--algorithm manabe-tajima --k 2":             "is for m = 1, and manabe-tajima needs one for m = 2",
		"--algorithm kakugawa --k 2":                  "is for m = 1, and kakugawa needs one for m = 2",
		"--algorithm kakugawa --quorum-choice any":    "--quorum-choice any: request-sets give each process its own set",
		"--algorithm ricart-agrawala --requests 1":    "algorithm ricart-agrawala takes no structure",
		"--algorithm baldoni --m 2 --requests 1,1,0":  "is for m = 1, and baldoni needs one for m = 2",
		"--algorithm manabe-tajima --k 2 --units any": "",
	} {
		r := qcheck("", strings.Fields("protocol --requests 1,1,0 --structure "+file+" "+args)...)
		if want == "" && r.code != console.ExitHolds || want != "" && (r.code != console.ExitUsage || !strings.Contains(r.stderr, want)) {
			t.Errorf("%s: exit %d, stderr %q", args, r.code, r.stderr)
		}
	}
}

// Flags that would have no effect are errors.
func TestFlagsWithoutEffect(t *testing.T) {
	for args, want := range map[string]string{
		"--measure --trace t.json":   "--measure cannot be combined with --trace",
		"--measure --check safety":   "--measure cannot be combined with --check",
		"--measure --por off":        "--measure cannot be combined with --por",
		"--measure --paranoid":       "--measure cannot be combined with --paranoid",
		"--measure --stats":          "--measure cannot be combined with --stats",
		"--trace ''":                 "--trace needs the name of a file",
		"--k 0":                      `k needs an integer from 1 to 250, not "0"`,
		"--n 0":                      "--n needs a number of at least 1, not 0",
		"--clock integer --k -1":     `k needs an integer from 1 to 250, not "-1"`,
		"--check ''":                 `unknown property ""`,
		"--clock-max 0":              "--clock-max needs a number of at least 1, not 0",
		"--structure ''":             "--structure needs a value",
		"--n 3 --quorum-choice some": `--quorum-choice needs any or fixed, not "some"`,
	} {
		r := qcheck("", append([]string{"protocol", "--algorithm", "raymond", "--n", "3"}, strings.Fields(strings.ReplaceAll(args, " ''", "= "))...)...)
		if r.code != console.ExitUsage || !strings.HasPrefix(r.stderr, "qcheck: ") || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit %d, stderr %q, want %q", args, r.code, r.stderr, want)
		}
	}
}

// A limit does not keep the command from the second search, which is of the same
// algorithm with the same quorums.
func TestSecondSearchWithinLimits(t *testing.T) {
	for _, limit := range []string{"--max-states 60000", "--max-memory 12M --workers 1"} {
		r := qcheck("", strings.Fields("protocol --json --algorithm raymond --n 4 --k 2 "+limit)...)
		x := explorationOf(t, limit, r)
		if x.Verdict != verdict.Unknown || !strings.HasPrefix(x.Note, "requests without bound were tried first, and given up: ") {
			t.Errorf("%s: %s after %d states: %s; %s", limit, x.Verdict, x.States, x.Note, x.Stopped)
		}
	}
}
