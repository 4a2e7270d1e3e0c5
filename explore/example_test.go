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

// word is what they say to each other.
type word uint8

const (
	please word = iota
	key
	thanks
)

const server = 0

func Example() {
	type step = explore.Step[desk, word]
	say := func(to int, w word) []explore.Out[word] { return []explore.Out[word]{{To: to, Msg: w}} }
	p := explore.Protocol[desk, word]{
		Name: "desk", N: 3,
		Steps: []string{"ask", "leave", "queue", "give", "enter", "back"},
		Init:  func(int) desk { return desk{} },
		Actions: func(p int, d desk) (steps []step) {
			switch {
			case p == server && !d.Out:
				for _, q := range d.Queue.Members() {
					steps = append(steps, step{Name: "give", Next: desk{Out: true, Queue: d.Queue.Without(q)}, Send: say(q, key)})
				}
			case p != server && d.Phase == explore.Thinking:
				steps = append(steps, step{Name: "ask", Kind: explore.Ask, Next: desk{Phase: explore.Waiting}, Send: say(server, please)})
			case p != server && d.Phase == explore.Inside:
				steps = append(steps, step{Name: "leave", Kind: explore.Leave, Next: desk{}, Send: say(server, thanks)})
			}
			return steps
		},
		Deliver: func(p int, d desk, from int, w word) []step {
			switch w {
			case please:
				return []step{{Name: "queue", Next: desk{Out: d.Out, Queue: d.Queue.With(from)}}}
			case thanks:
				return []step{{Name: "back", Next: desk{Queue: d.Queue}}}
			}
			return []step{{Name: "enter", Next: desk{Phase: explore.Inside}}}
		},
		Observe: func(p int, d desk) explore.Observation { return explore.Observation{Phase: d.Phase} },
		Safe: func(all []explore.Observation) string {
			if all[1].Phase == explore.Inside && all[2].Phase == explore.Inside {
				return "both customers are inside"
			}
			return ""
		},
	}
	m, err := explore.NewModel(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := explore.Run(context.Background(), m, explore.Options{Requests: []int{0, explore.Unbounded, explore.Unbounded}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d states, %d transitions, depth %d\n", r.States, r.Transitions, r.Depth)
	for _, p := range r.Properties {
		fmt.Printf("%s: %s\n", p.Property, p.Verdict)
		if p.Trace != nil {
			for i, s := range p.Trace.Steps {
				if i == p.Trace.Loop {
					fmt.Println("  and then for ever:")
				}
				fmt.Printf("  process %d: %s\n", s.Process+1, s.Name)
			}
		}
	}
	// Output:
	// 33 states, 64 transitions, depth 8
	// safety: holds
	// well-defined: holds
	// deadlock: holds
	// starvation: violated
	//   process 2: ask
	//   process 1: queue
	//   and then for ever:
	//   process 3: ask
	//   process 1: queue
	//   process 1: give
	//   process 3: enter
	//   process 3: leave
	//   process 1: back
}
