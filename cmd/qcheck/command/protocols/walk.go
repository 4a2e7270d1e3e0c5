package protocols

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/counterexample/telling"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/input"
	"qcheck/setsys/near"
)

const walkHelp = `Goes through a protocol by hand: it lists the steps that can be taken, takes the
one whose number is typed, says what that changed, and which properties are
violated in the state. It reads a command from each line of standard input:

%s
The instance is described as for "qcheck protocol"; without --requests,
processes ask as often as you like. With --trace, the walk begins at the end of
a recorded run; of a run that goes on for ever, after one round. To see that run
step by step, go back as many steps as it has, and then on with next.

A run that was saved is a trace file, and "qcheck replay" takes its steps again.
It is said to violate the first of the properties that it violates, if there is
one. Off a terminal, a line that cannot be understood ends the walk, with exit
code 2; on one, it is asked for again.`

// A walkStep is what a line of a walk may say: a name, what stands behind it, and what it does.
type walkStep struct {
	name, value, doc string
	do               func(w *walker, value string) error
}

// walkSteps are what the lines of a walk may say.
func walkSteps() []walkStep {
	says := func(say func(*walker)) func(*walker, string) error {
		return func(w *walker, _ string) error { say(w); return nil }
	}
	return []walkStep{
		{"", "N", "take the step with this number", says((*walker).steps)},
		{"back", "[N]", "take back the last step, or so many", (*walker).back},
		{"next", "[N]", "take again the step that was taken back, or so many", (*walker).next},
		{"steps", "", "list the steps that can be taken", says((*walker).steps)},
		{"state", "", "show the local states and the messages on their way", says(func(w *walker) { console.WriteRows(w.Streams, w.tell.State()) })},
		{"waits", "", "say who waits for whom", says((*walker).waits)},
		{"properties", "", "say which properties the run so far violates", says((*walker).properties)},
		{"run", "", "show the run so far", func(w *walker, _ string) error { return writeRun(w.Streams, w.shown(), w.walk.Run) }},
		{"save", "FILE", "write the run so far into a trace file", (*walker).save},
		{"help", "", "list the commands; so does ?", says(func(w *walker) { w.Out.WriteString(walkCommandsText()) })},
		{"quit", "", "end the walk", func(*walker, string) error { return errQuit }},
	}
}

func walkCommandsText() string {
	var b strings.Builder
	for _, c := range walkSteps() {
		fmt.Fprintf(&b, "  %-12s %s\n", strings.TrimSpace(c.name+" "+c.value), c.doc)
	}
	return b.String()
}

func walkCommand(env *console.Env) *cobra.Command {
	var what *instance.Flags
	var file string
	c := &cobra.Command{
		Use: "walk", Short: "go through a protocol by hand", Long: fmt.Sprintf(walkHelp, walkCommandsText()), Args: console.NoArguments,
	}
	fs := c.Flags()
	what = instance.Define(fs, env.All.Fields())
	console.TextFlag(fs, &file, "trace", "FILE", "", "begin at the end of the run in this trace file, which says the instance")
	c.RunE = env.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
		for _, f := range env.All.Fields() {
			if file != "" && fs.Changed(f.Name) {
				return console.ExitUsage, fmt.Errorf("--trace cannot be combined with --%s: the file says what it is a run of", f.Name)
			}
		}
		return walkProtocol(ctx, s, env.All, what, file)
	})
	completeInstances(c, env.All)
	return c
}

func walkProtocol(ctx context.Context, s console.Streams, all instance.Registry, what *instance.Flags, file string) (console.ExitCode, error) {
	w := &walker{Streams: s}
	if f, ok := s.In.(*os.File); ok {
		w.asks = console.IsTerminal(f)
	}
	var steps []explore.TraceStep
	other := "" // the version that wrote the file
	if file != "" {
		data, err := input.File(ctx, file)
		if err != nil {
			return console.ExitHolds, fmt.Errorf("--trace %s: %w", file, console.Pathless(err))
		}
		t, m, err := decodeTrace(all, file, data)
		if err != nil {
			return console.ExitUsage, err
		}
		w.model, w.instance, steps, w.kept = m, t.Instance, t.Steps, file
		other = console.WrittenBy(data)
	} else {
		in, err := what.Instance()
		if err != nil {
			return console.ExitUsage, err
		}
		if w.model, err = openInstance(ctx, s, all, in); err != nil {
			return console.ExitHolds, err
		}
		w.instance = w.model.Instance
		if w.instance.Requests == nil {
			w.instance.Requests = instance.Each(w.instance.N, explore.Unbounded)
		}
	}
	w.walk = w.model.Walk(w.instance.ReplayOptions())
	w.tell = counterexample.Tell(w.instance, w.walk.Run)
	for i, step := range steps {
		if err := w.walk.Take(step); err != nil {
			return console.ExitUsage, fmt.Errorf("--trace %s: step %d: %w%s", file, i+1, err, other)
		}
	}
	writeInstance(s, w.model, instanceFacts(w.model, w.instance, nil))
	w.Out.WriteByte('\n')
	w.arrive()
	w.Out.WriteString(w.Hang(0, walkHint))
	if n := len(steps); n > 0 {
		w.Out.WriteString(w.Hang(0, fmt.Sprintf(`"back %d" goes to the start of the run, and "next" takes its steps one by one`, n)))
	}
	code, err := w.read(ctx)
	w.leave()
	return code, err
}

