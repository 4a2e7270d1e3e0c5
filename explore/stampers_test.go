package explore_test

import (
	"fmt"
	"math/rand/v2"

	"qcheck/explore"
)

// Random stampers: processes that take stamps in their own rounds, and hear of
// nobody, so that a fresh stamp may go below any other. What starves there is
// for the rule about such stamps to say.

type stamperState struct {
	S uint8
	A explore.Stamp
}

func newStampers(seed uint64) (explore.Protocol[stamperState, uint8], explore.Options) {
	type step = explore.Step[stamperState, uint8]
	r := rand.New(rand.NewPCG(seed, 3))
	n := 2 + r.IntN(2)
	var o explore.Options
	steps := make([][4][]step, n)
	phase := make([][4]explore.Phase, n)
	for p := range n {
		o.Requests = append(o.Requests, explore.Unbounded)
		states := 2 + r.IntN(3)
		for s := range states {
			phase[p][s] = explore.Phase(r.IntN(3))
			if s == 0 {
				phase[p][s] = explore.Waiting - explore.Phase(r.IntN(2))
			}
			for range r.IntN(3) {
				x := step{Name: fmt.Sprint(r.IntN(2)), Next: stamperState{S: uint8(r.IntN(states))}}
				x.Kind = explore.StepKind(r.IntN(3))
				if r.IntN(2) == 0 {
					x.Next.A = explore.Fresh
				} else if r.IntN(2) == 0 {
					x.Next.A = keep
				}
				steps[p][s] = append(steps[p][s], x)
			}
		}
	}
	return explore.Protocol[stamperState, uint8]{
		Name: fmt.Sprintf("stampers %d", seed), N: n, Steps: []string{"0", "1"},
		Init: func(int) stamperState { return stamperState{} },
		Actions: func(p int, l stamperState) []step {
			var list []step
			for _, x := range steps[p][l.S] {
				if x.Next.A == keep {
					x.Next.A = l.A
				}
				list = append(list, x)
			}
			return list
		},
		Deliver: func(int, stamperState, int, uint8) []step { return nil },
		Exclusion: explore.Exclusion[stamperState]{
			Observe: func(p int, l stamperState) explore.Observation {
				return explore.Observation{Phase: phase[p][l.S]}
			},
		},
	}, o
}

// keep stands for the stamp that is there.
const keep explore.Stamp = 1000
