package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qcheck/protocols/sweep"
)

// sweepRow is a row of the table in docs/sweep.md.
func sweepRow(l sweep.LineSummary) string {
	return fmt.Sprintf("| `%s` | %s | %s | %s |\n", l.Text, thousands(l.Instances), thousands(l.States), lineVerdicts(l))
}

// TestSweepPage searches lines of docs/sweep.grid again, those with few states, and compares
// the rows of docs/sweep.md; of the others, how many instances they have. QCHECK_SWEEP names
// a directory with the results of the whole grid: then all rows are compared.
func TestSweepPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/sweep.md")
	if err != nil {
		t.Fatal(err)
	}
	merged := func(dir string) *sweep.Summary {
		s := &sweep.Summary{}
		if r := qcheck("", "merge", "--json", dir); r.stderr != "" || json.Unmarshal([]byte(r.stdout), s) != nil {
			t.Fatalf("%+v", r)
		}
		return s
	}
	if dir := os.Getenv("QCHECK_SWEEP"); dir != "" {
		for _, l := range merged(dir).Lines {
			if row := sweepRow(l); !strings.Contains(string(page), row) {
				t.Errorf("the page lacks\n%s", row)
			}
		}
		return
	}
	text, err := os.ReadFile("../../../docs/sweep.grid")
	if err != nil {
		t.Fatal(err)
	}
	searched := 0
	for i, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "--") {
			continue
		}
		_, row, ok := strings.Cut(string(page), "| `"+line+"` | ")
		cells := strings.Split(row, " | ")
		if !ok || len(cells) < 3 {
			t.Errorf("the page lacks line %d: %s", i+1, line)
			continue
		}
		grid := filepath.Join(t.TempDir(), "line.grid")
		if err := os.WriteFile(grid, []byte(line), 0o644); err != nil {
			t.Fatal(err)
		}
		list := qcheck("", "sweep", grid, "--list")
		if n := thousands(strings.Count(list.stdout, "\n")); list.code != exitHolds || n != cells[0] {
			t.Errorf("line %d has %s instances, not %s", i+1, n, cells[0])
		}
		if len(cells[1]) > len("999,999") {
			continue
		}
		searched++
		dir := t.TempDir()
		if r := qcheck("", "sweep", grid, "--out", dir, "--max-states", "300000"); r.code != exitHolds {
			t.Fatalf("%+v", r)
		}
		if row := sweepRow(merged(dir).Lines[0]); !strings.Contains(string(page), row) {
			t.Errorf("the page has not\n%s", row)
		}
	}
	if searched == 0 {
		t.Error("no line was searched again")
	}
}
