package protocols

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/protocols/sweep"
)

const tasksHelp = `Makes the levels of a search by tasks, on any machines that see the directory of
a search that "qcheck protocol --checkpoint DIR --shards N" began:

  qcheck protocol --algorithm raymond --n 4 --requests 1 \
      --checkpoint DIR --shards 8
  while tasks=$(qcheck tasks next DIR) && [ "$tasks" ]; do
    echo "$tasks" | parallel
  done
  qcheck protocol --resume DIR

A task whose file is there is not asked for again, so after anything that went
wrong the same loop goes on.`

const nextHelp = `Sums up what tasks have done in the directory of a search, and prints the
commands that are to be run next: one for each shard of a level, in any order or
at the same time. All must have ended before this is called again. When nothing
is printed, the search is over, and "qcheck protocol --resume DIR" says what was
found. "qcheck tasks --help" shows the loop.`

const runHelp = `Makes a shard of a level of what was found for it, and expands its states, as
"qcheck tasks next" asks for. States of earlier levels are left out. What comes
of it is a file in DIR, parted by shard. Each file appears whole or not at all
and is the same, no matter who makes it. The task has the states of its shard in
memory: more shards take less. An interrupt (SIGINT, SIGTERM, SIGUSR1) exits
with 3 and leaves no file that is not whole.`

// tasksCommand has the commands of a search that tasks make.
func tasksCommand(env *console.Env) *cobra.Command {
	c := &cobra.Command{
		Use: "tasks STEP", Short: "make the levels of a search by tasks, on many machines", Long: tasksHelp, Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("there is no step %q: next or run", args[0])
			}
			return errors.New("which step: next or run")
		},
	}
	c.AddCommand(nextCommand(env), runCommand(env))
	return c
}

// beginTasks begins a search that tasks make.
func (o *levelsOptions) beginTasks(ctx context.Context, s console.Streams, all instance.Registry, in instance.Instance, m *instance.Model, how check.Options) (console.ExitCode, error) {
	search, err := check.ByTasks(m, how)
	if err != nil {
		return console.ExitUsage, err
	}
	if err := o.begin(all, in); err != nil {
		return console.ExitHolds, err
	}
	if _, err := explore.NextTasks(ctx, m.Model, search, 0); err != nil {
		return console.ExitHolds, err
	}
	console.WriteFacts(s, [][2]string{
		{"search", m.Label()},
		{"levels", fmt.Sprintf("%s, in %s", o.checkpoint, console.Counted(o.shards, "shard"))},
		{"tasks", console.CommandLine([]string{"tasks", "next", o.checkpoint})},
	})
	return console.ExitHolds, nil
}

// tasksOptions are the flags of the steps.
type tasksOptions struct {
	array   bool
	small   int64
	level   int
	part    sweep.Shard
	workers int
	memory  int64
	timeout time.Duration
}

func nextCommand(env *console.Env) *cobra.Command {
	var o tasksOptions
	c := &cobra.Command{
		Use: "next DIR", Short: "sum up the tasks of a search, and print those to be run next", Long: nextHelp, Args: console.Files("directory", 1),
		RunE: env.Does(func(ctx context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			x, err := openTasks(ctx, s, env.All, args[0])
			if err != nil {
				return console.ExitHolds, err
			}
			if err := x.dir.lock(); err != nil {
				return console.ExitHolds, err
			}
			defer x.dir.release()
			x.search.Workers = o.workers
			tasks, err := explore.NextTasks(ctx, x.model.Model, x.search, o.small)
			if err == nil {
				writeTasks(s, args[0], tasks, x.dir.shards, o.array)
			}
			return console.ExitHolds, err
		}),
	}
	c.Flags().BoolVar(&o.array, "array", false, `print one line for an engine that has arrays of tasks: the level, and the numbers of the shards, such as "7 1,2,5"`)
	console.AmountFlag(c.Flags(), &o.small, "small", "N", 1000, "a number of at least 1, such as 500000 or 10M",
		"run the tasks here and now that come from a level of at most so many states kept: starting them elsewhere takes longer (default: none)")
	console.WorkersFlag(c.Flags(), &o.workers)
	return c
}

