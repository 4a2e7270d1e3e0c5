package protocols

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/input"
)

const protocolHelp = `Explores every interleaving of the messages and local steps of a protocol
instance, and decides its properties:

  safety              at no time are more processes in the critical section
                      than allowed
  well-defined        every handler knows what to do in every case that arises
  deadlock-freedom    whenever a process waits, some step other than
                      requesting can be taken
  starvation-freedom  in every weakly fair run, each process that waits
                      eventually stops waiting

--check books asks whether each permission that a member gave is at one place.

Each violation is shown as a run, which code independent of the search has
replayed on the protocol. "qcheck list protocols" lists the algorithms, and
"qcheck explain NAME" has the variants of one.

The quorums are those of --structure, of --construct (with --n, --k and further
parameters as --param NAME=VALUE), or of the algorithm itself. They are verified
first.

Without --requests, processes request without bound. A small search comes first,
then local views, which prove properties without walking states: views of a
requester and a member, or of each two or three processes where an algorithm is
not made of these. Of what is still open, it is asked what holds when any one
process requests, any two, and so on. What holds for fewer requests only is
unknown, and its row says for which it holds. --budget is for all of that.
With --max-states, --max-memory or --timeout there is no other budget, and what
is open is searched for requests without bound up to %s states that
are kept, then for one request each. Of states that differ only in the numbers
of alike processes, one is kept. With integer clocks that have no bound,
unbounded requests are not searched.`

// protocolOptions are the flags of "qcheck protocol": what is run, and how.
type protocolOptions struct {
	what          *instance.Flags
	por, symmetry string
	maxStates     int64
	maxMemory     int64
	timeout       time.Duration
	budget        check.Budget
	workers       int
	paranoid      bool
	json, stats   bool
	measure       bool
	trace         string
	expect        console.Expectations
	junit         string
	html          string
	command       string // what was called
	certificate   string
	levels        levelsOptions
}

func protocolCommand(env *console.Env) *cobra.Command {
	var o protocolOptions
	c := &cobra.Command{
		Use: "protocol", Short: "explore a protocol instance exhaustively", Args: console.NoArguments,
		Long: fmt.Sprintf(protocolHelp, console.Thousands(check.UnboundedStates)),
	}
	c.RunE = env.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
		if err := o.levels.resumed(ctx, c.Flags(), env.All); err != nil {
			return console.ExitHolds, err
		}
		if err := o.validate(c.Flags()); err != nil {
			return console.ExitUsage, err
		}
		o.command = console.CommandLine(env.Args)
		return exploreProtocol(ctx, s, env, o)
	})
	fs := c.Flags()
	o.what = instance.Define(fs, env.All.Fields())
	o.defineSearch(fs)
	budgetFlag(fs, &o.budget)
	console.WorkersFlag(fs, &o.workers)
	console.JSONFlag(fs, &o.json)
	fs.BoolVar(&o.measure, "measure", false, "measure the messages and the delays of one entry instead, beside the formulas of the papers; requests are bounded, once each without --requests")
	fs.BoolVar(&o.stats, "stats", false, "say what the search cost, and how often each step was taken")
	console.TextFlag(fs, &o.trace, "trace", "FILE", "", "write the run that violates the first of the violated properties to a file: for \"qcheck replay\", or as the name says that ends in .svg, .txt or .itf.json; \"-\" is standard output, and the rest goes to standard error")
	console.ExpectFlag(fs, &o.expect, "what properties are expected to be, such as violated:safety, separated by commas; verdicts are holds, violated and unknown; the exit code is 0 if these are as expected, and all others hold")
	console.JUnitFlag(fs, &o.junit)
	console.PageFlag(fs, &o.html, "the verdicts, and each run that violates a property, to step through")
	console.TextFlag(fs, &o.certificate, "certificate", "FILE", "", "write a certificate of what is found to a file, for \"qcheck certify\"; compressed if the name ends in .gz; it has the local views if these decide all that is checked, otherwise all states, so that neither symmetry nor reduction is used")
	completeInstances(c, env.All)
	console.Suggest(c, "por", "on", "off")
	console.Suggest(c, "symmetry", "on", "off")
	return c
}

