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
	if a.claim.refused() {
		writeChecked(s, fileResult{file: a.File, report: a.claim.Report, remark: a.remark}, a.claim.says())
		fmt.Fprintf(s.Out, "\n  %s\n", withheld)
		return
	}
	writeHead(s, a.File, a.report, a.claim.before(a.answer()))
	if a.Down != nil {
		fmt.Fprintf(s.Out, "  down      %s\n", a.Down)
	}
	for i, f := range a.Families {
		s.Out.WriteByte('\n')
		if len(a.Families) > 1 {
			fmt.Fprintf(s.Out, "  %s\n", s.Style.Strong(familyName(a.structure, i)))
		}
		writeDomains(s, a, f)
		writeFamily(s, a, f)
		writeLoad(s, a, f)
	}
	writeTrust(s, a.Trust)
	writeRemarks(s, a.remark)
	writeMixes(s, a)
}

func writeFamily(s console.Streams, a *analysis, f *familyAnalysis) {
	if f.Note != "" {
		fmt.Fprintf(s.Out, "  %s\n", f.Note)
		return
	}
	if len(f.Sizes) > 1 {
		var parts []string
		for _, c := range f.Sizes {
			parts = append(parts, fmt.Sprintf("%s of %s", c.Quorums, console.Count(c.Nodes, "node")))
		}
		fmt.Fprintf(s.Out, "  sizes     %s\n", strings.Join(parts, ", "))
	}
	if f.family.IsListed() && f.family.Len() == 0 {
		fmt.Fprintf(s.Out, "  disjoint  none, as there is no quorum\n")
	} else {
		var sets []string
		for _, q := range f.Disjoint {
			sets = append(sets, q.String())
		}
		fmt.Fprintf(s.Out, "  disjoint  at most %s: %s\n", console.Count(len(sets), "quorum"), strings.Join(sets, " "))
	}

	counts, failures, at := [][]string{{"nodes", "sets"}}, [][]string{{"r", "failures", "fewer than r are left if these fail"}}, [][]string{{"p"}}
	for size, n := 0, f.counted.Nodes; size <= n; size++ {
		counts = append(counts, []string{fmt.Sprint(size), new(big.Int).Binomial(int64(n), int64(size)).String()})
	}
	for _, p := range a.at {
		at = append(at, []string{console.ProbabilityText(p, a.digits)})
	}
	for _, row := range f.Rows {
		r := fmt.Sprintf("r = %d", row.R)
		counts[0], at[0] = append(counts[0], r), append(at[0], r)
		for size, sets := range row.Sets {
			counts[size+1] = append(counts[size+1], sets.String())
		}
		for i, x := range row.Availability {
			at[i+1] = append(at[i+1], x.Rounded)
		}
		line := []string{fmt.Sprint(row.R), "-", "there are fewer than r"}
		if row.Failures >= 0 {
			line[1], line[2] = fmt.Sprint(row.Failures), row.Fatal.String()
		}
		failures = append(failures, line)
	}
	fmt.Fprintf(s.Out, "\n  how many sets of each size contain r pairwise disjoint quorums\n")
	console.WriteColumns(s, counts)
	fmt.Fprintf(s.Out, "\n  how many nodes may fail, whichever they are, with r disjoint quorums left\n")
	console.WriteColumns(s, failures)
	fmt.Fprintf(s.Out, "\n  availability: the probability that the nodes that are up contain r pairwise\n"+
		"  disjoint quorums, when each is up with probability p; exact fractions, rounded\n  to %s after the point\n", console.Count(a.digits, "digit"))
	console.WriteColumns(s, at)
	writeReliable(s, f)
}

// writeDomination says whether the structure is what it claims, and whether
// another one dominates it.
func writeDomination(s console.Streams, a *analysis) {
	fmt.Fprintf(s.Out, "\n  checked    %s\n", conclusion(a.demanded(), a.structure.Properties != nil))
	var domination *properties.Result
	for i, r := range a.report.Results {
		if r.Property == properties.Nondomination {
			domination = &a.report.Results[i]
		}
	}
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
