// Package papers has the command corpus, which judges the claims of the papers.
package papers

import (
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
