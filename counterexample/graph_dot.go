package counterexample

import (
	"fmt"
	"io"
	"strings"

	"qcheck/counterexample/values"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/setsys/phrase"
)

// graphStart is how the files begin that WriteGraph writes.
const graphStart = "digraph qcheck {\n"

// IsGraph reports whether a file that begins with these bytes is one that WriteGraph
// wrote.
func IsGraph(start []byte) bool { return strings.HasPrefix(string(start), graphStart) }

// edgeSteps is how many steps an edge names.
const edgeSteps = 3

// WriteGraph writes a state space of an instance, projected to phases, as Graphviz reads
// it (DOT). A node lists the processes that wait and those that are inside, and how many
// states it stands for. It is red where one of these is unsafe, is a deadlock, or has a
// step that is not defined. The caption says how many states were explored, and when
// there are others.
func WriteGraph(w io.Writer, in instance.Instance, g *obvious.Graph) error {
	names := values.NamesOf(in)
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "  "+format+"\n", args...) }
	caption := in.Algorithm
	if in.Variant != "" {
		caption += " (" + in.Variant + ")"
	}
	if in.Requests != nil {
		caption += ", " + in.RequestsSentence()
	}
	if g.Complete {
		caption += fmt.Sprintf(": all %d states, by phases", g.States)
	} else {
		caption += fmt.Sprintf(": the first %d states, to depth %d, by phases; not all: %s", g.States, g.Depth, g.Cut)
	}
	b.WriteString(graphStart)
	line("label=%s;", dot(caption))
	line(`node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif"];`)
	line(`edge [fontname="sans-serif", fontsize=10];`)
	for i, x := range g.Nodes {
		attributes := "label=" + dot(strings.Join(nodeLines(names, x), "\n"))
		if i == 0 {
			attributes += ", penwidth=3"
		}
		if x.Unsafe+x.Stuck+x.Undefined > 0 {
			attributes += `, color="#b42318", fillcolor="#ffd8d3"`
		}
		line("s%d [%s];", i, attributes)
	}
	for _, e := range g.Edges {
		var steps []string
		for i, s := range e.Steps {
			if i == edgeSteps && len(e.Steps) > edgeSteps+1 {
				steps = append(steps, fmt.Sprintf("and %d more", len(e.Steps)-edgeSteps))
				break
			}
			steps = append(steps, stepText(names.Of(s.Process), s.Name))
		}
		line("s%d -> s%d [label=%s];", e.From, e.To, dot(strings.Join(steps, "\n")))
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// stepText says whose step is taken, or what goes wrong.
func stepText(process, name string) string {
	switch name {
	case explore.Crashes, explore.Restarts:
		return process + " " + name
	case explore.Loses, explore.Copies:
		return "a message to " + process + " " + name
	case explore.Drops:
		return "a message to " + process + " is dropped"
	}
	return process + ": " + name
}

// nodeLines is what stands in a node.
func nodeLines(names values.Names, x obvious.GraphNode) []string {
	in := func(phase explore.Phase) []string {
		var all []string
		for p, at := range x.Phases {
			if at == phase {
				all = append(all, names.Of(p))
			}
		}
		return all
	}
	var lines []string
	if all := in(explore.Inside); len(all) > 0 {
		lines = append(lines, phrase.List(all)+" inside")
	}
	if all := in(explore.Waiting); len(all) > 0 {
		lines = append(lines, phrase.List(all)+" waiting")
	}
	if len(lines) == 0 {
		lines = append(lines, "all thinking")
	}
	states := phrase.Count(x.States, "state")
	if x.States == 0 {
		states = "not explored"
	}
	lines = append(lines, states)
	for _, wrong := range []struct {
		n    int
		what string
	}{{x.Unsafe, "unsafe"}, {x.Stuck, phrase.Noun(x.Stuck, "deadlock")}, {x.Undefined, "with an undefined step"}} {
		if wrong.n > 0 {
			lines = append(lines, fmt.Sprintf("%d %s", wrong.n, wrong.what))
		}
	}
	return lines
}

// dot writes a text as Graphviz reads it.
func dot(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
