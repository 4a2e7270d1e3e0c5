package explore_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"qcheck/explore"
)

// Random tables: protocols over a few states and kinds of messages, without
// stamps, for which everything that a Partial says can be computed from the
// tables, by its definition.

const (
	tableStates = 4
	tableKinds  = 3 // a message makes messages of smaller kinds only
)

type tableStep = explore.Step[uint8, uint8]

type table struct {
	seed  uint64
	n     int
	o     explore.Options
	steps [][tableStates]map[explore.Events][tableKinds][]tableStep // by process, state, event and, for taking, kind
	phase [tableStates]explore.Phase
	crowd int
	memo  tableMemo
}

func (t table) String() string {
	return fmt.Sprintf("table %d (n=%d, requests %v)", t.seed, t.n, t.o.Requests)
}

func newTable(seed uint64) table {
	r := rand.New(rand.NewPCG(seed, 9))
	t := table{seed: seed, n: 2 + min(1, r.IntN(3)), crowd: 1 + r.IntN(2), memo: tableMemo{}}
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
		var states [tableStates]map[explore.Events][tableKinds][]tableStep
		for state := range states {
			m := map[explore.Events][tableKinds][]tableStep{}
			for from := range t.n {
				var kinds [tableKinds][]tableStep
				for kind := range kinds {
					for range min(1, r.IntN(8)) + r.IntN(8)/7 {
						kinds[kind] = append(kinds[kind], step(fmt.Sprintf("take %d", kind), p, state, kind, 1))
					}
				}
				m[explore.Taking(explore.SetOf(from))] = kinds
			}
			if r.IntN(4) < busy {
				s := step("move", p, state, r.IntN(2), 1)
				if s.Next > uint8(state) || r.IntN(6) == 0 { // or most run round
					m[explore.LocalSteps] = [tableKinds][]tableStep{{s}}
				}
			}
			if state == 0 {
				s := step("ask", p, state, tableKinds, 2)
				s.Kind, s.Next = explore.Ask, 1
				m[explore.Asking] = [tableKinds][]tableStep{{s}}
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
			return slices.Concat(t.steps[p][l][explore.Asking][0], t.steps[p][l][explore.LocalSteps][0])
		},
		Deliver: func(p int, l uint8, from int, m uint8) []tableStep {
			return t.steps[p][l][explore.Taking(explore.SetOf(from))][m]
		},
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(p int, l uint8) explore.Observation { return explore.Observation{Phase: t.phase[l]} },
			Safe:    func(all []explore.Observation) string { return crowd(all, t.crowd) },
		},
	}
}

// events returns the events of a process.
func (t table) events() []explore.Events {
	list := []explore.Events{explore.LocalSteps, explore.Asking}
	for q := range t.n {
		list = append(list, explore.Taking(explore.SetOf(q)))
	}
	return list
}

// can returns the states that a process can come to without the given events,
// whatever it is sent.
func (t table) can(p int, state uint8, without explore.Events) []uint8 {
	states := []uint8{state}
	for i := 0; i < len(states); i++ {
		for _, e := range t.events() {
			if e&without != 0 {
				continue
			}
			for _, steps := range t.steps[p][states[i]][e] {
				for _, s := range steps {
					if !slices.Contains(states, s.Next) {
						states = append(states, s.Next)
					}
				}
			}
		}
	}
	return states
}

// needed returns all smallest sets of events without which nothing of the kind
// that the function looks for can be done by p.
func (t table) needed(p int, state uint8, found func(state uint8, without explore.Events) bool) []explore.Events {
	list := t.events()
	var sets []explore.Events
	for size := 0; size <= len(list); size++ {
		for mask := range 1 << len(list) {
			if bits.OnesCount(uint(mask)) != size {
				continue
			}
			var without explore.Events
			for i, e := range list {
				if mask>>i&1 != 0 {
					without |= e
				}
			}
			if slices.ContainsFunc(sets, func(s explore.Events) bool { return s&^without == 0 }) {
				continue
			}
			if !slices.ContainsFunc(t.can(p, state, without), func(s uint8) bool { return found(s, without) }) {
				sets = append(sets, without)
			}
		}
	}
	return sets
}

// each calls f for every step that can be taken in a state, but for some
// events.
func (t table) each(p int, state uint8, without explore.Events, f func(s tableStep)) {
	for e, kinds := range t.steps[p][state] {
		if e&without != 0 {
			continue
		}
		for _, steps := range kinds {
			for _, s := range steps {
				f(s)
			}
		}
	}
}

// ends returns what one step after another comes to: the state, and what is in
// each channel.
func (t table) ends(p int, state uint8, e explore.Events, kind int, f explore.Events, fKind int) map[string]bool {
	ends := map[string]bool{}
	for _, a := range t.steps[p][state][e][kind] {
		for _, b := range t.steps[p][a.Next][f][fKind] {
			sent := make([][]uint8, t.n)
			for _, o := range slices.Concat(a.Send, b.Send) {
				sent[o.To] = append(sent[o.To], o.Msg)
			}
			ends[fmt.Sprint(b.Next, sent)] = true
		}
	}
	return ends
}

