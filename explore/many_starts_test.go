package explore_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
)

// beginning returns a protocol that begins in so many states: the process counts from 0 on, and does nothing else but
// that it goes to the next even number. With others, they have nothing to do.
func beginning(n, starts int) explore.Protocol[uint32, uint8] {
	type step = explore.Step[uint32, uint8]
	return explore.Protocol[uint32, uint8]{
		Name: "begins anywhere", N: n,
		Starts: func() (all []explore.Start[uint32, uint8]) {
			for i := range starts {
				locals := make([]uint32, n)
				locals[0] = uint32(i)
				all = append(all, explore.Start[uint32, uint8]{Locals: locals})
			}
			return all
		},
		Actions: func(_ int, l uint32) []step {
			if l%2 == 0 {
				return nil
			}
			return []step{{Name: "go on", Next: l + 1}}
		},
		Deliver: func(int, uint32, int, uint8) []step { return nil },
		Requires: []explore.Requirement[uint32, uint8]{
			explore.Always("not there", func(v explore.View[uint32, uint8]) string {
				if v.Locals[0] == uint32(starts-1) {
					return "it is the last one"
				}
				return ""
			}),
			explore.Sometimes("never", func(explore.View[uint32, uint8]) bool { return false }),
		},
	}
}

// A search may begin in more states than its first table has room for, by any number of workers, and judges each.
func TestManyStarts(t *testing.T) {
	for _, starts := range []int{1, 2, 3, 3277, 4095, 4096, 4097, 8193, 46_656} {
		for _, n := range []int{1, 3} {
			if n > 1 && starts > 10_000 {
				continue
			}
			m, err := explore.NewModel(beginning(n, starts))
			if err != nil {
				t.Fatal(err)
			}
			options := []explore.Options{{}, {Workers: 3}, explore.Dense(explore.Options{}, true), {Asymmetric: true, Full: true}}
			if starts > 3 && starts != 4097 {
				options = options[n/2 : n/2+1]
			}
			for _, o := range options {
				r, err := explore.Run(t.Context(), m, o)
				if err != nil {
					t.Fatal(err)
				}
				states, depth := int64(starts), 1
				switch {
				case starts == 1: // 0
					depth = 0
				case starts%2 == 0:
					states++ // the last one goes on to one that is no start
				}
				if starts > 1 && starts%2 == 1 { // each goes on to another start
					depth = 0
				}
				if r.States != states || r.Transitions != int64(starts/2) || r.Depth != depth || !r.Complete {
					t.Errorf("%d starts of %d processes: %d states, %d transitions, depth %d, complete %t; want %d, %d, %d", starts, n, r.States, r.Transitions, r.Depth, r.Complete, states, starts/2, depth)
				}
				for _, p := range r.Properties {
					if p.Verdict != map[explore.Property]verdict.Verdict{"well-defined": verdict.Holds}[p.Property] && p.Verdict != verdict.Violated {
						t.Errorf("%d starts: %s %s", starts, p.Property, p.Verdict)
					}
				}
			}
		}
	}
}

// The numbers of the blocks of the starts do not fit into packed keys: then it is searched with others.
func TestStartsWithManyBlocks(t *testing.T) {
	for _, starts := range []int{7, 15, 16, 17, 100} {
		p := beginning(explore.MaxProcesses, starts)
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		want := obvious.Explore(p, obvious.Options{})
		for _, symmetric := range []bool{true, false} {
			r, err := explore.Run(t.Context(), m, explore.Options{Asymmetric: !symmetric})
			if err != nil {
				t.Fatal(err)
			}
			if int(r.States) != want.States || int(r.Transitions) != want.Transitions || r.Depth != want.Depth {
				t.Errorf("%d starts: %d states, %d transitions, depth %d; want %d, %d, %d", starts, r.States, r.Transitions, r.Depth, want.States, want.Transitions, want.Depth)
			}
		}
	}
}

// Limits count before the first state is expanded, and whoever ends the search need not wait until all starts are
// looked at.
func TestStartsWithinLimits(t *testing.T) {
	stopped, stop := context.WithCancelCause(t.Context())
	stop(errors.New("somebody stopped it"))
	for _, x := range []struct {
		name      string
		ctx       context.Context
		o         explore.Options
		why       string
		n, starts int
		states    int64
	}{
		{"states", t.Context(), explore.Options{MaxStates: 100}, "the limit of 100 states was reached", 3, 4097, 4097},
		{"states kept", t.Context(), explore.Options{MaxOrbits: 100}, "the limit of 100 states kept was reached", 3, 4097, 4097},
		{"context", stopped, explore.Options{}, "somebody stopped it", 6, 46_656, 1},
		{"time", t.Context(), explore.Options{Timeout: 1}, "the time limit of 1ns was reached", 6, 46_656, 1},
	} {
		m, err := explore.NewModel(beginning(x.n, x.starts))
		if err != nil {
			t.Fatal(err)
		}
		r, err := explore.Run(x.ctx, m, x.o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Stopped != x.why || r.Complete || r.Within != -1 || r.Depth != 0 || r.States != x.states || r.Transitions > 0 {
			t.Errorf("%s: %d states, %d transitions, depth %d, %q; want %q", x.name, r.States, r.Transitions, r.Depth, r.Stopped, x.why)
		}
		for _, p := range r.Properties {
			if p.Verdict != verdict.Unknown || !strings.Contains(p.Detail, x.why) {
				t.Errorf("%s: %s %s: %s", x.name, p.Property, p.Verdict, p.Detail)
			}
		}
	}
}

// Of very many starts that all renamings take to each other, few renamings are asked of all of them, and the answer is
// that of a group: of n processes that begin in any of k states each, all n!.
func TestRenamingsOfManyStarts(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	for _, x := range []struct {
		n, k      int
		but       string // a start that is left out
		renamings int
	}{{3, 2, "", 6}, {4, 3, "", 24}, {4, 3, "[1 0 0 0]", 6}, {4, 3, "[0 1 2 0]", 2}, {4, 2, "[1 1 0 0]", 4}, {5, 3, "", 120}, {5, 3, "[2 0 0 0 1]", 6}} {
		p := explore.Protocol[uint8, uint8]{
			Name: "any state", N: x.n,
			Starts: func() (all []explore.Start[uint8, uint8]) {
				locals := make([]uint8, x.n)
				for {
					if fmt.Sprint(locals) != x.but {
						all = append(all, explore.Start[uint8, uint8]{Locals: append([]uint8(nil), locals...)})
					}
					i := 0
					for ; i < x.n && int(locals[i]) == x.k-1; i++ {
						locals[i] = 0
					}
					if i == x.n {
						return all
					}
					locals[i]++
				}
			},
			Deliver: func(int, uint8, int, uint8) []step { return nil },
		}
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		r, err := explore.Run(t.Context(), m, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := int64(1)
		for range x.n {
			want *= int64(x.k)
		}
		if x.but != "" {
			want--
		}
		if r.Symmetry != x.renamings || r.States != want {
			t.Errorf("%d^%d starts but %s: %d renamings, %d states; want %d, %d", x.k, x.n, x.but, r.Symmetry, r.States, x.renamings, want)
		}
	}
}
