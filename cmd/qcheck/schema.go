package main

import (
	"bytes"
	"context"

	"github.com/spf13/pflag"

	"qcheck/setsys"
)

func schemaCommand() command {
	return command{
		name:    "schema",
		summary: "print the JSON Schema of structure files",
		prepare: simple("qcheck schema", "Prints the JSON Schema (draft 2020-12) of structure files, for editors and\nother tools.",
			func(*pflag.FlagSet) action { return printSchema }),
	}
}

func printSchema(_ context.Context, s streams, args []string) (exitCode, error) {
	if err := noArguments("schema", args); err != nil {
		return exitUsage, err
	}
	schema := setsys.Schema()
	s.out.Write(schema)
	if !bytes.HasSuffix(schema, []byte("\n")) {
		s.out.WriteByte('\n')
	}
	return exitHolds, nil
}
