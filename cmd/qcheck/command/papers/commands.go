// Package papers has the command corpus, which judges the claims of the papers.
package papers

import (
	"embed"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
)

// Commands returns the commands about the papers.
func Commands(env *console.Env) []*cobra.Command {
	return []*cobra.Command{
		corpusCommand(env),
		tablesMoved(),
	}
}

// Schemas has the JSON Schema of each document that the commands print, NAME.schema.json.
//
//go:embed *.schema.json
var Schemas embed.FS
