package structures

import (
	"fmt"
	"math/big"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties"
)

// writeAnalysis writes the analysis of a structure, except what
// writeDomination adds.
func writeAnalysis(s console.Streams, a *analysis) {
	writeHead(s, a.file, a.report)
	for i, f := range a.families {
		s.Out.WriteByte('\n')
		if len(a.families) > 1 {
			fmt.Fprintf(s.Out, "  %s\n", s.Style.Strong(familyName(a.structure, i)))
		}
		writeFamily(s, a, f)
		writeLoad(s, a, f)
		writeDomains(s, a, f)
	}
	writeRemarks(s, a.remark)
	writeMixes(s, a)
}

func writeFamily(s console.Streams, a *analysis, f familyAnalysis) {
	if f.cut != nil {
		fmt.Fprintf(s.Out, "  %s\n", f.note())
		return
	}
	if counts := familySizes(f.RoleFamily, a.report); len(counts) > 1 {
		var parts []string
		for _, c := range counts {
			parts = append(parts, fmt.Sprintf("%s of %s", c.Quorums, console.Count(c.Nodes, "node")))
		}
		fmt.Fprintf(s.Out, "  sizes     %s\n", strings.Join(parts, ", "))
	}
	if f.Family.Formula() == nil && f.Family.Len() == 0 {
		fmt.Fprintf(s.Out, "  disjoint  none, as there is no quorum\n")
	} else {
		var sets []string
		for _, q := range f.Packing {
			sets = append(sets, q.Format(a.structure.Universe))
		}
		fmt.Fprintf(s.Out, "  disjoint  at most %s: %s\n", console.Count(len(sets), "quorum"), strings.Join(sets, " "))
	}

	fmt.Fprintf(s.Out, "\n  how many sets of each size contain r pairwise disjoint quorums\n")
	table := [][]string{{"nodes", "sets"}}
	for _, row := range f.Rows {
		table[0] = append(table[0], fmt.Sprintf("r = %d", row.R))
	}
	for size := range f.Nodes + 1 {
		line := []string{fmt.Sprint(size), new(big.Int).Binomial(int64(f.Nodes), int64(size)).String()}
		for _, row := range f.Rows {
			line = append(line, row.Counts[size].String())
		}
		table = append(table, line)
	}
	console.WriteColumns(s, table)

	fmt.Fprintf(s.Out, "\n  how many nodes may fail, whichever they are, with r disjoint quorums left\n")
	table = [][]string{{"r", "failures", "fewer than r are left if these fail"}}
	for _, row := range f.Rows {
		line := []string{fmt.Sprint(row.R), "-", "there are fewer than r"}
		if row.Survives >= 0 {
			line = []string{line[0], fmt.Sprint(row.Survives), row.Fatal.Format(a.structure.Universe)}
		}
		table = append(table, line)
	}
	console.WriteColumns(s, table)

	fmt.Fprintf(s.Out, "\n  availability: the probability that the nodes that are up contain r pairwise\n"+
		"  disjoint quorums, when each is up with probability p; exact fractions, rounded\n  to %s after the point\n", console.Count(a.digits, "digit"))
	table = [][]string{{"p"}}
	for _, row := range f.Rows {
		table[0] = append(table[0], fmt.Sprintf("r = %d", row.R))
	}
	for _, p := range a.at {
		line := []string{console.ProbabilityText(p, a.digits)}
		for _, row := range f.Rows {
			line = append(line, console.Rounded(row.Counts.At(p), a.digits))
		}
		table = append(table, line)
	}
	console.WriteColumns(s, table)
}

// writeDomination says whether the structure is what it claims, and whether
// another one dominates it.
func writeDomination(s console.Streams, a *analysis) {
	required := &properties.Report{Structure: a.structure}
	var verdicts []verdict.Verdict
	var domination *properties.Result
	for i, r := range a.report.Results {
		if r.Property == properties.Nondomination {
			domination = &a.report.Results[i]
			continue
		}
		required.Results = append(required.Results, r)
		verdicts = append(verdicts, r.Verdict)
	}
	required.Verdict = verdict.All(verdicts...)
	fmt.Fprintf(s.Out, "\n  checked    %s\n", conclusion(required, a.structure.Properties != nil))
	if domination == nil {
		return
	}
	text := "no"
	switch {
	case domination.Verdict == verdict.Violated && domination.Witness.Violates != "":
		text = "undefined: " + domination.Witness.Text()
	case domination.Verdict == verdict.Violated:
		text = "yes: " + domination.Witness.Text()
	case domination.Verdict == verdict.Unknown:
		text = "unknown: " + domination.Note
	}
	fmt.Fprintf(s.Out, "  dominated  %s\n", text)
}
