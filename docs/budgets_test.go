package docs_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var budget = regexp.MustCompile(`slow\.Main\(\S+, ([0-9_]+)\)`)

// The budgets of tests that are written down are those that packages have.
func TestBudgetsAreWrittenDown(t *testing.T) {
	written := map[string]string{}
	for _, r := range rows(t, readPage(t, "testing.md"), "## What tests take") {
		for _, name := range r.names {
			written[name] = strings.ReplaceAll(strings.Trim(r.cells[2], "| "), ",", "")
		}
	}
	have := map[string]string{}
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		if found := budget.FindSubmatch(text); found != nil {
			have[strings.TrimPrefix(path.Dir(filepath.ToSlash(file)), "../")] = strings.ReplaceAll(string(found[1]), "_", "")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(have, written); diff != "" || len(have) < 10 {
		t.Errorf("budgets in TestMain (-), in testing.md (+):\n%s", diff)
	}
}
