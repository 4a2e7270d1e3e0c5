package protocols

import (
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/explore/verdict"
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

// What a search finds violated is, also where the prover refuses the algorithm, or was stopped.
func TestRefusedAndViolated(t *testing.T) {
	for _, e := range []*anyn.Every{{Refused: "it is of another kind"}, {Stopped: "enough"}} {
		r := &anyn.Report{Algorithm: "a", Variant: "b", Every: e}
		if code, _ := everyConclusion(r); code != console.ExitUnknown {
			t.Errorf("exit %d", code)
		}
		e.Properties = []anyn.Property{{Name: explore.Safety, Verdict: verdict.Violated}}
		if code, text := everyConclusion(r); code != console.ExitViolated || !strings.HasPrefix(text, "violated: safety") {
			t.Errorf("exit %d: %s", code, text)
		}
	}
}
