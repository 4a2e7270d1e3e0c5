package protocols

import (
	"strings"

	"qcheck/cmd/qcheck/ci"
	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/explore/obvious"
	"qcheck/protocols/check"
)

// protocolFindings returns what was found of an instance of a protocol.
func protocolFindings(subject string, r *check.Report, expect console.Expectations) []ci.Finding {
	var list []ci.Finding
	for _, p := range r.Findings {
		f := expect.Finding("", string(p.Property), p.Verdict, propertyMeaning(p.Property, r.Model))
		f.Subject = subject
		if f.Outcome != ci.Passed {
			if p.Detail != "" {
				f.Text += "; " + p.Detail
			}
			if p.Trace != nil {
				f.Text += "\n" + runText(p.Trace, p.Run)
			}
		}
		list = append(list, f)
	}
	return list
}

// runText is a run as text.
func runText(t *counterexample.Trace, run *obvious.Run) string {
	var text strings.Builder
	if err := counterexample.RenderText(&text, t, run); err != nil {
		return err.Error()
	}
	return strings.TrimRight(text.String(), "\n")
}
