// Package entrytest has the test of every paper: that what is found is what is pinned.
package entrytest

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"qcheck/corpus/entry"
	"qcheck/explore/verdict"
)

// Judge judges entries, long cases with QCHECK_LONG. What is not found as pinned is reported
// in the form of a line of a file of pins. A claim that is refuted must have a reason and a
// witness.
func Judge(t *testing.T, entries []*entry.Entry) {
	for r := range entry.Run(t.Context(), entries, entry.Options{Long: os.Getenv("QCHECK_LONG") != "", Workers: 2}) {
		t.Run(r.Entry.Name, func(t *testing.T) {
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			for _, row := range r.Rows {
				if !row.AsPinned() {
					t.Errorf("%s | %s | %s\nfound %s, pinned %s %s; %s",
						row.Case, row.Question, row.Evidence, row.Found, row.Pinned, row.Pin, row.Note)
				}
			}
			if r.Verdict() != verdict.Holds && !t.Failed() {
				t.Errorf("verdict %s", r.Verdict())
			}
			if r.Refuted() && (len(r.Entry.Reason) < 40 || r.First().Witness == "") {
				t.Errorf("it is refuted by %q because of %q", r.First().Witness, r.Entry.Reason)
			}
		})
	}
}

// Files checks that each table of a paper belongs to one of its entries.
func Files(t *testing.T, files fs.FS, entries []*entry.Entry) {
	names := map[string]bool{}
	for _, e := range entries {
		_, name, _ := strings.Cut(e.Name, "/")
		names[name] = true
	}
	for _, pattern := range []string{"*.pins", "*.messages", "*.searches"} {
		all, err := fs.Glob(files, "testdata/"+pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range all {
			if name := strings.TrimSuffix(path.Base(file), path.Ext(file)); !names[name] {
				t.Errorf("%s belongs to no entry", file)
			}
		}
	}
}
