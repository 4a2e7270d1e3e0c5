package manabetajima

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols/prototest"
)

// TestClockOfAMember: "after receiving the request from p, the value of r's logical clock c_r
// satisfies c_r > c_p", with integer clocks, in every state.
func TestClockOfAMember(t *testing.T) {
	for _, test := range []struct {
		variant string
		Config
		requests []int
		queued   bool
		states   int
	}{
		{"printed", pair2, []int{2, 2}, false, 789},
		{"printed", center2, []int{1, 2}, true, 261},
		{"printed", pair, []int{1, 1, 1}, false, 5327},
		{"repaired", pair, []int{1, 1, 1}, false, 5167},
		{"repaired", center, []int{2, 1, 1}, false, 668},
	} {
		x := obvious.New(protocol(t, test.Config, test.variant), obvious.Options{Integer: true, Requests: test.requests, Queued: test.queued})
		entries := 0
		seen := map[string]bool{}
		queue := x.Starts()
		for len(queue) > 0 {
			s := queue[0]
			queue = queue[1:]
			key := s.Key()
			if seen[key] {
				continue
			}
			seen[key] = true
			for r, local := range s.Local {
				que := local.(State).Que
				for p, e := range que[:test.N] {
					if e.Status == NoEntry {
						continue
					}
					entries++
					if asked := e.Stamp / 32; explore.Stamp(s.Heard[r]) <= asked {
						t.Fatalf("%s, %v: process %d has a request of process %d with clock %d, and its own clock is %d", test.variant, test.Quorums, r+1, p+1, asked, s.Heard[r])
					}
				}
			}
			x.Outcomes(s, func(o obvious.Outcome) {
				if o.Overflow() != "" {
					t.Fatal(o.Overflow())
				}
				if o.Undefined() || o.Spent() || o.Beyond() {
					return
				}
				for _, next := range o.After() {
					queue = append(queue, next.State)
				}
			})
		}
		if len(seen) != test.states || entries == 0 {
			t.Errorf("%s, %v: %d states with %d requests at members, want %d states", test.variant, test.Quorums, len(seen), entries, test.states)
		}
	}
}

// overtakes has, for a member, a process with a request there, and another process, how many requests
// of the other came since, up to two.
type overtakes [3][3][3]uint8

// counted keeps that number. A request comes to an empty entry, and a release empties it.
func counted(h overtakes, e explore.Event[State]) (overtakes, string) {
	r := e.Process
	for u := range h[r] {
		before, after := e.Before.Que[u].Status, e.After.Que[u].Status
		switch {
		case before != NoEntry && after == NoEntry:
			h[r][u] = [3]uint8{}
		case before == NoEntry && after != NoEntry:
			for p := range h[r] {
				if p != u && e.After.Que[p].Status != NoEntry {
					h[r][p][u] = min(h[r][p][u]+1, 2)
				}
			}
		}
	}
	return h, ""
}

// TestOvertaking: when a process has an OK of a member, its clock is past that of each request that
// the member has, and it "cannot send any more request whose priority is higher". So at each member at
// most one request of each other process, one that was sent before that OK came, is put before a
// request that was there earlier, and one is. By process number alone, as in process-first, there is no
// end of them.
func TestOvertaking(t *testing.T) {
	often := slices.Repeat([]int{unbounded}, 3)
	for _, test := range []struct {
		variant string
		Config
		requests []int
		most     uint8 // of each other process
		want     verdict.Verdict
		states   int64
	}{
		{"printed", pair2, often[:2], 1, verdict.Holds, 68},
		{"printed", majorities, often, 1, verdict.Holds, 3608},
		{"printed", center, []int{2, 2, 1}, 1, verdict.Holds, 2198},
		{"repaired", center, often, 1, verdict.Holds, 2019},
		{"repaired", pair, []int{2, 2, 1}, 1, verdict.Holds, 21350},
		{"repaired", center, often, 0, verdict.Violated, 0},
		{"repaired, process-first", center, often, 1, verdict.Violated, 0},
	} {
		before := func(e, f Entry, _, _ int) bool { return e.Stamp < f.Stamp }
		if strings.HasSuffix(test.variant, "process-first") {
			before = func(_, _ Entry, p, q int) bool { return p < q }
		}
		p := protocol(t, test.Config, test.variant)
		p.History = explore.Watch[State, Message](overtakes{}, counted)
		name := explore.Property(fmt.Sprintf("overtaken-%d", test.most))
		p.Requires = []explore.Requirement[State, Message]{explore.Always(name, func(v explore.View[State, Message]) string {
			for r, s := range v.Locals {
				for p, others := range v.History.(overtakes)[r] {
					for u, times := range others {
						if times > test.most && s.Que[u].Status != NoEntry && before(s.Que[u], s.Que[p], u, p) {
							return fmt.Sprintf("at process %d, request %d of process %d is before that of process %d", r+1, times, u+1, p+1)
						}
					}
				}
			}
			return ""
		})}
		r := prototest.Search(t, p, explore.Options{Requests: test.requests, Full: true, Check: []explore.Property{name}})
		i := slices.IndexFunc(r.Properties, func(x explore.PropertyResult) bool { return x.Property == name })
		if got := r.Properties[i]; got.Verdict != test.want || test.states > 0 && r.States != test.states {
			t.Errorf("%s, %v: %v in %d states, want %v in %d: %s", test.variant, test.Quorums, got.Verdict, r.States, test.want, test.states, got.Detail)
		}
	}
}