// conflicts returns the events that may not commute with e, in any state that p
// can come to without e.
func (t table) conflicts(p int, state uint8, e explore.Events, kind int) explore.Events {
	var set explore.Events
	for _, f := range t.events() {
		if f == e {
			continue
		}
		for _, s := range t.can(p, state, e) {
			for fKind := range tableKinds {
				enabled := t.steps[p][s]
				if len(enabled[e][kind]) == 0 || len(enabled[f][fKind]) == 0 {
					continue
				}
				for _, b := range enabled[f][fKind] {
					if len(t.steps[p][b.Next][e][kind]) == 0 {
						set |= f // disables e
					}
				}
				other := t.ends(p, s, e, kind, f, fKind)
				for end := range t.ends(p, s, f, fKind, e, kind) {
					if !other[end] {
						set |= f
					}
				}
			}
		}
	}
	return set
}

// partial returns the exact Partial.
func (t table) partial() *explore.Partial[uint8, uint8] {
	enabled := func(p int, e explore.Events) func(uint8, explore.Events) bool {
		return func(s uint8, _ explore.Events) bool { return len(t.steps[p][s][e][0]) > 0 }
	}
	seen := func(p int) func(uint8, explore.Events) bool {
		return func(s uint8, without explore.Events) bool {
			changes := false
			t.each(p, s, without, func(x tableStep) { changes = changes || t.phase[x.Next] != t.phase[s] })
			return changes
		}
	}
	sends := func(p, to int) func(uint8, explore.Events) bool {
		return func(s uint8, without explore.Events) bool {
			found := false
			t.each(p, s, without, func(x tableStep) {
				found = found || slices.ContainsFunc(x.Send, func(o explore.Out[uint8]) bool { return o.To == to })
			})
			return found
		}
	}
	return &explore.Partial[uint8, uint8]{
		Defined: true,
		Take: func(p int, l uint8, from int, m uint8) explore.Events {
			return t.memo.events(fmt.Sprint("take", p, l, from, m), func() explore.Events {
				return t.conflicts(p, l, explore.Taking(explore.SetOf(from)), int(m))
			})
		},
		Local: func(p int, l uint8) explore.Events {
			return t.memo.events(fmt.Sprint("local", p, l), func() explore.Events { return t.conflicts(p, l, explore.LocalSteps, 0) })
		},
		Enable: func(p int, l uint8) []explore.Events {
			return t.memo.sets(fmt.Sprint("enable", p, l), func() []explore.Events { return t.needed(p, l, enabled(p, explore.LocalSteps)) })
		},
		Ask: func(p int, l uint8) explore.Events {
			if len(t.steps[p][l][explore.Asking][0]) > 0 {
				return explore.NoEvents // it can
			}
			return t.memo.sets(fmt.Sprint("ask", p, l), func() []explore.Events { return t.needed(p, l, enabled(p, explore.Asking)) })[0]
		},
		Send: func(p int, l uint8, to int) explore.Events {
			return t.memo.sets(fmt.Sprint("send", p, l, to), func() []explore.Events { return t.needed(p, l, sends(p, to)) })[0]
		},
		Visible: func(p int, l uint8) explore.Events {
			return t.memo.events(fmt.Sprint("visible", p, l), func() explore.Events {
				var set explore.Events
				for _, s := range t.can(p, l, 0) {
					for _, e := range t.events() {
						if seen(p)(s, explore.AllEvents&^e) {
							set |= e
						}
					}
				}
				return set
			})
		},
		Enter: func(p int, l uint8) []explore.Events {
			return t.memo.sets(fmt.Sprint("enter", p, l), func() []explore.Events { return t.needed(p, l, seen(p)) })
		},
	}
}

// tableMemo keeps what was computed from the tables, which takes long.
type tableMemo map[string][]explore.Events

func (m tableMemo) sets(key string, f func() []explore.Events) []explore.Events {
	sets, ok := m[key]
	if !ok {
		sets = f()
		m[key] = sets
	}
	return sets
}

func (m tableMemo) events(key string, f func() explore.Events) explore.Events {
	return m.sets(key, func() []explore.Events { return []explore.Events{f()} })[0]
}

// harm says that of those who are not inside, some must come in.
func (t table) harm(all []explore.Observation) []explore.Set { return crowdHarm(all, t.crowd) }

// crowdHarm is the Harm of crowd.
func crowdHarm(all []explore.Observation, k int) []explore.Set {
	var out explore.Set
	for p, o := range all {
		if o.Phase != explore.Inside {
			out = out.With(p)
		}
	}
	missing := k + 1 - (len(all) - out.Len())
	if missing > out.Len() {
		return []explore.Set{0} // it can never fail
	}
	return subsets(out, out.Len()-missing+1)
}

// subsets returns the subsets of a size.
func subsets(of explore.Set, size int) []explore.Set {
	var list []explore.Set
	for s := range of + 1 {
		if of.Contains(s) && s.Len() == size {
			list = append(list, s)
		}
	}
	return list
}
