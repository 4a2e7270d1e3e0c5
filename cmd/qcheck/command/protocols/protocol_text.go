package protocols

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/counterexample/page"
	"qcheck/counterexample/trace"
	"qcheck/counterexample/values"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys/fault"
)

// An explorationText writes what is explored, each violation when it is found, and
// then the result.
type explorationText struct {
	console.Streams
	progress *console.Progress // which ends where text is written
	shown    []check.Finding
	began    bool
	err      error
	// elsewhere is as in console.Env.
	elsewhere func(algorithm, variant string) string
}

// begin writes what is explored.
func (t *explorationText) begin(r *check.Report) {
	t.progress.End()
	if !t.began {
		t.began = true
		writeInstance(t.Streams, r.Model, instanceFacts(r.Model, r.Question(), r.Broken))
	}
}

// proved writes what local views proved, and tried what came of an attempt.
func (t *explorationText) proved(r *check.Report) {
	names := map[bool][]string{} // by whether they are proved
	for _, x := range r.Proof.Results {
		names[x.Proved] = append(names[x.Proved], string(x.Property))
	}
	text := fmt.Sprintf("requests without bound: %s are closed under the steps", console.Counted(r.Proof.Views, "local view"))
	if good := names[true]; good != nil {
		text += "; holds: " + strings.Join(good, ", ")
	}
	if open := names[false]; open != nil {
		text += "; not proved: " + strings.Join(open, ", ")
	}
	t.step(r, "proof", text)
}

func (t *explorationText) tried(r *check.Report, a check.Attempt) {
	text := fmt.Sprintf("%s: %s", a.What, console.Counted(a.States, "state"))
	if a.Searches > 1 {
		text += fmt.Sprintf(" in %d searches", a.Searches)
	}
	switch {
	case a.Stopped != "":
		text += ", given up: " + a.Stopped
	case len(a.Holds) > 0:
		var names []string
		for _, p := range a.Holds {
			names = append(names, string(p))
		}
		text += "; holds: " + strings.Join(names, ", ")
	}
	t.step(r, "search", text)
}

func (t *explorationText) step(r *check.Report, label, text string) {
	t.begin(r)
	console.WriteFacts(t.Streams, [][2]string{{label, text}})
	t.Out.Flush()
}

// violated writes the run against a property, unless it is that against an
// earlier one.
func (t *explorationText) violated(r *check.Report, f check.Finding) {
	t.begin(r)
	how := f.Trace.Form()
	if f.Trace.Shortest {
		how += " (a shortest one)"
	} else if f.Trace.Loop < 0 {
		how += " (which may not be a shortest one)"
	}
	title := fmt.Sprintf("%s by %s", t.Style.Strong(string(f.Property)+" is violated"), how)
	if f.IntegerNote != "" {
		title += "; " + f.IntegerNote
	}
	t.Out.WriteString("\n  " + t.Hang(2, title+":"))
	i := slices.IndexFunc(t.shown, func(g check.Finding) bool { return sameRun(f, g) })
	if i >= 0 {
		fmt.Fprintf(t.Out, "  the run against %s, above\n", t.shown[i].Property)
	} else if err := writeRun(t.Streams, f.Trace, f.Run); err != nil {
		t.err = &fault.Fault{Err: err}
	}
	t.shown = append(t.shown, f)
	t.Out.Flush()
}

