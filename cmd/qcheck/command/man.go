package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/setsys/near"
)

// addHelp has the commands that cobra brings with it speak as the others do.
func addHelp(r *runner, root *cobra.Command, group string) {
	width := fmt.Sprintf(".LocalFlags.FlagUsagesWrapped %d", r.within(80))
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(), ".LocalFlags.FlagUsages", width, 1))
	root.SetVersionTemplate("{{.Version}}\n")
	root.AddCommand(&cobra.Command{
		Use: "exit-codes", Short: "say what the exit codes mean", Long: exitCodesHelp, GroupID: group, Args: noArguments,
		Run: func(c *cobra.Command, _ []string) { fmt.Fprint(r.out, exitCodesHelp) },
	})
	root.SetHelpCommand(&cobra.Command{
		Use: "help [COMMAND]", Short: "say how qcheck, or one of its commands, is used", GroupID: group,
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(c, args[len(args)-1])
			}
			c.InitDefaultHelpFlag()
			c.InitDefaultVersionFlag()
			return c.Help()
		},
	})
	root.SetCompletionCommandGroupID(group)
	root.InitDefaultCompletionCmd()
	completion, _, _ := root.Find([]string{"completion"})
	completion.Short = "print a script with which a shell completes commands"
	completion.Args, completion.RunE = cobra.ArbitraryArgs, func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("no completion for the shell %q%s", args[0], near.Hint(args[0], []string{"bash", "fish", "powershell", "zsh"}))
		}
		return c.Help()
	}
	inOrder(root)
}

// inOrder has the help list flags in the order of their definition.
func inOrder(c *cobra.Command) {
	c.Flags().SortFlags = false
	for _, sub := range c.Commands() {
		inOrder(sub)
	}
}

func manCommand(r *runner) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "print the manual page", Args: noArguments,
		Long: `Prints the manual page qcheck(1), which has the help of every command:

  qcheck man | man -l -
  qcheck man > /usr/local/share/man/man1/qcheck.1`,
		RunE: func(c *cobra.Command, _ []string) error {
			writeManual(r.streams, c.Root())
			return nil
		},
	}
}

// writeManual writes the help of all commands in roff. The texts are laid out
// already, so nothing is filled.
func writeManual(s streams, root *cobra.Command) {
	verbatim := func(text string) {
		text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(strings.TrimSpace(text))
		for line := range strings.SplitSeq(text, "\n") {
			if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
				line = `\&` + line
			}
			fmt.Fprintln(s.out, line)
		}
	}
	fmt.Fprintf(s.out, ".TH QCHECK 1\n.SH NAME\nqcheck \\- %s\n.SH DESCRIPTION\n.nf\n", root.Short)
	verbatim(root.Long)
	var write func(parent *cobra.Command)
	write = func(parent *cobra.Command) {
		for _, c := range parent.Commands() {
			if c.Hidden {
				continue
			}
			fmt.Fprintf(s.out, ".SH %q\n", strings.ToUpper(strings.TrimPrefix(c.CommandPath(), "qcheck ")))
			verbatim(c.Long + "\n\n" + c.UsageString())
			write(c)
		}
	}
	write(root)
}
