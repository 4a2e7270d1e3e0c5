package protocols

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/protocols/sweep"
)

const sweepHelp = `Checks all instances of a grid: each line of the file has the flags of "qcheck
protocol", with patterns for values:

  2..4                2, 3 and 4; 1..n up to the --n before it in the line, and
                      1..n/2 up to half of it
  {printed,repaired}  each of these
  {0..2}^n            lists of n of these, as --requests takes them; without the
                      list of zeros, as then there is nothing to judge
  {1..n}+             lists of one or more of these, as --in-cs takes them
  {1..n}+l..k         lists of l to k of these
  every:KIND          each structure of the kind on n nodes (with k or m), up to
                      renaming, of --structure

A line that begins with "measure" is about messages and delays. Words from # on
are left out. --list prints the instances.

What a search leaves unknown at one of these limits, local views may prove: of
requesters and members, for any number of requests, or of each two or three
processes, for the requests of the instance.

Each result is a file in the directory --out, and appears when it is complete:
after an interrupt the same command goes on. The parts --shard 1/N to N/N may
run on different machines; "qcheck merge" puts the results together. Parts may
count from 0, as those of some engines do: 0/N is N/N.

The exit code is 0 when all instances of the part have results, whatever these
are; the verdict is that of "qcheck merge". An interrupt (SIGINT, SIGTERM,
SIGUSR1) drops the instances that are being checked, and exits with 3.`

// sweepOptions are the flags of "qcheck sweep".
type sweepOptions struct {
	list      bool
	out       string
	part      sweep.Shard
	maxStates int64
	maxMemory int64
	maxViews  int
	timeout   time.Duration
	workers   int
}

func sweepCommand(env *console.Env) *cobra.Command {
	var o sweepOptions
	c := &cobra.Command{
		Use: "sweep GRID", Short: "check all instances of a grid, or a part of them", Long: sweepHelp, Args: console.Files("grid", 1),
		RunE: env.Does(func(ctx context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			g, err := readGrid(ctx, env, args[0])
			if err != nil {
				return console.ExitHolds, err
			}
			return sweepGrid(ctx, s, g, o)
		}),
	}
	fs := c.Flags()
	fs.BoolVar(&o.list, "list", false, "print the commands that check the instances of the part one by one, and check nothing")
	console.TextFlag(fs, &o.out, "out", "DIR", "", "the directory for the results")
	console.ValueFlag(fs, &o.part, "shard", "I/N", "check part I of N of the instances, always the same ones (default all)", readShard)
	console.AmountFlag(fs, &o.maxStates, "max-states", "N", 1000, "a number of at least 1, such as 500000 or 10M",
		"end the search of an instance after so many states; what is not decided by then is unknown (default: no limit)")
	console.AmountFlag(fs, &o.maxMemory, "max-memory", "SIZE", 1024, "a size in bytes such as 512M or 2G",
		"end the search of an instance at so much memory, and check one at a time (default: nine tenths of the control group's limit, if there is one)")
	console.NumberFlag(fs, &o.maxViews, "max-views", 50_000, 1, 10_000_000, "what the search of an instance leaves unknown is tried by so many local views at most")
	console.TimeoutFlag(fs, &o.timeout)
	fs.Lookup("timeout").Usage = "end what is done about an instance after this time, such as 30s or 5m, half of which is for local views (default: no limit)"
	console.WorkersFlag(fs, &o.workers)
	return c
}

// readShard reads I/N, or I alone, of a number that is known: N is 0 then.
func readShard(text string) (sweep.Shard, error) {
	i, n, of := strings.Cut(text, "/")
	part, err := strconv.Atoi(i)
	all := 0
	if of && err == nil {
		all, err = strconv.Atoi(n)
	}
	if err != nil || part < 0 || part+all == 0 || of && (all < 1 || part > all) {
		return sweep.Shard{}, errors.New("a part such as 2/8")
	}
	if part == 0 {
		part = all
	}
	return sweep.Shard{I: part, N: all}, nil
}

func readGrid(ctx context.Context, env *console.Env, file string) (*sweep.Grid, error) {
	data, err := console.ReadAtMost(ctx, env.In, file, sweep.MaxText)
	if err != nil {
		return nil, err
	}
	return sweep.Parse(env.All, console.DisplayName(file), data)
}

