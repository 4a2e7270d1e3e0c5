package structures

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample/page"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// writeReport writes the result, and what was checked, over what.
func writeReport(s console.Streams, r fileResult) {
	writeChecked(s, r, s.Style.Verdict(r.report.Verdict, r.report.Verdict.String())+": "+conclusion(r.report, r.asked))
}

// writeChecked writes an answer, and what was checked, over what.
func writeChecked(s console.Streams, r fileResult, answer string) {
	writeHead(s, r.file, r.report, answer)
	s.Out.WriteByte('\n')
	console.WriteVerdicts(s, 0, verdictsOf(r.report))
	writeRemarks(s, r.remark)
}

// verdictsOf returns the verdicts of a report, with what shows each.
func verdictsOf(report *properties.Report) (all []page.Verdict) {
	for _, r := range report.Results {
		witness := ""
		if r.Witness != nil {
			witness = "witness: " + r.Witness.Text()
		}
		all = append(all, page.Verdict{
			Verdict: r.Verdict, Property: string(r.Property), Meaning: properties.Meaning(r.Property, report.Structure), Details: []string{witness, r.Method, r.Note},
		})
	}
	return all
}

// writeRemarks writes what an author may not have meant, which is no verdict.
func writeRemarks(s console.Streams, remarks []properties.Remark) {
	if len(remarks) > 0 {
		s.Out.WriteByte('\n')
	}
	for _, r := range remarks {
		fmt.Fprintf(s.Out, "  %-8s  %s\n", "remark", r.Text)
	}
}

// writeHead writes the answer, in one line, and which structure it is about.
func writeHead(s console.Streams, file string, report *properties.Report, answer string) {
	fmt.Fprintf(s.Out, "%s %s\n", s.Style.Strong(console.DisplayName(file)+":"), answer)
	for _, f := range facts(report) {
		fmt.Fprintf(s.Out, "  %-8s  %s\n", f[0], f[1])
	}
}

// about returns the description without the remarks at its end, which stand in rows of their own.
func about(s *setsys.Structure) string {
	text := s.Description
	for _, remark := range slices.Backward(s.Remarks) {
		if rest, is := strings.CutSuffix(text, remark); is && (rest == "" || strings.HasSuffix(rest, ". ")) {
			text = strings.TrimSpace(rest)
		}
	}
	return text
}

// facts returns what the structure is, as rows of a label and a value.
func facts(report *properties.Report) [][2]string {
	s := report.Structure
	rows := [][2]string{
		{"name", setsys.Printable(s.Name)},
		{"kind", kindIn(s)},
		{"source", setsys.Printable(s.Source)},
		{"asks for", setsys.Printable(strings.Join(s.Properties, ", "))},
		{"about", setsys.Printable(about(s))},
		{"nodes", fmt.Sprint(s.Universe.Len())},
		{"trust", trustText(s.Quorums.Trust())},
	}
	for i, f := range s.Families() {
		label, noun := familyName(s, i), "quorum"
		if f.Role == setsys.RequestsRole {
			label, noun = "sets", "request set"
		}
		if !f.Family.IsListed() {
			rows = append(rows, [2]string{label, formulaSizes(report.Sizes[f.Role])})
		} else {
			rows = append(rows, [2]string{label, console.Sizes(f.Family, noun)})
		}
	}
	return console.Said(append(rows, [2]string{"engine", engineOf(s)}))
}

// trustText says how large a trust graph is, if there is one.
func trustText(t *setsys.Trust) string {
	if t == nil {
		return ""
	}
	having := 0
	for v := range t.Nodes() {
		if t.Of(v) != nil {
			having++
		}
	}
	return fmt.Sprintf("%s of %s", console.Count(len(t.Sets()), "quorum set"), console.Count(having, "node"))
}

// kindIn names the kind of a structure with its parameters: a reader's name,
// and the name used in files where that is another one.
func kindIn(s *setsys.Structure) string {
	switch s.Kind {
	case setsys.Coterie, setsys.ReadWrite:
		return string(s.Kind)
	case setsys.RequestSets:
		return fmt.Sprintf("request sets, m = %d (%s)", s.M, console.Count(s.M, "resource"))
	}
	return fmt.Sprintf("%s, k = %d", s.Kind, s.K)
}

// valid names what a structure is when its required properties hold.
func valid(s *setsys.Structure) string {
	if s.Kind == setsys.RequestSets {
		return "valid " + s.KindName()
	}
	return "a valid " + s.KindName()
}

// conclusion says what the verdicts mean together; asked says that the file names
// the properties.
func conclusion(report *properties.Report, asked bool) string {
	s := report.Structure
	var missing, broken, open []string
	requiredBroken := false
	for _, id := range properties.Required(s.Kind) {
		if !slices.ContainsFunc(report.Results, func(r properties.Result) bool { return r.Property == id }) {
			missing = append(missing, string(id))
		}
	}
	for _, r := range report.Results {
		switch r.Verdict {
		case verdict.Violated:
			broken = append(broken, string(r.Property))
			requiredBroken = requiredBroken || slices.Contains(properties.Required(s.Kind), r.Property)
		case verdict.Unknown:
			open = append(open, string(r.Property))
		}
	}
	switch {
	case requiredBroken:
		return fmt.Sprintf("not %s (%s)", valid(s), strings.Join(broken, ", "))
	case len(broken) > 0 && len(missing) == 0 && len(open) == 0:
		return fmt.Sprintf("%s, but without %s", valid(s), strings.Join(broken, ", "))
	case len(broken) > 0:
		return strings.Join(broken, ", ")
	case len(open) > 0:
		return fmt.Sprintf("no violation was found, but %s not decided", wereOrWas(open))
	case len(missing) > 0:
		by := "asked for"
		if asked {
			by = "that the file asks for"
		}
		return fmt.Sprintf("the properties %s; %s not checked", by, wereOrWas(missing))
	}
	return valid(s)
}

func wereOrWas(names []string) string {
	verb := " was"
	if len(names) > 1 {
		verb = " were"
	}
	return strings.Join(names, ", ") + verb
}

// summary counts the verdicts on several files.
func summary(results []fileResult) string {
	counts := make(map[verdict.Verdict]int)
	unread := 0
	for _, r := range results {
		if r.err != nil {
			unread++
		} else {
			counts[r.report.Verdict]++
		}
	}
	var parts []string
	for _, v := range []verdict.Verdict{verdict.Holds, verdict.Violated, verdict.Unknown} {
		if counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", v, counts[v]))
		}
	}
	if unread > 0 {
		parts = append(parts, fmt.Sprintf("no verdict %d", unread))
	}
	return strings.Join(parts, ", ")
}

// writeSummary writes how many verdicts on several files there are.
func writeSummary(s console.Streams, results []fileResult) {
	if slices.ContainsFunc(results, func(r fileResult) bool { return r.err == nil }) {
		s.Out.WriteByte('\n')
	}
	fmt.Fprintf(s.Out, "%s: %s\n", console.Count(len(results), "file"), summary(results))
}

// familyName says which family of several it is, as facts calls it.
func familyName(s *setsys.Structure, i int) string {
	if s.Kind == setsys.HKArbiter {
		return fmt.Sprintf("Q_%d", i+1)
	}
	return string(s.Families()[i].Role)
}
