package command

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/protocols/instance"
)

func helpCommand(all instance.Registry) command {
	return command{
		name:    "help",
		summary: "say how qcheck, or one of its commands, is used",
		prepare: simple("qcheck help [COMMAND | exit-codes]", "Says how qcheck, or one of its commands, is used.",
			func(*pflag.FlagSet) action {
				return func(_ context.Context, s streams, args []string) (exitCode, error) {
					return showHelp(s, commands(all), args)
				}
			}),
	}
}

func showHelp(s streams, all []command, args []string) (exitCode, error) {
	if len(args) == 0 {
		writeOverview(s.out, all)
		return exitHolds, nil
	}
	if args[0] == "exit-codes" {
		s.out.WriteString(exitCodesHelp)
		return exitHolds, nil
	}
	c, ok := find(all, args[0])
	if !ok {
		return exitUsage, fmt.Errorf(`no help for %q; "qcheck help" lists the commands`, args[0])
	}
	inv, err := c.prepare(args[1:])
	if err != nil {
		return exitUsage, err
	}
	writeHelp(s.out, inv)
	return exitHolds, nil
}

func writeOverview(w *bufio.Writer, all []command) {
	w.WriteString(`qcheck verifies quorum structures and quorum-based protocols exhaustively: it says
whether a structure is what it claims to be, and whether a protocol is safe, free
of deadlock and free of starvation. What is not, it shows by a witness or a run.

Usage: qcheck COMMAND [ARGUMENTS]

Commands:
`)
	for _, c := range all {
		fmt.Fprintf(w, "  %-10s %s\n", c.name, c.summary)
	}
	w.WriteString(`
"qcheck help COMMAND" says more about a command, "qcheck help exit-codes" what
the exit codes mean.
`)
}

// writeHelp writes what "qcheck COMMAND --help" prints.
func writeHelp(w *bufio.Writer, inv *invocation) {
	fmt.Fprintf(w, "Usage: %s\n\n%s\n", inv.synopsis, strings.TrimSpace(inv.help))
	fmt.Fprintf(w, "\nFlags:\n%s", flagUsages(inv.flags))
}
