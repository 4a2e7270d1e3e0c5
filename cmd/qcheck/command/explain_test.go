package command

import (
	"regexp"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/protocols"
)

// TestExplainEveryName: each name is explained, and the commands for structures in it
// say what the explanation says. (Those for protocols are judged with the corpus.)
func TestExplainEveryName(t *testing.T) {
	examples := regexp.MustCompile(`(?m)^  (holds|violated) +\S.*\n(?:  +\S.*\n)*?  +echo '(.*)' \| qcheck structure (.*)-$`)
	checked := map[string]int{}
	for _, name := range explainedNames(protocols.All()) {
		r := qcheck("", "explain", name)
		if r.code != console.ExitHolds || r.stderr != "" || !strings.HasPrefix(r.stdout, name+": a") {
			t.Errorf("%s: exit %d, %q\n%s", name, r.code, r.stderr, r.stdout)
		}
		for verdict, text := range map[string]string{"holds": "holds", "violated": "is violated"} {
			if !strings.Contains(r.stdout, "\n  "+verdict+" ") && !strings.Contains(r.stdout, "the corpus has no small example that "+text) {
				t.Errorf("%s: no example that %s, and nothing about it\n%s", name, text, r.stdout)
			}
		}
		for _, m := range examples.FindAllStringSubmatch(r.stdout, -1) {
			want := map[string]console.ExitCode{"holds": console.ExitHolds, "violated": console.ExitViolated}[m[1]]
			checked[m[1]]++
			if got := qcheck(m[2], append(append([]string{"structure"}, strings.Fields(m[3])...), "-")...); got.code != want {
				t.Errorf("%s: %s: exit %d\n%s", name, m[0], got.code, got.stdout)
			}
		}
	}
	t.Logf("%v", checked)
	if checked["holds"] < 20 || checked["violated"] < 20 {
		t.Errorf("too few examples of structures: %v", checked)
	}
	for args, want := range map[string]string{
		"explain":                 `no name given; see "qcheck explain --help"`,
		"explain a b":             `no word, property, construction, kind, algorithm or variant is called "a b"; "qcheck list" and docs/terms.md have all`,
		"explain xyzzy":           `no word, property, construction, kind, algorithm or variant is called "xyzzy"; "qcheck list" and docs/terms.md have all`,
		"explain maekawa printed": `no word, property, construction, kind, algorithm or variant is called "maekawa printed": did you mean "maekawa/printed"?`,
		"explain stuborn set":     `no word, property, construction, kind, algorithm or variant is called "stuborn set": did you mean "stubborn set"?`,
		"explain laso":            `no word, property, construction, kind, algorithm or variant is called "laso": did you mean "lasso"?`,
		"explain nondominatoin":   `no word, property, construction, kind, algorithm or variant is called "nondominatoin": did you mean "nondomination"?`,
	} {
		if r := qcheck("", strings.Fields(args)...); r.code != console.ExitUsage || r.stdout != "" || r.stderr != "qcheck: "+want+"\n" {
			t.Errorf("%s: exit %d, %q, %q", args, r.code, r.stdout, r.stderr)
		}
	}
}

// TestExplainWords: each row of the page of terms is explained under each of its words,
// and says what the row says.
func TestExplainWords(t *testing.T) {
	row := regexp.MustCompile(`(?m)^\| ([^|]+) \| ([^|]+) \|$`)
	plain := regexp.MustCompile("[A-Za-z0-9+/-]+")
	seen := map[string]string{}
	for _, m := range row.FindAllStringSubmatch(readRepository(t, "docs/terms.md"), -1) {
		if m[1] == "term" {
			continue
		}
		words := strings.Split(m[1], ", ")
		others := regexp.MustCompile(` \[([^]]*)\](?:[^(]|$)`).FindAllStringSubmatch(m[2], -1)
		if len(others) > 0 && len(words) > 1 {
			t.Errorf("%s: it is not said which of them others call %s", m[1], others[0][1])
		}
		for _, word := range words {
			if other, twice := seen[strings.ToLower(word)]; twice && strings.ToLower(word) != "failed" {
				t.Errorf("%s is explained twice: %s and %s", word, other, m[2])
			}
			seen[strings.ToLower(word)] = m[2]
		}
		for _, o := range others {
			words = append(words, strings.Split(o[1], ", ")...)
		}
		for _, e := range regexp.MustCompile(`\*([^*]+)\*`).FindAllStringSubmatch(m[2], -1) {
			words = append(words, e[1])
		}
		for _, word := range append(words, strings.ToUpper(words[0])) {
			r := qcheck("", append([]string{"explain"}, strings.Fields(word)...)...)
			if r.code != console.ExitHolds || r.stderr != "" {
				t.Fatalf("%s: exit %d, %q", word, r.code, r.stderr)
			}
			for _, said := range plain.FindAllString(m[2], -1) {
				if !strings.Contains(r.stdout, said) {
					t.Errorf("%s: no %q in\n%s", word, said, r.stdout)
				}
			}
		}
	}
	if len(seen) < 100 {
		t.Errorf("only %d words", len(seen))
	}
}

// Where a variant holds, and violates something elsewhere, that is said; not of a default, and not beside a violation.
func TestElsewhere(t *testing.T) {
	const note = "Another one of maekawa (printed) violates deadlock-freedom: qcheck"
	for args, want := range map[string]bool{
		"--variant printed --n 3":  true,
		"--variant repaired --n 3": false,
		"--variant printed --structure " + data("../corpus/testdata/quorum-12-of-3.json") + " --requests 1": false,
	} {
		if r := qcheck("", strings.Fields("protocol --algorithm maekawa "+args)...); strings.Contains(r.stdout, note) != want {
			t.Errorf("%s:\n%s%s", args, r.stdout, r.stderr)
		}
	}
}
