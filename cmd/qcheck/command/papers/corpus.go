// Package papers has the command corpus, which judges the claims of the papers.
package papers

import (
	"bufio"
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/corpus"
	"qcheck/explore/verdict"
)

const corpusHelp = `Judges the corpus: known-good and known-bad structures and protocols, and the
claims of the papers. For each entry it prints the claim, its source, the
result, and a witness of a violation. The result is

  ok       found as the corpus expects
  refuted  found as the corpus expects, and what is claimed is false
  FAILED   found otherwise
  unknown  cut short by --timeout or an interrupt

With names, or their parts before a slash ("jiang"), it judges only those
entries. With --claims it prints the claims of the papers, errors of substance
first, and what these results say of each. qcheck exits with 0 if every entry
is ok or refuted, and with 1 if one failed.`

// corpusOptions are the flags of "qcheck corpus".
type corpusOptions struct {
	json    bool
	claims  bool
	long    bool
	timeout time.Duration
}

// Command returns the command.
func Command(env *console.Env) *cobra.Command {
	var o corpusOptions
	c := &cobra.Command{
		Use: "corpus [NAME...]", Short: "check the corpus and the papers' claims", Long: corpusHelp, Args: cobra.ArbitraryArgs,
		RunE: env.Does(func(ctx context.Context, s console.Streams, args []string) (console.ExitCode, error) {
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
	console.JSONFlag(fs, &o.json)
	fs.BoolVar(&o.claims, "claims", false, "print the ledger of the papers' claims, as in docs/claims.md; with names, only the claims that these entries judge")
	fs.BoolVar(&o.long, "long", false, "judge also the cases that take more than a minute; without it, their pinned results are printed, marked as such")
	console.TimeoutFlag(fs, &o.timeout)
	return c
}

func checkCorpus(ctx context.Context, s console.Streams, o corpusOptions, names []string) (console.ExitCode, error) {
	entries, err := corpus.Select(corpus.Entries(), names...)
	if err != nil {
		return console.ExitUsage, err
	}
	if o.claims && o.json {
		return console.ExitUsage, errors.New("--claims does not go with --json")
	}
	ctx, cancel := console.WithTimeout(ctx, o.timeout)
	defer cancel()
	code := console.ExitHolds
	var results []*corpus.Result
	t := corpusTable(entries)
	progress := console.NewProgress(s.Err)
	defer progress.End()
	progress.Begin("corpus")
	show := progress.Count("entries")
	for r := range corpus.Run(ctx, entries, corpus.Options{Long: o.long, Workers: runtime.GOMAXPROCS(0)}) {
		code = code.And(console.CodeOf(r.Verdict()))
		results = append(results, r)
		if !o.json && !o.claims {
			progress.End()
			s.Folded(func(s console.Streams) { t.write(s, r) })
			s.Out.Flush()
			progress.Begin("corpus")
		}
		show(len(results), len(entries))
	}
	if o.json {
		return code, writeCorpusJSON(s.Out, results)
	}
	if o.claims {
		return code, writeClaims(s, results)
	}
	t.summary(s, results)
	return code, nil
}

// corpusSchema names the form of the document that "qcheck corpus --json"
// prints.
const corpusSchema = "qcheck/corpus/v1"

// An entryJSON is an entry of that document; the order of the fields is the order of the keys.
type entryJSON struct {
	Name    string          `json:"name"`
	Source  corpus.Source   `json:"source"`
	Claim   string          `json:"claim"`
	Reading string          `json:"reading,omitempty"`
	Reason  string          `json:"reason"`
	Verdict verdict.Verdict `json:"verdict"` // holds: everything was found as pinned
	Claimed string          `json:"claimed"`
	Found   string          `json:"found"`
	Refuted bool            `json:"refuted"`
	Rows    []corpus.Row    `json:"rows"`
	Error   string          `json:"error,omitempty"`
}

// writeCorpusJSON writes the document, one entry a line.
func writeCorpusJSON(w *bufio.Writer, results []*corpus.Result) error {
	return console.WriteLines(w, corpusSchema, "entries", results, entryDocument)
}

func entryDocument(r *corpus.Result) entryJSON {
	e := r.Entry
	doc := entryJSON{
		Name: e.Name, Source: e.Source, Claim: e.Claim, Reading: e.Reading, Reason: e.Reason,
		Verdict: r.Verdict(), Claimed: r.Claimed(), Found: r.Found(), Refuted: r.Refuted(),
		Rows: append([]corpus.Row{}, r.Rows...),
	}
	if r.Err != nil {
		doc.Error = r.Err.Error()
	}
	return doc
}
