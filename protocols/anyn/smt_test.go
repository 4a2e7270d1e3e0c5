package anyn

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"qcheck/setsys/slow"
)

// z3, if it is installed, proves the lemma, and finds a state where any one of its assertions is left out. The
// text has all of them, and its parentheses match, in any case.
func TestLemma(t *testing.T) {
	_, missing := exec.LookPath("z3")
	for k := 1; k <= 3; k++ {
		for _, without := range []string{"", "law", "most", "quorum", "meet", "inside"} {
			if k == 3 && !slow.Tests() {
				continue
			}
			text, want := leaveOut(Lemma(k), without), "sat"
			if without == "" {
				want = "unsat"
			}
			if n := strings.Count(text, "(assert "); n != 5 && without == "" || n != 4 && without != "" || strings.Count(text, "(") != strings.Count(text, ")") {
				t.Errorf("k = %d without %q:\n%s", k, without, text)
			}
			if got := solved(t, text); got != want && missing == nil {
				t.Errorf("k = %d without %q: z3 says %q", k, without, got)
			}
		}
	}
	if missing != nil {
		t.Log("z3 is not installed: the text was not given to it")
	}
}

// leaveOut leaves out the assertions of a name, none if it is empty.
func leaveOut(text, name string) string {
	if name == "" {
		return text
	}
	return regexp.MustCompile("(?m)^; "+name+": .*\n\\(assert .*\n").ReplaceAllString(text, "")
}

// solved returns what z3 answers, nothing if it is not installed.
func solved(t *testing.T, text string) string {
	c := exec.CommandContext(t.Context(), "z3", "-in", "-T:20")
	c.Stdin = strings.NewReader(text)
	out, _ := c.CombinedOutput()
	return strings.TrimSpace(string(out))
}

// So it does of the steps; of the member's step alone, or the requester's, where an assertion of the other is left out.
func TestSteps(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("z3 is not installed")
	}
	for without, want := range map[string]string{
		"": "unsat\nunsat", "law": "sat\nsat", "noted": "sat\nsat", "sent": "sat\nsat", "other": "sat\nsat", "broken": "sat\nsat",
		"free": "sat\nunsat", "held": "unsat\nsat",
		"comes": "sat\nsat",
		"once":  "unsat\nunsat", // it follows from the law
	} {
		if got := solved(t, leaveOut(Steps(), without)); got != want {
			t.Errorf("without %q: %q", without, got)
		}
	}
	if got := solved(t, Lemma(2)+Steps()); got != "unsat\nunsat\nunsat" {
		t.Errorf("of all together: %q", got)
	}
}
