package command

import (
	"context"
	"errors"

	"qcheck/corpus"
	"qcheck/corpus/thesis"
)

// tablesMoved says where the command "tables" went.
func tablesMoved(args []string) error {
	if len(args) > 0 && args[0] == "tables" {
		return errors.New(`"qcheck tables" is now "qcheck corpus --tables"`)
	}
	return nil
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
func printTables(ctx context.Context, s streams, o corpusOptions) (exitCode, error) {
	x := study{tables: corpus.Tables(), nodes: o.nodes}
	if !o.json {
		writeTables(s, x.tables)
		s.out.Flush()
	}
	code := exitHolds
	if o.nodes > 0 {
		x.comparisons, x.claims, x.cut = thesis.Study(ctx, o.nodes)
		if x.cut != nil {
			code = exitUnknown
		}
	}
	if o.json {
		return code, writeDocument(s.out, studyDocument(x))
	}
	writeStudy(s, x)
	return code, nil
}
