package sweep_test

import (
	"crypto/sha256"
	"encoding/json"
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

// A result that was changed is refused, and so is one of something else, whatever its digest; one with another
// digest that says what it said with other words, or twice, is not as it is written.
func TestForgedResults(t *testing.T) {
	const violated = "--algorithm maekawa --variant without-inquire --n 3 --requests 1"
	replace := func(old, next string) func(string) string {
		return func(text string) string { return strings.Replace(text, old, next, 1) }
	}
	const changed = "the file was changed"
	for _, test := range []struct {
		name   string
		forge  func(string) string
		sealed string // what is said of it with the digest that it needs; nothing: such a file may have been written
	}{
		{"a verdict", replace(`"verdict":"violated"`, `"verdict":"holds"`), ""},
		{"no properties", func(text string) string {
			return regexp.MustCompile(`"properties":\[[^]]*\]`).ReplaceAllString(text, `"properties":[]`)
		}, ""},
		{"a verdict twice", replace(`"verdict":"violated"`, `"verdict":"violated","verdict":"holds"`), changed},
		{"a verdict twice, in capital letters", replace(`"verdict":"violated"`, `"verdict":"violated","Verdict":"holds"`), changed},
		{"an unknown key", replace(`"sha256":`, `"trust":"me","sha256":`), changed},
		{"a blank", replace(`"states":`, `"states": `), changed},
		{"another structure", func(text string) string {
			return regexp.MustCompile(`"instance":"[^"]*"`).ReplaceAllString(text, `"instance":"00"`)
		}, "the structure file was another one"},
		{"another line", replace(`"line":1`, `"line":2`), "it is of another instance"},
		{"another number", replace(`"number":1`, `"number":2`), "it is of another instance"},
		{"a measurement", replace(`"instance":`, `"measure":true,"instance":`), "it is of another instance"},
		{"another form", replace(sweep.Schema, "qcheck/sweep-result/v1"), "remove it, and run its part again"},
	} {
		g := parse(t, violated)
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
		var kept struct {
			Report struct {
				Properties []struct {
					Verdict verdict.Verdict
					Trace   struct{ Steps []any }
				}
			}
		}
		if err := json.Unmarshal(text, &kept); err != nil || len(kept.Report.Properties) == 0 {
			t.Fatal(err)
		}
		for _, p := range kept.Report.Properties {
			if p.Verdict == verdict.Violated && len(p.Trace.Steps) == 0 {
				t.Errorf("a property is violated, and the result has no run: %s", text)
			}
		}
		forged := test.forge(string(text))
		if forged == string(text) {
			t.Fatalf("%s: nothing is forged in %s", test.name, text)
		}
		for _, text := range []string{forged, sealAgain(forged)} {
			if text != forged && test.sealed == "" {
				continue
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			s, err := d.Merge(t.Context())
			if err == nil {
				t.Errorf("%s: merged: %+v", test.name, s)
			} else if text != forged && !strings.Contains(err.Error(), test.sealed) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want %q", test.name, err, test.sealed)
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
