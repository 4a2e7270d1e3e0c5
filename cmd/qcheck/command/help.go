package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/setsys/near"
)

// addHelp has the commands that cobra brings with it speak as the others do.
func addHelp(env *console.Env, root *cobra.Command, group string) {
	usage := root.UsageFunc()
	root.SetUsageFunc(func(c *cobra.Command) error { // a template would have the linker keep what nobody calls
		var b strings.Builder
		out := c.OutOrStderr()
		c.SetOut(&b)
		err := usage(c)
		c.SetOut(out)
		flags := strings.TrimRight(c.LocalFlags().FlagUsages(), " \n")
		within := strings.TrimRight(c.LocalFlags().FlagUsagesWrapped(env.Within(80)), " \n")
		fmt.Fprint(out, strings.Replace(b.String(), flags, within, 1))
		return err
	})
	root.InitDefaultHelpFlag()
	root.Flags().BoolP("version", "v", false, "print the version of qcheck, its commit and that of Go")
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
