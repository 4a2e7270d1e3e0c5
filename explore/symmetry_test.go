package explore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// An alike is a random protocol in which all processes follow the same rules. Each
// message is answered, and no second one is sent to a process before.
type alike struct {
	n      int
	seed   uint64
	defect string
	small  bool // fewer states
}

type crowdState struct {
	Phase   explore.Phase
	Mode    uint8
	Peer    explore.Process
	Friends explore.Set
	Owing   explore.PerProcess[uint8] // by process: 1 if it has to answer
	Stamp   explore.Stamp
	Hidden  uint8 // a process that its type does not tell
}

type crowdMessage struct {
	Kind  uint8 // 3 is an answer
	About explore.Process
	Stamp explore.Stamp
}

// The defects, each of which makes some processes differ from others.
var crowdDefects = []string{
	"handler", "order", "observation", "safe", "hidden", "lowest", "goal", "requests", "init", "late",
}

// draw returns a number below most that depends on the seed and on what is seen.
func (c alike) draw(most uint8, seen ...any) uint8 {
	h := c.seed
	for _, b := range fmt.Append(nil, seen...) {
		h = (h ^ uint64(b)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return uint8(h>>40) % most
}

func relation(x explore.Process, self, from int) string {
	switch x.Index() {
	case -1:
		return "none"
	case self:
		return "self"
	case from:
		return "from"
	}
	return "other"
}

// send sends a message to all of a set who owe no answer.
func (c alike) send(l *crowdState, p int, to explore.Set, m crowdMessage) []explore.Out[crowdMessage] {
	var out []explore.Out[crowdMessage]
	for _, q := range to.Without(p).Members() {
		if l.Owing[q] == 0 {
			l.Owing[q] = 1
			out = append(out, explore.Out[crowdMessage]{To: q, Msg: m})
		}
	}
	return out
}

func (c alike) receivers(l crowdState, what uint8) explore.Set {
	switch {
	case what == 0:
		return 0
	case what == 1 && l.Friends != 0:
		return l.Friends
	case what == 2 && l.Peer != 0:
		return explore.SetOf(l.Peer.Index())
	}
	return explore.All(c.n)
}

type crowdStep = explore.Step[crowdState, crowdMessage]

func (c alike) actions(p int, l crowdState) []crowdStep {
	step := func(name string, kind explore.StepKind, phase explore.Phase) []crowdStep {
		l.Phase = phase
		m := crowdMessage{Kind: c.draw(3, name, l.Mode), About: l.Peer}
		if name == "ask" && c.seed%2 == 0 && !c.small {
			l.Stamp, m.Stamp = explore.Fresh, explore.Fresh
		}
		to := c.receivers(l, c.draw(4, name, "to", l.Mode))
		if c.defect == "lowest" && to != 0 {
			to = explore.SetOf(to.Members()[0])
		}
		if name == "leave" {
			l.Stamp, l.Friends, l.Peer, l.Mode = 0, 0, 0, 0
		}
		out := c.send(&l, p, to, m)
		return []crowdStep{{Name: name, Kind: kind, Next: l, Send: out}}
	}
	switch l.Phase {
	case explore.Thinking:
		return step("ask", explore.Ask, explore.Waiting)
	case explore.Waiting:
		if c.draw(3, "enter", l.Mode, l.Friends.Len(), l.Peer != 0) > 0 {
			return step("enter", explore.Plain, explore.Inside)
		}
	case explore.Inside:
		if c.draw(5, "stay", l.Mode, l.Peer != 0) > 0 {
			return step("leave", explore.Leave, explore.Thinking)
		}
	}
	return nil
}

func (c alike) deliver(p int, l crowdState, from int, m crowdMessage) []crowdStep {
	older := "no"
	if l.Stamp != 0 && m.Stamp != 0 {
		older = fmt.Sprint(m.Stamp < l.Stamp)
	}
	seen := []any{l.Phase, l.Mode, relation(l.Peer, p, from), l.Friends.Has(from), l.Friends.Len(), m.Kind, relation(m.About, p, from), older}
	if m.Kind < 3 && c.draw(6, append(seen, "wait")...) == 0 {
		return nil
	}
	if m.Kind == 3 {
		l.Owing[from] = 0
	}
	l.Mode = c.draw(2, append(seen, "mode")...)
	if c.defect == "handler" && p == 0 && l.Mode == 1 || c.defect == "order" && from < p && m.Kind == 0 {
		l.Mode = 2
	}
	if c.defect == "late" && p == 1 && l.Phase == explore.Inside && m.Kind == 3 {
		l.Mode = 2
	}
	if c.defect == "hidden" {
		l.Hidden = uint8(from) + 1
	}
	peer, friends := c.draw(4, append(seen, "peer")...), c.draw(3, append(seen, "friends")...)
	if c.small {
		peer, friends = 3, 2
	}
	switch peer {
	case 0:
		l.Peer = explore.ProcessOf(from)
	case 1:
		l.Peer = m.About
	case 2:
		l.Peer = 0
	}
	switch friends {
	case 0:
		l.Friends = l.Friends.With(from)
	case 1:
		l.Friends = l.Friends.Without(from)
	}
	var out []explore.Out[crowdMessage]
	if m.Kind < 3 {
		out = append(out, explore.Out[crowdMessage]{To: from, Msg: crowdMessage{Kind: 3, About: l.Peer}})
	}
	if c.draw(4, append(seen, "more")...) == 0 {
		out = append(out, c.send(&l, p, c.receivers(l, c.draw(4, append(seen, "to")...)), crowdMessage{Kind: m.Kind % 3})...)
	}
	s := crowdStep{Name: fmt.Sprint("take ", m.Kind), Next: l, Send: out}
	if c.draw(60, append(seen, "gap")...) == 0 {
		s.Undefined = "nothing is said of this"
	}
	return []crowdStep{s}
}

func (c alike) protocol() explore.Protocol[crowdState, crowdMessage] {
	return explore.Protocol[crowdState, crowdMessage]{
		Name: "crowd", N: c.n, Clock: explore.ClockRule{Attach: explore.Attach(1 + c.seed/2%2), TickOnFresh: true},
		Init: func(p int) crowdState {
			if c.defect == "init" && p == 0 {
				return crowdState{Mode: 1}
			}
			return crowdState{}
		},
		Actions: c.actions, Deliver: c.deliver,
		Steps: []string{"ask", "enter", "leave", "take 0", "take 1", "take 2", "take 3"},
		Exclusion: explore.Exclusion[crowdState]{
			Observe: func(p int, l crowdState) explore.Observation {
				o := explore.Observation{Phase: l.Phase, Units: l.Mode}
				if c.defect == "observation" && p == 1 && l.Phase == explore.Inside {
					o.Units = 7
				}
				return o
			},
			Safe: func(all []explore.Observation) string {
				if c.defect == "safe" && all[0].Phase == explore.Inside && all[1].Phase == explore.Inside {
					return "both are in"
				}
				return explore.AtMost(c.n - 1)(all)
			},
			Goals: []explore.Goal{{Name: "some of mode 1", Unmet: func(all []explore.Observation) string {
				if c.defect == "goal" && all[1].Units == 0 {
					return "process 2 is not"
				}
				if slices.ContainsFunc(all, func(o explore.Observation) bool { return o.Units == 1 || o.Phase == explore.Thinking }) {
					return ""
				}
				return "none is"
			}}},
		},
		Requires: []explore.Requirement[crowdState, crowdMessage]{
			explore.Always("process 1 is of mode 0 in the critical section", func(v explore.View[crowdState, crowdMessage]) string {
				if v.Locals[0].Phase == explore.Inside && v.Locals[0].Mode != 0 {
					return "it is not"
				}
				return ""
			}),
			explore.Sometimes("process 3 has a friend", func(v explore.View[crowdState, crowdMessage]) bool {
				return v.Locals[c.n-1].Friends != 0
			}),
		},
	}
}

// equallySymmetric returns the result of a search with symmetry, which must be that of
// the search without.
func equallySymmetric(t *testing.T, name string, m explore.Model, o explore.Options) *explore.Result {
	t.Helper()
	var results [2]*explore.Result
	for i := range results {
		o.Asymmetric = i == 0
		r, err := explore.Run(t.Context(), m, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		results[i] = r
	}
	if diff := cmp.Diff(results[0], results[1], cmpopts.IgnoreFields(explore.Result{}, "Stats", "Symmetry", "Orbits")); diff != "" {
		t.Errorf("%s: %d renamings; without symmetry (-), with it (+):\n%s", name, results[1].Symmetry, diff)
	}
	return results[1]
}

// TestSymmetry: results are the same with symmetry and without, whether processes are
// alike or not; all renamings are found if they are, and dropped if they are not.
func TestSymmetry(t *testing.T) {
	seeds := 48
	if slow.Tests() {
		seeds = 1500
	}
	type tally struct{ searches, whole, violated, held int }
	by := map[string]*tally{}
	smaller := 0
	r := rand.New(rand.NewPCG(11, 5))
	for i := range seeds {
		c := alike{n: 3, seed: r.Uint64(), defect: "none"}
		if i%3 == 0 {
			c.defect = crowdDefects[i/3%len(crowdDefects)]
		}
		c.small = r.IntN(2) == 0
		m, err := explore.NewModel(c.protocol())
		if err != nil {
			t.Fatal(err)
		}
		o := explore.Options{Requests: []int{1, 1, 1}, MaxStates: 6000, Workers: 1 + r.IntN(2)}
		if r.IntN(2) == 0 {
			o.Requests = []int{explore.Unbounded, explore.Unbounded, explore.Unbounded}
		}
		if c.defect == "requests" {
			o.Requests = []int{2, 1, 1}
		}
		name := fmt.Sprintf("crowd %d, %s, requests %v", c.seed, c.defect, o.Requests)
		got := equallySymmetric(t, name, m, o)
		if by[c.defect] == nil {
			by[c.defect] = &tally{}
		}
		x := by[c.defect]
		x.searches++
		if got.Symmetry == 6 {
			x.whole++
		}
		for _, p := range got.Properties {
			switch p.Verdict {
			case verdict.Violated:
				x.violated++
			case verdict.Holds:
				x.held++
			}
		}
		if got.Orbits*5 < got.States {
			smaller++
		}
	}
	for defect, x := range by {
		t.Logf("%s: %+v", defect, *x)
		if defect == "none" && x.whole != x.searches || defect != "none" && x.whole == x.searches {
			t.Errorf("%s: all renamings were found in %d of %d searches", defect, x.whole, x.searches)
		}
	}
	if smaller < 7 || len(by) != 1+len(crowdDefects) {
		t.Errorf("in %d searches there are fewer orbits than a fifth of the states", smaller)
	}
}
