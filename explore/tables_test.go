package explore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"qcheck/explore"
)

// Random tables: protocols over a few states and kinds of messages, without stamps.

const (
	tableStates = 4
	tableKinds  = 3 // a message makes messages of smaller kinds only
)

type tableStep = explore.Step[uint8, uint8]

// A tableEvent is what a process may do: take a message from a process, or take a local step.
type tableEvent int

const (
	moving tableEvent = -1 - iota
	asking
)

type table struct {
	seed  uint64
	n     int
	o     explore.Options
	steps [][tableStates]map[tableEvent][tableKinds][]tableStep // by process, state, event and, for taking, kind
	phase [tableStates]explore.Phase
	crowd int
}

func (t table) String() string {
	return fmt.Sprintf("table %d (n=%d, requests %v)", t.seed, t.n, t.o.Requests)
}

func newTable(seed uint64) table {
	r := rand.New(rand.NewPCG(seed, 9))
	t := table{seed: seed, n: 2 + min(1, r.IntN(3)), crowd: 1 + r.IntN(2)}
	for range t.n {
		t.o.Requests = append(t.o.Requests, 1+r.IntN(2))
	}
	if r.IntN(5) == 0 {
		t.o.Requests[r.IntN(t.n)] = explore.Unbounded
	}
	t.phase = [tableStates]explore.Phase{explore.Thinking, explore.Waiting, explore.Inside, explore.Phase(r.IntN(3))}
	channels := map[[2]int]bool{} // that are used
	for p := range t.n {
		for q := range t.n {
			channels[[2]int{p, q}] = p != q && r.IntN(2) > 0
		}
	}
	busy := 2 + r.IntN(3)
	step := func(name string, p, state, kind, most int) tableStep {
		s := tableStep{Name: name, Next: uint8(state)}
		switch {
		case state == 1 && r.IntN(2) == 0:
			s.Next = 2 // enters
		case r.IntN(3) == 0:
			s.Next = uint8(r.IntN(tableStates))
		}
		for range r.IntN(most + 1) {
			if to := r.IntN(t.n); kind > 0 && channels[[2]int{p, to}] {
				s.Send = append(s.Send, explore.Out[uint8]{To: to, Msg: uint8(r.IntN(kind))})
			}
		}
		return s
	}
	for p := range t.n {
		var states [tableStates]map[tableEvent][tableKinds][]tableStep
		for state := range states {
			m := map[tableEvent][tableKinds][]tableStep{}
			for from := range t.n {
				var kinds [tableKinds][]tableStep
				for kind := range kinds {
					for range min(1, r.IntN(8)) + r.IntN(8)/7 {
						kinds[kind] = append(kinds[kind], step(fmt.Sprintf("take %d", kind), p, state, kind, 1))
					}
				}
				m[tableEvent(from)] = kinds
			}
			if r.IntN(4) < busy {
				s := step("move", p, state, r.IntN(2), 1)
				if s.Next > uint8(state) || r.IntN(6) == 0 { // or most run round
					m[moving] = [tableKinds][]tableStep{{s}}
				}
			}
			if state == 0 {
				s := step("ask", p, state, tableKinds, 2)
				s.Kind, s.Next = explore.Ask, 1
				m[asking] = [tableKinds][]tableStep{{s}}
			}
			states[state] = m
		}
		t.steps = append(t.steps, states)
	}
	return t
}

// protocol returns the protocol. Names that cannot happen are in Steps, too.
func (t table) protocol() explore.Protocol[uint8, uint8] {
	return explore.Protocol[uint8, uint8]{
		Name: "table", N: t.n, Capacity: 4,
		Steps: []string{"ask", "move", "take 0", "take 1", "take 2"},
		Init:  func(int) uint8 { return 0 },
		Actions: func(p int, l uint8) []tableStep {
			return slices.Concat(t.steps[p][l][asking][0], t.steps[p][l][moving][0])
		},
		Deliver: func(p int, l uint8, from int, m uint8) []tableStep {
			return t.steps[p][l][tableEvent(from)][m]
		},
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(p int, l uint8) explore.Observation { return explore.Observation{Phase: t.phase[l]} },
			Safe:    func(all []explore.Observation) string { return crowd(all, t.crowd) },
		},
	}
}
