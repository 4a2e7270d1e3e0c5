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
	var papers []judgedPaper
	lines := map[string][]string{} // by error: the claims that it refutes
	if whole {
		fmt.Fprintf(s.Out, "%s\n\n%s\n", s.Style.Strong("# The claims of five papers"), claimsIntro)
	}
	for _, p := range corpus.Papers() {
		x := judgedPaper{p, p.Judge(results), map[corpus.Outcome]int{}}
		if !whole {
			x.judgments = slices.DeleteFunc(x.judgments, func(j corpus.Judgment) bool {
				return len(j.Claim.By) == 0 || j.Outcome == corpus.Unjudged
			})
		}
		for _, j := range x.judgments {
			x.counts[j.Outcome]++
			if j.Error != nil {
				lines[j.Error.Name] = append(lines[j.Error.Name], j.Number)
			}
		}
		if len(x.judgments) > 0 {
			papers = append(papers, x)
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
		sort.SliceStable(p.judgments, func(i, j int) bool { return weight(p.judgments[i]) < weight(p.judgments[j]) })
		for _, j := range p.judgments {
			writeClaim(s, j)
		}
	}
	if !whole {
		writeErrors(s, lines)
	}
	writeClaimCounts(s, papers)
	return nil
}

// A judgedPaper is a paper with what came of its claims.
type judgedPaper struct {
	corpus.Paper
	judgments []corpus.Judgment
	counts    map[corpus.Outcome]int
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
	grade := ""
	switch {
	case j.Error != nil:
		grade = fmt.Sprintf(" (%s)", j.Error.Grade)
	case j.Outcome == corpus.Confirmed:
		grade = fmt.Sprintf(" (%s)", j.Claim.Within)
	}
	writeItem(s, "", fmt.Sprintf("**%s** %s: **%s**%s. %s.", j.Number, j.Claim.Section, paintClaim(s.Style, j.Outcome), grade, console.Capital(j.Claim.Text)))
	judges := ""
	if len(j.Commands) > 0 {
		judges = "`" + strings.Join(j.Commands, "`, `") + "`"
		if len(j.Claim.Also) > 0 {
			judges += "; see also `" + strings.Join(j.Claim.Also, "`, `") + "`"
		}
	}
	on := slices.DeleteFunc(slices.Clone(j.On), func(text string) bool { return text == "" })
	for _, item := range slices.Concat([][2]string{
		{"because: ", j.Claim.Untestable}, {"against it: ", j.Refuting}, {"on: ", strings.Join(on, "; ")},
		{"variants judged: ", strings.Join(j.Variants, ", ")}, {"model: ", strings.Join(j.Model, "; ")},
	}, labelled("as read: ", j.Readings), labelled("why: ", j.Reasons), [][2]string{{"doubts: ", j.Claim.Doubts}, {"judged by ", judges}}) {
		if item[1] != "" {
			writeItem(s, "  ", item[0]+item[1])
		}
	}
}

// labelled returns each text with the label.
func labelled(label string, texts []string) (all [][2]string) {
	for _, text := range texts {
		all = append(all, [2]string{label, text})
	}
	return all
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
func writeClaimCounts(s console.Streams, papers []judgedPaper) {
	all := judgedPaper{counts: map[corpus.Outcome]int{}}
	for _, p := range papers {
		all.judgments = append(all.judgments, p.judgments...)
		for o, n := range p.counts {
			all.counts[o] += n
		}
	}
	if len(all.judgments) == 0 {
		fmt.Fprintln(s.Out, "no claim is judged by these entries")
		return
	}
	outcomes := slices.DeleteFunc(corpus.Outcomes(), func(o corpus.Outcome) bool { return all.counts[o] == 0 })
	table := [][]string{{"|", "", "|", "claims", "|"}, {"|", "---", "|", "---:", "|"}}
	var parts []string
	for _, o := range outcomes {
		table[0], table[1] = append(table[0], string(o), "|"), append(table[1], "---:", "|")
		parts = append(parts, fmt.Sprintf("%d %s", all.counts[o], o))
	}
	for i, p := range append(papers, all) {
		name := "all"
		if i < len(papers) {
			name, _, _ = strings.Cut(p.Letter+". "+p.Title, ":")
		}
		row := []string{"|", name, "|", fmt.Sprint(len(p.judgments)), "|"}
		for _, o := range outcomes {
			row = append(row, fmt.Sprint(p.counts[o]), "|")
		}
		table = append(table, row)
	}
	fmt.Fprintf(s.Out, "\n%s\n\n", s.Style.Strong("## Counts"))
	console.WriteAligned(s, table, "lll"+strings.Repeat("rl", len(outcomes)+1))
	fmt.Fprintf(s.Out, "\n%d claims: %s.\n", len(all.judgments), strings.Join(parts, ", "))
}
