package counterexample_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/counterexample"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
)

// A small graph, as Graphviz gets it: which way edges go, what is red, and what is left out.
func TestWriteGraph(t *testing.T) {
	const idle, waits, inside = explore.Thinking, explore.Waiting, explore.Inside
	step := func(process int, name string) obvious.GraphStep {
		return obvious.GraphStep{Process: process, Name: name}
	}
	g := &obvious.Graph{
		Nodes: []obvious.GraphNode{
			{Phases: []explore.Phase{idle, idle}, States: 2},
			{Phases: []explore.Phase{waits, idle}, States: 1},
			{Phases: []explore.Phase{waits, waits}, States: 3, Stuck: 1},
			{Phases: []explore.Phase{inside, inside}, States: 1, Unsafe: 1},
			{Phases: []explore.Phase{waits, inside}, States: 1, Undefined: 1},
		},
		Edges: []obvious.GraphEdge{
			{From: 0, To: 1, Steps: []obvious.GraphStep{step(0, `ask "now" \ later`)}},
			{From: 1, To: 2, Steps: []obvious.GraphStep{step(0, "a"), step(0, "b"), step(1, "c"), step(1, "d")}},
			{From: 2, To: 4, Steps: []obvious.GraphStep{step(0, "a"), step(0, "b"), step(1, "c"), step(1, "d"), step(1, "e")}},
		},
		States: 8, Depth: 2, Complete: true,
	}
	var b strings.Builder
	if err := counterexample.WriteGraph(&b, instance.Instance{Algorithm: "toy", N: 2, Requests: []int{1, 1}}, g); err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(b.String(), "fontsize=10];\n")
	want := strings.Join([]string{
		`s0 [label="all thinking\n2 states", penwidth=3];`,
		`s1 [label="p1 waiting\n1 state"];`,
		`s2 [label="p1 and p2 waiting\n3 states\n1 deadlock", color="#b42318", fillcolor="#ffd8d3"];`,
		`s3 [label="p1 and p2 inside\n1 state\n1 unsafe", color="#b42318", fillcolor="#ffd8d3"];`,
		`s4 [label="p2 inside\np1 waiting\n1 state\n1 with an undefined step", color="#b42318", fillcolor="#ffd8d3"];`,
		`s0 -> s1 [label="p1: ask \"now\" \\ later"];`,
		`s1 -> s2 [label="p1: a\np1: b\np2: c\np2: d"];`,
		`s2 -> s4 [label="p1: a\np1: b\np2: c\nand 2 more"];`,
	}, "\n  ")
	if d := cmp.Diff("  "+want+"\n}\n", got); d != "" {
		t.Error(d)
	}
}