// write writes the result: how far the search went, the verdicts, and a
// paragraph that says it all.
func (t *explorationText) write(r *check.Report) {
	t.begin(r)
	if len(t.shown) > 0 {
		t.Out.WriteByte('\n')
	}
	console.WriteFacts(t.Streams, searchFacts(r))
	t.Out.WriteByte('\n')
	var all []page.Verdict
	for _, f := range r.Findings {
		v := verdictOf(r, f)
		if f.Verdict == verdict.Violated && f.Trace != nil {
			v.Details[0] += "; the run is above"
		}
		for _, c := range f.Crashes {
			v.Details = append(v.Details, fmt.Sprintf("%-10s%s", c.When, c.Text()))
		}
		all = append(all, v)
	}
	console.WriteVerdicts(t.Streams, len("well-defined"), all)
	fmt.Fprintf(t.Out, "\n%s", console.Wrap(t.Style.Verdict(r.Verdict(), r.Verdict().String())+": "+r.Summary(), t.Within(100), "  "))
	a, v := r.Model.Algorithm.Name, r.Instance.Variant
	if r.Verdict() == verdict.Holds && t.elsewhere != nil && v != r.Model.Algorithm.Default {
		if p := t.elsewhere(a, v); p != "" {
			fmt.Fprintf(t.Out, "\n%s", console.Wrap(fmt.Sprintf("That is about this instance. Another one of %s violates %s: qcheck explain %s/%s", r.Model.Label(), p, a, v), t.Within(100), "  "))
		}
	}
}

// searchFacts returns how far the search went.
func searchFacts(report *check.Report) [][2]string {
	r := report.Result
	if r.States == 0 {
		return nil // there was none, or none is what the answer is about
	}
	text := fmt.Sprintf("%s, %s, depth %d", console.Counted(r.States, "state"), console.Counted(r.Transitions, "transition"), r.Depth)
	if r.Reduced {
		text += ", reduced by stubborn sets"
	}
	if !r.Complete {
		text += ", not complete"
	}
	rows := [][2]string{{"search", text}}
	if report.Model.Network() == explore.Instant {
		rows = append(rows, [2]string{"", console.Counted(r.Resting, "state") + " in which no message can be taken"})
	}
	if r.Symmetry > 1 {
		rows = append(rows, [2]string{"symmetry", fmt.Sprintf("%d renamings of the processes take runs to runs; %s kept stand for all", r.Symmetry, console.Counted(r.Orbits, "state"))})
	}
	if r.Beyond > 0 {
		rows = append(rows, [2]string{"", "left out: " + console.Counted(r.Beyond, "transition") + " beyond the bound of the clocks"})
	}
	if len(r.NeverRan) > 0 {
		text := values.Named(report.Instance, strings.Join(r.NeverRan, ", "))
		if !r.Complete {
			text += " (so far)"
		}
		rows = append(rows, [2]string{"never ran", text})
	}
	if report.Options.Stats {
		rows = append(rows, statsFacts(report)...)
	}
	return rows
}

func statsFacts(r *check.Report) [][2]string {
	doc := r.Costs()
	rows := [][2]string{
		{"speed", fmt.Sprintf("%.2f s with %d workers, %s states/s", doc.Seconds, doc.Workers, console.Thousands(doc.StatesPerSecond))},
		{"memory", fmt.Sprintf("%s bytes, %.1f a state kept", console.Thousands(doc.Bytes), doc.BytesPerState)},
		{"handlers", console.Counted(doc.HandlerCalls, "call")},
	}
	if r.Result.Reduced {
		rows = append(rows, [2]string{"saved", console.Counted(doc.Saved, "event") + " that were enabled and not taken"})
	} else if doc.Unreduced != "" {
		rows = append(rows, [2]string{"reduction", "none: " + doc.Unreduced})
	}
	label := "steps"
	for _, c := range doc.Steps {
		rows, label = append(rows, [2]string{label, fmt.Sprintf("%12s  %s", console.Thousands(c.Count), c.Name)}), ""
	}
	return rows
}

// GeneralProperties are the properties of all protocols, and what they demand.
var GeneralProperties = []instance.Goal{
	{Name: explore.Safety, Meaning: "at no time are more processes in the critical section than allowed"},
	{Name: explore.WellDefined, Meaning: "every step that can be taken is defined by the algorithm"},
	{Name: explore.DeadlockFreedom, Meaning: "whenever a process waits, some step other than requesting can be taken"},
	{Name: explore.StarvationFreedom, Meaning: "no process waits for ever if every step that stays enabled is eventually taken"},
}

