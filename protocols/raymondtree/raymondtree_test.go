package raymondtree

import (
	"fmt"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"

	"github.com/google/go-cmp/cmp"
)

func build(t *testing.T, c Config) explore.Protocol[State, Message] {
	return prototest.Build(t, New, c)
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string
	}{
		{Config{N: 0}, "0 processes: there must be 1 to 16"},
		{Config{N: 17}, "17 processes: there must be 1 to 16"},
		{Config{N: 3, Variant: "repaired"}, `unknown variant "repaired"`},
		{Config{N: 3, Tree: "lines"}, `no tree is called "lines": did you mean "line"? (known: binary, line, star)`},
		{Config{N: 3, Parents: []int{0, 1}}, "2 parents for 3 processes"},
		{Config{N: 3, Parents: []int{0, 1, 4}}, "the parent of process 3 is 4: there are 3 processes, and 0 for none"},
		{Config{N: 3, Parents: []int{0, 3, 2}}, "the parents go round: no way leads from process 2 to the privilege"},
		{Config{N: 3, Parents: []int{2, 3, 1}}, "the parents go round: no way leads from process 1 to the privilege"},
		{Config{N: 3, Parents: []int{0, 1, 0}}, "processes {1,3} have no parents: one process has the privilege"},
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
}

func TestTrees(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string // the holders, and the distances
	}{
		{Config{N: 6}, "[1 1 1 2 2 3] 011222"},
		{Config{N: 4, Tree: "line"}, "[1 1 2 3] 0123"},
		{Config{N: 4, Tree: "star"}, "[1 1 1 1] 0111"},
		{Config{N: 1, Tree: "star"}, "[1] 0"},
		{Config{N: 4, Parents: []int{2, 0, 2, 3}}, "[2 2 2 3] 1012"},
		{Config{N: 2, Parents: []int{0, 1}, Tree: "star"}, "[1 1] 01"},
	} {
		all, err := test.config.holders()
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(all) + " "
		for p := range all {
			got += fmt.Sprint(distance(all, p))
		}
		if got != test.want {
			t.Errorf("%+v: %s, want %s", test.config, got, test.want)
		}
	}
}

// TestFindings explores instances with both explorers.
func TestFindings(t *testing.T) {
	none := map[string]int{}
	for _, test := range []struct {
		reason, variant, tree      string
		n, each                    int
		states, transitions, depth int
		violations                 map[string]int
	}{
		{"alone, nobody need be asked", "printed", "", 1, 3, 7, 6, 6, none},
		{"two, without bound", "printed", "", 2, explore.Unbounded, 14, 24, 7, none},
		{"three, without bound", "printed", "", 3, explore.Unbounded, 86, 196, 9, none},
		{"three in a line that begins at its end", "printed", "line", 3, explore.Unbounded, 86, 196, 11, none},
		{"four, without bound", "printed", "", 4, explore.Unbounded, 486, 1376, 13, none},
		{"a line", "printed", "line", 4, explore.Unbounded, 486, 1376, 15, none},
		{"a star", "printed", "star", 4, explore.Unbounded, 514, 1390, 11, none},
		{"the own request first", "greedy", "", 3, explore.Unbounded, 74, 178, 9, none},
		{"the own request first, in a line", "greedy", "line", 4, explore.Unbounded, 0, 0, 0, none},
		{"the latest first", "lifo", "", 3, explore.Unbounded, 86, 196, 9, map[string]int{"starvation-freedom": 15}},
		{"the privilege is given away in the critical section", "without-using", "", 3, explore.Unbounded, 144, 374, 12, map[string]int{"safety": 4}},
		{"four of them", "without-using", "", 4, 1, 0, 0, 0, map[string]int{"safety": 4}},
		{"those in the queue are forgotten", "without-asking-back", "", 3, explore.Unbounded, 104, 232, 12,
			map[string]int{"deadlock-freedom": 8, "starvation-freedom": 9}},
	} {
		t.Run(fmt.Sprintf("%s/n=%d,%s,requests=%d", test.variant, test.n, test.tree, test.each), func(t *testing.T) {
			p := build(t, Config{N: test.n, Variant: test.variant, Tree: test.tree})
			f := prototest.Both(t, p, prototest.Options{Each: test.each})
			want := prototest.Found{States: test.states, Transitions: test.transitions, Depth: test.depth, Violations: test.violations}
			if test.states == 0 {
				want.States, want.Transitions, want.Depth = f.States, f.Transitions, f.Depth
			}
			if diff := cmp.Diff(want, f); diff != "" {
				t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
			}
		})
	}
}

