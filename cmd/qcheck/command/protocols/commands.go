// Package protocols has the commands about protocols: protocol, replay, walk, certify, simulate,
// sweep, merge, and the tasks of large searches.
package protocols

import (
	"embed"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
)

// Commands returns the commands about protocols.
func Commands(env *console.Env) []*cobra.Command {
	return []*cobra.Command{
		protocolCommand(env),
		replayCommand(env),
		walkCommand(env),
		certifyCommand(env),
		proveCommand(env),
		simulateCommand(env),
		sweepCommand(env),
		mergeCommand(env),
		tasksCommand(env),
	}
}

// Schemas has the JSON Schema of each document that the commands print, NAME.schema.json.
//
//go:embed *.schema.json
var Schemas embed.FS
