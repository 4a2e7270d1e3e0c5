// Package entrytest has the test of every paper: that what is found is what is pinned.
package entrytest

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"qcheck/corpus/entry"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// Judge judges entries, long cases with QCHECK_LONG. What is not found as pinned is reported
// in the form of a line of a file of pins. A claim that is refuted must have a reason and a
// witness.
func Judge(t *testing.T, entries []*entry.Entry) {
	for r := range entry.Run(t.Context(), entries, entry.Options{Long: slow.Tests(), Workers: 2}) {
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

// Paper judges the entries of a paper, and checks that nothing of it is left over: each table
// belongs to an entry, and each program and builder is asked for in the text of some. The cases
// of these names are judged with QCHECK_LONG only: others say the same of smaller instances.
func Paper(t *testing.T, p entry.Paper, large ...string) {
	entries := p.Entries()
	for _, name := range large {
		found := 0
		for _, e := range entries {
			for i := range e.Cases {
				if c := &e.Cases[i]; c.Name == name {
					c.Long = true
					found++
				}
			}
		}
		if found != 1 {
			t.Errorf("%d cases are %s", found, name)
		}
	}
	Judge(t, entries)
	names := map[string]bool{}
	for _, e := range entries {
		_, name, _ := strings.Cut(e.Name, "/")
		names[name] = true
	}
	words := map[string]bool{}
	for _, pattern := range []string{"*.entries", "*.pins"} {
		all, err := fs.Glob(p.Files, "testdata/"+pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range all {
			if pattern == "*.entries" {
				text, err := fs.ReadFile(p.Files, file)
				if err != nil {
					t.Fatal(err)
				}
				for word := range strings.FieldsSeq(string(text)) {
					words[word] = true
				}
			} else if name := strings.TrimSuffix(path.Base(file), path.Ext(file)); !names[name] {
				t.Errorf("%s belongs to no entry", file)
			}
		}
	}
	for name := range p.Programs {
		if !words[name] {
			t.Errorf("no entry asks for the program %s", name)
		}
	}
	for name := range p.Builders {
		if !words[name] {
			t.Errorf("no entry builds %s", name)
		}
	}
}
