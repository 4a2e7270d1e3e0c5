package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
)

func versionCommand(env *console.Env) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version of qcheck", Args: console.NoArguments,
		Long: "Prints the version of qcheck, the commit it was built from where that is known,\nand the version of Go that built it.",
		RunE: env.Does(func(_ context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
			fmt.Fprintln(s.Out, console.Version())
			return console.ExitHolds, nil
		}),
	}
}
