package structures

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/availability"
	"qcheck/properties/load"
	"qcheck/setsys"
	"qcheck/setsys/fault"
	"qcheck/setsys/input"
)

const analyzeHelp = `Computes in exact numbers how available a structure is, and how loaded. For each
family:

  quorums        how many there are, of which sizes, and how many are disjoint
  node sets      for each r, how many sets of each size contain r disjoint
                 quorums
  failures       for each r, how many nodes may fail, whichever they are, such
                 that r disjoint quorums remain, and a smallest set of nodes
                 that must not fail
  availability   for each r, the probability that the nodes that are up contain
                 r disjoint quorums, when each is up with probability p,
                 independently of the others: the (k,r)-availability; computed
                 as a fraction; and the same with the key "reliabilities"
  load           the share of the requests in which the busiest node takes
                 part, when quorums are chosen at random such that it is
                 least; the probabilities with which they are chosen, and
                 weights of the nodes which prove that no choice is better;
                 the capacity, which is 1/load; how many nodes a quorum has
                 on average; if the file has the key "capacities", of the
                 busiest node its part divided by its capacity
  domains        which failure domains may go down together with a quorum left,
                 if the file has the key "domains"
  nondomination  whether another structure of the kind dominates this one, and
                 one that does

With --down, it analyzes what is left when some nodes or failure domains are
down: whether a quorum is left, which nodes may fail next, and the load then. It
exits with 1 if no quorum is left.

Of a trust graph it says which nodes matter: those of minimal quorums, the
fewest without which there is no quorum, the fewest that split quorums if they
lie, and which failure domains (organisations) can do either alone.

--p is a list of numbers or fractions, separated by commas, and of ranges
FROM:TO:STEP. "-" as the file is standard input.

For structures with read and write quorums, there is also the load of both
together; --reads lists which share of the requests are reads.

--require is a list of bounds, separated by commas, each on every family or on
one of them, as in write.failures>=1:

  failures>=N         any N nodes may fail, and a quorum is left
  domains>=N          any N failure domains may go down, and a quorum is left
  load<=X             the load is at most X, a number or a fraction
  capacity>=X         the capacity is at least X
  load(R)<=X, capacity(R)>=X
                      the same for read and write quorums together, when the
                      share R of the requests are reads
  availability(P)>=X  a quorum is up with probability X, when each node is with
                      probability P

The structure must have what its kind requires, and what its file asks for. If
it has not, no numbers are given, unless --allow-broken-structure asks for them.
It exits with 1 then, or if a bound is not met, with 3 if a limit or an
interrupt cut the analysis, and otherwise with 0. What is left with --down is
judged, too.`

// analyzeOptions are the flags of "qcheck analyze".
type analyzeOptions struct {
	p       console.Probabilities
	reads   console.Probabilities
	require requirements
	digits  int
	html    string
	command string // what was called
	down    string
	reading
}

func analyzeCommand(env *console.Env) *cobra.Command {
	var o analyzeOptions
	c := &cobra.Command{
		Use: "analyze FILE", Short: "say how available a structure is when nodes fail, and how loaded", Long: analyzeHelp, Args: console.Files("structure file", 1),
		RunE: env.Does(func(ctx context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			o.command = console.CommandLine(env.Args)
			return analyzeFile(ctx, s, o, args[0])
		}),
	}
	fs := c.Flags()
	o.p.Define(fs, "p", "0.5,0.9,0.99", "the probabilities that a node is up, such as 0.9, 99/100 or 0:1:0.1")
	o.reads.Define(fs, "reads", "0.5,0.9", "the shares of the requests that are reads, for structures with read and write quorums")
	console.ListFlag(fs, "require", "what must be so, such as failures>=2,load<=0.4; may be given several times", o.require.add)
	console.NumberFlag(fs, &o.digits, "digits", 10, 1, 1000, "digits after the point to which fractions are rounded, 1 to 1000")
	console.PageFlag(fs, &o.html, "the curves of the availability, and the whole analysis")
	console.TextFlag(fs, &o.down, "down", "LIST", "", "analyze what is left when these nodes and failure domains, separated by commas, are down")
	allowBrokenFlag(fs, &o.broken)
	o.define(fs)
	return c
}

