package algorithms

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"qcheck/corpus/entry"
	"qcheck/corpus/entry/entrytest"
	"qcheck/setsys/slow"
)

// TestEntries judges the entries. Without QCHECK_LONG it leaves out runs of many states, where
// the entry has a smaller one with the same verdict on each property for the same variant, and
// most sweeps, of which TestSweeps searches a part.
func TestEntries(t *testing.T) {
	const (
		fewStates     = 4_000
		mostStates    = 60_000
		mostInstances = 10
	)
	entries := Entries()
	runs, sweeps := 0, 0
	for _, e := range entries {
		var cases []*entry.Case
		for i := range e.Cases {
			cases = append(cases, &e.Cases[i])
		}
		slices.SortStableFunc(cases, func(a, b *entry.Case) int { return cmp.Compare(pinnedStates(*a), pinnedStates(*b)) })
		judged := map[string]bool{}
		for _, c := range cases {
			var instances int
			fmt.Sscanf(c.Swept, "%d", &instances)
			states, another := pinnedStates(*c), false
			if c.Explored() && !c.Long {
				for _, q := range c.Ask {
					what := fmt.Sprintln(c.Instance.Algorithm, c.Instance.Variant, q.Name, q.Pinned)
					another = another || !judged[what]
					judged[what] = true
				}
			}
			if c.Long = c.Long || !slow.Tests() && (states > mostStates || states > fewStates && !another || instances > mostInstances); c.Long {
				continue
			}
			if c.Explored() {
				runs++
			} else {
				sweeps++
			}
		}
	}
	if runs < 440 || sweeps < 3 {
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
