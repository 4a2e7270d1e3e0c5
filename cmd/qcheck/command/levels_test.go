package command

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/setsys/slow"
)

// killed runs qcheck and kills it after a time, unless it has ended by then. It returns
// what it wrote if it has.
func killed(t *testing.T, after time.Duration, args ...string) (out string, ended bool) {
	t.Helper()
	process := exec.CommandContext(t.Context(), "qcheck", args...)
	process.Path, process.Err = binary(t), nil
	process.Dir = root
	var stdout, stderr bytes.Buffer
	process.Stdout, process.Stderr = &stdout, &stderr
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	if after > 0 {
		timer := time.AfterFunc(after, func() { process.Process.Kill() })
		defer timer.Stop()
	}
	err := process.Wait()
	if process.ProcessState.ExitCode() < 0 { // by a signal
		return "", false
	}
	if stderr.Len() > 0 {
		t.Fatalf("%v: %v %s", args, err, stderr.String())
	}
	return stdout.String(), true
}

// A search that is killed again and again, at any moment, ends with the document of one that
// was not.
func TestKilledAndResumed(t *testing.T) {
	kills, tests := 3, []string{"--algorithm raymond --variant printed --n 3 --k 2 --requests 1,1,2", "--algorithm lamport --n 3 --symmetry off"}
	if slow.Tests() {
		kills, tests = 20, append(tests, "--algorithm raymond --variant printed --n 3 --k 2 --requests 1,2,2", "--algorithm ricart-agrawala --n 4 --por off --requests 1", "--algorithm maekawa --n 4 --requests 1 --por off --symmetry off",
			"--algorithm raymond --variant printed --n 3 --k 2", "--algorithm raymond --n 4 --k 2", "--algorithm kakugawa --n 3 --k 1")
	}
	for i, search := range tests {
		t.Run(search, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 7))
			started := time.Now()
			args := append([]string{"protocol", "--json"}, strings.Fields(search)...)
			kept := slow.Tests() && !strings.Contains(search, "--requests") // then other searches are made where levels are kept
			kills, alone := kills, filepath.Join(t.TempDir(), "whole")
			if kept {
				kills, args = 4, append(args, "--checkpoint", alone) // of millions of states
			}
			want, _ := killed(t, 0, args...)
			want = strings.ReplaceAll(want, alone, "DIR")
			if !kept { // where levels are kept, nothing is tried before
				want = regexp.MustCompile(`,"by":"localViews"| Local views prove .* second checker\.(?: qcheck prove [^.]*\.)?|,"(attempts|proof)":.*(}\n)$`).ReplaceAllString(want, "$2")
			}
			whole := time.Since(started)
			for left := kills; left > 0; { // a search that ends meanwhile is followed by another one
				dir := filepath.Join(t.TempDir(), fmt.Sprint("levels", left))
				args := append([]string{"protocol", "--json", "--checkpoint", dir}, strings.Fields(search)...)
				for ended := false; !ended; {
					after, got := time.Duration(0), ""
					if left > 0 {
						after = time.Duration(r.Int64N(int64(whole)))
					}
					if got, ended = killed(t, after, args...); !ended {
						left--
					} else if got = strings.ReplaceAll(got, dir, "DIR"); got != want {
						t.Fatalf("with %d kills to come:\n%s\nnever killed:\n%s", left, got, want)
					}
					if _, err := os.Stat(filepath.Join(dir, "search.json")); err == nil {
						args = []string{"protocol", "--json", "--resume", dir, "--workers", fmt.Sprint(1 + r.IntN(3))}
					}
				}
			}
		})
	}
}

// What does not fit together is refused before anything happens.
func TestResumeRefused(t *testing.T) {
	dir := t.TempDir()
	levels := filepath.Join(dir, "levels")
	search := []string{"protocol", "--algorithm", "lamport", "--n", "2", "--requests", "1"}
	if r := qcheck("", append(search, "--checkpoint", levels)...); r.code != console.ExitHolds {
		t.Fatalf("%+v", r)
	}
	full, foreign := filepath.Join(dir, "full"), filepath.Join(dir, "foreign")
	for file, text := range map[string]string{
		filepath.Join(full, "note"):           "",
		filepath.Join(foreign, "search.json"): `{"schema":"qcheck/levels/v1","build":"another","instance":"","flags":{}}`,
	} {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct{ args, says string }{
		{"--algorithm lamport --n 2 --checkpoint " + levels, "--checkpoint " + levels + ": there is a search; --resume " + levels + " goes on with it"},
		{"--algorithm lamport --n 2 --checkpoint " + full, "--checkpoint " + full + ": the directory is not empty"},
		{"--resume " + full, full + " has no search: there is no file " + full + "/search.json"},
		{"--resume " + foreign, foreign + "/search.json: the search was begun by another build: another"},
		{"--resume " + levels + " --n 3", "--resume goes on with the search of " + levels + "; --n cannot be combined with it"},
		{"--resume " + levels + " --por off", ""},
		{"--resume " + levels + " --checkpoint x", "--resume goes on in its directory; --checkpoint cannot be combined with it"},
		{"--algorithm lamport --n 2 --measure --checkpoint " + filepath.Join(dir, "new"), "--measure cannot be combined with --checkpoint"},
	} {
		r := qcheck("", append([]string{"protocol"}, strings.Fields(x.args)...)...)
		if x.says == "" {
			x.says = "--resume goes on with the search of " + levels + "; --por cannot be combined with it"
		}
		if r.code != console.ExitUsage || r.stdout != "" || r.stderr != "qcheck: "+x.says+"\n" {
			t.Errorf("%s: exit %d, %q %q", x.args, r.code, r.stdout, r.stderr)
		}
	}
	file := filepath.Join(levels, "attempt-1", "search-1", "level-00003")
	if err := os.Truncate(file, 50); err != nil {
		t.Fatal(err)
	}
	if r := qcheck("", "protocol", "--resume", levels); r.code != console.ExitUsage || r.stdout != "" || !strings.HasPrefix(r.stderr, "qcheck: "+file+": the file is torn") {
		t.Errorf("%+v", r)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if r := qcheck("", "protocol", "--resume", levels); r.code != console.ExitUsage || !strings.HasPrefix(r.stderr, "qcheck: "+file+": the level is missing") {
		t.Errorf("%+v", r)
	}
}

// A search that a limit ended goes on with another limit, and says where it can go on.
func TestResumeBeyondALimit(t *testing.T) {
	search := []string{"protocol", "--algorithm", "ricart-agrawala", "--n", "3", "--requests", "1", "--por", "off"}
	dir := filepath.Join(t.TempDir(), "levels")
	r := qcheck("", append(search, "--checkpoint", dir, "--max-states", "500")...)
	if r.code != console.ExitUnknown || !strings.Contains(strings.Join(strings.Fields(r.stdout), " "), "Finished levels are in "+dir+": --resume goes on from there.") {
		t.Errorf("%+v", r)
	}
	if again := qcheck("", "protocol", "--resume", dir); again.stdout != r.stdout || again.code != console.ExitUnknown {
		t.Errorf("with the same limit: %+v", again)
	}
	want := qcheck("", append(search, "--json", "--max-states", "1M")...)
	r = qcheck("", "protocol", "--resume", dir, "--json", "--max-states", "1M")
	if r != want || r.code != console.ExitHolds {
		t.Errorf("%+v, in one go %+v", r, want)
	}
}
