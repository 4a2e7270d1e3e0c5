package protocols

import (
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/anyn"
)

// What a search finds violated is, also where the prover refuses the algorithm, or was stopped.
func TestRefusedAndViolated(t *testing.T) {
	for _, e := range []*anyn.Every{{Refused: "it is of another kind"}, {Stopped: "enough"}} {
		r := &anyn.Report{Algorithm: "a", Variant: "b", Every: e}
		if code, _ := conclusion(r); code != console.ExitUnknown {
			t.Errorf("exit %d", code)
		}
		e.Properties = []anyn.Property{{Name: explore.Safety, Verdict: verdict.Violated}}
		if code, text := conclusion(r); code != console.ExitViolated || !strings.HasPrefix(text, "violated: safety") {
			t.Errorf("exit %d: %s", code, text)
		}
	}
}
