package counterexample

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"qcheck/counterexample/page"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
)

// RenderHTML writes a page on the run: see [RunPage].
func RenderHTML(w io.Writer, t *trace.Trace, run *obvious.Run) error {
	section, err := RunPage(t, run, "run", "run.json")
	if err != nil {
		return err
	}
	title := t.Instance.Algorithm
	if t.Instance.Variant != "" {
		title += " (" + t.Instance.Variant + ")"
	}
	return page.Write(w, &page.Page{
		Content: page.Trace, Title: fmt.Sprintf("%s: %s is violated", title, t.Property),
		Runs: []*page.Run{section}, Facts: facts(t, run),
	})
}

// facts says what the trace is a run of.
func facts(t *trace.Trace, run *obvious.Run) []page.Fact {
	in := t.Instance
	facts := []page.Fact{{Label: "processes", Value: fmt.Sprint(in.Processes())}}
	for _, name := range slices.Sorted(maps.Keys(in.Params)) {
		facts = append(facts, page.Fact{Label: name, Value: in.Params[name]})
	}
	if in.Quorums.Structure != nil {
		facts = append(facts, page.Fact{Label: "quorums", Value: in.StructureName()})
	}
	clock := "causal stamps"
	if in.Clock == explore.Integer {
		clock = "integers"
	}
	if slices.ContainsFunc(run.Moves, func(m obvious.Move) bool { return m.Kind == explore.Ask }) {
		facts = append(facts, page.Fact{Label: "requests", Value: in.RequestsText()})
	}
	if slices.ContainsFunc(run.Configs, func(c obvious.Config) bool { return len(c.Stamps) > 0 }) {
		facts = append(facts, page.Fact{Label: "clock", Value: clock})
	}
	return facts
}
