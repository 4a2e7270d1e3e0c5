package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
)

func manCommand(env *console.Env) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "print the manual page", Args: console.NoArguments,
		Long: `Prints the manual page qcheck(1), which has the help of every command:

  qcheck man | man -l -
  qcheck man > /usr/local/share/man/man1/qcheck.1`,
		RunE: func(c *cobra.Command, _ []string) error {
			writeManual(env.Streams, c.Root())
			return nil
		},
	}
}

// writeManual writes the help of all commands in roff. The texts are laid out
// already, so nothing is filled.
func writeManual(s console.Streams, root *cobra.Command) {
	verbatim := func(text string) {
		text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(strings.TrimSpace(text))
		for line := range strings.SplitSeq(text, "\n") {
			if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
				line = `\&` + line
			}
			fmt.Fprintln(s.Out, line)
		}
	}
	fmt.Fprintf(s.Out, ".TH QCHECK 1\n.SH NAME\nqcheck \\- %s\n.SH DESCRIPTION\n.nf\n", root.Short)
	verbatim(root.Long)
	var write func(parent *cobra.Command)
	write = func(parent *cobra.Command) {
		for _, c := range parent.Commands() {
			if c.Hidden {
				continue
			}
			fmt.Fprintf(s.Out, ".SH %q\n", strings.ToUpper(strings.TrimPrefix(c.CommandPath(), "qcheck ")))
			verbatim(c.Long + "\n\n" + c.UsageString())
			write(c)
		}
	}
	write(root)
}