// sweepGrid is the command.
func sweepGrid(ctx context.Context, s console.Streams, g *sweep.Grid, o sweepOptions) (console.ExitCode, error) {
	switch {
	case o.part == sweep.Shard{}:
		o.part = sweep.Shard{I: 1, N: 1}
	case o.part.N == 0:
		return console.ExitUsage, fmt.Errorf("--shard %d/N says of how many parts", o.part.I)
	}
	if o.list {
		_, _, err := eachInstance(ctx, g, o.part, func(it sweep.Item) { fmt.Fprintln(s.Out, it.Command()) })
		return console.ExitHolds, err
	}
	if o.out == "" {
		return console.ExitUsage, errors.New("--out needs the directory for the results")
	}
	d, err := sweep.OpenDir(ctx, o.out, g)
	if err != nil {
		return console.ExitHolds, err
	}
	how := check.Options{MaxStates: o.maxStates, MaxMemory: o.maxMemory, MaxViews: o.maxViews, Timeout: o.timeout, Workers: 1}
	if how.MaxMemory == 0 {
		how.MaxMemory = grantedMemory(os.ReadFile)
	}
	if how.MaxMemory > 0 { // which is the memory of the program, so the instance must have it for itself
		how.Workers, o.workers = o.workers, 1
	}
	instances, mine, err := eachInstance(ctx, g, o.part, func(sweep.Item) {})
	if err != nil {
		return console.ExitHolds, err
	}
	console.WriteFacts(s, [][2]string{
		{"grid", fmt.Sprintf("%s, %s; sha256 %s", g.Name, console.Counted(instances, "instance"), g.Digest()[:16])},
		{"part", fmt.Sprintf("%s, %s", o.part, console.Counted(mine, "instance"))},
		{"results", o.out},
	})
	s.Out.Flush()
	progress := console.NewProgress(s.Err)
	defer progress.End()
	progress.Begin("sweep")
	show := progress.Count("instances")
	now, before := 0, 0
	err = g.Run(ctx, sweep.Options{
		Part: o.part, Build: console.BuildIdentity(), How: how, AtOnce: o.workers, Read: instance.Files(ctx),
		Done: func(it sweep.Item) (bool, error) {
			done, err := d.Done(ctx, it, console.BuildIdentity(), how.Limits())
			if done {
				before++
			}
			return done, err
		},
	}, func(_ sweep.Item, r *sweep.Result) error {
		now++
		show(now+before, mine)
		return d.Put(r)
	})
	progress.End()
	interrupted := err != nil && ctx.Err() != nil
	if err != nil && !interrupted {
		return console.ExitHolds, err
	}
	done := fmt.Sprintf("%s of %s now", console.Thousands(now), console.Counted(mine, "instance"))
	if before > 0 {
		done += fmt.Sprintf(", %s before", console.Thousands(before))
	}
	if interrupted {
		done += "; interrupted: the same command goes on"
	}
	console.WriteFacts(s, [][2]string{{"checked", done}})
	if interrupted {
		return console.ExitUnknown, nil
	}
	return console.ExitHolds, nil
}

// eachInstance calls a function with each instance of a part, and counts these and all of the grid.
func eachInstance(ctx context.Context, g *sweep.Grid, part sweep.Shard, do func(sweep.Item)) (all, mine int, err error) {
	for it, err := range g.All(ctx) {
		if err != nil {
			return 0, 0, err
		}
		all++
		if part.Has(it.Number) {
			mine++
			do(it)
		}
	}
	return all, mine, nil
}

const mergeHelp = `Puts the results of "qcheck sweep" in a directory together: for each property,
in how many instances it holds, is violated and is unknown, and the instance
with the shortest run that violates it. The verdict is "holds" only when every
instance of the grid has a result, all by the same build of qcheck. Results
that were changed, or are of something else, are errors. Structure files that
the grid names are read again.`

func mergeCommand(env *console.Env) *cobra.Command {
	var json, lines bool
	c := &cobra.Command{
		Use: "merge DIR", Short: "put the results of a sweep together", Long: mergeHelp, Args: console.Files("directory", 1),
		RunE: env.Does(func(ctx context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			g, err := readGrid(ctx, env, sweep.GridFile(args[0]))
			if err != nil {
				return console.ExitHolds, err
			}
			d, err := sweep.OpenDir(ctx, args[0], g)
			if err != nil {
				return console.ExitHolds, err
			}
			summary, err := d.Merge(ctx)
			if err != nil {
				return console.ExitHolds, err
			}
			if json {
				return console.CodeOf(summary.Verdict), console.WriteJSON(s.Out, struct {
					Schema string `json:"schema"`
					*sweep.Summary
				}{"qcheck/sweep/v1", summary})
			}
			writeMerged(s, summary, lines)
			return console.CodeOf(summary.Verdict), nil
		}),
	}
	console.JSONFlag(c.Flags(), &json)
	c.Flags().BoolVar(&lines, "lines", false, "also say what the results of each line of the grid are")
	return c
}

