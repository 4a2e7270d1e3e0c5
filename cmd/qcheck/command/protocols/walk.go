package protocols

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
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
processes ask as often as you like. What may go wrong (--faults) is among the
steps. With --trace, the walk begins at the end of
a recorded run; of a run that goes on for ever, after one round. To see that run
step by step, go back as many steps as it has, and then on with next.

A run that was saved is a trace file, and "qcheck replay" takes its steps again.
It is said to violate the first of the properties that it violates, if there is
one. Off a terminal, a line that cannot be understood ends the walk, with exit
code 2; on one, it is asked for again.

With --json, it is for programs: a line of JSON says where the walk is, at its
beginning and after each command: the states, the channels, the properties, and
the steps that can be taken with their numbers. The answer to run is a line with
the run so far, as a trace and as a picture.`

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
		{"", "N", "take the step with this number; an empty line lists the steps", says((*walker).steps)},
		{"back", "[N]", "take back the last step, or so many", (*walker).back},
		{"next", "[N]", "take again the step that was taken back, or so many", (*walker).next},
		{"begin", "N", "begin anew in this start, of a protocol that has several", (*walker).begin},
		{"state", "", "show local states, messages on their way, and what may go wrong", says(func(w *walker) { console.WriteRows(w.Streams, w.told.State()) })},
		{"waits", "", "say who waits for whom", says((*walker).waits)},
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
	var asJSON bool
	c := &cobra.Command{
		Use: "walk", Short: "go through a protocol by hand", Long: fmt.Sprintf(walkHelp, walkCommandsText()), Args: console.NoArguments,
	}
	fs := c.Flags()
	what = instance.Define(fs, env.All.Fields())
	console.TextFlag(fs, &file, "trace", "FILE", "", "begin at the end of the run in this trace file, which says the instance")
	fs.BoolVar(&asJSON, "json", false, "print a line of JSON for each command, for programs")
	c.RunE = env.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
		for _, f := range env.All.Fields() {
			if file != "" && fs.Changed(f.Name) {
				return console.ExitUsage, fmt.Errorf("--trace cannot be combined with --%s: the file says what it is a run of", f.Name)
			}
		}
		return walkProtocol(ctx, s, env.All, what, file, asJSON)
	})
	completeInstances(c, env.All)
	return c
}

func walkProtocol(ctx context.Context, s console.Streams, all instance.Registry, what *instance.Flags, file string, asJSON bool) (console.ExitCode, error) {
	w := &walker{Streams: s}
	if asJSON {
		w.intoJSON()
	}
	if f, ok := s.In.(*os.File); ok {
		w.asks = console.IsTerminal(f)
	}
	var steps []explore.TraceStep
	start := 0
	other := "" // the version that wrote the file
	if file != "" {
		data, err := input.File(ctx, file)
		if err != nil {
			return console.ExitHolds, fmt.Errorf("--trace %s: %w", file, console.Pathless(err))
		}
		t, m, err := decodeTrace(ctx, all, file, data)
		if err != nil {
			return console.ExitUsage, err
		}
		w.model, w.instance, steps, start = m, t.Instance, t.Steps, t.Start
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
			w.instance.Requests = w.instance.Each(explore.Unbounded)
		}
	}
	w.at(start)
	w.kept = file
	for i, step := range steps {
		if err := w.walk.Take(step); err != nil {
			return console.ExitUsage, fmt.Errorf("--trace %s: step %d: %w%s", file, i+1, err, other)
		}
	}
	writeInstance(w.Streams, w.model, instanceFacts(w.model, w.instance, nil))
	w.Out.WriteByte('\n')
	w.arrive()
	w.Out.WriteString(w.Hang(0, walkHint))
	if n := len(steps); n > 0 {
		w.Out.WriteString(w.Hang(0, fmt.Sprintf(`"back %d" goes to the start of the run, and "next" takes its steps one by one`, n)))
	}
	if err := w.answer(""); err != nil {
		return console.ExitHolds, err
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
	told     *telling.Reading // of the walk
	start    int              // in which of the protocol's starts it began, from 0
	asks     bool             // somebody types the lines
	kept     string           // the file that has the run, empty for none
	json     *bufio.Writer    // has a line for each command, and Out is nothing; nil for text
	// ahead has the steps that were taken back, the next one last, until another is taken.
	ahead []explore.TraceStep
}

// errQuit ends a walk.
var errQuit = errors.New("quit")

// read does what the lines of standard input say, until there are no more.
func (w *walker) read(ctx context.Context) (console.ExitCode, error) {
	in := bufio.NewScanner(input.From(ctx, w.In, math.MaxInt64))
	for {
		if w.asks {
			w.Out.WriteString("> ")
		}
		w.Out.Flush()
		if ctx.Err() != nil || !in.Scan() {
			break
		}
		switch line := in.Text(); {
		case w.asks:
		case strings.TrimSpace(line) == "": // nothing is asked for
			continue
		default:
			fmt.Fprintf(w.Out, "> %s\n", setsys.Printable(line))
		}
		switch err := w.do(in.Text()); {
		case errors.Is(err, errQuit):
			return console.ExitHolds, nil
		case err != nil && w.asks:
			w.Out.Flush()
			w.Warn("%v", err)
		case err != nil:
			return console.ExitUsage, err
		}
	}
	if w.asks {
		w.Out.WriteByte('\n') // behind the prompt
	}
	switch err := in.Err(); {
	case ctx.Err() != nil:
		return console.ExitUnknown, nil
	case errors.Is(err, bufio.ErrTooLong):
		return console.ExitHolds, fmt.Errorf("%s: a line has more than %d KiB", console.DisplayName(console.StdinName), bufio.MaxScanTokenSize>>10)
	default:
		return console.ExitHolds, err
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
		if err := w.take(n); err != nil {
			return err
		}
		return w.answer(name)
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
		if err := c.do(w, value); err != nil {
			return err
		}
		return w.answer(name)
	}
	return fmt.Errorf("unknown command %q%s", name, cmp.Or(near.Meant(name, known), `; "help" lists them`))
}