// writeTasks prints the tasks to be run.
func writeTasks(s console.Streams, dir string, tasks explore.Tasks, shards int, array bool) {
	if tasks.Shards == nil {
		return
	}
	if array {
		var list []string
		for _, shard := range tasks.Shards {
			list = append(list, strconv.Itoa(shard))
		}
		fmt.Fprintln(s.Out, tasks.Level, strings.Join(list, ","))
		return
	}
	for _, shard := range tasks.Shards {
		fmt.Fprintln(s.Out, console.CommandLine([]string{"tasks", "run", dir, "--level", strconv.Itoa(tasks.Level), "--shard", fmt.Sprintf("%d/%d", shard, shards)}))
	}
}

// runCommand is the command that runs a task.
func runCommand(env *console.Env) *cobra.Command {
	var o tasksOptions
	c := &cobra.Command{Use: "run DIR", Short: "make a shard of a level, and expand its states", Long: runHelp, Args: console.Files("directory", 1)}
	c.RunE = env.Does(func(ctx context.Context, s console.Streams, args []string) (console.ExitCode, error) {
		if !c.Flags().Changed("level") {
			return console.ExitUsage, errors.New("--level is needed: which level of the search")
		}
		return o.run(ctx, s, env.All, args[0])
	})
	fs := c.Flags()
	console.NumberFlag(fs, &o.level, "level", 0, 0, 1_000_000_000, "which level; \"qcheck tasks next\" says it")
	console.ValueFlag(fs, &o.part, "shard", "I[/N]", "which shard, of how many; 0 is the last", readShard)
	console.AmountFlag(fs, &o.memory, "max-memory", "SIZE", 1024, "a size in bytes such as 512M or 2G",
		"give the task up when it uses more memory, with exit code 3 (default: nine tenths of the control group's limit, if there is one)")
	console.TimeoutFlag(fs, &o.timeout)
	fs.Lookup("timeout").Usage = "give the task up after this time, such as 30s or 5m, with exit code 3 (default: no limit)"
	console.WorkersFlag(fs, &o.workers)
	return c
}

// A tasksDir is a directory whose levels tasks make.
type tasksDir struct {
	dir    levelsOptions
	model  *instance.Model
	search explore.Options
}

// openTasks reads what is searched in a directory.
func openTasks(ctx context.Context, s console.Streams, all instance.Registry, dir string) (*tasksDir, error) {
	x := &tasksDir{dir: levelsOptions{resume: dir}}
	file, err := x.dir.read(ctx, all)
	if err != nil {
		return nil, err
	}
	// The flags of a search are those of "qcheck protocol".
	var o protocolOptions
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	o.defineSearch(fs)
	if err := x.dir.setFlags(fs, file); err != nil {
		return nil, err
	}
	if x.dir.shards = o.levels.shards; x.dir.shards == 0 {
		return nil, fmt.Errorf("%s: this search is made by one process: qcheck protocol --resume %s goes on with it", x.dir.file(), instance.Quote(dir))
	}
	if x.model, err = openInstance(ctx, s, all, x.dir.in); err != nil {
		return nil, err
	}
	how := check.Options{Full: o.por == "off", Asymmetric: o.symmetry == "off", MaxStates: o.maxStates, MaxMemory: o.maxMemory, Paranoid: o.paranoid, Levels: x.dir.where()}
	x.search, err = check.ByTasks(x.model, how)
	return x, err
}

// run runs a task.
func (o *tasksOptions) run(ctx context.Context, s console.Streams, all instance.Registry, dir string) (console.ExitCode, error) {
	x, err := openTasks(ctx, s, all, dir)
	if err != nil {
		return console.ExitHolds, err
	}
	shards := x.dir.shards
	switch {
	case o.part == sweep.Shard{} && shards > 1:
		return console.ExitUsage, fmt.Errorf("--shard I/%d is needed: which shard of the level", shards)
	case o.part.N != 0 && o.part.N != shards || o.part.I > shards:
		return console.ExitUsage, fmt.Errorf("the levels in %s have %s, not %d", dir, console.Counted(shards, "shard"), max(o.part.N, o.part.I))
	case o.part.I == 0:
		o.part.I = shards
	}
	o.part.N = shards
	x.search.Workers, x.search.Timeout, x.search.MaxMemory = o.workers, o.timeout, o.memory
	if o.memory == 0 {
		x.search.MaxMemory = grantedMemory(os.ReadFile)
	}
	if err := explore.RunTask(ctx, x.model.Model, x.search, o.level, o.part.I); err != nil {
		return console.ExitHolds, err
	}
	fmt.Fprintf(s.Out, "level %d, shard %s: done\n", o.level, o.part)
	return console.ExitHolds, nil
}
