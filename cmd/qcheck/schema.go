package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"

	"github.com/spf13/pflag"

	"qcheck/setsys"
)

const schemaHelp = `Prints a JSON Schema (draft 2020-12), for editors and other tools: of structure
files, or, with the argument "results", of what "qcheck structure --json"
prints.`

//go:embed structure.schema.json
var resultsSchema []byte

func schemaCommand() command {
	return command{
		name:    "schema",
		summary: "print the JSON Schema of structure files, or of results",
		prepare: simple("qcheck schema [results]", schemaHelp, func(*pflag.FlagSet) action { return printSchema }),
	}
}

func printSchema(_ context.Context, s streams, args []string) (exitCode, error) {
	schema := setsys.Schema()
	if len(args) > 0 && args[0] == "results" {
		schema, args = resultsSchema, args[1:]
	}
	if len(args) > 0 {
		return exitUsage, fmt.Errorf(`unexpected argument %q; see "qcheck schema --help"`, args[0])
	}
	s.out.Write(schema)
	if !bytes.HasSuffix(schema, []byte("\n")) {
		s.out.WriteByte('\n')
	}
	return exitHolds, nil
}