// defineSearch defines the flags that go with a search whose levels are kept.
func (o *protocolOptions) defineSearch(fs *pflag.FlagSet) {
	console.WordFlag(fs, &o.por, "por", "on", "partial-order reduction where it is sound for what is checked (never for starvation-freedom): on or off", "on", "off")
	console.WordFlag(fs, &o.symmetry, "symmetry", "on", "keep one of all states that differ only in the numbers of processes, where these are alike: on or off; no verdict depends on it, and no count or run unless the search is reduced as well", "on", "off")
	console.AmountFlag(fs, &o.maxStates, "max-states", "N", 1000, "a number of at least 1, such as 500000 or 10M",
		"stop after the level in which the states become more than this, such as 500000 or 10M; what is not decided by then is unknown (default: no limit)")
	console.AmountFlag(fs, &o.maxMemory, "max-memory", "SIZE", 1024, "a size in bytes such as 512M or 2G",
		"stop at so much memory: bytes, or with K, M or G multiples of 1024 (default: no limit)")
	console.TimeoutFlag(fs, &o.timeout)
	fs.BoolVar(&o.paranoid, "paranoid", false, "run each step of the algorithm twice, and compare")
	o.levels.define(fs)
}

// completeInstances has the shell complete the flags that say what is run.
func completeInstances(c *cobra.Command, all instance.Registry) {
	var algorithms, constructions []string
	for _, a := range all {
		algorithms = append(algorithms, a.Name)
	}
	for _, x := range construct.All() {
		constructions = append(constructions, x.Name)
	}
	console.Suggest(c, "algorithm", algorithms...)
	console.SuggestBy(c, "variant", func(c *cobra.Command) []string { return variantsFor(c.Flags(), all) })
	console.Suggest(c, "construct", constructions...)
	console.Suggest(c, "quorum-choice", instance.Any, instance.Fixed)
}

// variantsFor returns the variants of the algorithms that are given, or of all.
func variantsFor(fs *pflag.FlagSet, all instance.Registry) (names []string) {
	given := fs.Lookup("algorithm")
	for _, a := range all {
		if given.Changed && !slices.Contains(strings.Split(given.Value.String(), ","), a.Name) {
			continue
		}
		for _, v := range a.Variants {
			if !slices.Contains(names, v.Name) {
				names = append(names, v.Name)
			}
		}
	}
	return names
}

// exclusive are flags that exclude others. (cobra has groups of such flags, but its message names
// all of a group.)
var exclusive = []struct{ flag, because, others string }{
	{"measure", "", "check por symmetry paranoid stats trace expect junit html certificate checkpoint resume shards"},
	{"budget", " is for what is left open without --requests, and", "requests checkpoint resume certificate measure"},
}

// validate checks what the flags say together.
func (o *protocolOptions) validate(fs *pflag.FlagSet) error {
	for _, x := range exclusive {
		for _, other := range strings.Fields(x.others) {
			if f := fs.Lookup(x.flag); f.Changed && f.Value.String() != "false" && fs.Changed(other) {
				return fmt.Errorf("--%s%s cannot be combined with --%s", x.flag, x.because, other)
			}
		}
	}
	for _, name := range []string{"max-states", "max-memory", "timeout"} {
		if fs.Changed(name) && !fs.Changed("budget") {
			o.budget = check.Budget{}
		}
	}
	if err := o.levels.validate(fs); err != nil {
		return err
	}
	return cmp.Or(
		console.ValidPage(o.html),
		console.Reports{JUnit: o.junit}.Valid(),
		o.validTrace(),
		o.validCertificate(fs),
	)
}

// openInstance makes a model of an instance, with the files that it names.
func openInstance(ctx context.Context, s console.Streams, all instance.Registry, in instance.Instance) (*instance.Model, error) {
	if err := ofStructures(in.Check); err != nil {
		return nil, err
	}
	var data []byte // of the structure file
	m, err := awaitModel(ctx, all, in, func(file string) (*setsys.Structure, error) {
		read, err := console.ReadInput(ctx, s.In, file)
		if err != nil {
			return nil, err
		}
		if file == in.Quorums.FileName() {
			data = read
		}
		return console.DecodeStructure(ctx, file, read, console.StructureOptions(setsys.DefaultMaxSets))
	})
	var refusal *instance.Refusal
	if errors.As(err, &refusal) && refusal.Key != "" {
		if at, ok := setsys.ValueOf(data, refusal.Key); ok {
			err = setsys.ErrorAt(console.DisplayName(in.Quorums.FileName()), data, at, "%s", refusal.Text)
		}
	}
	if errors.Is(err, instance.ErrNoProcesses) {
		err = fmt.Errorf(`%w; see "qcheck protocol --help"`, err)
	}
	return m, err
}

