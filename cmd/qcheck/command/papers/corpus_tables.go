package papers

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/corpus"
	"qcheck/corpus/thesis"
)

// tablesMoved is the command "qcheck tables", which there was.
func tablesMoved() *cobra.Command {
	return &cobra.Command{Use: "tables", Hidden: true, DisableFlagParsing: true, RunE: func(*cobra.Command, []string) error {
		return errors.New(`"qcheck tables" is now "qcheck corpus --tables"`)
	}}
}

// A study is what "qcheck corpus --tables" prints.
type study struct {
	tables      []thesis.Table
	nodes       int
	comparisons []thesis.Comparison
	claims      []thesis.Claim
	cut         error // why there are no comparisons
}

// printTables is "qcheck corpus --tables".
func printTables(ctx context.Context, s console.Streams, o corpusOptions) (console.ExitCode, error) {
	x := study{tables: corpus.Tables(), nodes: o.nodes}
	if !o.json {
		writeTables(s, x.tables)
		s.Out.Flush()
	}
	code := console.ExitHolds
	if o.nodes > 0 {
		x.comparisons, x.claims, x.cut = thesis.Study(ctx, o.nodes)
		if x.cut != nil {
			code = console.ExitUnknown
		}
	}
	if o.json {
		return code, console.WriteJSON(s.Out, studyDocument(x))
	}
	writeStudy(s, x)
	return code, nil
}
