package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// makeLevels runs the tasks of a search, and returns how many there were.
func makeLevels(t *testing.T, dir string, next ...string) int {
	t.Helper()
	count := 0
	for {
		r := qcheck("", append([]string{"tasks", "next", dir}, next...)...)
		if r.code != console.ExitHolds || r.stderr != "" {
			t.Fatalf("next: %+v", r)
		}
		if r.stdout == "" {
			return count
		}
		for line := range strings.Lines(r.stdout) {
			if r := qcheck("", strings.Fields(line)[1:]...); r.code != console.ExitHolds {
				t.Fatalf("%s: %+v", line, r)
			}
			if count++; count > 10_000 {
				t.Fatal("tasks without end")
			}
		}
	}
}

// A search by tasks says what a search in memory says.
func TestTasksFindTheSame(t *testing.T) {
	for _, x := range []struct{ search, shards, small string }{
		{"--algorithm raymond --variant printed --n 3 --k 2 --requests 1", "2", "200"},
		{"--algorithm ricart-agrawala --n 3 --requests 1 --symmetry off", "3", "200"},
		{"--algorithm kakugawa --variant printed --n 3 --k 1 --requests 1 --network instant", "2", "10"},
		{"--algorithm raymond-tree --n 3 --requests unbounded", "2", "2"},
		{"--algorithm raymond-tree --n 3 --variant lifo --requests unbounded", "2", "2"},
		{"--algorithm lamport --n 2 --requests unbounded --max-states 400 --check safety", "1", "2"},
	} {
		search := append([]string{"protocol"}, strings.Fields(x.search)...)
		want := qcheck("", append(search, "--json")...)
		dir := filepath.Join(t.TempDir(), "levels")
		r := qcheck("", append(search, "--checkpoint", dir, "--shards", x.shards)...)
		if r.code != console.ExitHolds || !strings.Contains(r.stdout, "qcheck tasks next "+dir) {
			t.Fatalf("%s: %+v", x.search, r)
		}
		if r := qcheck("", "protocol", "--resume", dir, "--json"); r.code != console.ExitUnknown || !strings.Contains(r.stdout, "tasks still have to make level 1") {
			t.Errorf("%s, not yet: %+v", x.search, r)
		}
		tasks := makeLevels(t, dir, "--small", x.small)
		got := qcheck("", "protocol", "--resume", dir, "--json")
		if got != want || tasks == 0 {
			t.Errorf("%s, %d tasks:\n%+v\nin memory:\n%+v", x.search, tasks, got, want)
		}
	}
}

// What does not fit together is refused, in one line.
func TestTasksCommandsRefused(t *testing.T) {
	dir := t.TempDir()
	levels, single := filepath.Join(dir, "levels"), filepath.Join(dir, "single")
	search := "protocol --algorithm lamport --n 2 --requests 1 "
	for _, args := range []string{search + "--checkpoint " + levels + " --shards 2", search + "--checkpoint " + single} {
		if r := qcheck("", strings.Fields(args)...); r.code != console.ExitHolds {
			t.Fatalf("%s: %+v", args, r)
		}
	}
	for _, x := range []struct{ args, says string }{
		{search + "--shards 2", "--shards needs --checkpoint with the directory for the levels"},
		{search + "--shards 2 --checkpoint " + dir + "/new --json", "--shards only begins a search; --json belongs to --resume, which says what was found"},
		{"protocol --algorithm lamport --n 2 --shards 2 --checkpoint " + dir + "/new", "tasks make one search: --requests says how often each process requests, 1 or unbounded"},
		{"tasks next " + single, single + "/search.json: this search is made by one process: qcheck protocol --resume " + single + " goes on with it"},
		{"tasks next " + dir, dir + " has no search: there is no file " + dir + "/search.json"},
		{"tasks run " + levels + " --shard 1/2", "--level is needed: which level of the search"},
		{"tasks run " + levels + " --level 0", "--shard I/2 is needed: which shard of the level"},
		{"tasks run " + levels + " --level 0 --shard 1/3", "the levels in " + levels + " have 2 shards, not 3"},
		{"tasks run " + levels + " --level 1 --shard 1/2", levels + "/attempt-1/search-1/numbers-00001: it is missing"},
		{"protocol --resume " + levels + " --shards 3", "--resume goes on with the search of " + levels + "; --shards cannot be combined with it"},
	} {
		if r := qcheck("", strings.Fields(x.args)...); r.code != console.ExitUsage || r.stdout != "" || r.stderr != "qcheck: "+x.says+"\n" {
			t.Errorf("%s: %+v", x.args, r)
		}
	}
	for _, shards := range []string{"", "--shards 2"} {
		args := strings.Fields("protocol --algorithm maekawa --structure - --requests 1 --checkpoint " + dir + "/new " + shards)
		says := "qcheck: --checkpoint needs a structure that --resume can read again: --structure with the name of a file\n"
		if r := qcheck(`{"kind":"coterie","universe":1,"quorums":[[1]]}`, args...); r.code != console.ExitUsage || r.stderr != says {
			t.Errorf("%s: %+v", args, r)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "new")); err == nil {
		t.Error("a search that was refused has a directory")
	}
}
