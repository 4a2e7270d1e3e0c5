package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"qcheck/protocols/instance"
)

// A runner is one run of qcheck. Commands are made with it, and leave their exit
// code in it.
type runner struct {
	streams
	all  instance.Registry
	args []string // those of the program
	code exitCode
}

// An action runs a subcommand with the arguments that are left after its
// flags. The code is that of what it found; an error has one of its own (see
// codeOfError).
type action func(ctx context.Context, s streams, args []string) (exitCode, error)

// does makes an action what cobra runs.
func (r *runner) does(act action) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) (err error) {
		r.code, err = act(c.Context(), r.streams, args)
		return err
	}
}

// noArguments is for commands that have none.
func noArguments(c *cobra.Command, args []string) error { return atMost(0, c, args) }

func atMost(n int, c *cobra.Command, args []string) error {
	if len(args) <= n {
		return nil
	}
	return fmt.Errorf(`unexpected argument %q; see "%s --help"`, args[n], c.CommandPath())
}

// files is for commands that have files of a kind, at most so many.
func files(kind string, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf(`no %s given ("-" is standard input); see "%s --help"`, kind, c.CommandPath())
		}
		return atMost(most, c, args)
	}
}
