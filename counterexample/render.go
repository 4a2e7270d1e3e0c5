package counterexample

import (
	"fmt"
	"io"
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// A Renderer writes a trace in one form. The run is the one that confirming
// the trace gave (see [Trace.Confirm]).
type Renderer struct {
	Name    string // what commands call it
	Summary string // one line
	Render  func(w io.Writer, t *Trace, run *obvious.Run) error
}

// Renderers returns the renderers, in listing order.
func Renderers() []Renderer {
	return []Renderer{
		{"text", "one line for each step, for people", RenderText},
		{"changes", "what each step changed, and nothing else", RenderChanges},
		{"json", `a trace file, to be replayed`, RenderJSON},
		{"itf", "states in the Informal Trace Format, for its viewers", RenderITF},
		{"mermaid", "a Mermaid sequence diagram", RenderMermaid},
		{"svg", "a space-time diagram, as a picture", RenderSVG},
		{"tikz", "the same picture, for LaTeX", RenderTikZ},
		{"html", "a page that steps through the run", RenderHTML},
		{"shiviz", "a log with vector clocks, for ShiViz", RenderShiViz},
	}
}

// LookupRenderer returns the renderer with the given name, and whether there is
// one.
func LookupRenderer(name string) (Renderer, bool) {
	for _, r := range Renderers() {
		if r.Name == name {
			return r, true
		}
	}
	return Renderer{}, false
}

// processes returns the number of processes.
func processes(run *obvious.Run) int { return len(run.Configs[0].Locals) }

// after returns the configuration after move i; the one before it when the move
// is not defined.
func after(run *obvious.Run, i int) obvious.Config {
	return run.Configs[min(i+1, len(run.Configs)-1)]
}

// A rendering is a confirmed trace while it is written.
type rendering struct {
	trace     *Trace
	run       *obvious.Run
	processes processNames
}

func newRendering(t *Trace, run *obvious.Run) *rendering {
	return &rendering{t, run, namesOf(t.Instance)}
}

func (r *rendering) labels(c obvious.Config) labels {
	return labels{c.Stamps, len(c.Clocks) > 0, r.processes}
}

// before and after are the labels in the configurations around move i.
func (r *rendering) before(i int) labels { return r.labels(r.run.Configs[i]) }
func (r *rendering) after(i int) labels  { return r.labels(after(r.run, i)) }

// during is what values within move i are labelled with: stamps as before it,
// and the one that it makes.
func (r *rendering) during(i int) labels {
	l := r.before(i)
	if made := r.run.Moves[i].Made; made != "" && !l.integer {
		l.stamps = maps.Clone(l.stamps)
		l.stamps[explore.Fresh] = made
	}
	return l
}

// happens says which step move i is.
func (r *rendering) happens(i int) string {
	m := r.run.Moves[i]
	what := ": " + m.Name
	if m.From >= 0 {
		received := r.before(i).show(m.Received)
		whose := fmt.Sprintf("%s from %s", received, r.processes.of(m.From))
		if m.From == m.Process {
			whose = "its own " + received
		}
		what = " takes " + whose + outcome(m.Name, received)
	}
	what = r.processes.of(m.Process) + what
	if stamp := r.stamped(i); stamp != "" {
		what += ", " + stamp
	}
	return what
}

// outcome is what the name of a step adds to the message that was taken: steps
// often are called after the kind of the message, which it begins with.
func outcome(name, received string) string {
	kind, rest, _ := strings.Cut(name, ":")
	if after, ok := strings.CutPrefix(received, kind); ok && !beginsWord(after) {
		if rest != "" {
			rest = ":" + rest
		}
		return rest
	}
	return ": " + name
}

func beginsWord(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return s != "" && (unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("_-", c))
}

// stamped says which stamp move i made, if any, and where it is in the order.
func (r *rendering) stamped(i int) string {
	made := r.run.Moves[i].Made
	if made == "" {
		return ""
	}
	if next := later(after(r.run, i), made); next != "" {
		return fmt.Sprintf("with stamp %s, before %s", made, next)
	}
	return "with stamp " + made
}

// own says which messages to itself the process of move i handled in it, each
// with these words behind it and with what came of it.
func (r *rendering) own(i int, words string) []string {
	var parts []string
	for _, m := range r.run.Moves[i].Own {
		msg := r.during(i).show(m.Msg)
		parts = append(parts, msg+words+outcome(m.Name, msg))
	}
	return parts
}

// sends says what move i sent, equal messages together: "REQUEST 1a to p2 and
// p3".
func (r *rendering) sends(i int) string {
	var order []string
	to := map[string][]string{}
	for _, s := range r.run.Moves[i].Sent {
		msg := r.after(i).show(s.Msg)
		if to[msg] == nil {
			order = append(order, msg)
		}
		whom := r.processes.of(s.To)
		if s.To == r.run.Moves[i].Process {
			whom = "itself"
		}
		to[msg] = append(to[msg], whom)
	}
	parts := r.own(i, " to itself")
	for _, msg := range order {
		parts = append(parts, fmt.Sprintf("%s to %s", msg, list(to[msg])))
	}
	return strings.Join(parts, "; ")
}

// standing says which processes are in the critical section and which wait.
func (r *rendering) standing(c obvious.Config) string {
	var parts []string
	if ps := inPhase(c, explore.Inside); len(ps) > 0 {
		parts = append(parts, list(r.processes.all(ps))+" in the critical section")
	}
	if ps := inPhase(c, explore.Waiting); len(ps) > 0 {
		parts = append(parts, list(r.processes.all(ps))+" waiting")
	}
	return strings.Join(parts, ", ")
}

// inPhase returns the processes that are in a phase.
func inPhase(c obvious.Config, phase explore.Phase) []int {
	var ps []int
	for p, o := range c.Observations {
		if o.Phase == phase {
			ps = append(ps, p)
		}
	}
	return ps
}

// onTheWay lists the messages that are in channels at the end.
func (r *rendering) onTheWay() []string {
	n := processes(r.run)
	var parts []string
	for i, channel := range r.run.Configs[len(r.run.Configs)-1].Channels {
		if len(channel) == 0 {
			continue
		}
		var msgs []string
		for _, m := range channel {
			msgs = append(msgs, r.after(len(r.run.Moves)).show(m))
		}
		to := r.processes.of(i % n)
		if i/n == i%n {
			to = "itself"
		}
		parts = append(parts, fmt.Sprintf("%s from %s to %s", strings.Join(msgs, ", "), r.processes.of(i/n), to))
	}
	return parts
}

// violation is the sentence that says what the run shows.
func (r *rendering) violation() string {
	if r.trace.Property == Nothing {
		return r.trace.Detail
	}
	return fmt.Sprintf("%s is violated: %s", r.trace.Property, strings.ReplaceAll(r.trace.Detail, "\n", " "))
}
