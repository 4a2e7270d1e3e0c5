package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// The page on a witness has its sets as rows; where nothing is violated, there are the quorums alone.
func TestWitnessPictures(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page.html")
	for _, c := range []struct {
		structure string
		rows      int // of witnesses: once alone, and once among the quorums
	}{
		{`{"kind": "coterie", "universe": ["a", "far-away", "b", "c"], "quorums": [["a","far-away"],["b","c"]]}`, 4},
		{`{"kind": "coterie", "universe": 3, "quorums": [[1,2],[2,3],[1,3]]}`, 0},
	} {
		if r := qcheck(c.structure, "structure", "--html", file, "-"); r.stderr != "" {
			t.Fatal(r.stderr)
		}
		if n := strings.Count(readPage(t, file), `class="set witness"`); n != c.rows {
			t.Errorf("%s: %d rows of witnesses, want %d", c.structure, n, c.rows)
		}
	}
}

// A page on several files has a part for each, and says which could not be read.
func TestPageOfSeveralFiles(t *testing.T) {
	dir := t.TempDir()
	file, wrong := filepath.Join(dir, "page.html"), filepath.Join(dir, "wrong.json")
	if err := os.WriteFile(wrong, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"structure", data("regions-broken.json"), wrong, data("majority-5.json")}
	plain := qcheck("", args...)
	with := qcheck("", append(args, "--html", file)...)
	if with != plain || with.code != console.ExitUsage {
		t.Errorf("%v, and without a page %v", with, plain)
	}
	text := readPage(t, file)
	for _, want := range []string{
		"<h1>3 structure files</h1>", "holds 1, violated 1, no verdict 1",
		`<a href="#part-1">`, `<section class="part" id="part-1"`, `<a href="#part-2">`, "wrong.json:1:1: ", `<a href="#part-3">`,
		`<h3 id="part-1-section-0">Witness against intersection</h3>`, `<h3 id="part-3-verdicts">Verdicts</h3>`, "<code>qcheck structure ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if n := strings.Count(text, "<code>qcheck "); n != 1 {
		t.Errorf("%d commands", n)
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if ids[m[1]] {
			t.Errorf("two parts of the page are called %q", m[1])
		}
		ids[m[1]] = true
	}
	none := filepath.Join(dir, "none.html")
	if r := qcheck("", "structure", wrong, wrong, "--html", none); r.code != console.ExitUsage {
		t.Errorf("exit %d", r.code)
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("there is a page on nothing")
	}
}
