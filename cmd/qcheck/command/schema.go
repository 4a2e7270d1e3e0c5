package command

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

const schemaHelp = `Prints a JSON Schema (draft 2020-12), for editors and other tools:

  structure   of structure files; the default
  results     of what "qcheck structure --json" prints
  protocol    of what "qcheck protocol --json" prints
  measure     of what "qcheck protocol --measure --json" prints
  estimate    of what "qcheck protocol --estimate --json" prints
  analysis    of what "qcheck analyze --json" prints
  tables      of what "qcheck corpus --tables --json" prints
  simulation  of what "qcheck simulate --json" prints
  sweep       of what "qcheck merge --json" prints
  search      of what "qcheck search --json" prints
  certify     of what "qcheck certify --json" prints
  trace       of trace files, which "qcheck protocol --trace" writes and
              "qcheck replay" reads`

var (
	//go:embed structure.schema.json
	resultsSchema []byte
	//go:embed protocol.schema.json
	explorationSchema []byte
	//go:embed trace.schema.json
	traceSchema []byte
)

// A schema is one that "qcheck schema" prints.
type schema struct {
	name string
	text []byte
}

// schemas lists them, the default first.
func schemas() []schema {
	return []schema{
		{"structure", setsys.Schema()},
		{"results", resultsSchema},
		{"protocol", explorationSchema},
		{"measure", measureSchemaFile},
		{"estimate", estimateSchemaFile},
		{"analysis", analyzeSchema},
		{"tables", tablesSchemaFile},
		{"simulation", simulateSchemaFile},
		{"sweep", sweepSchema},
		{"search", searchSchemaFile},
		{"certify", certifySchema},
		{"trace", traceSchema},
	}
}

func schemaCommand(r *runner) *cobra.Command {
	var names []string
	for _, x := range schemas() {
		names = append(names, x.name)
	}
	return &cobra.Command{
		Use: "schema [NAME]", Short: "print the JSON Schema of structure files, traces or results", Long: schemaHelp,
		ValidArgs: names, Args: func(c *cobra.Command, args []string) error { return atMost(1, c, args) },
		RunE: r.does(func(_ context.Context, s streams, args []string) (exitCode, error) {
			i := 0
			if len(args) > 0 {
				i = slices.Index(names, args[0])
			}
			if i < 0 {
				return exitUsage, fmt.Errorf("no schema is called %q%s", args[0], near.Hint(args[0], names))
			}
			s.out.Write(bytes.TrimRight(schemas()[i].text, "\n"))
			s.out.WriteByte('\n')
			return exitHolds, nil
		}),
	}
}
