package command

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/availability"
	"qcheck/setsys"
)

const analyzeHelp = `Computes in exact numbers how available a structure is. For each family:

  quorums        how many there are, of which sizes, and how many are disjoint
  node sets      for each r, how many sets of each size contain r disjoint
                 quorums
  failures       for each r, how many nodes may fail, whichever they are, such
                 that r disjoint quorums remain, and a smallest set of nodes
                 that must not fail
  availability   for each r, the probability that the nodes that are up contain
                 r disjoint quorums, when each is up with probability p,
                 independently of the others: the (k,r)-availability; computed
                 as a fraction
  nondomination  whether another structure of the kind dominates this one, and
                 one that does

--p is a list of numbers or fractions, separated by commas, and of ranges
FROM:TO:STEP. "-" as the file is standard input.

"qcheck analyze" gives no verdict: it exits with 0 if the analysis is complete,
and with 3 if a limit or an interrupt cut it. "qcheck structure" verifies.`

// analyzeOptions are the flags of "qcheck analyze".
type analyzeOptions struct {
	p       probabilities
	digits  int
	plot    string
	json    bool
	maxSets int
	timeout time.Duration
}

func analyzeCommand(r *runner) *cobra.Command {
	var o analyzeOptions
	c := &cobra.Command{
		Use: "analyze FILE", Short: "say how available a structure is when nodes fail", Long: analyzeHelp, Args: files("structure file", 1),
		RunE: r.does(func(ctx context.Context, s streams, args []string) (exitCode, error) {
			return analyzeFile(ctx, s, o, args[0])
		}),
	}
	fs := c.Flags()
	o.p.define(fs, "0.5,0.9,0.99", "the probabilities that a node is up, such as 0.9, 99/100 or 0:1:0.1")
	number(fs, &o.digits, "digits", 10, 1, 1000, "digits after the point to which availabilities are rounded, 1 to 1000")
	text(fs, &o.plot, "plot", "FILE.svg", "", "draw the availability for each r against p into an SVG file")
	jsonFlag(fs, &o.json)
	listQuorumsFlag(fs, &o.maxSets)
	timeoutFlag(fs, &o.timeout)
	return c
}

// An analysis is the result for one structure.
type analysis struct {
	file      string
	structure *setsys.Structure
	families  []familyAnalysis
	at        []*big.Rat // the probabilities asked for
	digits    int
	report    *properties.Report // on the required properties, and on nondomination where it is defined
}

// A familyAnalysis is the result for one family.
type familyAnalysis struct {
	setsys.RoleFamily
	*availability.Analysis       // nil when there is none
	cut                    error // why
}

// note says why there is no analysis.
func (f familyAnalysis) note() string {
	if errors.Is(f.cut, availability.ErrEmptyQuorum) {
		return "availability is not defined: a quorum is empty"
	}
	return "unknown: " + f.cut.Error()
}

func analyzeFile(ctx context.Context, s streams, o analyzeOptions, file string) (exitCode, error) {
	if o.plot != "" && !strings.EqualFold(filepath.Ext(o.plot), ".svg") {
		return exitUsage, fmt.Errorf("--plot writes SVG: the name of the file must end in .svg, unlike %q", o.plot)
	}
	ctx, cancel := withTimeout(ctx, o.timeout)
	defer cancel()
	structure, err := readFormulas(ctx, s.in, file, o.maxSets)
	if err != nil {
		return exitHolds, raisable(err)
	}
	progress := newProgress(s.err)
	defer progress.end()
	progress.clock(displayName(file))
	a := &analysis{file: file, structure: structure, at: o.p.at, digits: o.digits}
	// What availability takes must not cut the checks that are quick.
	if a.report, err = confirmedReport(ctx, a, properties.Required(structure.Kind)); err != nil {
		return exitInternal, err
	}
	for _, f := range structure.Families() {
		found, err := availability.Analyze(ctx, f.Family, availability.Options{Rows: rows(structure, f.Role)})
		a.families = append(a.families, familyAnalysis{f, found, err})
	}
	if o.plot != "" {
		if err := os.WriteFile(o.plot, plot(a), 0o666); err != nil {
			return exitUsage, fmt.Errorf("--plot %s: %w", o.plot, pathless(err))
		}
	}
	progress.end()
	if !o.json {
		writeAnalysis(s, a) // nondomination may take long
		s.out.Flush()
	}
	if slices.Contains(properties.Optional(structure.Kind), properties.Nondomination) {
		progress.clock(displayName(file))
		dominated, err := confirmedReport(ctx, a, []properties.ID{properties.Nondomination})
		if err != nil {
			return exitInternal, err
		}
		a.report.Results = append(a.report.Results, dominated.Results...)
		progress.end()
	}
	if o.json {
		return a.code(), writeJSON(s.out, analysisDocument(a))
	}
	writeDomination(s, a)
	return a.code(), nil
}

// confirmedReport is what a check of properties says, whose witnesses are confirmed.
func confirmedReport(ctx context.Context, a *analysis, ids []properties.ID) (*properties.Report, error) {
	report, err := properties.Check(ctx, a.structure, ids)
	if err == nil {
		err = report.Confirm()
	}
	if err != nil {
		return nil, &internalError{fmt.Errorf("%s: %w", displayName(a.file), err)}
	}
	return report, nil
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
func (a *analysis) code() exitCode {
	for _, f := range a.families {
		if f.cut != nil && !errors.Is(f.cut, availability.ErrEmptyQuorum) {
			return exitUnknown
		}
	}
	for _, r := range a.report.Results {
		if r.Verdict == verdict.Unknown {
			return exitUnknown
		}
	}
	return exitHolds
}
