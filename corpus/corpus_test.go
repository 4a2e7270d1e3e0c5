package corpus

import (
	"context"
	"slices"
	"strings"
	"testing"

	"qcheck/explore/verdict"
)

func TestEntriesHaveNamesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Entries() {
		if seen[e.Name] {
			t.Errorf("two entries are named %s", e.Name)
		}
		seen[e.Name] = true
		if strings.Count(e.Name, "/") != 1 || strings.ContainsAny(e.Name, " _") || strings.ToLower(e.Name) != e.Name {
			t.Errorf("%q is not paper/name", e.Name)
		}
		for _, text := range []string{e.Claim, e.Reading, e.Reason, e.Source.Says} {
			if strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q ends with a full stop", e.Name, text)
			}
		}
	}
}

func TestRunThatIsCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	entries := Entries()
	seen := 0
	for r := range Run(ctx, entries, Options{}) {
		if seen++; seen == 1 {
			cancel()
			continue
		}
		if r.Err != nil || r.Verdict() != verdict.Unknown || r.Refuted() {
			t.Fatalf("%s: error %v, verdict %s", r.Entry.Name, r.Err, r.Verdict())
		}
		if found := r.Found(); !strings.HasPrefix(found, "unknown") || strings.Contains(found, "holds") || strings.Contains(found, "violated") {
			t.Errorf("%s: found %s", r.Entry.Name, found)
		}
	}
	if seen != len(entries) {
		t.Errorf("%d results for %d entries", seen, len(entries))
	}
	seen = 0
	for range Run(t.Context(), entries, Options{}) {
		seen++
		break
	}
	if seen != 1 {
		t.Errorf("%d results after the first was enough", seen)
	}
}

func TestSelect(t *testing.T) {
	entries := []*Entry{{Name: "a/x"}, {Name: "b/x"}, {Name: "a/xy"}, {Name: "ab/z"}}
	for _, test := range []struct {
		reason   string
		patterns []string
		want     []string
		err      string
	}{
		{"all", nil, []string{"a/x", "b/x", "a/xy", "ab/z"}, ""},
		{"a name, not what it is the beginning of", []string{"a/x"}, []string{"a/x"}, ""},
		{"a paper", []string{"a"}, []string{"a/x", "a/xy"}, ""},
		{"a paper with its slash", []string{"a/"}, []string{"a/x", "a/xy"}, ""},
		{"each once, in the order of the entries", []string{"a/xy", "a", "b"}, []string{"a/x", "b/x", "a/xy"}, ""},
		{"nothing has that name", []string{"a", "c"}, nil, `no entry is named "c"`},
		{"part of a word names nothing", []string{"a/"[:1] + "b/"}, []string{"ab/z"}, ""},
		{"nearly a name", []string{"a/yx"}, nil, `no entry is named "a/yx": did you mean "a/x"?`},
		{"nothing near", []string{"xyzxyzxyz"}, nil, `no entry is named "xyzxyzxyz"`},
		{"the empty name", []string{""}, nil, `no entry is named ""`},
	} {
		selected, err := Select(entries, test.patterns...)
		var names []string
		for _, e := range selected {
			names = append(names, e.Name)
		}
		message := ""
		if err != nil {
			message = err.Error()
		}
		if message != test.err || !slices.Equal(names, test.want) {
			t.Errorf("%s: %v, %q", test.reason, names, message)
		}
	}
}