// writeMergedLine writes what the results of a line of the grid say.
func writeMergedLine(s console.Streams, l sweep.LineSummary) {
	s.Out.WriteString("  " + s.Hang(12, fmt.Sprintf("line %-5d%s", l.Line, l.Text)))
	said := fmt.Sprintf("%s, %s", console.Counted(l.Instances, "instance"), console.Counted(l.States, "state"))
	if l.Missing > 0 {
		said += fmt.Sprintf(", %s missing", console.Thousands(l.Missing))
	}
	if by := lineVerdicts(l); by != "" {
		said += "; " + by
	}
	s.Out.WriteString("            " + s.Hang(12, said))
}

// lineVerdicts says in how many instances of a line which properties have which verdict.
func lineVerdicts(l sweep.LineSummary) string {
	var said, names []string // of properties with the same verdicts
	for i, p := range l.Asked {
		names = append(names, p.Name)
		if i+1 < len(l.Asked) && verdicts(p) == verdicts(l.Asked[i+1]) {
			continue
		}
		said = append(said, fmt.Sprintf("%s: %s", strings.Join(names, ", "), verdicts(p)))
		names = nil
	}
	return strings.Join(said, "; ")
}

// verdicts says in how many instances a property has which verdict.
func verdicts(p sweep.PropertySummary) string {
	var counts []string
	for _, part := range []struct {
		n    int
		says verdict.Verdict
	}{{p.Holds, verdict.Holds}, {p.Unknown, verdict.Unknown}, {p.Violated, verdict.Violated}} {
		if part.n == 0 {
			continue
		}
		text := fmt.Sprintf("%s in %s", part.says, console.Thousands(part.n))
		if part.says == verdict.Holds && p.ByViews > 0 {
			text += fmt.Sprintf(" (local views: %s)", console.Thousands(p.ByViews))
		}
		if part.says == verdict.Unknown && p.HoldsFor != nil {
			var known []string
			for _, requests := range slices.Sorted(maps.Keys(p.HoldsFor)) {
				known = append(known, fmt.Sprintf("holds for %s: %s", requests, console.Thousands(p.HoldsFor[requests])))
			}
			text += " (" + strings.Join(known, "; ") + ")"
		}
		counts = append(counts, text)
	}
	return strings.Join(counts, ", ")
}

// writeMerged writes what the results of a grid say together, and if asked for, those of
// each line.
func writeMerged(s console.Streams, x *sweep.Summary, lines bool) {
	facts := [][2]string{
		{"grid", fmt.Sprintf("%s; sha256 %s", console.Counted(x.Instances, "instance"), x.Grid[:16])},
		{"results", fmt.Sprintf("%s, with %s", console.Thousands(x.Instances-x.Missing), console.Counted(x.States, "state"))},
	}
	if len(x.Builds) > 0 {
		facts = append(facts, [2]string{"build", x.Builds[0]})
	}
	if x.Missing > 0 {
		facts = append(facts, [2]string{"missing", fmt.Sprintf("%s, the first: %s", console.Thousands(x.Missing), x.First[0])})
	}
	console.WriteFacts(s, facts)
	s.Out.WriteByte('\n')
	if lines {
		for _, l := range x.Lines {
			writeMergedLine(s, l)
		}
		s.Out.WriteByte('\n')
	}
	for _, p := range x.Asked {
		v := verdict.Holds
		switch {
		case p.Violated > 0:
			v = verdict.Violated
		case p.Unknown > 0:
			v = verdict.Unknown
		}
		fmt.Fprintf(s.Out, "  %s  %s", s.Style.Verdict(v, fmt.Sprintf("%-8s", v)), s.Hang(12, p.Name+": "+verdicts(p)))
		if p.Violated > 0 {
			s.Out.WriteString("            " + s.Hang(12, fmt.Sprintf("shortest, %d steps: %s", p.Length, p.Command)))
		}
		if p.Unknown > 0 {
			s.Out.WriteString("            " + s.Hang(12, "unknown, the first: "+p.Open))
		}
	}
	s.Out.WriteByte('\n')
	text := fmt.Sprintf("All %s instances have results, and in all of them every property holds.", console.Thousands(x.Instances))
	switch {
	case x.Verdict == verdict.Violated:
		text = "At least one property is violated in at least one instance."
	case x.Missing > 0:
		text = fmt.Sprintf("%s of %s instances have no result yet.", console.Thousands(x.Missing), console.Thousands(x.Instances))
	case x.Verdict == verdict.Unknown:
		text = "Nothing is violated, and something is unknown."
	}
	s.Out.WriteString("  " + s.Hang(2, s.Style.Verdict(x.Verdict, x.Verdict.String())+": "+text))
}
