package kakugawa

import (
	"encoding/json"
	"os"
	"testing"

	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/explore/obvious"
	"qcheck/setsys/slow"
)

// Section 3.4: an entry takes 6n messages at most. With a third process that asks twice it takes
// more, if a permission that is given again counts for the request that it is given to: 20
// of 18, in a run that is on record. The long test finds the run, and that 18 are the most if it
// counts for the request that it was taken back for.
func TestMessagesOfRetries(t *testing.T) {
	const file = "testdata/entry-of-20-messages.json"
	p := protocol(t, Config{N: 3, K: 2, Quorums: uneven, Variant: "printed"})
	o := explore.Options{Requests: requests(1, 1, 2), Workers: 2}
	if slow.Tests() {
		run, err := measure.Of(p, MessageRule().Rule).Run(t.Context(), 0, measure.ByName, 20, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(run) != 41 {
			t.Errorf("the shortest run has %d steps, want 41", len(run))
		}
		r, err := measure.Of(p, MessageRule().Rule).Messages(t.Context(), 0, measure.ByCause, o)
		if err != nil || r.Stopped != "" || r.Most != 18 {
			t.Errorf("counted by cause: %d messages at most, want 18: %v %s", r.Most, err, r.Stopped)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var steps []explore.TraceStep
	if err := json.Unmarshal(text, &steps); err != nil {
		t.Fatal(err)
	}
	for way, want := range map[measure.Way]uint{measure.ByName: 20, measure.ByCause: 18} {
		run, err := obvious.Replay(measure.Wrap(p, MessageRule().Rule, 0, way), obvious.Options{Requests: o.Requests}, steps)
		if err != nil {
			t.Fatal(err)
		}
		last := run.Configs[len(run.Configs)-1]
		sent := uint(0)
		for _, seen := range last.Observations {
			sent += uint(seen.Units)
		}
		if sent != want || len(steps) != 41 || len(last.Enabled) > 0 {
			t.Errorf("%v: %d messages in %d steps, want %d in 41; still enabled: %v", way, sent, len(steps), want, last.Enabled)
		}
	}
}