func analyzeFile(ctx context.Context, s console.Streams, o analyzeOptions, file string) (console.ExitCode, error) {
	if err := console.ValidPage(o.html); err != nil {
		return console.ExitUsage, err
	}
	ctx, cancel := console.WithTimeout(ctx, o.timeout)
	defer cancel()
	structure, err := readFormulas(ctx, s.In, file, o.maxSets)
	if err != nil {
		return console.ExitHolds, raisable(err)
	}
	progress := console.NewProgress(s.Err)
	defer progress.End()
	progress.Clock(console.DisplayName(file))
	asked, err := demanded(file, structure)
	if err != nil {
		return console.ExitUsage, err
	}
	a, err := measured(ctx, o, file, structure, asked)
	if err != nil {
		return console.CodeOfError(err), err
	}
	structure = a.structure
	progress.End()
	if !o.json {
		fitted(s, o.all, func(s console.Streams) { writeAnalysis(s, a) }) // nondomination may take long
		s.Out.Flush()
	}
	if slices.Contains(properties.Optional(structure.Kind), properties.Nondomination) && !a.claim.refused() && !a.demands(properties.Nondomination) {
		progress.Clock(console.DisplayName(file))
		dominated, err := confirmedReport(ctx, file, structure, []properties.ID{properties.Nondomination})
		if err != nil {
			return console.ExitInternal, err
		}
		a.report.Results = append(a.report.Results, dominated.Results...)
		progress.End()
	}
	var unwritten error // which does not stop the rest
	if o.html != "" {
		unwritten = console.WritePage(o.html, analysisPage(a, o.command))
	}
	if o.json {
		a.conclude()
		err = console.WriteJSON(s.Out, a)
	} else {
		fitted(s, o.all, func(s console.Streams) { writeConclusion(s, a) })
	}
	return a.code(), errors.Join(err, unwritten)
}

// solve is properties.Solve, whose error says that a limit or an interrupt left nothing to judge.
func solve(ctx context.Context, file string, s *setsys.Structure) (*setsys.Structure, error) {
	solved, err := properties.Solve(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("%s: unknown: %w", console.DisplayName(file), &input.Interrupted{Doing: "before its quorums were known", Why: err})
	}
	return solved, nil
}

// measured judges a structure by the properties, and analyses it as far as it is quick: all but nondomination, unless that
// is one of them.
func measured(ctx context.Context, o analyzeOptions, file string, whole *setsys.Structure, asked []properties.ID) (a *analysis, err error) {
	a = &analysis{Schema: analysisSchema, File: file, at: o.p.At, digits: o.digits, asked: asked, structure: whole}
	if o.down != "" {
		down, err := nodesNamed(whole, o.down)
		if err == nil {
			a.structure, err = without(whole, down)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: --down: %w", console.DisplayName(file), err)
		}
		a.Down = whole.Universe.Set(down)
	}
	if err := o.fit(a.structure); err != nil {
		return nil, fmt.Errorf("%s: %w", console.DisplayName(file), err)
	}
	if whole, err = solve(ctx, file, whole); err != nil {
		return nil, err
	}
	// What availability takes must not cut the checks that are quick.
	if a.claim, err = claimed(ctx, file, whole, asked, o.broken); err != nil {
		return nil, err
	}
	left := a.structure
	a.structure, a.report = whole, &properties.Report{Structure: a.claim.Structure, Results: slices.Clone(a.claim.Results), Sizes: a.claim.Sizes}
	a.remark = properties.Remarks(ctx, whole, asked)
	if a.claim.refused() {
		a.Down = nil
		return a, nil
	}
	a.asked = slices.DeleteFunc(slices.Clone(asked), func(id properties.ID) bool { return id == properties.Nondomination }) // comes last
	if a.Down != nil {
		if a.structure, err = solve(ctx, file, left); err != nil {
			return nil, err
		}
		if a.report, err = confirmedReport(ctx, file, a.structure, a.asked); err != nil {
			return nil, err
		}
		a.remark = properties.Remarks(ctx, a.structure, a.asked)
	}
	if err := o.require.check(a); err != nil {
		return nil, fmt.Errorf("--require %w", err)
	}
	if err := a.analyze(ctx, o); err != nil {
		return nil, fault.New("%s: %w", console.DisplayName(file), err)
	}
	return a, nil
}

