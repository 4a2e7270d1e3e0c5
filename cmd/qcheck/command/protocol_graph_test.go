package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// The states of the nodes of a graph are those of the search without reduction and
// symmetry, and its deadlocks are in the node where all wait.
func TestGraph(t *testing.T) {
	file := filepath.Join(t.TempDir(), "g.dot")
	const args = "protocol --algorithm maekawa --variant without-inquire --n 3 --requests 1 --check safety --por off --symmetry off"
	r := qcheck("", strings.Fields(args+" --json --graph "+file)...)
	var doc struct{ States int }
	if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil || r.code != console.ExitHolds {
		t.Fatal(r.code, err, r.stderr)
	}
	text := contents(t, file)
	states, stuck := 0, 0
	for _, m := range regexp.MustCompile(`(?m)^  s\d+ \[label="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		for _, line := range strings.Split(m[1], `\n`) {
			n, _ := strconv.Atoi(strings.Fields(line)[0])
			switch {
			case strings.HasSuffix(line, " states"), line == "1 state":
				states += n
			case strings.HasSuffix(line, " deadlocks"):
				stuck += n
				if !strings.Contains(m[1], "p1, p2 and p3 waiting") {
					t.Errorf("a deadlock in %q", m[1])
				}
			}
		}
	}
	if states != doc.States || stuck == 0 {
		t.Errorf("%d states and %d deadlocks, want %d states", states, stuck, doc.States)
	}
	if want := fmt.Sprintf(`label="maekawa (without-inquire), 1 request of each process: all %d states, by phases"`, doc.States); !strings.Contains(text, want) {
		t.Errorf("no %s in\n%s", want, text)
	}
	if m := regexp.MustCompile(`(?m)^  s0 \[label="all thinking\\n\d+ states", penwidth=3\];$`).FindString(text); m == "" {
		t.Errorf("the start is not marked:\n%s", text)
	}
	if !strings.Contains(text, `[label="p1: leave"]`) {
		t.Errorf("nobody leaves:\n%s", text)
	}

	// A limit is said (local views decide safety all the same), and another file is not overwritten.
	if r := qcheck("", strings.Fields(args+" --max-states 100 --graph "+file)...); r.code != console.ExitHolds {
		t.Errorf("exit %d, %s", r.code, r.stderr)
	}
	if text := contents(t, file); !strings.Contains(text, "not all: there are more than 100 states") {
		t.Error(text)
	}
	if err := os.WriteFile(file, []byte("digraph mine {}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for flag, want := range map[string]string{
		file:              "--graph " + file + ": this file exists, and is not a graph of qcheck",
		"-":               `--graph needs the name of a file, not "-"`,
		"g.dot --measure": "--measure cannot be combined with --graph",
	} {
		if r := qcheck("", strings.Fields(holdsArgs+" --graph "+flag)...); r.code != console.ExitUsage || r.stderr != "qcheck: "+want+"\n" {
			t.Errorf("%s: exit %d, %s", flag, r.code, r.stderr)
		}
	}
}

func contents(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
