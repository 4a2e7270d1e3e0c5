package algorithms

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"

	"qcheck/corpus/entry"
	"qcheck/corpus/entry/entrytest"
	"qcheck/setsys/slow"
)

// TestEntries judges the entries. Without QCHECK_LONG it leaves out the runs of many states,
// and most sweeps, of which TestSweeps searches a part.
func TestEntries(t *testing.T) {
	const (
		mostStates    = 60_000
		mostInstances = 20
	)
	entries := Entries()
	runs, sweeps := 0, 0
	for _, e := range entries {
		for i := range e.Cases {
			c := &e.Cases[i]
			var instances int
			fmt.Sscanf(c.Swept(), "%d", &instances)
			if c.Long = c.Long || !slow.Tests() && (pinnedStates(*c) > mostStates || instances > mostInstances); c.Long {
				continue
			}
			if c.Explored() {
				runs++
			} else {
				sweeps++
			}
		}
	}
	if runs < 440 || sweeps < 5 {
		t.Errorf("only %d runs and %d sweeps are judged", runs, sweeps)
	}
	entrytest.Judge(t, entries)
}

// pinnedStates returns how many states are pinned of a run, 0 of other cases.
func pinnedStates(c entry.Case) (states int) {
	if c.Explored() {
		fmt.Sscanf(c.Question(entry.CountsQuestion).Counts, "%d states", &states)
	}
	return states
}

func TestEveryFileIsAnEntry(t *testing.T) {
	names := map[string]bool{}
	for _, e := range Entries() {
		names[e.Name] = true
	}
	count := 0
	if err := fs.WalkDir(files, "testdata", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		count++
		_, name, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(file, path.Ext(file)), "testdata/"), "/")
		if !names[name] {
			t.Errorf("%s belongs to no entry", file)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if count != len(names) {
		t.Errorf("%d files for %d entries", count, len(names))
	}
}
