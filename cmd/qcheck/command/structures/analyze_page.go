package structures

import (
	"bufio"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample/page"
	"qcheck/setsys"
)

// analysisPage is a page on an analysis: the curves, what was required, and what the
// command prints.
func analysisPage(a *analysis, command string) *page.Page {
	p := &page.Page{
		Content: page.Analysis, Title: "Analysis of " + setsys.Printable(a.title()),
		Facts: console.PageFacts(facts(a.report)), Commands: []string{command},
	}
	for _, j := range a.judged {
		p.Verdicts = append(p.Verdicts, page.Verdict{Verdict: j.Verdict.String(), Property: judgedName(a, j), Meaning: j.Reason})
	}
	if len(a.curves()) > 0 {
		p.Sections = append(p.Sections, page.Section{Title: "Availability", Figures: []page.Figure{{
			Drawing: page.Draw(plot(a)),
			Caption: "The probability that the nodes that are up contain r pairwise disjoint quorums, when each is up with probability p, independently of the others.",
		}}})
	}
	var b strings.Builder
	s := console.Streams{Out: bufio.NewWriter(&b), Width: 100}
	writeAnalysis(s, a)
	writeConclusion(s, a)
	s.Out.Flush()
	p.Sections = append(p.Sections, page.Section{Title: "The whole analysis", Output: b.String()})
	return p
}
