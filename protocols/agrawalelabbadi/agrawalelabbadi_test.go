package agrawalelabbadi

import (
	"fmt"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// the quorums of a tree of three, and of two processes that ask a third.
var (
	tree3 = []explore.Set{explore.SetOf(0, 1), explore.SetOf(0, 2), explore.SetOf(1, 2)}
	third = []explore.Set{explore.SetOf(2)}
	two   = []explore.Set{explore.SetOf(0, 1)}
)

func each(n int, quorums []explore.Set) [][]explore.Set {
	all := make([][]explore.Set, n)
	for p := range all {
		all[p] = quorums
	}
	return all
}

func build(t *testing.T, c Config) explore.Protocol[State, Message] {
	return prototest.Build(t, New, c)
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string
	}{
		{Config{N: 0}, "0 processes: there must be 1 to 16"},
		{Config{N: 3, Quorums: each(3, tree3), Variant: "repaired"}, `unknown variant "repaired"`},
		{Config{N: 3}, "there are no quorums for 3 processes"},
		{Config{N: 2, Quorums: each(3, tree3)}, "3 lists of quorums for 2 processes"},
		{Config{N: 1, Quorums: each(1, two)}, "quorum 1 of process 1, {1,2}, has a member that is none of the 1 processes"},
		{Config{N: 1, Quorums: each(1, []explore.Set{0})}, "quorum 1 of process 1 is empty"},
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
}

// TestTree: the quorums that are taken when none are given are those of the paper's
// example of three processes, and there are 15 of seven. Where no complete binary tree has so many nodes, it is the one of
// the smallest degree, as Neilsen and Mizuno have them: the root and a quorum of one child, or one of each child.
func TestTree(t *testing.T) {
	for n, want := range map[int]string{
		1: "{1}", 3: "{1,2} {1,3} {2,3}", 2: "no complete tree has 2 nodes: other quorums are given by --construct (such as majority) or --structure",
		4: "{1,2} {1,3} {1,4} {2,3,4}", 5: "{1,2} {1,3} {1,4} {1,5} {2,3,4,5}", 6: "{1,2} {1,3} {1,4} {1,5} {1,6} {2,3,4,5,6}",
		13: "{1,2,5} {1,2,6} {1,2,7} {1,3,8} {1,3,9} {1,3,10} {1,4,11} {1,4,12} {1,4,13}", 16: "{1,15} {1,16} {2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}",
		7: "{1,2,4} {1,2,5} {1,3,6} {1,3,7} {1,4,5} {1,6,7} {2,3,4,6} {2,3,4,7} {2,3,5,6} {2,3,5,7} {2,4,6,7} {2,5,6,7} {3,4,5,6} {3,4,5,7} {4,5,6,7}",
	} {
		m, err := Algorithm().Open(instance.Instance{N: n}, nil)
		got := fmt.Sprint(err)
		if err == nil {
			got = strings.Trim(fmt.Sprint(m.Setup.Families()[0]), "[]")
		}
		if !strings.Contains(got, want) {
			t.Errorf("n = %d: %s, want %s", n, got, want)
		}
	}
}

// TestFindings explores instances with both explorers.
func TestFindings(t *testing.T) {
	none := map[string]int{}
	for _, test := range []struct {
		reason, variant string
		quorums         []explore.Set
		requests        []int
		long            bool
		violations      map[string]int
	}{
		{"alone", "printed", []explore.Set{explore.SetOf(0)}, []int{2}, false, none},
		{"a process that asks a third", "printed", third, []int{1, 1, 0}, false, none},
		{"two that ask each other", "printed", two, []int{explore.Unbounded, explore.Unbounded}, false, none},
		{"the tree of three", "printed", tree3, []int{1, 1, 0}, false, none},
		{"the tree of three", "printed", tree3, []int{1, 1, 1}, true, none},
		{"more INQUIREs", "every-time", tree3, []int{1, 1, 0}, false, none},
		{"the other order", "inquired-for", third, []int{1, 1, 1}, false, none},
		{"a YIELD counts for a later REPLY", "yield-unheld", two, []int{2, 2}, false, nil},
		{"no INQUIRE", "without-preemption", tree3, []int{1, 1, 0}, false, map[string]int{"deadlock-freedom": 4}},
	} {
		t.Run(fmt.Sprintf("%s/%v", test.variant, test.requests), func(t *testing.T) {
			if test.long {
				slow.Only(t, "many states")
			}
			n := len(test.requests)
			f := prototest.Both(t, build(t, Config{N: n, Quorums: each(n, test.quorums), Variant: test.variant}), prototest.Options{Requests: test.requests})
			if diff := cmp.Diff(test.violations, f.Violations); test.violations != nil && diff != "" {
				t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
			}
		})
	}
}

// TestYieldUnheld: what is done in the program leads to two inside, by a run that is
// replayed.
func TestYieldUnheld(t *testing.T) {
	p := build(t, Config{N: 3, Quorums: each(3, tree3), Variant: "yield-unheld"})
	f := prototest.Engine(t, p, prototest.Options{Requests: []int{0, 2, 2}, Check: []explore.Property{explore.Safety}})
	if f.Violations["safety"] != 18 {
		t.Errorf("%+v, want safety violated in 18 steps", f)
	}
	p = build(t, Config{N: 3, Quorums: each(3, tree3), Variant: "every-time"})
	f = prototest.Engine(t, p, prototest.Options{Requests: []int{0, 2, 2}, Check: []explore.Property{explore.Safety, explore.WellDefined}})
	if len(f.Violations) > 0 {
		t.Errorf("every-time: %+v", f)
	}
}

// TestPermissions: a member has replied to one process at most that holds its permission
// or has it on its way.
func TestPermissions(t *testing.T) {
	wrong := func(v explore.View[State, Message]) string {
		for q := range v.Locals {
			var has explore.Set
			for p, s := range v.Locals {
				if s.Replied.Has(q) || s.Phase == explore.Inside && s.Quorum.Has(q) {
					has = has.With(p)
				}
				for _, m := range v.Channel(q, p) {
					if m.Kind == REPLY {
						has = has.With(p)
					}
				}
			}
			if has.Len() > 1 {
				return fmt.Sprintf("the permission of process %d is with %s", q+1, has)
			}
		}
		return ""
	}
	for variant, holds := range map[string]bool{"printed": true, "every-time": true, "inquired-for": true, "yield-unheld": false} {
		p := build(t, Config{N: 3, Quorums: each(3, tree3), Variant: variant})
		p.Requires = append(p.Requires, explore.Always("permissions", wrong))
		f := prototest.Engine(t, p, prototest.Options{Requests: []int{0, 2, 2}, Check: []explore.Property{"permissions"}})
		if (len(f.Violations) == 0) != holds {
			t.Errorf("%s: %v", variant, f.Violations)
		}
	}
}

// TestMember follows the answers of a member that has replied to process 1.
func TestMember(t *testing.T) {
	for _, test := range []struct {
		variant string
		first   explore.Stamp // of process 1
		later   []explore.Stamp
		want    string // steps, and who gets the permission that process 1 gives back
	}{
		{"printed", 10, []explore.Stamp{20, 30}, "REQUEST: queued, REQUEST: queued: p1"},
		{"printed", 20, []explore.Stamp{10, 30}, "REQUEST: inquires, REQUEST: queued: p2"},
		{"printed", 30, []explore.Stamp{20, 10}, "REQUEST: inquires, REQUEST: queued: p3"},
		{"every-time", 30, []explore.Stamp{20, 10}, "REQUEST: inquires, REQUEST: inquires: p3"},
		{"inquired-for", 30, []explore.Stamp{20, 10}, "REQUEST: inquires, REQUEST: queued: p2"},
		{"without-preemption", 30, []explore.Stamp{20, 10}, "REQUEST: queued, REQUEST: queued: p3"},
	} {
		p := build(t, Config{N: 4, Quorums: each(4, []explore.Set{explore.SetOf(3)}), Variant: test.variant})
		s := p.Deliver(3, p.Init(3), 0, Message{REQUEST, test.first})[0].Next
		var names []string
		for i, at := range test.later {
			x := p.Deliver(3, s, 1+i, Message{REQUEST, at})[0]
			s = x.Next
			names = append(names, x.Name)
		}
		x := p.Deliver(3, s, 0, Message{Kind: YIELD})[0]
		got := fmt.Sprintf("%s: p%d", strings.Join(names, ", "), x.Next.Holder)
		if got != test.want || len(x.Send) != 1 || x.Send[0].To != x.Next.Holder.Index() || x.Send[0].Msg.Kind != REPLY {
			t.Errorf("%s: %s, want %s; %+v", test.variant, got, test.want, x)
		}
		if test.variant == "printed" {
			for _, k := range []Kind{YIELD, RELINQUISH} {
				if x := p.Deliver(3, s, 2, Message{Kind: k})[0]; x.Undefined == "" {
					t.Errorf("%s of a process that was not replied to: %+v", k, x)
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	for k, want := range map[Kind]string{REQUEST: "REQUEST", REPLY: "REPLY", INQUIRE: "INQUIRE", YIELD: "YIELD", RELINQUISH: "RELINQUISH", 0: "no message"} {
		if k.String() != want || toMember(k).String() != want || toRequester(k).String() != want {
			t.Errorf("%d is %s", k, k)
		}
	}
}

// Leaving is a step that ends a stay, and gives every permission back.
func TestLeaves(t *testing.T) {
	got := leave(requester{Phase: explore.Inside, Quorum: explore.SetOf(0, 2), Replied: explore.SetOf(0, 2)})
	if len(got) != 1 || got[0].Kind != explore.Leave || len(got[0].Send) != 2 {
		t.Errorf("%+v", got)
	}
}
