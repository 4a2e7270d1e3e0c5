package algorithms

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"qcheck/corpus/entry/entrytest"
)

func TestEntries(t *testing.T) { entrytest.Judge(t, Entries()) }

func TestEveryFileIsAnEntry(t *testing.T) {
	names := map[string]bool{}
	for _, e := range Entries() {
		names[strings.ReplaceAll(e.Name, "/", "-")] = true
	}
	all, err := fs.Glob(files, "testdata/*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range all {
		if name := strings.TrimSuffix(path.Base(file), path.Ext(file)); !names[name] {
			t.Errorf("%s belongs to no entry", file)
		}
	}
	if len(all) != len(names) {
		t.Errorf("%d files for %d entries", len(all), len(names))
	}
}