// demands reports whether a property is one that the whole structure is judged by. Of what is left with --down,
// nondomination is no demand.
func (a *analysis) demands(id properties.ID) bool {
	return a.Down == nil && slices.ContainsFunc(a.claim.Results, func(r properties.Result) bool { return r.Property == id })
}

// demanded returns what is demanded of the structure that is analyzed, with the verdict on it.
func (a *analysis) demanded() *properties.Report {
	r := &properties.Report{Structure: a.structure}
	var verdicts []verdict.Verdict
	for _, x := range a.report.Results {
		if x.Property != properties.Nondomination || a.demands(x.Property) {
			r.Results = append(r.Results, x)
			verdicts = append(verdicts, x.Verdict)
		}
	}
	r.Verdict = verdict.All(verdicts...)
	return r
}

// writeConclusion writes what is decided last.
func writeConclusion(s console.Streams, a *analysis) {
	if a.claim.refused() {
		return
	}
	writeDomination(s, a)
	if len(a.Requirements) > 0 {
		s.Out.WriteByte('\n')
		console.WriteVerdicts(s, 0, judgements(a))
	}
}

// fit reports a flag that means nothing for the structure.
func (o analyzeOptions) fit(s *setsys.Structure) error {
	if read, write := readsAndWrites(s); o.reads.Given && (read == nil || write == nil) {
		return errors.New("--reads is for structures with read and write quorums")
	}
	return nil
}

// analyze finds everything about the families. The error is a fault of what it
// uses.
func (a *analysis) analyze(ctx context.Context, o analyzeOptions) (err error) {
	// The load of a trust graph can take long, and who matters is what is asked of it.
	if a.structure.Quorums.Trust() != nil && a.structure.Kind == setsys.Coterie {
		if a.Trust, err = properties.AnalyzeTrust(ctx, a.structure); err != nil {
			return err
		}
	}
	for _, f := range a.structure.Families() {
		x := &familyAnalysis{Role: f.Role, Sizes: familySizes(f, a.report), family: f.Family}
		if x.Quorums = totalOf(a.report.Sizes[f.Role]); f.Family.IsListed() {
			x.Quorums = big.NewInt(int64(f.Family.Len()))
		}
		if x.loads, err = loadOf(ctx, a.structure, f); err != nil {
			return err
		}
		a.reportLoad(ctx, x)
		if err := a.analyzeDomains(ctx, x); err != nil {
			return err
		}
		a.Families = append(a.Families, x)
	}
	if a.Mixes, err = a.mixesOf(ctx, o.reads.At); err != nil {
		return err
	}
	// It may take the longest, so it comes last.
	for _, x := range a.Families {
		x.counted, x.cut = availability.Analyze(ctx, x.family, availability.Options{Rows: rows(a.structure, x.Role)})
		a.reportAvailability(x)
		a.reliable(ctx, x)
	}
	a.Requirements, err = o.require.judge(ctx, a)
	return err
}

// rows returns how many r the family is to be analysed for at least: k where
// k disjoint quorums are claimed.
func rows(s *setsys.Structure, role setsys.Role) int {
	if s.Kind == setsys.KCoterie || s.Kind == setsys.KWRCoterie && role == setsys.WriteRole {
		return min(s.K, s.Universe.Len())
	}
	return 1
}

// code returns the exit code.
func (a *analysis) code() console.ExitCode {
	code := console.CodeOf(a.claim.counted())
	if a.Down != nil && !a.claim.allowed {
		code = code.And(console.CodeOf(a.demanded().Verdict))
	}
	if a.Down != nil && a.lost() {
		code = console.ExitViolated
	}
	if a.Trust != nil && a.Trust.Cut != "" {
		code = code.And(console.ExitUnknown)
	}
	open := func(err error) {
		if err != nil && !errors.Is(err, availability.ErrEmptyQuorum) && !errors.Is(err, load.ErrUndefined) {
			code = code.And(console.ExitUnknown)
		}
	}
	for _, f := range a.Families {
		open(f.cut)
		open(f.loads.err)
		open(f.spreadErr)
		open(f.reliableErr)
	}
	for _, m := range a.Mixes {
		open(m.err)
	}
	for _, r := range a.report.Results {
		if r.Verdict == verdict.Unknown {
			code = code.And(console.ExitUnknown)
		}
	}
	for _, j := range a.Requirements {
		code = code.And(console.CodeOf(j.Verdict))
	}
	return code
}
