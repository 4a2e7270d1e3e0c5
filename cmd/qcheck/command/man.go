package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/setsys/near"
)

// addHelp has the commands that cobra brings with it speak as the others do.
func addHelp(env *console.Env, root *cobra.Command, group string) {
	width := fmt.Sprintf(".LocalFlags.FlagUsagesWrapped %d", env.Within(80))
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(), ".LocalFlags.FlagUsages", width, 1))
	root.SetVersionTemplate("{{.Version}}\n")
	root.AddCommand(&cobra.Command{
		Use: "exit-codes", Short: "say what the exit codes mean", Long: exitCodesHelp, GroupID: group, Args: console.NoArguments,
		Run: func(c *cobra.Command, _ []string) { fmt.Fprint(env.Out, exitCodesHelp) },
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

// exitCodesHelp is the text of "qcheck help exit-codes".
const exitCodesHelp = `Exit codes:

  0  every property checked holds, and every requirement is met
  1  at least one property is violated, or one requirement is not met
  2  a usage error, input that cannot be read, or a result that cannot be
     written
  3  nothing is violated, but at least one property is unknown: a limit was
     reached, qcheck was interrupted, or there was nothing to judge
  4  an internal error: a fault of qcheck, not of its input

When several apply, the first of 4, 2, 1, 3, 0 is used: a violation found
before an interrupt exits with 1.
`

// flagError says in one line what is wrong with a flag.
func flagError(c *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var missing *pflag.NotExistError
	see := fmt.Sprintf(`; see "%s --help"`, c.CommandPath())
	switch {
	case errors.As(err, &invalid):
		needed := errors.Unwrap(invalid).Error()
		if invalid.GetFlag().Value.Type() == "bool" {
			needed = "true or false"
		}
		return fmt.Errorf("--%s needs %s, not %q", invalid.GetFlag().Name, needed, invalid.GetValue())
	case !errors.As(err, &missing):
	case len(missing.GetSpecifiedName()) > 1:
		// What is checked has another name for structures than for protocols.
		for name, other := range map[string]string{"property": "check", "check": "property"} {
			if missing.GetSpecifiedName() == name && c.Flags().Lookup(other) != nil {
				return fmt.Errorf(`%w: did you mean "--%s"?`, err, other)
			}
		}
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		if meant := near.Meant("--"+missing.GetSpecifiedName(), known); meant != "" {
			return fmt.Errorf("%w%s", err, meant)
		}
	}
	if !c.HasParent() {
		see = " (the flags of a command follow its name)" + see
	}
	return fmt.Errorf("%w%s", err, see)
}
