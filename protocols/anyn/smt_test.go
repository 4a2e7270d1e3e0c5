package anyn

import (
	"os/exec"
	"strings"
	"testing"
)

// z3, if it is installed, proves the lemma, and finds a state where any one of its assertions is left out. The
// text has all of them, and its parentheses match, in any case.
func TestLemma(t *testing.T) {
	_, missing := exec.LookPath("z3")
	for k := 1; k <= 3; k++ {
		for _, without := range []string{"", "law", "most", "quorum", "meet", "inside"} {
			text, want := lemma(k, without), "sat"
			if without == "" {
				text, want = Lemma(k), "unsat"
			}
			if n := strings.Count(text, "(assert "); n != 5 && without == "" || n != 4 && without != "" || strings.Count(text, "(") != strings.Count(text, ")") {
				t.Errorf("k = %d without %q:\n%s", k, without, text)
			}
			if missing != nil {
				continue
			}
			c := exec.CommandContext(t.Context(), "z3", "-in", "-T:20")
			c.Stdin = strings.NewReader(text)
			out, err := c.CombinedOutput()
			if got := strings.TrimSpace(string(out)); got != want {
				t.Errorf("k = %d without %q: z3 says %q (%v)", k, without, got, err)
			}
		}
	}
	if missing != nil {
		t.Log("z3 is not installed: the text was not given to it")
	}
}
