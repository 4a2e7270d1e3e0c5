package telling

import (
	"fmt"
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"

	"qcheck/counterexample/trace"
	"qcheck/counterexample/values"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/setsys/phrase"
)

// Processes returns the number of processes.
func Processes(run *obvious.Run) int { return len(run.Configs[0].Locals) }

// After returns the configuration after move i; the one before it when the move
// is not defined.
func After(run *obvious.Run, i int) obvious.Config {
	return run.Configs[min(i+1, len(run.Configs)-1)]
}

// A reading is a confirmed trace while it is written.
type Reading struct {
	Trace     *trace.Trace
	Run       *obvious.Run
	Processes values.Names
}

func Read(t *trace.Trace, run *obvious.Run) *Reading {
	return &Reading{t, run, values.NamesOf(t.Instance)}
}

func (r *Reading) Labels(c obvious.Config) values.Labels {
	return values.Labels{Stamps: c.Stamps, Integer: len(c.Clocks) > 0, Processes: r.Processes}
}

// Before and after are the labels in the configurations around move i.
func (r *Reading) Before(i int) values.Labels { return r.Labels(r.Run.Configs[i]) }
func (r *Reading) After(i int) values.Labels  { return r.Labels(After(r.Run, i)) }

// During is what values within move i are labelled with: stamps as before it,
// and the one that it makes.
func (r *Reading) During(i int) values.Labels {
	l := r.Before(i)
	if made := r.Run.Moves[i].Made; made != "" && !l.Integer {
		l.Stamps = maps.Clone(l.Stamps)
		l.Stamps[explore.Fresh] = made
	}
	return l
}

// Happens says which step move i is.
func (r *Reading) Happens(i int) string {
	m := r.Run.Moves[i]
	if m.Fault != "" {
		return r.goesWrong(i)
	}
	what := ": " + m.Name
	if m.Told > 0 {
		what = " is told that " + r.Processes.Of(m.Told-1) + " has crashed" + what
	}
	if m.From >= 0 {
		received := r.Before(i).Show(m.Received)
		whose := fmt.Sprintf("%s from %s", received, r.Processes.Of(m.From))
		if m.From == m.Process {
			whose = "its own " + received
		}
		what = " takes " + whose + Outcome(m.Name, received)
	}
	what = r.Processes.Of(m.Process) + what
	if stamp := r.Stamped(i); stamp != "" {
		what += ", " + stamp
	}
	return what
}

// goesWrong says which fault move i is.
func (r *Reading) goesWrong(i int) string {
	m := r.Run.Moves[i]
	if m.From < 0 {
		return r.Processes.Of(m.Process) + " " + m.Name
	}
	received, to := r.Before(i).Show(m.Received), r.Processes.Of(m.Process)
	if m.Fault == explore.Drops {
		return fmt.Sprintf("%s from %s is dropped: %s has crashed", received, r.Processes.Of(m.From), to)
	}
	if m.From == m.Process {
		to = "itself"
	}
	return fmt.Sprintf("%s from %s to %s %s", received, r.Processes.Of(m.From), to, m.Name)
}