// awaitModel makes a model, whose quorums may be constructed, until the context ends.
func awaitModel(ctx context.Context, all instance.Registry, in instance.Instance, read instance.Reader) (*instance.Model, error) {
	return input.Await(ctx, "while its model was made", func() (*instance.Model, error) { return all.Open(in, read) })
}

// exploreProtocol is the command.
func exploreProtocol(ctx context.Context, s console.Streams, env *console.Env, o protocolOptions) (console.ExitCode, error) {
	all := env.All
	ctx, cancel := console.WithTimeout(ctx, o.timeout)
	defer cancel()
	in, err := o.what.Instance()
	if err != nil {
		return console.ExitUsage, err
	}
	if o.levels.resume != "" {
		in = o.levels.in
	}
	m, err := openInstance(ctx, s, all, in)
	if err != nil {
		return console.ExitHolds, err
	}
	var names []string
	for _, p := range m.Properties() {
		names = append(names, string(p))
	}
	for i, x := range o.expect {
		o.expect[i].Property = string(explore.PropertyNamed(x.Property))
	}
	if err := o.expect.Valid(nil, names); err != nil {
		return console.ExitUsage, err
	}
	progress := console.NewProgress(s.Err)
	defer progress.End()
	how := check.Options{
		Full: o.por == "off", Asymmetric: o.symmetry == "off", Workers: o.workers, MaxStates: o.maxStates, MaxMemory: o.maxMemory, Timeout: o.timeout,
		Budget: o.budget, Levels: o.levels.where(), Paranoid: o.paranoid, Stats: o.stats,
	}
	progress.Follow(&how)
	defer o.levels.release()
	if o.levels.checkpoint != "" && o.levels.shards > 0 {
		return o.levels.beginTasks(ctx, s, all, in, m, how)
	}
	if err := o.levels.begin(all, in); err != nil {
		return console.ExitHolds, err
	}
	if o.measure {
		return measureProtocol(ctx, s, m, how, o.json)
	}
	if o.certificate != "" {
		how.Certify, how.Full, how.Asymmetric = true, true, true
	}
	text := &explorationText{Streams: o.report(s), progress: progress, elsewhere: env.Elsewhere}
	if !o.json {
		how.Violated, how.Proved, how.Tried = text.violated, text.proved, text.tried
	}
	r, err := check.Model(ctx, m, how)
	if err == nil {
		err = text.err
	}
	if err != nil {
		return console.ExitHolds, err
	}
	progress.End()
	code, surprises := o.judge(s, r)
	if o.json {
		err = console.WriteJSON(s.Out, r)
		for _, x := range surprises {
			s.Warn("%s", x)
		}
	} else {
		text.write(r)
		o.expect.Write(text.Streams, code == console.ExitHolds, surprises)
		text.Out.Flush() // before the notes on the trace
	}
	reports := console.Reports{JUnit: o.junit}
	for _, output := range []struct {
		asked bool
		write func() error
	}{
		{o.trace != "", func() error { return o.writeTrace(s, r) }},
		{true, func() error {
			return reports.Write(s, nil, protocolFindings("qcheck protocol "+all.Format(in), r, o.expect))
		}},
		{o.html != "", func() error { return writeProtocolPage(o.html, r, o.command) }},
		{o.certificate != "", func() error { return o.writeCertificate(s, r, all) }},
	} {
		if output.asked { // one that fails does not take the others away
			err = errors.Join(err, output.write())
		}
	}
	return code, err
}

// judge returns the exit code, and what is not as expected.
func (o *protocolOptions) judge(s console.Streams, r *check.Report) (console.ExitCode, []console.Surprise) {
	if o.expect == nil {
		return console.CodeOf(r.Verdict()), nil
	}
	verdicts := map[string]verdict.Verdict{}
	for _, f := range r.Findings {
		verdicts[string(f.Property)] = f.Verdict
	}
	code, surprises := o.expect.Judge("", verdicts)
	return code.And(o.expect.WarnUnchecked(s)), surprises
}

// ofStructures is the error for a property of structures that a protocol is to have.
func ofStructures(check []explore.Property) error {
	for _, p := range check {
		if slices.Contains(properties.All(), properties.ID(p)) {
			return fmt.Errorf(`%q is a property of structures, not of protocols: "qcheck structure --property %s" checks it`, p, p)
		}
	}
	return nil
}
