package command

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"qcheck/corpus"
)

const corpusHelp = `Judges the corpus: known-good and known-bad structures and protocols, and the
claims of the papers. For each entry it prints the claim, its source, the
result, and a witness of a violation. The result is

  ok       found as the corpus expects
  refuted  found as the corpus expects, and what is claimed is false
  FAILED   found otherwise
  unknown  cut short by --timeout or an interrupt

With names, or their parts before a slash ("jiang"), it judges only those
entries. With --claims it prints the claims of the papers, in their order, and
what these results say of each. qcheck exits with 0 if every entry is ok or
refuted, and with 1 if one failed.`

// corpusOptions are the flags of "qcheck corpus".
type corpusOptions struct {
	json    bool
	refuted bool
	claims  bool
	long    bool
	timeout time.Duration
}

func corpusCommand(r *runner) *cobra.Command {
	var o corpusOptions
	c := &cobra.Command{
		Use: "corpus [NAME...]", Short: "check the corpus and the papers' claims", Long: corpusHelp, Args: cobra.ArbitraryArgs,
		RunE: r.does(func(ctx context.Context, s streams, args []string) (exitCode, error) {
			return checkCorpus(ctx, s, o, args)
		}),
	}
	c.ValidArgsFunction = func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
		for _, e := range corpus.Entries() {
			names = append(names, e.Name)
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	fs := c.Flags()
	jsonFlag(fs, &o.json)
	fs.BoolVar(&o.refuted, "refuted", false, "print only the entries whose claim is refuted, and those that fail")
	fs.BoolVar(&o.claims, "claims", false, "print the ledger of the papers' claims, as in docs/claims.md; with names, only the claims that these entries judge")
	fs.BoolVar(&o.long, "long", false, "judge also the cases that take more than a minute; without it, their pinned results are printed, marked as such")
	timeoutFlag(fs, &o.timeout)
	return c
}

func checkCorpus(ctx context.Context, s streams, o corpusOptions, names []string) (exitCode, error) {
	entries, err := corpus.Select(corpus.Entries(), names...)
	if err != nil {
		return exitUsage, err
	}
	if o.claims && (o.json || o.refuted) {
		return exitUsage, errors.New("--claims goes with neither --json nor --refuted")
	}
	ctx, cancel := withTimeout(ctx, o.timeout)
	defer cancel()
	code := exitHolds
	var results []*corpus.Result
	t := corpusTable(s, entries)
	for r := range corpus.Run(ctx, entries, corpus.Options{Long: o.long, Workers: runtime.GOMAXPROCS(0)}) {
		code = code.and(codeOf(r.Verdict()))
		results = append(results, r)
		if !o.json && !o.claims && (!o.refuted || outcomeOf(r) != confirmed) {
			t.write(r)
		}
	}
	if o.json {
		return code, writeCorpusJSON(s.out, results)
	}
	if o.claims {
		return code, writeClaims(s, results)
	}
	t.summary(results)
	return code, nil
}