// Outcome is what the name of a step adds to the message that was taken: steps
// often are called after the kind of the message, which it begins with.
func Outcome(name, received string) string {
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

// Stamped says which stamp move i made, if any, and where it is in the order.
func (r *Reading) Stamped(i int) string {
	made := r.Run.Moves[i].Made
	if made == "" {
		return ""
	}
	if next := values.Later(After(r.Run, i), made); next != "" {
		return fmt.Sprintf("with stamp %s, before %s", made, next)
	}
	return "with stamp " + made
}

// Own says which messages to itself the process of move i handled in it, each
// with these words behind it and with what came of it.
func (r *Reading) Own(i int, words string) []string {
	var parts []string
	for _, m := range r.Run.Moves[i].Own {
		msg := r.During(i).Show(m.Msg)
		parts = append(parts, msg+words+Outcome(m.Name, msg))
	}
	return parts
}

// Sends says what move i sent, equal messages together: "REQUEST 1a to p2 and
// p3".
func (r *Reading) Sends(i int) string {
	var order []string
	to := map[string][]string{}
	for _, s := range r.Run.Moves[i].Sent {
		msg := r.After(i).Show(s.Msg)
		if to[msg] == nil {
			order = append(order, msg)
		}
		whom := r.Processes.Of(s.To)
		if s.To == r.Run.Moves[i].Process {
			whom = "itself"
		}
		to[msg] = append(to[msg], whom)
	}
	parts := r.Own(i, " to itself")
	for _, msg := range order {
		parts = append(parts, fmt.Sprintf("%s to %s", msg, phrase.List(to[msg])))
	}
	return strings.Join(parts, "; ")
}

// Standing says which processes are in the critical section, which wait, and which have crashed.
func (r *Reading) Standing(c obvious.Config) string {
	var parts []string
	if ps := trace.InPhase(c, explore.Inside); len(ps) > 0 {
		parts = append(parts, phrase.List(r.Processes.All(ps))+" in the critical section")
	}
	if ps := trace.InPhase(c, explore.Waiting); len(ps) > 0 {
		parts = append(parts, phrase.List(r.Processes.All(ps))+" waiting")
	}
	if c.Down != 0 {
		parts = append(parts, phrase.List(r.Processes.All(c.Down.Members()))+" down")
	}
	return strings.Join(parts, ", ")
}

// OnTheWay lists the messages that are in channels at the end.
func (r *Reading) OnTheWay() []string {
	n := Processes(r.Run)
	var parts []string
	for i, channel := range r.Last().Channels {
		if len(channel) == 0 {
			continue
		}
		var msgs []string
		for _, m := range channel {
			msgs = append(msgs, r.After(len(r.Run.Moves)).Show(m))
		}
		to := r.Processes.Of(i % n)
		if i/n == i%n {
			to = "itself"
		}
		parts = append(parts, fmt.Sprintf("%s from %s to %s", strings.Join(msgs, ", "), r.Processes.Of(i/n), to))
	}
	return parts
}

// Violation is the sentence that says what the run shows.
func (r *Reading) Violation() string {
	if r.Trace.Property == trace.Nothing {
		return r.Trace.Detail
	}
	return fmt.Sprintf("%s is violated: %s", r.Trace.Property, strings.ReplaceAll(r.Trace.Detail, "\n", " "))
}

// Becomes says what move i changed at its process.
func (r *Reading) Becomes(i int) string {
	var parts []string
	for _, c := range r.changes(i) {
		parts = append(parts, c.Name+"="+c.Now)
	}
	return strings.Join(parts, " ")
}

// changes returns what move i changed at its process.
func (r *Reading) changes(i int) []values.Change {
	p := r.Run.Moves[i].Process
	a, b := r.Run.Configs[i], After(r.Run, i)
	all := values.Changes(r.Before(i), r.After(i), a.Locals[p], b.Locals[p])
	if len(b.Clocks) > 0 && a.Clocks[p] != b.Clocks[p] {
		all = append(all, values.Change{Name: "clock", Was: fmt.Sprint(a.Clocks[p]), Now: fmt.Sprint(b.Clocks[p])})
	}
	return all
}

// Differences returns what move i changed, each with where.
func (r *Reading) Differences(i int) [][2]string {
	m := r.Run.Moves[i]
	if m.Undefined != "" {
		return [][2]string{{r.Processes.Of(m.Process), "not defined"}}
	}
	var rows [][2]string
	for _, c := range r.changes(i) {
		rows = append(rows, [2]string{r.Processes.Of(m.Process), fmt.Sprintf("%s is %s, was %s", c.Name, c.Now, c.Was)})
	}
	channel := func(from, to int) string {
		if from == to {
			return r.Processes.Of(from) + " to itself"
		}
		return r.Processes.Of(from) + " to " + r.Processes.Of(to)
	}
	switch {
	case m.Fault == explore.Copies:
		rows = append(rows, [2]string{channel(m.From, m.Process), r.Before(i).Show(m.Received) + " is there once more"})
	case m.From >= 0 && !m.Kept:
		rows = append(rows, [2]string{channel(m.From, m.Process), r.Before(i).Show(m.Received) + " is gone"})
	}
	for _, own := range r.Own(i, "") {
		rows = append(rows, [2]string{channel(m.Process, m.Process), own})
	}
	for _, s := range m.Sent {
		rows = append(rows, [2]string{channel(m.Process, s.To), r.After(i).Show(s.Msg) + " is new"})
	}
	for p, o := range After(r.Run, i).Observations {
		was := r.Run.Configs[i].Observations[p].Phase
		switch {
		case o.Phase == was:
		case o.Phase == explore.Inside:
			rows = append(rows, [2]string{r.Processes.Of(p), "enters the critical section"})
		case was == explore.Inside:
			rows = append(rows, [2]string{r.Processes.Of(p), "leaves the critical section"})
		case o.Phase == explore.Waiting:
			rows = append(rows, [2]string{r.Processes.Of(p), "begins to wait"})
		default:
			rows = append(rows, [2]string{r.Processes.Of(p), "waits no longer"})
		}
	}
	return rows
}

// Last is the configuration at the end; before a step that is not defined, that before it.
func (r *Reading) Last() obvious.Config { return r.Run.Configs[len(r.Run.Configs)-1] }

// Left says what may still go wrong at the end; nothing for nothing.
func (r *Reading) Left() string { return r.Last().Left.Faults().Sentence() }

// State returns the local states at the end, what is on its way, and what may go wrong, each
// with whose it is.
func (r *Reading) State() [][2]string {
	c := r.Last()
	var rows [][2]string
	for p, l := range c.Locals {
		text := r.Labels(c).Show(l)
		if len(c.Clocks) > 0 {
			text += fmt.Sprintf(" clock=%d", c.Clocks[p])
		}
		rows = append(rows, [2]string{r.Processes.Of(p), text})
	}
	for _, way := range r.OnTheWay() {
		rows = append(rows, [2]string{"on the way", way})
	}
	if c.History != nil {
		rows = append(rows, [2]string{"history", r.Labels(c).Show(c.History)})
	}
	if left := r.Left(); left != "" {
		rows = append(rows, [2]string{"may go wrong", left})
	}
	return rows
}

// Conclusion returns the lines that follow the steps of a run.
func (r *Reading) Conclusion() []string {
	var lines []string
	if r.Trace.Loop >= 0 {
		lines = append(lines, fmt.Sprintf("and on with step %d, from the same state as before it", r.Trace.Loop+1))
	} else if way := r.OnTheWay(); len(way) > 0 && r.Trace.Property != explore.WellDefined {
		lines = append(lines, "still on the way: "+strings.Join(way, "; "))
	}
	lines = append(lines, r.Violation())
	for _, sentence := range Why(r.Trace, r.Run) {
		lines = append(lines, "why: "+sentence)
	}
	return lines
}

// Participant is how a diagram calls a process: by its number, which stamps
// refer to, and the name that it may have.
func (r *Reading) Participant(p int) string {
	if len(r.Processes) > 0 {
		return fmt.Sprintf("%d %s", p+1, r.Processes.Of(p))
	}
	return fmt.Sprintf("process %d", p+1)
}
