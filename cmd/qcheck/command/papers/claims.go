package papers

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/corpus"
)

const claimsIntro = `What five papers say that a finite search can test, and what was found: the output of "qcheck corpus
--claims". First come the distinct errors, those of substance first, then the claims of each paper in the same
order: what is false, then what is confirmed. Their numbers are in the order of the paper. A claim is

- confirmed: within the range that stands in brackets, of all instances in it or of those that are named below; it
  is no proof of the claim, unless the range is the whole claim;
- refuted: on the instance that is named, with its witness or the length of a shortest run, and with a grade:
  false (of substance), false at the edge (for degenerate parameters only), misprint (of the paper or of the
  copy; what is meant is evident), loosely worded (an introduction, a heading, a comparison), or depends on a
  reading (a careful reader may take it otherwise, or as no claim at all). Several claims may be refuted by one
  error;
- long: its verdict is that of cases that take more than a minute, as pinned; "qcheck corpus --long --claims"
  judges them;
- not testable here: with the reason.

Each comes with the commands that judge it again, and each refuted one with what was said against that: a slip
of the copy, another reading, an error of the model. "qcheck corpus --json NAME" lists every case of an entry. A
sentence of a paper counts once. Repairs and other readings are under "see also". Where runs are judged, "model"
says what is taken of what a paper leaves open and what may decide a verdict; a step that an algorithm does not
define stops the channel it is received from.`

// claimsWidth is where lines of the ledger are broken.
const claimsWidth = 110

// writeClaims writes the ledger of claims, as docs/claims.md has it. Without the
// results of all entries, it has just the claims that these judge.
func writeClaims(s console.Streams, results []*corpus.Result) error {
	whole := len(results) == len(corpus.Entries())
	var papers []corpus.Paper
	judged := map[string][]corpus.Judgment{} // by the letter of the paper
	counts := map[string]map[corpus.Outcome]int{}
	lines := map[string][]string{} // by error: the claims that it refutes
	if whole {
		fmt.Fprintf(s.Out, "%s\n\n%s\n", s.Style.Strong("# The claims of five papers"), claimsIntro)
	}
	for _, p := range corpus.Papers() {
		judgments := p.Judge(results)
		if !whole {
			judgments = slices.DeleteFunc(judgments, func(j corpus.Judgment) bool {
				return len(j.Claim.By) == 0 || j.Outcome == corpus.Unjudged
			})
		}
		if len(judgments) == 0 {
			continue
		}
		papers = append(papers, p)
		judged[p.Letter] = judgments
		counts[p.Letter] = map[corpus.Outcome]int{}
		for _, j := range judgments {
			counts[p.Letter][j.Outcome]++
			if j.Error != nil {
				lines[j.Error.Name] = append(lines[j.Error.Name], j.Number)
			}
		}
	}
	if whole {
		writeErrors(s, lines)
	}
	for i, p := range papers {
		if whole || i > 0 {
			s.Out.WriteByte('\n')
		}
		fmt.Fprintf(s.Out, "%s\n\n", s.Style.Strong("## "+p.Letter+". "+p.Title))
		judgments := judged[p.Letter]
		sort.SliceStable(judgments, func(i, j int) bool { return weight(judgments[i]) < weight(judgments[j]) })
		for _, j := range judgments {
			writeClaim(s, j)
		}
	}
	if !whole {
		writeErrors(s, lines)
	}
	writeClaimCounts(s, papers, counts)
	return nil
}

// weight is the place of a claim among those of its paper: errors by grade, the weightiest
// first, then what is confirmed, and then what was not judged.
func weight(j corpus.Judgment) int {
	if j.Error != nil {
		return slices.Index(corpus.Grades(), j.Error.Grade)
	}
	return len(corpus.Grades()) + slices.Index(corpus.Outcomes(), j.Outcome)
}

// writeErrors writes the distinct errors by grade, with the claims that each refutes.
func writeErrors(s console.Streams, lines map[string][]string) {
	if len(lines) == 0 {
		return
	}
	refuted := 0
	for _, claims := range lines {
		refuted += len(claims)
	}
	fmt.Fprintf(s.Out, "\n%s\n\n%s refuted: %s.\n", s.Style.Strong("## Distinct errors"), console.Counted(refuted, "claim"), console.Counted(len(lines), "error"))
	for _, g := range corpus.Grades() {
		errors := slices.DeleteFunc(corpus.Errors(), func(e corpus.Error) bool { return e.Grade != g || lines[e.Name] == nil })
		claims := 0
		for _, e := range errors {
			claims += len(lines[e.Name])
		}
		if claims == 0 {
			continue
		}
		fmt.Fprintf(s.Out, "\n%s (%s, %s):\n\n", console.Capital(string(g)), console.Counted(len(errors), "error"), console.Counted(claims, "claim"))
		for _, e := range errors {
			writeItem(s, "", strings.Join(lines[e.Name], ", ")+": "+e.Text+".")
		}
	}
}

