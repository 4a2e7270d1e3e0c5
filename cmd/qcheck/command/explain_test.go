package command

import (
	"regexp"
	"strings"
	"testing"

	"qcheck/protocols"
)

// TestExplainEveryName: each name is explained, and the commands for structures in it
// say what the explanation says. (Those for protocols are judged with the corpus.)
func TestExplainEveryName(t *testing.T) {
	examples := regexp.MustCompile(`(?m)^  (holds|violated) +\S.*\n(?:  +\S.*\n)*?  +echo '(.*)' \| qcheck structure (.*)-$`)
	checked := map[string]int{}
	for _, name := range explainedNames(protocols.All()) {
		r := qcheck("", "explain", name)
		if r.code != exitHolds || r.stderr != "" || !strings.HasPrefix(r.stdout, name+": a") {
			t.Errorf("%s: exit %d, %q\n%s", name, r.code, r.stderr, r.stdout)
		}
		for verdict, text := range map[string]string{"holds": "holds", "violated": "is violated"} {
			if !strings.Contains(r.stdout, "\n  "+verdict+" ") && !strings.Contains(r.stdout, "the corpus has no small example that "+text) {
				t.Errorf("%s: no example that %s, and nothing about it\n%s", name, text, r.stdout)
			}
		}
		for _, m := range examples.FindAllStringSubmatch(r.stdout, -1) {
			want := map[string]exitCode{"holds": exitHolds, "violated": exitViolated}[m[1]]
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
		"explain a b":             `unexpected argument "b"; see "qcheck explain --help"`,
		"explain xyzzy":           `no property, kind, algorithm or variant is called "xyzzy"; "qcheck list" lists them, and docs/terms.md has other words`,
		"explain maekawa printed": `one name is explained at a time; that of the variant is maekawa/printed`,
		"explain nondominatoin":   `no property, kind, algorithm or variant is called "nondominatoin": did you mean "nondomination"?`,
	} {
		if r := qcheck("", strings.Fields(args)...); r.code != exitUsage || r.stdout != "" || r.stderr != "qcheck: "+want+"\n" {
			t.Errorf("%s: exit %d, %q, %q", args, r.code, r.stdout, r.stderr)
		}
	}
}
