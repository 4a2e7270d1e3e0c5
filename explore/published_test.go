package explore_test

import (
	"fmt"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/views"
	"qcheck/explore/views/tuples"
)

// Two-phase commit as the TLA+ Examples have it (transaction_commit/TwoPhase): messages are a set that only
// grows. Process 0 is the transaction manager, the others are resource managers. In View.History is
// what the resource managers have decided so far.
type manager struct {
	State    uint8 // of a resource manager: working, prepared, committed, aborted; of the other: working, committed, aborted
	Prepared explore.Set
}

const (
	working = iota
	prepared
	committed
	aborted
)

type vote uint8 // one of the states

func twoPhaseCommit(resources int) explore.Protocol[manager, vote] {
	type step = explore.Step[manager, vote]
	n := resources + 1
	others := explore.All(n).Without(0)
	return explore.Protocol[manager, vote]{
		Name: "two-phase commit", N: n, Network: explore.Duplicating,
		Init: func(int) manager { return manager{} },
		Actions: func(p int, l manager) []step {
			var all []step
			take := func(name string, state uint8, to explore.Set) {
				next := l
				next.State = state
				all = append(all, step{Name: name, Next: next, Send: explore.SendTo(to, vote(state))})
			}
			switch {
			case l.State != working:
			case p > 0:
				take("prepare", prepared, explore.SetOf(0))
				take("abort alone", aborted, 0)
			default:
				if l.Prepared == others {
					take("commit", committed, others)
				}
				take("abort", aborted, others)
			}
			return all
		},
		Deliver: func(p int, l manager, from int, m vote) []step {
			switch {
			case p > 0:
				l.State = uint8(m)
			case l.State == working:
				l.Prepared = l.Prepared.With(from)
			}
			return []step{{Name: "hear", Next: l}}
		},
		Requires: []explore.Requirement[manager, vote]{explore.Always("agreement", func(v explore.View[manager, vote]) string {
			decided := map[uint8]bool{}
			for _, l := range v.Locals[1:] {
				decided[l.State] = true
			}
			if decided[committed] && decided[aborted] {
				return "one has committed, and another one has aborted"
			}
			return ""
		})},
	}
}

// The counts that TLC and stateright publish: 288 states with three resource managers, 8,832 with five.
func TestTwoPhaseCommit(t *testing.T) {
	for resources, want := range map[int]int64{3: 288, 5: 8832} {
		p := twoPhaseCommit(resources)
		r := search(t, p, explore.Options{})
		if r.States != want || r.Properties[1].Verdict.String() != "holds" {
			t.Errorf("%d resource managers: %d states, want %d; %+v", resources, r.States, want, r.Properties)
		}
		if alone := search(t, p, explore.Options{Asymmetric: true}); alone.States != want || r.Orbits >= alone.Orbits {
			t.Errorf("%d states without symmetry, and %d of %d are kept with it", alone.States, r.Orbits, alone.Orbits)
		}
	}
}

// A manager that forgets, once it has crashed, what it decided, aborts what others have committed; one that
// remembers does not.
func TestTwoPhaseCommitForgets(t *testing.T) {
	for keeps, want := range map[bool]string{true: "holds", false: "violated"} {
		p := twoPhaseCommit(2)
		p.Faults = explore.Faults{Crash: 1, Restart: 1, Of: explore.SetOf(0)}
		if keeps {
			p.Restart = func(_ int, l manager) manager { return l }
		}
		if got := search(t, p, explore.Options{}).Properties[1]; got.Verdict.String() != want {
			t.Errorf("keeps %t: %+v", keeps, got)
		}
	}
}

// A census is a history with processes by name: who took the last step, and who took an odd number of them.
type census struct {
	Last explore.Process
	Odd  explore.PerProcess[bool]
}

// Renamings are of histories, too, and of starts: states are as many with symmetry as without.
func TestSymmetryOfHistories(t *testing.T) {
	for _, faults := range []explore.Faults{{}, {Crash: 1, Restart: 1}} {
		p := twoPhaseCommit(3)
		p.Network, p.Faults = explore.Unordered, faults
		p.History = explore.Watch[manager, vote](census{}, func(h census, e explore.Event[manager]) (census, string) {
			if e.Before.State != e.After.State {
				h.Last = explore.ProcessOf(e.Process)
				h.Odd[e.Process] = !h.Odd[e.Process]
			}
			return h, ""
		})
		p.Requires = append(p.Requires, explore.Sometimes("all are odd", func(v explore.View[manager, vote]) bool {
			h := v.History.(census)
			return h.Odd[1] && h.Odd[2] && h.Odd[3] && h.Last != explore.ProcessOf(0)
		}))
		var starts []explore.Start[manager, vote]
		for one := 1; one < 4; one++ {
			s := explore.Start[manager, vote]{Locals: make([]manager, 4), Sent: []explore.Sent[vote]{{From: one, To: 0, Msg: prepared}}}
			s.Locals[one].State = prepared
			starts = append(starts, s)
		}
		for _, p.Starts = range []func() []explore.Start[manager, vote]{nil, func() []explore.Start[manager, vote] { return starts }} {
			with, without := search(t, p, explore.Options{}), search(t, p, explore.Options{Asymmetric: true})
			if with.Symmetry != 6 || with.States != without.States || with.Transitions != without.Transitions || fmt.Sprint(with.Levels) != fmt.Sprint(without.Levels) {
				t.Errorf("%+v: with symmetry (%d renamings) %d states, %d transitions; without %d, %d", faults, with.Symmetry, with.States, with.Transitions, without.States, without.Transitions)
			}
			for i, pr := range with.Properties {
				if pr.Verdict != without.Properties[i].Verdict {
					t.Errorf("%s: %s with symmetry, %s without", pr.Property, pr.Verdict, without.Properties[i].Verdict)
				}
			}
		}
		// A history that prefers a process is not symmetric.
		p.History = explore.Watch[manager, vote](uint8(0), func(h uint8, e explore.Event[manager]) (uint8, string) {
			if e.Process == 2 {
				h = 1
			}
			return h, ""
		})
		p.Requires, p.Starts = p.Requires[:1], nil
		with, without := search(t, p, explore.Options{}), search(t, p, explore.Options{Asymmetric: true})
		if with.Symmetry > 2 || with.States != without.States {
			t.Errorf("%d renamings, %d states; without symmetry %d", with.Symmetry, with.States, without.States)
		}
	}
}

