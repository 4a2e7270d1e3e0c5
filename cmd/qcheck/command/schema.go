package command

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

const schemaHelp = `Prints a JSON Schema (draft 2020-12), for editors and other tools:

  structure   of structure files; the default
  results     of what "qcheck structure --json" prints
  protocol    of what "qcheck protocol --json" prints
  measure     of what "qcheck protocol --measure --json" prints
  analysis    of what "qcheck analyze --json" prints
  tables      of what "qcheck corpus --tables --json" prints
  simulation  of what "qcheck simulate --json" prints
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
		{"analysis", analyzeSchema},
		{"tables", tablesSchemaFile},
		{"simulation", simulateSchemaFile},
		{"trace", traceSchema},
	}
}

func schemaCommand() command {
	var names []string
	for _, x := range schemas() {
		names = append(names, x.name)
	}
	return command{
		name:    "schema",
		summary: "print the JSON Schema of structure files, of traces, or of results",
		prepare: simple("qcheck schema ["+strings.Join(names, " | ")+"]", schemaHelp, func(*pflag.FlagSet) action {
			return func(_ context.Context, s streams, args []string) (exitCode, error) {
				name := names[0]
				if len(args) > 0 {
					name = args[0]
					if err := noArguments("schema", args[1:]); err != nil {
						return exitUsage, err
					}
				}
				i := slices.Index(names, name)
				if i < 0 {
					return exitUsage, fmt.Errorf("no schema is called %q%s", name, near.Hint(name, names))
				}
				s.out.Write(bytes.TrimRight(schemas()[i].text, "\n"))
				s.out.WriteByte('\n')
				return exitHolds, nil
			}
		}),
	}
}
