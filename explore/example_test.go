package explore_test

import (
	"context"
	"fmt"

	"qcheck/explore"
)

// A desk is a lock server, process 1, with customers, all others: they ask it
// for the key, and bring it back. It gives the key to any of those who queue.
type desk struct {
	Phase explore.Phase // of a customer
	Out   bool          // the server's key
	Queue explore.Set   // at the server
}

func Example() {
	const server, please, key, thanks = 0, 1, 2, 3
	type step = explore.Step[desk, uint8]
	say := func(to int, w uint8) []explore.Out[uint8] { return explore.SendTo(explore.SetOf(to), w) }
	p := explore.Protocol[desk, uint8]{
		Name: "desk", N: 3,
		Init: func(int) desk { return desk{} },
		Actions: func(p int, d desk) (steps []step) {
			switch {
			case p == server && !d.Out:
				for _, q := range d.Queue.Members() {
					steps = append(steps, step{Name: "give", Next: desk{Out: true, Queue: d.Queue.Without(q)}, Send: say(q, key)})
				}
			case p != server && d.Phase == explore.Thinking:
				steps = append(steps, step{Name: "ask", Kind: explore.Ask, Next: desk{Phase: explore.Waiting}, Send: say(server, please)})
			case p != server && d.Phase == explore.Inside:
				steps = append(steps, step{Name: "leave", Kind: explore.Leave, Send: say(server, thanks)})
			}
			return steps
		},
		Deliver: func(p int, d desk, from int, w uint8) []step {
			switch w {
			case please:
				return []step{{Name: "queue", Next: desk{Out: d.Out, Queue: d.Queue.With(from)}}}
			case thanks:
				return []step{{Name: "back", Next: desk{Queue: d.Queue}}}
			}
			return []step{{Name: "enter", Next: desk{Phase: explore.Inside}}}
		},
		Exclusion: explore.Exclusion[desk]{
			Observe: func(p int, d desk) explore.Observation { return explore.Observation{Phase: d.Phase} },
			Safe:    explore.AtMost(1),
		},
	}
	m, err := explore.NewModel(p)
	if err != nil {
		panic(err)
	}
	r, err := explore.Run(context.Background(), m, explore.Options{Requests: []int{0, explore.Unbounded, explore.Unbounded}})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d states, %d transitions\n", r.States, r.Transitions)
	for _, p := range r.Properties {
		fmt.Printf("%s: %s\n", p.Property, p.Verdict)
		if p.Trace != nil {
			fmt.Printf("  after %d of %d steps for ever\n", p.Trace.Loop, len(p.Trace.Steps))
		}
	}
	// Output:
	// 33 states, 64 transitions
	// safety: holds
	// well-defined: holds
	// deadlock-freedom: holds
	// starvation-freedom: violated
	//   after 2 of 8 steps for ever
}
