package protocols

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/setsys/fault"
	"qcheck/setsys/output"
)

// take takes the step of that number in the list.
func (w *walker) take(n int) error {
	choices := w.walk.Choices()
	if n < 1 || n > len(choices) {
		return fmt.Errorf("there is no step %d; there are %d", n, len(choices))
	}
	step := choices[n-1].TraceStep
	if w.again(step) {
		w.ahead = w.ahead[:len(w.ahead)-1]
	} else {
		w.ahead = nil
	}
	if err := w.follow(step); err != nil {
		return err
	}
	w.arrive()
	return nil
}

// again reports whether a step is the one that was taken back last.
func (w *walker) again(step explore.TraceStep) bool {
	return len(w.ahead) > 0 && w.ahead[len(w.ahead)-1] == step
}

// follow takes a step, and says what it changes.
func (w *walker) follow(step explore.TraceStep) error {
	if err := w.walk.Take(step); err != nil {
		return err
	}
	w.kept = ""
	last := len(w.walk.Moves) - 1
	fmt.Fprintf(w.Out, "step %d: %s\n", last+1, w.told.Happens(last))
	console.WriteRows(w.Streams, w.told.Differences(last))
	return nil
}

// stepCount reads how many steps a command is about.
func stepCount(command, value string) (int, error) {
	if value == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%s needs a number of steps, not %q", command, value)
	}
	return n, nil
}

func (w *walker) back(value string) error {
	n, err := stepCount("back", value)
	if err != nil {
		return err
	}
	if n > len(w.walk.Moves) {
		return fmt.Errorf("back: %s can be taken back, not %d", console.Counted(len(w.walk.Moves), "step"), n)
	}
	for range n {
		w.ahead = append(w.ahead, w.walk.Moves[len(w.walk.Moves)-1].TraceStep)
		w.walk.Back()
	}
	w.kept = ""
	w.arrive()
	return nil
}

// next takes steps again that were taken back.
func (w *walker) next(value string) error {
	n, err := stepCount("next", value)
	if err != nil {
		return err
	}
	if n > len(w.ahead) {
		return fmt.Errorf("next: %s can be taken again, not %d: those that were taken back, until another one is taken", console.Counted(len(w.ahead), "step"), n)
	}
	for range n {
		last := len(w.ahead) - 1
		step := w.ahead[last]
		w.ahead = w.ahead[:last]
		if err := w.follow(step); err != nil {
			return err
		}
	}
	w.arrive()
	return nil
}

// begin begins anew in one of the starts.
func (w *walker) begin(value string) error {
	n, err := strconv.Atoi(value)
	switch {
	case w.walk.Starts == 1:
		return errors.New("there is one start: the protocol has no others")
	case err != nil || n < 1 || n > w.walk.Starts:
		return fmt.Errorf("begin needs a number from 1 to %d, not %q", w.walk.Starts, value)
	}
	w.at(n - 1)
	w.arrive()
	return nil
}

// at is at a start, from which nothing is taken yet.
func (w *walker) at(start int) {
	o := w.instance.ReplayOptions()
	o.Start = start
	w.start, w.ahead, w.kept = start, nil, ""
	w.walk = w.model.Walk(o)
	w.told = telling.Read(w.trace(), w.walk.Run)
}

// arrive says where the walk is: what is violated, and what can be done.
func (w *walker) arrive() {
	where := fmt.Sprintf("after %s", console.Counted(len(w.walk.Moves), "step"))
	if w.walk.Starts > 1 {
		where += fmt.Sprintf(" from start %d of %d", w.start+1, w.walk.Starts)
	}
	if standing := w.told.Standing(w.told.Last()); standing != "" {
		where += ": " + standing
	}
	fmt.Fprintln(w.Out, where)
	for _, x := range w.judged() {
		if x.Violated {
			w.Out.WriteString(w.Hang(2, fmt.Sprintf("%s: %s", w.Style.Strong(x.Property+" is violated"), x.Detail)))
		}
		for _, sentence := range x.Why {
			w.Out.WriteString(w.Hang(2, "why: "+sentence))
		}
	}
	w.steps()
}

