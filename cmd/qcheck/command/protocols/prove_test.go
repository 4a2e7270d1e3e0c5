package protocols

import (
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/protocols"
	"qcheck/protocols/anyn"
)

// Where local views do not prove that the guard never stops an algorithm, that is said to be open: here there are more views than
// are tried.
func TestGuardIsOpen(t *testing.T) {
	a, _ := protocols.All().Lookup("kakugawa")
	r, err := anyn.Ask(t.Context(), anyn.Question{Algorithm: a, Variant: "with-release-any", Nodes: 3, K: 1, Views: 2000})
	if err != nil {
		t.Fatal(err)
	}
	if code, text := conclusion(r); code != console.ExitUnknown || !strings.Contains(text, "Open: that the guard never stops it; local views do not prove it on up to 3 nodes either.") {
		t.Errorf("exit %d: %s", code, text)
	}
}
