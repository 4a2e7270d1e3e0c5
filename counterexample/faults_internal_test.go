package counterexample

import (
	"bytes"
	"strings"
	"testing"

	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/protocols/ricartagrawala"
)

// wrong is a run in which all goes wrong that may: process 3 crashes, of which both others are told, and goes on; a message to it
// comes to nobody; one is copied, and one lost.
func wrong(t *testing.T) (*trace.Trace, *obvious.Run) {
	t.Helper()
	p, err := ricartagrawala.New(ricartagrawala.Config{N: 3, Variant: "failures"})
	if err != nil {
		t.Fatal(err)
	}
	p.Faults = explore.Faults{Crash: 1, Restart: 1, Lose: 1, Duplicate: 1, Suspect: true}
	m, err := instance.Of(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	in := m.Instance
	in.Requests = in.Each(explore.Unbounded)
	w := m.Walk(in.ReplayOptions())
	told := telling.Read(&trace.Trace{Instance: in, Property: trace.Nothing, Process: -1, Loop: -1}, w.Run)
	for _, what := range []string{
		"p1: ask", "p2: ask", "REQUEST 1a from p1 to p2 is delivered twice", "p3 crashes", "p1 is told that p3", "REQUEST 1a from p1 is dropped: p3 has crashed",
		"REQUEST 2a from p2 to p1 is lost", "p2 takes REQUEST 1a", "p2 takes REQUEST 1a", "p2 is told that p3", "p3 restarts", "p3: ask", "p1 takes REQUEST 3a",
	} {
		found := false
		for _, c := range w.Choices() {
			if err := w.Take(c.TraceStep); err != nil {
				t.Fatal(err)
			}
			if found = strings.Contains(told.Happens(len(w.Moves)-1), what); found {
				break
			}
			w.Back()
		}
		if !found {
			t.Fatalf("%q cannot happen", what)
		}
	}
	tr := &trace.Trace{Instance: in, Property: trace.Nothing, Detail: "no property is named for this run", Process: -1, Loop: -1}
	for _, move := range w.Moves {
		tr.Steps = append(tr.Steps, move.TraceStep)
	}
	return tr, w.Run
}

// What goes wrong has shapes and words of its own.
func TestFaultsAreDrawn(t *testing.T) {
	tr, run := wrong(t)
	written := func(format string) string {
		r, ok := LookupRenderer(format)
		if !ok {
			t.Fatal(format)
		}
		var b bytes.Buffer
		if err := r.Render(&b, tr, run); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	svg := written("svg")
	for _, c := range []struct {
		reason, text string
		count        int
	}{
		{"squares: a crash and a restart", `<rect class="step"`, 2},
		{"lozenges: what happens to three messages", `<path class="step"`, 3},
		{"circles: the other steps", `<circle class="step"`, 8},
		{"crosses of two lines: the crash, what is lost, what comes to nobody", `<line class="rule"`, 6},
		{"lifelines: one of them in two pieces", `<line class="life"`, 4},
		{"reports to two", `<g class="report way"`, 2},
		{"who is told", "p2 is told in step 10 that p3 has crashed in step 4", 1},
		{"a loss", "REQUEST 2a from p2 to p1, sent in step 2, lost in step 7", 1},
		{"a drop", "REQUEST 1a from p1 to p3, sent in step 1, dropped in step 6", 1},
		{"a copy", "REQUEST 1a from p1 to p2, copied in step 3, taken in step 9", 1},
	} {
		if got := strings.Count(svg, c.text); got != c.count {
			t.Errorf("%s: %q is there %d times, not %d", c.reason, c.text, got, c.count)
		}
	}
	page, err := RunPage(tr, run, "run", "run.json")
	if err != nil || page.Steps[3].What != "p3 crashes" || page.Steps[3].Then != "p1 and p2 waiting, p3 down" {
		t.Errorf("%v: %+v", err, page)
	}

}
