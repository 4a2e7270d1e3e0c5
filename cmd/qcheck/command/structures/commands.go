// Package structures has the commands about structures of quorums: structure, construct, import,
// analyze, compare, byzantine and patterns. Each command has its flags, its text and its document together.
package structures

import (
	"embed"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
)

// Commands returns the commands about structures.
func Commands(env *console.Env) []*cobra.Command {
	return []*cobra.Command{
		structureCommand(env),
		constructCommand(env),
		importCommand(env),
		analyzeCommand(env),
		compareCommand(env),
		byzantineCommand(env),
		patternsCommand(env),
	}
}

// Schemas has the JSON Schema of each document that the commands print, NAME.schema.json.
//
//go:embed *.schema.json
var Schemas embed.FS