// walkHint is what nobody can guess from the list of the steps.
const walkHint = `type the number of a step; "?" is help, "save FILE" keeps the run, "quit" leaves`

// A walker is a walk and where it reads and writes.
type walker struct {
	console.Streams
	model    *instance.Model
	instance instance.Instance
	walk     *obvious.Walk
	tell     counterexample.Telling
	asks     bool   // somebody types the lines
	kept     string // the file that has the run, empty for none
	// ahead has the steps that were taken back, the next one last, until another is taken.
	ahead []explore.TraceStep
}

// errQuit ends a walk.
var errQuit = errors.New("quit")

// read does what the lines of standard input say, until there are no more.
func (w *walker) read(ctx context.Context) (console.ExitCode, error) {
	lines := make(chan string)
	var failed error
	go func() {
		in := bufio.NewScanner(w.In)
		for in.Scan() {
			select {
			case lines <- in.Text():
			case <-ctx.Done():
				return
			}
		}
		if failed = in.Err(); errors.Is(failed, bufio.ErrTooLong) {
			failed = fmt.Errorf("%s: a line has more than %d KiB", console.DisplayName(console.StdinName), bufio.MaxScanTokenSize>>10)
		}
		close(lines)
	}()
	for {
		if w.asks {
			w.Out.WriteString("> ")
		}
		w.Out.Flush()
		select {
		case <-ctx.Done():
			if w.asks {
				w.Out.WriteByte('\n')
			}
			return console.ExitUnknown, nil
		case line, ok := <-lines:
			if !ok {
				if w.asks {
					w.Out.WriteByte('\n') // behind the prompt
				}
				return console.ExitHolds, failed
			}
			if !w.asks {
				fmt.Fprintf(w.Out, "> %s\n", setsys.Printable(line))
			}
			switch err := w.do(line); {
			case errors.Is(err, errQuit):
				return console.ExitHolds, nil
			case err != nil && w.asks:
				w.Out.Flush()
				w.Warn("%v", err)
			case err != nil:
				return console.ExitUsage, err
			}
		}
	}
}

// leave says where the run is, if there is one.
func (w *walker) leave() {
	if len(w.walk.Moves) == 0 {
		return
	}
	where := `it is not saved ("save FILE" does that)`
	if w.kept != "" {
		where = "it is in " + w.kept
	}
	w.Out.WriteString(w.Hang(0, fmt.Sprintf("the walk ends with a run of %s: %s", console.Counted(len(w.walk.Moves), "step"), where)))
}

// do does what a line says.
func (w *walker) do(line string) error {
	name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
	value = strings.TrimSpace(value)
	if n, err := strconv.Atoi(name); err == nil && value == "" {
		return w.take(n)
	}
	if name == "?" {
		name = "help"
	}
	var known []string
	for _, c := range walkSteps() {
		switch known = append(known, c.name); {
		case c.name != name:
			continue
		case c.value == "" && value != "":
			return fmt.Errorf("%s: unexpected %q", name, value)
		}
		return c.do(w, value)
	}
	return fmt.Errorf("unknown command %q%s", name, cmp.Or(near.Meant(name, known), `; "help" lists them`))
}

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
	fmt.Fprintf(w.Out, "step %d: %s\n", len(w.walk.Moves), w.tell.Step())
	console.WriteRows(w.Streams, w.tell.Changes())
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
		return fmt.Errorf("%s to take back", thereAre(len(w.walk.Moves)))
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
		return fmt.Errorf("%s to take again: those that were taken back, until another one is taken", thereAre(len(w.ahead)))
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

