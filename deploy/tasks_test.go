package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// searched are a search in which all holds, and one in which something is violated, with their exit codes, and
// which levels are not divided, so that a few are: those with up to so many states.
var searched = map[string]struct {
	code  int
	small string
}{
	"--algorithm ricart-agrawala --n 3 --requests 1,1,0":                 {0, "8"},
	"--algorithm raymond --variant printed --n 3 --k 2 --requests 2,1,1": {1, "3000"},
}

// begin begins a search by tasks, and returns its directory and what one process finds.
func begin(t *testing.T, search, shards string) (dir, want string) {
	t.Helper()
	args := append([]string{"protocol"}, strings.Fields(search)...)
	want, _ = run(t, nil, "qcheck", append(args, "--json")...)
	dir = filepath.Join(t.TempDir(), "levels")
	if out, err := run(t, nil, "qcheck", append(args, "--checkpoint", dir, "--shards", shards)...); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir, want
}

// says checks what was found in a directory.
func says(t *testing.T, dir, want string) {
	t.Helper()
	got, _ := run(t, nil, "qcheck", "protocol", "--resume", dir, "--json")
	if got != want {
		t.Errorf("%s:\n%s\nin one process:\n%s", dir, got, want)
	}
}

// What the recipe for GNU parallel finds is what one process finds, for any number of
// shards, also when a task is killed, one is run twice, and a file is torn on the way.
func TestTasksParallel(t *testing.T) {
	needs(t, "parallel")
	all := []string{"3"}
	if os.Getenv("QCHECK_LONG") != "" {
		all = []string{"1", "2", "3", "8"}
	}
	for _, shards := range all {
		for search, x := range searched {
			dir, want := begin(t, search, shards)
			if x.code == 1 { // the longer one
				disturb(t, dir)
			}
			out, err := run(t, []string{"QCHECK_SMALL=" + x.small}, "./tasks.sh", dir)
			if got := exitCode(err); got != x.code {
				t.Errorf("%s, %s shards: exit %d: %s", search, shards, got, out)
			}
			says(t, dir, want)
		}
	}
}

// disturb does some levels of a search by hand, and what may go wrong: a task is killed, one
// is run twice, and a file is torn, which is refused by its name and made again.
func disturb(t *testing.T, dir string) {
	t.Helper()
	var tasks string
	next := func() string {
		out, err := run(t, nil, "qcheck", "tasks", "next", dir)
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return out
	}
	for range 7 {
		tasks = next()
		for line := range strings.Lines(tasks) {
			task := exec.Command("qcheck", strings.Fields(line)[1:]...)
			if err := task.Start(); err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(5*time.Millisecond, func() { task.Process.Kill() })
			task.Wait()
			for range 2 {
				if out, err := run(t, nil, "qcheck", strings.Fields(line)[1:]...); err != nil {
					t.Fatalf("%s: %v: %s", line, err, out)
				}
			}
		}
	}
	names, err := filepath.Glob(filepath.Join(dir, "attempt-1", "search-1", "level-00002.*"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%v, %v", names, err)
	}
	if err := os.Truncate(names[0], 100); err != nil {
		t.Fatal(err)
	}
	if out, err := run(t, nil, "qcheck", "tasks", "next", dir); exitCode(err) != 2 || !strings.Contains(out, names[0]+": the file is torn") {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.Remove(names[0]); err != nil {
		t.Fatal(err)
	}
	if again := next(); !strings.Contains(again, "qcheck tasks run "+dir+" --level 1 ") {
		t.Fatalf("asked for %s", again)
	}
}

// What the recipe for Slurm finds is what one process finds, also when a task is queued
// again; in the long form for any number of shards, where besides tasks were killed and run
// twice, and a file was torn.
func TestTasksSlurm(t *testing.T) {
	env := slurm(t)
	all, long := []string{"2"}, os.Getenv("QCHECK_LONG") != ""
	if long {
		all = []string{"1", "2", "3", "8"}
	}
	for _, shards := range all {
		dir, want := begin(t, "--algorithm ricart-agrawala --n 3 --requests 1,1,0", shards)
		if long {
			disturb(t, dir)
		}
		out, err := run(t, append(env, "QCHECK_SMALL=8"), "./slurm/tasks.sh", dir)
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		requeued := false
		if !eventually(func() bool {
			if !requeued {
				_, err := run(t, env, "sh", "-c", `job=$(squeue --noheader --array --format=%i --name=qcheck-task | head -n 1) && [ "$job" ] && scontrol requeue "$job"`)
				requeued = err == nil
			} else { // it would be held for two minutes
				run(t, env, "sh", "-c", `squeue --noheader --array --states=PENDING --format=%i --name=qcheck-task | xargs -r -I JOB scontrol update jobid=JOB StartTime=now`)
			}
			_, err := os.Stat(filepath.Join(dir, "verdict.txt"))
			return err == nil
		}) {
			logs, _ := run(t, nil, "sh", "-c", "tail -n 5 "+dir+"/log/*; ls "+dir+"/attempt-1/search-1")
			out, _ := run(t, env, "squeue")
			t.Fatalf("there is no verdict: %s\n%s", out, logs)
		}
		t.Logf("%s shards; queued again: %t", shards, requeued)
		says(t, dir, want)
	}
}
