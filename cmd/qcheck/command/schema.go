package command

import (
	"bytes"
	"context"
	_ "embed"

	"github.com/spf13/pflag"

	"qcheck/setsys"
)

const schemaHelp = `Prints a JSON Schema (draft 2020-12), for editors and other tools: of structure
files, or with an argument

  results     of what "qcheck structure --json" prints
  protocol    of what "qcheck protocol --json" prints
  measure     of what "qcheck protocol --measure --json" prints
  analysis    of what "qcheck analyze --json" prints
  tables      of what "qcheck tables --json" prints
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

func schemaCommand() command {
	return command{
		name:    "schema",
		summary: "print the JSON Schema of structure files, of traces, or of results",
		prepare: simple("qcheck schema [results | protocol | measure | analysis | tables | simulation | trace]", schemaHelp, func(*pflag.FlagSet) action { return printSchema }),
	}
}

func printSchema(_ context.Context, s streams, args []string) (exitCode, error) {
	schema := setsys.Schema()
	if len(args) > 0 {
		switch args[0] {
		case "results":
			schema = resultsSchema
		case "protocol":
			schema = explorationSchema
		case "analysis":
			schema = analyzeSchema
		case "tables":
			schema = tablesSchemaFile
		case "measure":
			schema = measureSchemaFile
		case "simulation":
			schema = simulateSchemaFile
		case "trace":
			schema = traceSchema
		default:
			return exitUsage, noArguments("schema", args)
		}
		if err := noArguments("schema", args[1:]); err != nil {
			return exitUsage, err
		}
	}
	s.out.Write(schema)
	if !bytes.HasSuffix(schema, []byte("\n")) {
		s.out.WriteByte('\n')
	}
	return exitHolds, nil
}
