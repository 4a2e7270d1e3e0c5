package command

import (
	"bufio"
	"strings"

	"qcheck/counterexample/page"
	"qcheck/setsys"
)

// analysisPage is a page on an analysis: the curves, what was required, and what the
// command prints.
func analysisPage(a *analysis, command string) *page.Page {
	p := &page.Page{
		Content: page.Analysis, Title: "Analysis of " + setsys.Printable(a.title()),
		Facts: pageFacts(facts(a.report)), Commands: []string{command},
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
	s := streams{out: bufio.NewWriter(&b), width: 100}
	writeAnalysis(s, a)
	writeConclusion(s, a)
	s.out.Flush()
	p.Sections = append(p.Sections, page.Section{Title: "The whole analysis", Output: b.String()})
	return p
}