// writeItem writes an item of a list.
func writeItem(s console.Streams, indent, text string) {
	s.Out.WriteString(indent + "- " + strings.TrimLeft(console.Wrap(text, claimsWidth, indent+"  "), " "))
}

// writeClaim writes a claim, with what came of it.
func writeClaim(s console.Streams, j corpus.Judgment) {
	item := func(indent, label, text string) {
		if text != "" {
			writeItem(s, indent, label+text)
		}
	}
	outcome := paintClaim(s.Style, j.Outcome)
	grade := ""
	switch {
	case j.Error != nil:
		grade = fmt.Sprintf(" (%s)", j.Error.Grade)
	case j.Outcome == corpus.Confirmed:
		grade = fmt.Sprintf(" (%s)", j.Claim.Within)
	}
	item("", "**"+j.Number+"** ", fmt.Sprintf("%s: **%s**%s. %s.", j.Claim.Section, outcome, grade, console.Capital(j.Claim.Text)))
	item("  ", "because: ", j.Claim.Untestable)
	item("  ", "against it: ", j.Refuting)
	on := slices.DeleteFunc(slices.Clone(j.On), func(text string) bool { return text == "" })
	item("  ", "on: ", strings.Join(on, "; "))
	item("  ", "variants judged: ", strings.Join(j.Variants, ", "))
	item("  ", "model: ", strings.Join(j.Model, "; "))
	for _, reading := range j.Readings {
		item("  ", "as read: ", reading)
	}
	for _, reason := range j.Reasons {
		item("  ", "why: ", reason)
	}
	item("  ", "doubts: ", j.Claim.Doubts)
	var commands []string
	for _, c := range j.Commands {
		commands = append(commands, "`"+c+"`")
	}
	text := strings.Join(commands, ", ")
	if len(j.Claim.Also) > 0 && text != "" {
		text += "; see also `" + strings.Join(j.Claim.Also, "`, `") + "`"
	}
	item("  ", "judged by ", text)
}

// paintClaim paints what came of a claim.
func paintClaim(s console.Style, o corpus.Outcome) string {
	switch o {
	case corpus.Confirmed:
		return s.Paint("32", string(o))
	case corpus.Failed:
		return s.Paint("31", string(o))
	case corpus.NotTestable:
		return string(o)
	}
	return s.Paint("33", string(o))
}

// writeClaimCounts writes how many claims of each paper came out how.
func writeClaimCounts(s console.Streams, papers []corpus.Paper, counts map[string]map[corpus.Outcome]int) {
	outcomes := slices.DeleteFunc(corpus.Outcomes(), func(o corpus.Outcome) bool {
		return !slices.ContainsFunc(papers, func(p corpus.Paper) bool { return counts[p.Letter][o] > 0 })
	})
	if len(outcomes) == 0 {
		fmt.Fprintln(s.Out, "no claim is judged by these entries")
		return
	}
	head, rule := []string{"", "claims"}, []string{"---", "---:"}
	for _, o := range outcomes {
		head, rule = append(head, string(o)), append(rule, "---:")
	}
	row := func(name string, of func(o corpus.Outcome) int) []string {
		cells, all := []string{name, ""}, 0
		for _, o := range outcomes {
			n := of(o)
			all += n
			cells = append(cells, fmt.Sprint(n))
		}
		cells[1] = fmt.Sprint(all)
		return cells
	}
	rows := [][]string{head, rule}
	for _, p := range papers {
		name, _, _ := strings.Cut(p.Title, ":")
		rows = append(rows, row(p.Letter+". "+name, func(o corpus.Outcome) int { return counts[p.Letter][o] }))
	}
	all := row("all", func(o corpus.Outcome) int {
		n := 0
		for _, p := range papers {
			n += counts[p.Letter][o]
		}
		return n
	})
	rows = append(rows, all)
	var table [][]string
	for _, r := range rows {
		table = append(table, []string{"|"})
		for _, cell := range r {
			table[len(table)-1] = append(table[len(table)-1], cell, "|")
		}
	}
	fmt.Fprintf(s.Out, "\n%s\n\n", s.Style.Strong("## Counts"))
	console.WriteAligned(s, table, "lll"+strings.Repeat("rl", len(head)-1))
	var parts []string
	for i, o := range outcomes {
		parts = append(parts, fmt.Sprintf("%s %s", all[i+2], o))
	}
	fmt.Fprintf(s.Out, "\n%s claims: %s.\n", all[1], strings.Join(parts, ", "))
}
