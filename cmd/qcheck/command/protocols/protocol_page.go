package protocols

import (
	"fmt"
	"slices"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/counterexample/page"
	"qcheck/explore/verdict"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// writeProtocolPage writes a page on an exploration: the verdicts, and the run against each
// property that is violated.
func writeProtocolPage(file string, r *check.Report, command string) error {
	p := &page.Page{
		Content: page.Protocol, Title: console.Titled(r.Model.Label(), r.Model.Algorithm.Summary),
		Verdict: r.Verdict().String(), Lead: r.Summary(),
		Facts: console.PageFacts(append(instanceFacts(r.Model, r.Instance, r.Broken), searchFacts(r)...)), Commands: []string{command},
	}
	var shown []check.Finding // those with a run on the page, in the order of these
	for _, f := range r.Findings {
		v := page.Verdict{Verdict: f.Verdict.String(), Property: string(f.Property), Meaning: propertyMeaning(f.Property, r.Model)}
		if f.Detail != "" {
			v.Details = append(v.Details, counterexample.Named(r.Instance, f.Detail))
		}
		if f.IntegerNote != "" {
			v.Details = append(v.Details, f.IntegerNote)
		}
		if f.Verdict == verdict.Violated && f.Trace != nil {
			i := slices.IndexFunc(shown, func(g check.Finding) bool { return sameRun(f, g) })
			if i < 0 {
				i = len(shown)
				shown = append(shown, f)
				section, err := counterexample.RunPage(saved(f.Trace), f.Run, "run-"+string(f.Property), string(f.Property)+".json")
				if err != nil {
					return console.Internal(err)
				}
				p.Runs = append(p.Runs, section)
			}
			v.Run = p.Runs[i].ID
		}
		p.Verdicts = append(p.Verdicts, v)
	}
	return console.WritePage(file, p)
}

// sameRun reports whether two findings are shown by the same steps.
func sameRun(f, g check.Finding) bool {
	return slices.Equal(g.Trace.Steps, f.Trace.Steps) && g.Trace.Loop == f.Trace.Loop
}

// replayPage is a page on a recorded run.
func replayPage(t *counterexample.Trace, m *instance.Model, section *page.Run, command string) *page.Page {
	return &page.Page{
		Content: page.Trace, Title: console.Titled(m.Label(), m.Algorithm.Summary),
		Verdict: verdict.Violated.String(),
		Lead: fmt.Sprintf("%s by this run of %s. The run was replayed on the algorithm, and shows what the trace says.",
			t.Property, setsys.Printable(m.Sentence(m.Instance))),
		Facts: console.PageFacts(instanceFacts(m, m.Instance, nil)), Runs: []*page.Run{section}, Commands: []string{command},
	}
}
