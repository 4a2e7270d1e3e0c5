package counterexample_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"qcheck/counterexample"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
)

// A ticket is a message with a time stamp that says what it is.
type ticket struct {
	Stamp explore.Stamp
	Final bool
}

func (t ticket) String() string {
	if t.Final {
		return "LAST"
	}
	return fmt.Sprintf("TICKET(%d)", t.Stamp)
}

// drawing is a protocol in which two processes send each other their tickets,
// and do nothing more.
func drawing() explore.Protocol[explore.Phase, ticket] {
	type step = explore.Step[explore.Phase, ticket]
	return explore.Protocol[explore.Phase, ticket]{
		Name: "drawing", N: 2, Clock: explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true},
		Steps: []string{"draw", "TICKET", "LAST"},
		Init:  func(int) explore.Phase { return explore.Thinking },
		Actions: func(p int, l explore.Phase) []step {
			if l != explore.Thinking {
				return nil
			}
			return []step{{Name: "draw", Kind: explore.Ask, Next: explore.Waiting, Send: []explore.Out[ticket]{
				{To: 1 - p, Msg: ticket{Stamp: explore.Fresh}},
				{To: 1 - p, Msg: ticket{Stamp: explore.Fresh, Final: true}},
			}}}
		},
		Deliver: func(_ int, l explore.Phase, _ int, m ticket) []step {
			if m.Final {
				return []step{{Name: "LAST", Next: l}}
			}
			return []step{{Name: "TICKET", Next: l}}
		},
		Exclusion: explore.Exclusion[explore.Phase]{Observe: func(_ int, l explore.Phase) explore.Observation { return explore.Observation{Phase: l} }},
	}
}

// Messages appear as their String method writes them, with names for stamps;
// those that the method leaves out follow.
func ExampleRenderText() {
	p := drawing()
	model, err := explore.NewModel(p)
	if err != nil {
		log.Fatal(err)
	}
	result, err := explore.Run(context.Background(), model, explore.Options{Requests: []int{1, 0}, Check: []explore.Property{explore.DeadlockFreedom}})
	if err != nil {
		log.Fatal(err)
	}
	trace := trace.New(instance.Instance{Algorithm: p.Name, N: p.N, Requests: []int{1, 0}}, result.Properties[0])
	run, err := trace.Confirm(func(steps []explore.TraceStep) (*obvious.Run, error) {
		return obvious.Replay(p, trace.Instance.ReplayOptions(), steps)
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := counterexample.RenderText(os.Stdout, trace, run); err != nil {
		log.Fatal(err)
	}
	// Output:
	// step  what happens                 sends                            becomes        then
	//    1  p1: draw, with stamp 1a      TICKET(1a) to p2; LAST 1a to p2  state=waiting  p1 waiting
	//    2  p2 takes TICKET(1a) from p1                                                  p1 waiting
	//    3  p2 takes LAST 1a from p1                                                     p1 waiting
	//       deadlock-freedom is violated: nothing can happen any more, and process 1 waits
	//       why: p1 waits since step 1, and took no message since
}
