package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

func versionCommand(r *runner) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version of qcheck", Args: noArguments,
		Long: "Prints the version of qcheck, the commit it was built from where that is known,\nand the version of Go that built it.",
		RunE: r.does(func(_ context.Context, s streams, _ []string) (exitCode, error) {
			fmt.Fprintln(s.out, version())
			return exitHolds, nil
		}),
	}
}
