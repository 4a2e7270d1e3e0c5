package sweep_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/protocols/sweep"
)

// sealAgain gives a result that was changed the digest that it needs.
func sealAgain(text string) string {
	at := strings.LastIndex(text, `"sha256":"`) + len(`"sha256":"`)
	return text[:at] + fmt.Sprintf("%x", sha256.Sum256([]byte(text[:at]+`"}`))) + "\"}\n"
}

// What a result says twice, it cannot say in two ways, and it answers all that its instance
// asks: a forger who gives the file a new digest is refused as well.
func TestForgedResults(t *testing.T) {
	const (
		violated  = "--algorithm maekawa --variant without-inquire --n 3 --requests 1"
		deadlock  = `{"name":"deadlock-freedom","verdict":"violated"`
		breaksOne = "measure --algorithm jiang --variant printed --structure '../../corpus/testdata/wr-1-of-2.json' --resource 1 --requests 1,0"
	)
	replace := func(old, next string) func(string) string {
		return func(text string) string { return strings.Replace(text, old, next, 1) }
	}
	cut := func(pattern, next string, times int) func(string) string {
		return func(text string) string {
			for _, at := range regexp.MustCompile(pattern).FindAllString(text, times) {
				text = strings.Replace(text, at, next, 1)
			}
			return text
		}
	}
	all := func(fs ...func(string) string) func(string) string {
		return func(text string) string {
			for _, f := range fs {
				text = f(text)
			}
			return text
		}
	}
	for _, test := range []struct {
		name, grid string
		forge      func(string) string
		want       string
	}{
		{"holds in short, violated in the report", violated, all(replace(`"verdict":"violated"`, `"verdict":"holds"`), replace(deadlock, `{"name":"deadlock-freedom","verdict":"holds"`)), "which says violated"},
		{"only the verdict in short", violated, replace(`"verdict":"violated"`, `"verdict":"holds"`), "which says violated"},
		{"no properties in short", violated, all(cut(`"properties":\[[^]]*\]`, `"properties":[]`, 1), replace(`"verdict":"violated"`, `"verdict":"holds"`)), "which says violated"},
		{"no properties at all", violated, all(cut(`"properties":\[.*?\]`, `"properties":[]`, 1), cut(`"properties":\[\{"name":"safety".*\}\],"summary"`, `"properties":[],"summary"`, 1), replace(`"verdict":"violated"`, `"verdict":"unknown"`), replace(`"verdict":"violated"`, `"verdict":"unknown"`)), "its report is about []"},
		{"without the violated one", violated, cut(`,`+regexp.QuoteMeta(deadlock)+`.*\}\],"summary"`, `],"summary"`, 1), ""},
		{"a verdict twice", violated, replace(`"verdict":"violated"`, `"verdict":"violated","verdict":"holds"`), "a key is there twice"},
		{"a verdict twice, in capital letters", violated, replace(`"verdict":"violated"`, `"verdict":"violated","Verdict":"holds"`), "a key is there twice"},
		{"a verdict of the report twice", violated, replace(`"report":{`, `"report":{"verdict":"holds",`), "a key is there twice"},
		{"properties of the report twice", violated, replace(`"neverRan":`, `"properties":[{"name":"safety","verdict":"holds"}],"neverRan":`), "a key is there twice"},
		{"a report twice", violated, replace(`"report":{`, `"report":{},"report":{`), "a key is there twice"},
		{"an unknown key", violated, replace(`"report":{`, `"trust":"me","report":{`), "a key is there twice, is unknown"},
		{"a verdict of the report", violated, replace(`"verdict":"violated","properties":[{"name":"safety","verdict":"holds"},{`, `"verdict":"holds","properties":[{"name":"safety","verdict":"holds"},{`), "its report says holds, and that its properties are violated"},
		{"another structure", violated, cut(`"instance":"[^"]*"`, `"instance":"00"`, 1), "the structure file was another one"},
		{"another line", violated, replace(`"line":1`, `"line":2`), "it is of another instance"},
		{"a report of another instance", violated, replace(`"algorithm":"maekawa"`, `"algorithm":"lamport"`), "its report is of another instance"},
		{"another form", violated, replace(sweep.Schema, "qcheck/sweep-result/v1"), "remove it, and run its part again"},
		{"no run against a formula", breaksOne, cut(`"exceeded":\[\{.*\]\}\]`, `"exceeded":[]`, 1), "which says unknown"},
		{"a row lost", breaksOne, cut(`"messages":\[\{.*\],"delays"`, `"messages":[],"delays"`, 1), ""},
	} {
		g := parse(t, test.grid)
		d, path := openDir(t, g)
		if err := run(t.Context(), d, g, sweep.Shard{}, nil); err != nil {
			t.Fatal(err)
		}
		s, err := d.Merge(t.Context())
		if err != nil || s.Verdict != verdict.Violated {
			t.Fatalf("%s: nothing to forge: %+v, %v", test.name, s, err)
		}
		file := filepath.Join(path, fmt.Sprintf("%07d.json", 1))
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		forged := test.forge(string(text))
		if forged == string(text) {
			t.Fatalf("%s: nothing is forged in %s", test.name, text)
		}
		for _, text := range []string{forged, sealAgain(forged)} {
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			s, err := d.Merge(t.Context())
			if err == nil {
				t.Errorf("%s: merged: %+v", test.name, s)
			} else if text != forged && !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want %q", test.name, err, test.want)
			}
		}
	}
}

// A structure file that is another one makes another instance of the same flags.
func TestChangedStructureFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.json")
	write := func(quorums string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(`{"kind":"coterie","universe":3,"quorums":`+quorums+`}`), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("[[1,2],[1,3],[2,3]]")
	g := parse(t, "--algorithm maekawa --requests 1 --structure "+file)
	d, _ := openDir(t, g)
	if err := run(t.Context(), d, g, sweep.Shard{}, nil); err != nil {
		t.Fatal(err)
	}
	if s, err := d.Merge(t.Context()); err != nil || s.Missing != 0 {
		t.Fatalf("%+v, %v", s, err)
	}
	write("[[1]]")
	const want = "the structure file was another one"
	if s, err := d.Merge(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("merged: %+v, %v", s, err)
	}
	if err := run(t.Context(), d, g, sweep.Shard{}, nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("goes on: %v", err)
	}
}
