package telling

import (
	"fmt"

	"qcheck/counterexample/trace"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
)

// A Telling tells a run in words, while it is made.
type Telling struct{ r *Reading }

// Tell returns the telling of a run of an instance, of as many steps as it has when a
// method is called.
func Tell(in instance.Instance, run *obvious.Run) Telling {
	return Telling{Read(&trace.Trace{Instance: in, Property: trace.Nothing, Process: -1, Loop: -1}, run)}
}

// Step says which step the last one is.
func (t Telling) Step() string { return t.r.Happens(len(t.r.Run.Moves) - 1) }

// Changes says what the last step changed, each with where.
func (t Telling) Changes() [][2]string { return t.r.Differences(len(t.r.Run.Moves) - 1) }

// last is the present configuration.
func (t Telling) last() obvious.Config { return t.r.Run.Configs[len(t.r.Run.Configs)-1] }

// Standing says who is in the critical section and who waits.
func (t Telling) Standing() string { return t.r.Standing(t.last()) }

// State returns the local states and the channels that are not empty, each with whose
// it is.
func (t Telling) State() [][2]string {
	c := t.last()
	var rows [][2]string
	for p, l := range c.Locals {
		text := t.r.Labels(c).Show(l)
		if len(c.Clocks) > 0 {
			text += fmt.Sprintf(" clock=%d", c.Clocks[p])
		}
		rows = append(rows, [2]string{t.r.Processes.Of(p), text})
	}
	for _, way := range t.r.OnTheWay() {
		rows = append(rows, [2]string{"on the way", way})
	}
	if c.History != nil {
		rows = append(rows, [2]string{"history", t.r.Labels(c).Show(c.History)})
	}
	if left := t.Left(); left != "" {
		rows = append(rows, [2]string{"may go wrong", left})
	}
	return rows
}

// Left says what may still go wrong; nothing for nothing.
func (t Telling) Left() string { return t.last().Left.Faults().Sentence() }

// Waits says who waits for whom, a sentence for each process that waits and of which
// the states say something.
func (t Telling) Waits() []string { return t.r.waitSentences(len(t.r.Run.Configs) - 1) }
