package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/counterexample"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/setsys"
)

// writeExploration writes what was checked, over what, what came out, the runs
// that violate something, and a paragraph that says it all.
func writeExploration(s streams, x *exploration) error {
	a := x.instance.Algorithm
	fmt.Fprintf(s.out, "%s: %s\n", s.style.strong(x.label()), a.Summary)
	writeFacts(s, append(x.workload().facts(), searchFacts(x)...))
	s.out.WriteByte('\n')
	for _, f := range x.findings {
		v := s.style.verdict(f.Verdict, fmt.Sprintf("%-8s", f.Verdict))
		fmt.Fprintf(s.out, "  %s  %-12s  %s\n", v, f.Property, propertyMeaning(f.Property, x))
		if f.Verdict != verdict.Holds {
			fmt.Fprintf(s.out, "  %24s%s\n", "", f.Detail)
		}
	}
	for i, f := range x.findings {
		if f.Verdict == verdict.Violated {
			s.out.WriteByte('\n')
			if err := writeFinding(s, x.findings[:i], f); err != nil {
				return &internalError{err}
			}
		}
	}
	fmt.Fprintf(s.out, "\n%s", wrap(s.style.verdict(x.verdict(), x.verdict().String())+": "+x.summary(), 100, "  "))
	return nil
}

func writeFacts(s streams, rows [][2]string) {
	for _, f := range rows {
		fmt.Fprintf(s.out, "  %-9s  %s\n", f[0], f[1])
	}
}

// A workload is an instance and how it is run.
type workload struct {
	*protocols.Instance
	broken    *breach // what is wrong with the structure, if anything
	structure string  // how to call a structure without a name
	requests  []int
	clock     explore.ClockMode
	clockMax  int
	queued    bool
}

func (x *exploration) workload() workload {
	return workload{x.instance, x.broken, displayName(x.options.structure), x.requests, x.base.Clock, x.base.ClockMax, x.base.Queued}
}

// facts returns what is run, as rows of a label and a value.
func (w workload) facts() [][2]string {
	a, p := w.Algorithm, w.Params
	rows := [][2]string{{"source", a.Source}}
	for _, v := range a.Variants {
		if v.Name == p.Variant {
			rows = append(rows, [2]string{"variant", v.Name + ": " + v.Summary})
		}
	}
	processes := fmt.Sprint(p.N)
	if a.HasK {
		processes += fmt.Sprintf(", k = %d", p.K)
	}
	rows = append(rows, [2]string{"processes", processes})
	if s := p.Structure; s != nil {
		rows = append(rows, [2]string{"quorums", w.quorums()})
		if w.broken != nil {
			rows = append(rows, [2]string{"", w.broken.says(s)})
		}
		if !s.Universe.IsNumbered() {
			var names []string
			for i := range p.N {
				names = append(names, fmt.Sprintf("%d %s", i+1, s.Universe.Name(i)))
			}
			rows = append(rows, [2]string{"nodes", strings.Join(names, ", ")})
		}
	}
	rows = append(rows, [2]string{"requests", requestsText(w.requests)}, [2]string{"clock", clockText(w.clock, w.clockMax)})
	if w.queued {
		rows = append(rows, [2]string{"channels", "messages to oneself go through one, too"})
	}
	return rows
}

// quorums says which structure it is, and how quorums are chosen.
func (w workload) quorums() string {
	s := w.Params.Structure
	noun := "quorum"
	if s.Kind == setsys.RequestSets {
		noun = "request set"
	}
	text := w.structureName() + ": " + sizes(s.Families()[0].Family, noun)
	switch {
	case s.Kind == setsys.RequestSets:
		return text + ", one for each process"
	case w.Params.Fixed:
		return text + "; process i takes the i-th, cyclically, as its first choice"
	}
	return text + "; each request takes any of them"
}

func (w workload) structureName() string {
	if name := w.Params.Structure.Name; name != "" {
		return name
	}
	return w.structure
}

// quorumChoiceOf says how quorums are chosen: any or fixed, or nothing where
// there is no structure.
func quorumChoiceOf(p protocols.Params) string {
	switch {
	case p.Structure == nil:
		return ""
	case p.Structure.Kind == setsys.RequestSets || p.Fixed:
		return "fixed"
	}
	return "any"
}

// quorumChoice says how quorums are chosen.
func (x *exploration) quorumChoice() string { return quorumChoiceOf(x.instance.Params) }

