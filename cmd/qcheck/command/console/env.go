package console

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"qcheck/protocols/instance"
)

// An Env is one run of qcheck. Commands are made with it, and leave their exit code in it.
type Env struct {
	Streams
	All  instance.Registry // the algorithms that there are
	Args []string          // those of the program
	Code ExitCode
	// Elsewhere returns a property that a variant violates in some instance on record, or nothing. It may be nil.
	Elsewhere func(algorithm, variant string) string
}

// An Action runs a subcommand with the arguments that are left after its
// flags. The code is that of what it found; an error has one of its own (see
// CodeOfError).
type Action func(ctx context.Context, s Streams, args []string) (ExitCode, error)

// Does makes an action what cobra runs.
func (e *Env) Does(act Action) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) (err error) {
		e.Code, err = act(c.Context(), e.Streams, args)
		return err
	}
}

// NoArguments is for commands that have none.
func NoArguments(c *cobra.Command, args []string) error { return AtMost(0, c, args) }

// AtMost is for commands that have at most so many arguments.
func AtMost(n int, c *cobra.Command, args []string) error {
	if len(args) <= n {
		return nil
	}
	return fmt.Errorf(`unexpected argument %q; see "%s --help"`, args[n], c.CommandPath())
}

// Files is for commands that have files of a kind, at most so many.
func Files(kind string, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf(`no %s given ("-" is standard input); see "%s --help"`, kind, c.CommandPath())
		}
		return AtMost(most, c, args)
	}
}
