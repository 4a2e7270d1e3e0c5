package protocols

import (
	"bufio"
	"bytes"
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

// What views prove is open where not all instances could be searched.
func TestStoppedIsOpen(t *testing.T) {
	of := anyn.Property{Name: explore.Safety, Verdict: verdict.Unknown, Proved: true}
	r := &anyn.Report{Algorithm: "a", Variant: "b", Every: &anyn.Every{Properties: []anyn.Property{of}, Stopped: "enough", Checked: true}}
	var out bytes.Buffer
	s := console.Streams{Out: bufio.NewWriter(&out)}
	code, text := conclusion(r)
	writeAnswer(s, r, text)
	s.Out.Flush()
	if code != console.ExitUnknown || !strings.Contains(out.String(), "open      safety              enough") || strings.Contains(out.String(), "proved") {
		t.Errorf("exit %d\n%s", code, &out)
	}
}
