package counterexample

import (
	"fmt"
	"io"
	"strings"

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
		{"text", "a line a step, to be read", RenderText},
		{"json", `a trace file, to be replayed`, RenderJSON},
		{"itf", "states in the Informal Trace Format, for its viewers", RenderITF},
		{"mermaid", "a Mermaid sequence diagram", RenderMermaid},
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

// happens says which step move i is.
func happens(run *obvious.Run, i int) string {
	m := run.Moves[i]
	what := ": " + m.Name
	if m.From >= 0 {
		received := show(run.Configs[i], m.Received)
		whose := fmt.Sprintf("%s from %d", received, m.From+1)
		if m.From == m.Process {
			whose = "its own " + received
		}
		what = " takes " + whose + outcome(m.Name, received)
	}
	what = fmt.Sprintf("process %d%s", m.Process+1, what)
	if stamp := stamped(run, i); stamp != "" {
		what += ", " + stamp
	}
	return what
}

// outcome is what the name of a step adds to the message that was taken: steps
// often are called after the kind of the message, which it begins with.
func outcome(name, received string) string {
	kind, _, _ := strings.Cut(received, " ")
	switch rest, ok := strings.CutPrefix(name, kind); {
	case name == kind:
		return ""
	case ok && strings.HasPrefix(rest, ":"):
		return rest
	}
	return ": " + name
}

// stamped says which stamp move i made, if any, and where it is in the order.
func stamped(run *obvious.Run, i int) string {
	made, next := fresh(run.Configs[i], after(run, i))
	switch {
	case made == "":
		return ""
	case next == "":
		return "with stamp " + made
	}
	return fmt.Sprintf("with stamp %s, before %s", made, next)
}

// sends says what move i sent, equal messages together: "REQUEST 1a to 2 and 3".
func sends(run *obvious.Run, i int) string {
	var order []string
	to := map[string][]string{}
	for _, s := range run.Moves[i].Sent {
		msg := show(after(run, i), s.Msg)
		if to[msg] == nil {
			order = append(order, msg)
		}
		to[msg] = append(to[msg], fmt.Sprint(s.To+1))
	}
	var parts []string
	for _, msg := range order {
		parts = append(parts, fmt.Sprintf("%s to %s", msg, list(to[msg])))
	}
	return strings.Join(parts, "; ")
}

// standing says who is inside and who waits.
func standing(c obvious.Config) string {
	var parts []string
	for _, phase := range []explore.Phase{explore.Inside, explore.Waiting} {
		if ps := inPhase(c, phase); len(ps) > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", list(ps), phase))
		}
	}
	return strings.Join(parts, ", ")
}

// inPhase returns the processes that are in a phase, by number.
func inPhase(c obvious.Config, phase explore.Phase) []string {
	var ps []string
	for p, o := range c.Observations {
		if o.Phase == phase {
			ps = append(ps, fmt.Sprint(p+1))
		}
	}
	return ps
}

// onTheWay lists the messages that are in channels.
func onTheWay(c obvious.Config) []string {
	n := len(c.Locals)
	var parts []string
	for i, channel := range c.Channels {
		if len(channel) == 0 {
			continue
		}
		var msgs []string
		for _, m := range channel {
			msgs = append(msgs, show(c, m))
		}
		parts = append(parts, fmt.Sprintf("%s from %d to %d", strings.Join(msgs, ", "), i/n+1, i%n+1))
	}
	return parts
}
