package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Control characters in a structure file do not reach the terminal.
func TestControlCharactersAreEscaped(t *testing.T) {
	const evil = `"name": "evil\u001b]0;pwned\u0007\u001b[2J", "source": "line\nline\u009b2J"`
	dir := t.TempDir()
	file := filepath.Join(dir, "a\x1b[31m.json")
	unreadable := filepath.Join(dir, "b\x1b[31m.json")
	for name, text := range map[string]string{
		file:       `{` + evil + `, "kind": "coterie", "universe": ["a\u001b[2J", "b\nc", "d"], "quorums": [["a\u001b[2J"], ["b\nc", "d"]]}`,
		unreadable: `{"kind": "co\u001bterie"}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	requests := `{` + evil + `, "kind": "request-sets", "m": 1, "universe": ["a\u001b[2J", "b\nc"],
		"requestSets": {"a\u001b[2J": ["b\nc"], "b\nc": []}}`
	for _, c := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{"", []string{"structure", file}, `name      evil\x1b]0;pwned\a\x1b[2J`},
		{"", []string{"structure", file}, `line\nline\u009b2J`},
		{"", []string{"structure", file}, `quorums {a\x1b[2J} and {b\nc,d} are disjoint`},
		{requests, []string{"structure", "--property", "every", "-"}, `a\x1b[2J is not in its own request set {b\nc}`},
		{"", []string{"structure", unreadable, file + "\x1b"}, `b\x1b[31m.json:1:10: unknown kind "co\x1bterie"`},
		{"", []string{"analyze", file}, `{a\x1b[2J}`},
		{"", []string{"protocol", "--algorithm", "maekawa", "--requests", "1", "--structure", file}, `evil\x1b]0`},
		{requests, []string{"protocol", "--algorithm", "maekawa", "--requests", "1", "--allow-broken-structure", "--structure", "-"}, ``},
		{"", []string{"structure", "--\x1b[2J"}, `\x1b[2J`},
		{"", []string{"construct", "grid", "--\x1b[2J"}, `\x1b[2J`},
	} {
		r := qcheck(c.stdin, c.args...)
		text := r.stdout + r.stderr
		if strings.ContainsAny(text, "\x1b\a\u009b") {
			t.Errorf("%q: control characters in\n%q", c.args, text)
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%q: no %s in\n%s", c.args, c.want, text)
		}
	}
	named := `{` + evil + `, "kind": "coterie", "universe": ["a\u009b2J", "b"], "quorums": [["a\u009b2J", "b"]]}`
	for _, args := range []string{"analyze --json -", "protocol --algorithm maekawa --requests 1 --json --structure -", "protocol --algorithm maekawa --requests 1 --structure -", "protocol --algorithm maekawa --measure --json --structure -"} {
		if r := qcheck(named, strings.Fields(args)...); r.stderr != "" || strings.ContainsAny(r.stdout, "\x1b\a\u009b") || !strings.Contains(r.stdout, `\u009b2J`) {
			t.Errorf("%s: control characters, or none escaped, in\n%q%s", args, r.stdout, r.stderr)
		}
	}
	if r := qcheck("", "structure", "--json", file); !strings.Contains(r.stdout, `"name":"evil\u001b]0;pwned\u0007\u001b[2J"`) {
		t.Errorf("JSON does not have the name as it is: %s", r.stdout)
	}
}
