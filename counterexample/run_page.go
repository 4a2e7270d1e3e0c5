package counterexample

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"qcheck/counterexample/page"
	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/counterexample/values"
	"qcheck/explore"
	"qcheck/explore/obvious"
)

// RunPage returns what a page shows of a confirmed run: the space-time diagram, and
// every state with what changed. The id names its section; the file is what the trace
// file is called that can be saved from there.
func RunPage(t *trace.Trace, run *obvious.Run, id, file string) (*page.Run, error) {
	r := telling.Read(t, run)
	var text bytes.Buffer
	if err := t.Write(&text); err != nil {
		return nil, err
	}
	diagram := newSpacetime(r)
	p := &page.Run{
		ID: id, Title: capitalized(t.Form()) + " against " + string(t.Property), Sentence: r.Violation() + ".",
		Why: telling.Why(t, run), Diagram: page.Draw(&diagram.Drawing), Kinds: r.Kinds(), Loop: t.Loop, Trace: text.String(), File: file,
	}
	if t.Shortest {
		p.Note = "No shorter run violates it."
	}
	for q := range telling.Processes(run) {
		p.Processes = append(p.Processes, r.Processes.Of(q))
	}
	for i, m := range run.Moves {
		step := page.Step{What: r.Happens(i), Sends: r.Sends(i), Becomes: r.Becomes(i), Then: r.Standing(telling.After(run, i))}
		if m.Undefined != "" {
			step.Becomes, step.Then = "not defined", ""
		}
		p.Steps = append(p.Steps, step)
	}
	pageRun{r}.states(p)
	return p, nil
}

// A pageRun is a run that a page shows.
type pageRun struct{ *telling.Reading }

func capitalized(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// states fills in the states.
func (r pageRun) states(p *page.Run) {
	n := telling.Processes(r.Run)
	fields := r.fields()
	for _, f := range fields {
		p.Fields = append(p.Fields, f.name)
	}
	var channels []int // those that have a message at some time
	for c := range n * n {
		for _, config := range r.Run.Configs {
			if len(config.Channels[c]) > 0 {
				channels = append(channels, c)
				p.Channels = append(p.Channels, r.Processes.Of(c/n)+" → "+r.Processes.Of(c%n))
				break
			}
		}
	}
	var arrows [][]telling.Arrow
	for i := range len(r.Run.Moves) + 1 {
		config := r.Run.Configs[min(i, len(r.Run.Configs)-1)]
		s := page.State{Title: "The start", Then: r.Standing(config), Phases: r.phases(config),
			Cells: [][]page.Cell{}, Channels: []page.Cell{}, Waits: []string{}, Arrows: []page.Arrow{}} // not null, for the script
		if i > 0 {
			s.Title, s.Sends = fmt.Sprintf("%d. %s", i, r.Happens(i-1)), r.Sends(i-1)
		}
		if i == len(r.Run.Moves) {
			s.Broken = r.Violation()
			if r.Trace.Loop >= 0 {
				s.Broken += fmt.Sprintf("; the run goes on with step %d", r.Trace.Loop+1)
			}
		}
		for _, f := range fields {
			row := make([]page.Cell, n)
			for q := range n {
				row[q].Text = f.value(r.Reading, config, q)
				row[q].Changed = i > 0 && row[q].Text != p.States[i-1].Cells[len(s.Cells)][q].Text
			}
			s.Cells = append(s.Cells, row)
		}
		for at, c := range channels {
			cell := page.Cell{Text: r.inChannel(config, c)}
			cell.Changed = i > 0 && cell.Text != p.States[i-1].Channels[at].Text
			s.Channels = append(s.Channels, cell)
		}
		sentences, now := r.Waiting(i)
		s.Waits = append(s.Waits, sentences...)
		for _, a := range now {
			s.Arrows = append(s.Arrows, page.Arrow{ID: a.ID(), Class: a.Class})
		}
		arrows = append(arrows, now)
		p.States = append(p.States, s)
	}
	// A protocol of something else than mutual exclusion shows nothing of who waits and who is inside.
	if !slices.ContainsFunc(p.States, func(s page.State) bool {
		return slices.ContainsFunc(s.Phases, func(phase string) bool { return phase != explore.Thinking.String() })
	}) {
		for i := range p.States {
			p.States[i].Phases = []string{}
		}
	}
	if !slices.ContainsFunc(p.States, func(s page.State) bool { return len(s.Waits) > 0 }) {
		return
	}
	p.WaitsNote = "Who waits for whom, as the states of the processes say. An arrow goes to the process that has what is needed, a dashed one to the process that is still to give it. Thick arrows are a cycle, which lasts unless a message that is still on its way ends it."
	if d := drawWaits(r.Reading, arrows); d != nil {
		p.Waits = page.Draw(d)
	}
}

// phases returns what the processes are, as names of classes, too.
func (r pageRun) phases(c obvious.Config) []string {
	var all []string
	for _, o := range c.Observations {
		all = append(all, o.Phase.String())
	}
	return all
}

// inChannel lists the messages in a channel.
func (r pageRun) inChannel(c obvious.Config, channel int) string {
	var parts []string
	for _, m := range c.Channels[channel] {
		parts = append(parts, r.Labels(c).Show(m))
	}
	return strings.Join(parts, ", ")
}

// A field is a row in the table of states.
type field struct {
	name  string
	value func(r *telling.Reading, c obvious.Config, p int) string
}

// fields returns the fields of the local states that are not zero in some state of
// some process. That of the phase, which the table has anyway, is left out.
func (r pageRun) fields() []field {
	local := reflect.TypeOf(r.Run.Configs[0].Locals[0])
	var all []field
	if local.Kind() != reflect.Struct {
		all = append(all, field{"state", func(r *telling.Reading, c obvious.Config, p int) string {
			return r.Labels(c).Text(values.Addressable(c.Locals[p]), false)
		}})
	} else {
		for i := range local.NumField() {
			if r.used(i) && local.Field(i).Type != reflect.TypeFor[explore.Phase]() {
				all = append(all, field{local.Field(i).Name, func(r *telling.Reading, c obvious.Config, p int) string {
					v := values.Addressable(c.Locals[p]).Field(i)
					if v.IsZero() {
						return ""
					}
					return r.Labels(c).Text(v, false)
				}})
			}
		}
	}
	if len(r.Run.Configs[0].Clocks) > 0 {
		all = append(all, field{"clock", func(_ *telling.Reading, c obvious.Config, p int) string { return fmt.Sprint(c.Clocks[p]) }})
	}
	return all
}

// used reports whether a field is not zero somewhere.
func (r pageRun) used(i int) bool {
	for _, c := range r.Run.Configs {
		for _, l := range c.Locals {
			if !values.Addressable(l).Field(i).IsZero() {
				return true
			}
		}
	}
	return false
}