// steps lists the steps that can be taken.
func (w *walker) steps() {
	choices := w.choices()
	for _, x := range choices {
		text := x.Text
		if x.Undefined != "" {
			text += ", which is not defined: " + x.Undefined
		}
		if x.Next {
			text += ` ("next")`
		}
		fmt.Fprintf(w.Out, "%4d  %s", x.Number, w.Hang(6, text))
	}
	if len(choices) == 0 {
		w.Out.WriteString("no step can be taken\n")
	}
}

func (w *walker) waits() {
	waits, _ := w.told.Waiting(len(w.walk.Moves))
	if len(waits) == 0 {
		waits = []string{"the states say of nobody whom it waits for"}
	}
	for _, line := range waits {
		w.Out.WriteString(w.Hang(0, line))
	}
}

// trace returns the run so far as a trace that shows nothing.
func (w *walker) trace() *trace.Trace {
	t := &trace.Trace{Instance: w.instance, Property: trace.Nothing, Process: -1, Start: w.start, Loop: -1, Steps: []explore.TraceStep{}}
	for _, m := range w.walk.Moves {
		t.Steps = append(t.Steps, m.TraceStep)
	}
	t.Detail = "no property is named for this run"
	return t
}

// shown returns the run so far as a trace against the first property that it violates, or
// as one that shows nothing.
func (w *walker) shown() *trace.Trace {
	if violated := w.violated(); len(violated) > 0 {
		return violated[0]
	}
	return w.trace()
}

// violated returns the run so far as traces of the properties that it violates, in the
// order of output: in its last state, or for ever if that is where it was before. The
// code that confirms traces decides it.
func (w *walker) violated() []*trace.Trace {
	last := len(w.walk.Configs) - 1
	loops := []int{-1}
	for i := last - 1; i >= 0 && last == len(w.walk.Moves); i-- {
		if w.walk.Configs[i].Key == w.walk.Configs[last].Key {
			loops = append(loops, i)
		}
	}
	var all []*trace.Trace
	for _, p := range w.model.Properties() {
		if w.told.Last().Required[p].Kind == "sometimes" {
			continue
		}
		if t := w.confirmed(p, loops); t != nil {
			all = append(all, t)
		}
	}
	return all
}

// confirmed returns the run so far as a trace of a property, nil if it does not violate
// it.
func (w *walker) confirmed(p explore.Property, loops []int) *trace.Trace {
	processes := []int{-1}
	if p == explore.StarvationFreedom {
		processes = nil
		for q := range w.instance.Processes() {
			processes = append(processes, q)
		}
	}
	for _, loop := range loops {
		for _, q := range processes {
			t := w.trace()
			t.Property, t.Detail, t.Process, t.Loop = p, "", q, loop
			if _, err := t.Confirm(func([]explore.TraceStep) (*obvious.Run, error) { return w.walk.Run, nil }); err == nil {
				return t
			}
		}
	}
	return nil
}

// save writes the run so far into a file.
func (w *walker) save(file string) error {
	if file == "" {
		return errors.New("save needs the name of a file")
	}
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Size() > 0 && !console.Begins(file, counterexample.IsTrace) {
		return fmt.Errorf("save %s: this file exists, and is not a trace", file)
	}
	t := w.shown()
	t.Version = console.TraceVersion()
	var b bytes.Buffer
	if err := counterexample.RenderJSON(&b, t, w.walk.Run); err != nil {
		return &fault.Fault{Err: err}
	}
	if err := output.Bytes(file, b.Bytes()); err != nil {
		return fmt.Errorf("save %s: %w", file, console.Pathless(err))
	}
	w.kept = file
	shows := "of no violation"
	if t.Property != trace.Nothing {
		shows = "against " + string(t.Property)
	}
	fmt.Fprintf(w.Out, "saved as a run %s: qcheck replay %s\n", shows, file)
	return nil
}
