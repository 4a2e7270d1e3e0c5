package command

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/spf13/pflag"

	"qcheck/corpus"
)

const corpusHelp = `Judges the corpus: known-good and known-bad structures and protocols, and what
the papers claim.
Of each entry it prints what is claimed, what is found, where the claim stands
and what it says, and a witness of a violation. The result is

  ok       found as the corpus expects
  refuted  found as the corpus expects, and what is claimed is false
  FAILED   found otherwise
  unknown  cut short by --timeout or an interrupt

With names, or their parts before a slash ("jiang"), just those entries. With
--claims it prints the claims of the papers, in their order, and what these
results say of each. qcheck exits with 0 when every entry is ok or refuted, with 1 when one failed.`

// corpusOptions are the flags of "qcheck corpus".
type corpusOptions struct {
	json    bool
	refuted bool
	claims  bool
	long    bool
	timeout time.Duration
}

func corpusCommand() command {
	return command{
		name:    "corpus",
		summary: "check the corpus and the papers' claims; a table",
		prepare: simple("qcheck corpus [NAME...] [flags]", corpusHelp, func(fs *pflag.FlagSet) action {
			var o corpusOptions
			fs.BoolVar(&o.json, "json", false, "print one JSON document")
			fs.BoolVar(&o.refuted, "refuted", false, "print just the entries whose claim is refuted, and those that fail")
			fs.BoolVar(&o.claims, "claims", false, "print the ledger of the papers' claims, as docs/claims.md has it; with names, just the claims that these judge")
			fs.BoolVar(&o.long, "long", false, "judge also the cases that take more than a minute; without it, what is pinned of them is printed, marked so")
			timeoutFlag(fs, &o.timeout)
			return func(ctx context.Context, s streams, args []string) (exitCode, error) {
				return checkCorpus(ctx, s, o, args)
			}
		}),
	}
}

func checkCorpus(ctx context.Context, s streams, o corpusOptions, names []string) (exitCode, error) {
	entries, err := corpus.Select(corpus.Entries(), names...)
	if err != nil {
		return exitUsage, err
	}
	if err := validTimeout(o.timeout); err != nil {
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