// What is about one start refuses protocols with several, and says so.
func TestSeveralStartsAreRefused(t *testing.T) {
	p := twoPhaseCommit(2)
	p.Network = explore.FIFO
	p.Starts = func() []explore.Start[manager, vote] {
		return []explore.Start[manager, vote]{{Locals: make([]manager, 3)}, {Locals: []manager{{}, {State: committed}, {State: aborted}}}}
	}
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	if pr := search(t, p, explore.Options{}).Properties[1]; pr.Verdict.String() != "violated" || pr.Trace.Start != 1 || len(pr.Trace.Steps) > 0 {
		t.Errorf("%+v", pr)
	}
	if _, err := explore.Run(t.Context(), m, explore.Options{Levels: &explore.Levels{Dir: t.TempDir()}}); err == nil || !strings.Contains(err.Error(), "begin in one state") {
		t.Errorf("levels: %v", err)
	}
	if proof := tuples.Of(m, obvious.Of(p, m.Met()), 2, nil, false).Prove(t.Context(), views.Limits{}); proof.Refused != views.Elsewhere || proof.Results != nil {
		t.Errorf("%+v", proof)
	}
}

// The election of Chang and Roberts on a ring, as the TLA+ Examples have it: any nodes may begin, and the node with the smallest
// identity wins. There are eight starts.
type ringNode struct {
	Begun, Initiator bool
	State            uint8 // 0 lost, 1 a candidate, 2 won
}

func changRoberts(identities ...uint8) explore.Protocol[ringNode, uint8] {
	n := len(identities)
	return explore.Protocol[ringNode, uint8]{
		Name: "Chang-Roberts", N: n, Network: explore.Unordered,
		Starts: func() (all []explore.Start[ringNode, uint8]) {
			for _, initiators := range choices(n) {
				s := explore.Start[ringNode, uint8]{Locals: make([]ringNode, n)}
				for _, p := range initiators.Members() {
					s.Locals[p] = ringNode{Initiator: true, State: 1}
				}
				all = append(all, s)
			}
			return all
		},
		Actions: func(p int, l ringNode) []explore.Step[ringNode, uint8] {
			if l.Begun {
				return nil
			}
			l.Begun = true
			s := explore.Step[ringNode, uint8]{Name: "begins", Next: l}
			if l.Initiator {
				s.Send = explore.SendTo(explore.SetOf((p+1)%n), identities[p])
			}
			return []explore.Step[ringNode, uint8]{s}
		},
		Deliver: func(p int, l ringNode, _ int, id uint8) []explore.Step[ringNode, uint8] {
			forward := explore.SendTo(explore.SetOf((p+1)%n), id)
			switch {
			case !l.Begun:
				return nil
			case l.State == 0:
			case id < identities[p]:
				l.State = 0
			default:
				forward = nil
				if id == identities[p] {
					l.State = 2
				}
			}
			return []explore.Step[ringNode, uint8]{{Name: "takes an identity", Next: l, Send: forward}}
		},
		Requires: []explore.Requirement[ringNode, uint8]{explore.Always("correctness", func(v explore.View[ringNode, uint8]) string {
			for p, l := range v.Locals {
				for q, m := range v.Locals {
					if l.State == 2 && p != q && (m.State != 0 || m.Initiator && identities[q] < identities[p]) {
						return fmt.Sprintf("process %d has won, and process %d has not lost to it", p+1, q+1)
					}
				}
			}
			return ""
		})},
	}
}

// 137 states; TLC generates 227 and 8 initial ones.
func TestChangRoberts(t *testing.T) {
	r := search(t, changRoberts(1, 2, 3), explore.Options{})
	if r.States != 137 || r.Properties[1].Verdict.String() != "holds" {
		t.Errorf("%d states, %d transitions; %+v", r.States, r.Transitions, r.Properties)
	}
}

func choices(n int) (all []explore.Set) {
	for size := range n + 1 {
		all = append(all, explore.All(n).Subsets(size)...)
	}
	return all
}