// TestAnyHolder: wherever the privilege is at first, the same states are reached of a
// tree but for those on the way; and each step runs.
func TestAnyHolder(t *testing.T) {
	for _, trees := range [][][]int{
		{{0, 1, 1}, {2, 0, 1}, {3, 1, 0}},
		{{0, 1, 2, 3}, {2, 0, 2, 3}, {2, 3, 0, 3}, {2, 3, 4, 0}},
		{{0, 1, 1, 1}, {2, 0, 1, 1}},
	} {
		states := 0
		for _, parents := range trees {
			p := build(t, Config{N: len(parents), Parents: parents})
			f, r := prototest.Result(t, p, prototest.Options{Each: explore.Unbounded})
			if states == 0 {
				states = f.States
			}
			if f.States != states || len(f.Violations) > 0 || len(r.NeverRan) > 0 {
				t.Errorf("%v: %+v, want %d states; never ran %v", parents, f, states, r.NeverRan)
			}
		}
	}
}

// TestInvariants: there is one privilege. Of two neighbours at least one has the other
// as its holder, and both only while the privilege is on its way between them. A
// neighbour has asked when it is in the queue or its REQUEST is on its way.
func TestInvariants(t *testing.T) {
	wrong := func(v explore.View[State, Message]) string {
		count := 0
		for p, s := range v.Locals {
			self := explore.ProcessOf(p)
			if s.Holder == self {
				count++
			}
			count += strings.Count(fmt.Sprint(v.Channel(p, s.Holder.Index())), "PRIVILEGE")
			if s.Holder == self {
				if s.Asked {
					return "a process has asked itself"
				}
				continue
			}
			q := s.Holder.Index()
			on := fmt.Sprint(v.Channel(p, q))
			if there := v.Locals[q].queued().Has(p) || strings.Contains(on, "REQUEST") || strings.Contains(fmt.Sprint(v.Channel(q, p)), "PRIVILEGE"); s.Asked != there {
				return fmt.Sprintf("process %d has asked: %t", p+1, s.Asked)
			}
			if back := v.Locals[q].Holder == self; back != (strings.Contains(on, "PRIVILEGE") || strings.Contains(fmt.Sprint(v.Channel(q, p)), "PRIVILEGE")) {
				return fmt.Sprintf("processes %d and %d see the privilege at each other: %t", p+1, q+1, back)
			}
		}
		if count != 1 {
			return fmt.Sprintf("%d privileges", count)
		}
		return ""
	}
	for _, tree := range []string{"binary", "line", "star"} {
		p := build(t, Config{N: 4, Tree: tree})
		p.Requires = append(p.Requires, explore.Always("invariants", wrong))
		if f := prototest.Both(t, p, prototest.Options{Each: explore.Unbounded, Check: []explore.Property{"invariants"}}); len(f.Violations) > 0 {
			t.Errorf("%s: %v", tree, f.Violations)
		}
	}
	p := build(t, Config{N: 3, Variant: "without-asking-back"})
	p.Requires = append(p.Requires, explore.Always("invariants", wrong))
	if f := prototest.Both(t, p, prototest.Options{Check: []explore.Property{"invariants"}}); len(f.Violations) > 0 {
		t.Errorf("without asking back: %v", f.Violations)
	}
}

// TestQueue puts requests into a queue.
func TestQueue(t *testing.T) {
	queue := func(all ...explore.Process) (q [explore.MaxProcesses]explore.Process) {
		copy(q[:], all)
		return q
	}
	for _, test := range []struct {
		variant  string
		own, any [explore.MaxProcesses]explore.Process // the own request comes, and that of process 4
	}{
		{"printed", queue(2, 3, 1), queue(2, 3, 4)},
		{"greedy", queue(1, 2, 3), queue(2, 3, 4)},
		{"lifo", queue(1, 2, 3), queue(4, 2, 3)},
	} {
		p := build(t, Config{N: 5, Tree: "star", Variant: test.variant})
		s := State{Holder: 5, Asked: true, Queue: queue(2, 3)}
		if got := p.Actions(0, s)[0].Next.Queue; got != test.own {
			t.Errorf("%s: the own request: %v, want %v", test.variant, got, test.own)
		}
		if got := p.Deliver(0, s, 3, Message{REQUEST})[0].Next.Queue; got != test.any {
			t.Errorf("%s: another request: %v, want %v", test.variant, got, test.any)
		}
	}
}

// TestFullQueue: the root of a star of 16 may have all of them in its queue.
func TestFullQueue(t *testing.T) {
	p := build(t, Config{N: explore.MaxProcesses, Tree: "star"})
	s := State{Holder: 2, Asked: true}
	for q := range s.Queue {
		s.Queue[q] = explore.ProcessOf(len(s.Queue) - 1 - q)
	}
	next := p.Deliver(0, s, 1, Message{PRIVILEGE})[0].Next
	if next.Holder != explore.MaxProcesses || next.queued() != explore.All(explore.MaxProcesses-1) || next.Queue[len(s.Queue)-1] != 0 {
		t.Errorf("%+v", next)
	}
}

func TestNames(t *testing.T) {
	for k, want := range map[Kind]string{REQUEST: "REQUEST", PRIVILEGE: "PRIVILEGE", 0: "no message"} {
		if k.String() != want {
			t.Errorf("%d is %s", k, k)
		}
	}
}
