package command

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/setsys/slow"
)

// mergedLine is what "qcheck merge --lines" says of a line of a grid.
var mergedLine = regexp.MustCompile(`(?m)^  line \d+ +(.*)\n +(\S+) instances?, (\S+) states?; (.*)$`)

// sweepPage are the grids of docs/sweep.md, with the limits of its tables.
var sweepPage = []struct {
	grid, results string // the environment variable that names a directory with all results
	limits        []string
	few           string // lines with more states are not searched, without QCHECK_LONG
}{
	{"docs/sweep.grid", "QCHECK_SWEEP", []string{"--max-states", "300000"}, "999,999"}, // one line
	{"docs/census.grid", "QCHECK_CENSUS", []string{"--max-states", "20000"}, "39,999"},
}

// TestSweepPage searches lines of the grids again, those with few states, and compares the rows
// of docs/sweep.md; of the others, how many instances they have. Where there is a directory with
// the results of a whole grid all of its rows are compared.
func TestSweepPage(t *testing.T) {
	page := readRepository(t, "docs/sweep.md")
	rows := func(dir string) (rows []string) { // as the page has them
		r := qcheck("", "merge", "--lines", dir)
		for _, m := range mergedLine.FindAllStringSubmatch(r.stdout, -1) {
			rows = append(rows, fmt.Sprintf("| `%s` | %s | %s | %s |\n", m[1], m[2], m[3], m[4]))
		}
		if r.stderr != "" || len(rows) == 0 {
			t.Fatalf("%+v", r)
		}
		return rows
	}
	for _, x := range sweepPage {
		if dir := os.Getenv(x.results); dir != "" {
			for _, row := range rows(dir) {
				if !strings.Contains(page, row) {
					t.Errorf("the page lacks\n%s", row)
				}
			}
			continue
		}
		searched, few := 0, x.few
		if slow.Tests() {
			few = "999,999"
		}
		for i, line := range strings.Split(readRepository(t, x.grid), "\n") {
			if !strings.HasPrefix(line, "--") {
				continue
			}
			_, row, ok := strings.Cut(page, "| `"+line+"` | ")
			cells := strings.Split(row, " | ")
			if !ok || len(cells) < 3 {
				t.Errorf("the page lacks line %d of %s: %s", i+1, x.grid, line)
				continue
			}
			grid := filepath.Join(t.TempDir(), "line.grid")
			if err := os.WriteFile(grid, []byte(line), 0o644); err != nil {
				t.Fatal(err)
			}
			list := qcheck("", "sweep", grid, "--list")
			if n := console.Thousands(strings.Count(list.stdout, "\n")); list.code != console.ExitHolds || n != cells[0] {
				t.Errorf("line %d of %s has %s instances, not %s", i+1, x.grid, n, cells[0])
			}
			if len(cells[1]) > len(few) || len(cells[1]) == len(few) && cells[1] > few {
				continue
			}
			searched++
			dir := t.TempDir()
			if r := qcheck("", append([]string{"sweep", grid, "--out", dir}, x.limits...)...); r.code != console.ExitHolds {
				t.Fatalf("%+v", r)
			}
			if row := rows(dir)[0]; !strings.Contains(page, row) {
				t.Errorf("the page has not\n%s", row)
			}
		}
		if searched == 0 {
			t.Errorf("no line of %s was searched again", x.grid)
		}
	}
}
