package explore_test

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
)

// heir is a process that asks with a stamp and sends two messages, or, the second one, that makes a stamp when it has taken the second.
type heir struct {
	At   explore.Stamp
	Done bool
}

// TestClockOfAMessageBehindOneLost: of two messages that bring the same clock, the first may never arrive, lost or sent to a process that
// is down; the second still raises the clock of its receiver, so that no stamp made after it is earlier than those of before.
func TestClockOfAMessageBehindOneLost(t *testing.T) {
	for _, network := range explore.Networks() {
		for _, faults := range []explore.Faults{{Lose: 1}, {Crash: 1, Restart: 1, Of: explore.SetOf(1)}, {}} {
			if network == explore.Duplicating && faults.Lose > 0 { // there a message may never come anyway
				continue
			}
			p := explore.Protocol[heir, uint8]{
				Name: "heirs", N: 2, Clock: explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true}, Network: network, Faults: faults,
				Init: func(int) heir { return heir{} },
				Actions: func(q int, l heir) []explore.Step[heir, uint8] {
					if q == 1 || l.Done {
						return nil
					}
					return []explore.Step[heir, uint8]{{Name: "ask", Kind: explore.Ask, Next: heir{explore.Fresh, true}, Send: []explore.Out[uint8]{{To: 1, Msg: 1}, {To: 1, Msg: 2}}}}
				},
				Deliver: func(_ int, l heir, _ int, m uint8) []explore.Step[heir, uint8] {
					if m == 2 && !l.Done {
						return []explore.Step[heir, uint8]{{Name: "made", Next: heir{explore.Fresh, true}}}
					}
					return []explore.Step[heir, uint8]{{Name: "taken", Next: l}}
				},
				Requires: []explore.Requirement[heir, uint8]{explore.Always("later", func(v explore.View[heir, uint8]) string {
					if a, b := v.Locals[0].At, v.Locals[1].At; b != 0 && b < a {
						return fmt.Sprintf("%d is made after %d", b, a)
					}
					return ""
				})},
			}
			m, err := explore.NewModel(p)
			if err != nil {
				t.Fatal(err)
			}
			r, err := explore.Run(t.Context(), m, explore.Options{Requests: []int{1, 0}, Check: []explore.Property{"later"}})
			if err != nil {
				t.Fatal(err)
			}
			want := obvious.Explore(p, obvious.Options{Requests: []int{1, 0}})
			if r.Properties[0].Verdict != verdict.Holds || int(r.States) != want.States || !r.Complete {
				t.Errorf("%s, %+v: %s: %s; %d states, and obviously %d", network, faults, r.Properties[0].Verdict, r.Properties[0].Detail, r.States, want.States)
			}
		}
	}
}