// byProcess marks bounds that are not the same for all.
const byProcess = ", by process"

func requestsText(bounds []int) string {
	if !slices.ContainsFunc(bounds, func(b int) bool { return b != bounds[0] }) {
		switch bounds[0] {
		case explore.Unbounded:
			return "without bound"
		}
		return fmt.Sprintf("%d of each process", bounds[0])
	}
	var parts []string
	for _, b := range bounds {
		parts = append(parts, fmt.Sprint(counterexample.Requests(b)))
	}
	return strings.Join(parts, ", ") + byProcess
}

func clockText(mode explore.ClockMode, bound int) string {
	switch {
	case mode == explore.Causal:
		return "causal stamps: every clock that satisfies Lamport's clock condition"
	case bound > 0:
		return fmt.Sprintf("integers, as printed, up to %d", bound)
	}
	return "integers, as printed"
}

// searchFacts returns how far the search went.
func searchFacts(x *exploration) [][2]string {
	r := x.result
	text := fmt.Sprintf("%s, %s, depth %d", counted(r.States, "state"), counted(r.Transitions, "transition"), r.Depth)
	if r.Reduced {
		text += ", reduced by stubborn sets"
	}
	if !r.Complete {
		text += ", not complete"
	}
	rows := [][2]string{{"search", text}}
	if r.Beyond > 0 {
		rows = append(rows, [2]string{"", counted(r.Beyond, "transition") + " beyond the bound of the clocks not taken"})
	}
	if len(r.NeverRan) > 0 {
		text := strings.Join(r.NeverRan, ", ")
		if !r.Complete {
			text += " (so far)"
		}
		rows = append(rows, [2]string{"never ran", text})
	}
	if x.options.stats {
		rows = append(rows, statsFacts(x)...)
	}
	return rows
}