// propertyMeaning says what a property of a model demands.
func propertyMeaning(p explore.Property, m *instance.Model) string {
	switch p {
	case roles.TheBooks:
		return "each permission that a member gave is at one place: with its requester, or on its way"
	case instance.Survives:
		return "no live process waits for ever when others have crashed"
	}
	i := slices.IndexFunc(GeneralProperties, func(g instance.Goal) bool { return g.Name == p })
	if i < 0 || p == explore.Safety { // of which each algorithm has its own words
		return m.Meaning(p)
	}
	return GeneralProperties[i].Meaning
}

// verdictOf returns a finding as text and page have it.
func verdictOf(r *check.Report, f check.Finding) page.Verdict {
	return page.Verdict{Verdict: f.Verdict, Property: string(f.Property), Meaning: rowMeaning(f, r.Model), Details: []string{values.Named(r.Instance, f.Detail)}}
}

// rowMeaning says what a finding is about, and of what is unknown for which requests it holds.
func rowMeaning(f check.Finding, m *instance.Model) string {
	if f.HoldsFor == "" {
		return propertyMeaning(f.Property, m)
	}
	return "holds for " + f.HoldsFor + ": " + propertyMeaning(f.Property, m)
}

// instanceFacts returns what is run, as rows of a label and a value.
func instanceFacts(m *instance.Model, in instance.Instance, broken *check.Breach) [][2]string {
	a := m.Algorithm
	variant, processes := "", m.ProcessesText(in)
	for _, v := range a.Variants {
		if v.Name == in.Variant {
			variant = v.Name + ": " + v.Summary
		}
	}
	if a.Outside == nil {
		processes = fmt.Sprint(in.N)
	}
	if m.Setup.Has(instance.K) {
		processes += fmt.Sprintf(", k = %d", m.Setup.K())
	}
	rows := [][2]string{{"source", a.Source}, {"variant", variant}, {"processes", processes}, {"with", m.ParamsText()}}
	if s := in.Quorums.Structure; s != nil {
		rows = append(rows, [2]string{"quorums", quorumsText(m, in)}, [2]string{"relies on", a.Quorums.Relies})
		if broken != nil {
			rows = append(rows, [2]string{"", broken.Says(s)})
		}
		if !s.Universe.IsNumbered() {
			var names []string
			for i := range in.N {
				names = append(names, fmt.Sprintf("%d %s", i+1, s.Universe.Name(i)))
			}
			rows = append(rows, [2]string{"nodes", strings.Join(names, ", ")})
		}
	}
	if m.Met().Asks.Load() {
		rows = append(rows, [2]string{"requests", in.RequestsText()})
	}
	if m.Stamped() {
		rows = append(rows, [2]string{"clock", clockText(in)})
	}
	if in.Queued {
		rows = append(rows, [2]string{"channels", "messages to oneself go through a channel, too"})
	}
	rows = append(rows, [2]string{"network", m.Network().Sentence()})
	if m.Faults().Any() {
		all := m.Surroundings()
		rows = append(rows, [2]string{"faults", all[len(all)-1]})
	}
	return rows
}

func clockText(in instance.Instance) string {
	switch {
	case in.Clock == explore.Causal:
		return "causal stamps: every clock that satisfies Lamport's clock condition"
	case in.ClockMax > 0:
		return fmt.Sprintf("integers, as printed, up to %d", in.ClockMax)
	}
	return "integers, as printed"
}

// writeRun writes a run as a table, indented by two.
func writeRun(s console.Streams, t *trace.Trace, run *obvious.Run) error {
	var b strings.Builder
	if err := counterexample.RenderTextWithin(&b, t, run, max(s.Width-2, 0)); err != nil {
		return err
	}
	for line := range strings.Lines(b.String()) {
		s.Out.WriteString("  " + line)
	}
	return nil
}

// writeInstance writes what is run, and more rows about it.
func writeInstance(s console.Streams, m *instance.Model, facts [][2]string) {
	fmt.Fprintln(s.Out, console.Titled(s.Style.Strong(m.Label()), m.Algorithm.Summary))
	console.WriteFacts(s, facts)
}