// thereAre says how many steps there are.
func thereAre(n int) string {
	switch n {
	case 0:
		return "there is no step"
	case 1:
		return "there is 1 step"
	}
	return fmt.Sprintf("there are %d steps", n)
}

// arrive says where the walk is: what is violated, and what can be done.
func (w *walker) arrive() {
	where := fmt.Sprintf("after %s", console.Counted(len(w.walk.Moves), "step"))
	if standing := w.tell.Standing(); standing != "" {
		where += ": " + standing
	}
	fmt.Fprintln(w.Out, where)
	for _, t := range w.violated() {
		w.Out.WriteString(w.Hang(2, fmt.Sprintf("%s: %s", w.Style.Strong(string(t.Property)+" is violated"), t.Detail)))
		for _, sentence := range t.Why(w.walk.Run).Sentences {
			w.Out.WriteString(w.Hang(2, "why: "+sentence))
		}
	}
	w.steps()
}

// steps lists the steps that can be taken.
func (w *walker) steps() {
	choices := w.walk.Choices()
	if len(choices) == 0 {
		w.Out.WriteString("no step can be taken\n")
	}
	for i, m := range choices {
		if err := w.walk.Take(m.TraceStep); err != nil {
			continue // not so: it is one of the choices
		}
		text := w.tell.Step()
		w.walk.Back()
		if m.Undefined != "" {
			text += ", which is not defined: " + m.Undefined
		}
		if w.again(m.TraceStep) {
			text += ` ("next")`
		}
		fmt.Fprintf(w.Out, "%4d  %s", i+1, w.Hang(6, text))
	}
}

func (w *walker) waits() {
	waits := w.tell.Waits()
	if len(waits) == 0 {
		waits = []string{"the states say of nobody whom it waits for"}
	}
	for _, line := range waits {
		w.Out.WriteString(w.Hang(0, line))
	}
}

// trace returns the run so far as a trace that shows nothing.
func (w *walker) trace() *counterexample.Trace {
	t := &counterexample.Trace{Instance: w.instance, Property: counterexample.Nothing, Process: -1, Loop: -1, Steps: []explore.TraceStep{}}
	for _, m := range w.walk.Moves {
		t.Steps = append(t.Steps, m.TraceStep)
	}
	t.Detail = "no property is named for this run"
	return t
}

// shown returns the run so far as a trace against the first property that it violates, or
// as one that shows nothing.
func (w *walker) shown() *counterexample.Trace {
	if violated := w.violated(); len(violated) > 0 {
		return violated[0]
	}
	return w.trace()
}

// violated returns the run so far as traces of the properties that it violates, in the
// order of output: in its last state, or for ever if that is where it was before. The
// code that confirms traces decides it.
func (w *walker) violated() []*counterexample.Trace {
	last := len(w.walk.Configs) - 1
	loops := []int{-1}
	for i := last - 1; i >= 0 && last == len(w.walk.Moves); i-- {
		if w.walk.Configs[i].Key == w.walk.Configs[last].Key {
			loops = append(loops, i)
		}
	}
	var all []*counterexample.Trace
	for _, p := range w.model.Properties() {
		if w.walk.Configs[last].Required[p].Kind == "sometimes" {
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
func (w *walker) confirmed(p explore.Property, loops []int) *counterexample.Trace {
	processes := []int{-1}
	if p == explore.StarvationFreedom {
		processes = nil
		for q := range w.instance.N {
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

// properties says of each property whether the run so far violates it.
func (w *walker) properties() {
	violated := w.violated()
	var rows [][2]string
	for _, p := range w.model.Properties() {
		text := "not violated here"
		if i := slices.IndexFunc(violated, func(t *counterexample.Trace) bool { return t.Property == p }); i >= 0 {
			text = "violated: " + violated[i].Detail
		} else if r := w.walk.Configs[len(w.walk.Configs)-1].Required[p]; r.Kind == "sometimes" {
			text = "this is not such a state"
			if r.Happens {
				text = "this is such a state"
			}
		}
		rows = append(rows, [2]string{string(p), text})
	}
	console.WriteRows(w.Streams, rows)
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
		return console.Internal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("save %s: %w", file, console.Pathless(err))
	}
	w.kept = file
	shows := "of no violation"
	if t.Property != counterexample.Nothing {
		shows = "against " + string(t.Property)
	}
	fmt.Fprintf(w.Out, "saved as a run %s: qcheck replay %s\n", shows, file)
	return nil
}