func counted(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

func statsFacts(x *exploration) [][2]string {
	doc := statsDocument(x)
	rows := [][2]string{
		{"speed", fmt.Sprintf("%.2f s with %d workers, %s states/s", doc.Seconds, doc.Workers, thousands(doc.StatesPerSecond))},
		{"memory", fmt.Sprintf("%s bytes, %.1f a state", thousands(doc.Bytes), doc.BytesPerState)},
		{"handlers", counted(doc.HandlerCalls, "call")},
	}
	if x.result.Reduced {
		rows = append(rows, [2]string{"saved", counted(doc.Saved, "event") + " that were enabled and not taken"})
	}
	for i, c := range doc.Steps {
		label := ""
		if i == 0 {
			label = "steps"
		}
		rows = append(rows, [2]string{label, fmt.Sprintf("%12s  %s", thousands(c.Count), c.Name)})
	}
	return rows
}

// propertyMeaning says what a property demands.
func propertyMeaning(p explore.Property, x *exploration) string {
	switch p {
	case explore.Safety:
		k := 1
		if x.instance.Algorithm.HasK {
			k = x.instance.Params.K
		}
		return fmt.Sprintf("at most %s inside at a time", processesAre(k))
	case explore.WellDefined:
		return "every step that can be taken is defined by the algorithm"
	case explore.Deadlock:
		return "there is no state in which a process waits and nothing but asking can happen"
	case explore.Starvation:
		return "no process waits for ever while every step that stays enabled is taken"
	}
	return ""
}

func processesAre(n int) string {
	if n == 1 {
		return "1 process is"
	}
	return fmt.Sprintf("%d processes are", n)
}

// writeFinding writes the run against a property, unless it is that against an
// earlier one.
func writeFinding(s streams, earlier []finding, f finding) error {
	how := f.trace.Form()
	if f.trace.Shortest {
		how += " (a shortest one)"
	} else if f.trace.Loop < 0 {
		how += " (which may not be a shortest one)"
	}
	fmt.Fprintf(s.out, "  %s by %s", s.style.strong(string(f.Property)+" is violated"), how)
	if f.integerNote != "" {
		fmt.Fprintf(s.out, "; %s", f.integerNote)
	}
	for _, g := range earlier {
		if g.trace != nil && slices.Equal(g.trace.Steps, f.trace.Steps) && g.trace.Loop == f.trace.Loop {
			fmt.Fprintf(s.out, ":\n  the run against %s\n", g.Property)
			return nil
		}
	}
	s.out.WriteString(":\n")
	var b strings.Builder
	if err := counterexample.RenderText(&b, f.trace, f.run); err != nil {
		return err
	}
	for line := range strings.Lines(b.String()) {
		s.out.WriteString("  " + line)
	}
	return nil
}

// summary says in sentences what was checked, over what, and what came out.
func (x *exploration) summary() string {
	by := map[verdict.Verdict][]string{}
	for _, f := range x.findings {
		by[f.Verdict] = append(by[f.Verdict], string(f.Property))
	}
	broken, good, open := by[verdict.Violated], by[verdict.Holds], by[verdict.Unknown]
	var text string
	switch {
	case len(broken) > 0:
		text = fmt.Sprintf("%s %s violated by %s", andList(broken), verb(broken, "is", "are"), x.over())
		if len(good) > 0 {
			text += fmt.Sprintf("; %s %s", andList(good), verb(good, "holds", "hold"))
		}
		if len(open) > 0 {
			text += fmt.Sprintf("; %s %s not decided", andList(open), verb(open, "was", "were"))
		}
	case len(open) > 0:
		text = fmt.Sprintf("%s %s not decided for %s", andList(open), verb(open, "was", "were"), x.over())
		if len(good) > 0 {
			text += fmt.Sprintf("; %s %s", andList(good), verb(good, "holds", "hold"))
		}
	default:
		text = fmt.Sprintf("%s %s for %s", andList(good), verb(good, "holds", "hold"), x.over())
	}
	text += "."
	switch {
	case x.result.Complete && x.bounded():
		text += " All states within these bounds were searched."
	case x.result.Complete:
		text += " All states were searched."
	}
	switch {
	case x.result.Complete && x.result.Stopped != "":
		text += " Then the search was stopped: " + x.limit() + "."
	case x.result.Complete:
	case x.result.Stopped != "":
		text += " The search was not finished: " + x.limit() + "."
	default:
		text += " The search ended when everything was decided."
	}
	if !slices.Contains(x.properties(), explore.Starvation) && x.check == nil {
		text += " Starvation was not checked: it needs requests without bound."
	}
	if x.note != "" {
		text += " " + sentence(x.note) + "."
	}
	return text
}

// bounded reports whether the workload keeps states out.
func (x *exploration) bounded() bool {
	return x.base.ClockMax > 0 || slices.ContainsFunc(x.requests, func(r int) bool { return r != explore.Unbounded })
}

func verb(names []string, one, many string) string {
	if len(names) == 1 {
		return one
	}
	return many
}

// over says what the verdicts are about.
func (x *exploration) over() string {
	p := x.instance.Params
	parts := []string{x.label() + " with 1 process"}
	if p.N > 1 {
		parts[0] = fmt.Sprintf("%s with %d processes", x.label(), p.N)
	}
	if x.instance.Algorithm.HasK {
		parts[0] += fmt.Sprintf(" and k = %d", p.K)
	}
	if s := p.Structure; s != nil {
		name := strconv.Quote(x.workload().structureName())
		switch {
		case s.Kind == setsys.RequestSets:
			parts = append(parts, "the request sets "+name)
		case x.quorumChoice() == "fixed":
			parts = append(parts, "fixed quorums of "+name)
		default:
			parts = append(parts, "any quorum of "+name+" at each request")
		}
	}
	parts = append(parts, requestsSentence(x.requests))
	if x.base.Clock == explore.Causal {
		parts = append(parts, "causal stamps")
	} else if x.base.ClockMax > 0 {
		parts = append(parts, fmt.Sprintf("integer clocks up to %d", x.base.ClockMax))
	} else {
		parts = append(parts, "integer clocks")
	}
	if x.base.Queued {
		parts = append(parts, "messages to oneself in channels")
	}
	return strings.Join(parts, ", ")
}

func requestsSentence(bounds []int) string {
	text := requestsText(bounds)
	switch before, same := strings.CutSuffix(text, " of each process"); {
	case strings.HasSuffix(text, byProcess):
		return "requests (" + strings.TrimSuffix(text, byProcess) + ")" + strings.ReplaceAll(byProcess, ",", "")
	case !same:
		return "requests " + text
	case before == "1":
		return "1 request of each process"
	default:
		return before + " requests of each process"
	}
}

func andList(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// wrap breaks text into lines of at most so many characters, each after the
// indent. Escapes of colours count, so a coloured line may be shorter.
func wrap(text string, width int, indent string) string {
	var b strings.Builder
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(indent)+len(line)+1+len(word) > width {
			b.WriteString(indent + line + "\n")
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	b.WriteString(indent + line + "\n")
	return b.String()
}
