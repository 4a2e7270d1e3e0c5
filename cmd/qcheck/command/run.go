// Package command is the command qcheck, with whichever algorithms it is given: a
// program with one of its own calls Main with them. The commands are in the rooms below it:
// structures, protocols and papers, which share console; those about qcheck itself are here.
package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/cmd/qcheck/command/papers"
	"qcheck/cmd/qcheck/command/protocols"
	"qcheck/cmd/qcheck/command/searches"
	"qcheck/cmd/qcheck/command/serve"
	"qcheck/cmd/qcheck/command/structures"
	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/near"
)

// commands returns the tree of commands.
func commands(env *console.Env) *cobra.Command {
	root := &cobra.Command{
		Use:   "qcheck",
		Short: "verify quorum structures and quorum-based protocols exhaustively",
		Long: `qcheck verifies quorum structures and quorum-based protocols exhaustively. It
decides whether a structure has the properties of its kind, and whether a
protocol is safe, free of deadlock and free of starvation. Each violation is
shown by a witness or by a run.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if asked, _ := c.Flags().GetBool("version"); asked {
				fmt.Fprintln(env.Out, console.Version())
				return nil
			}
			if len(args) == 0 {
				return c.Help()
			}
			return unknownCommand(c, args[0])
		},
	}
	root.SetIn(env.In)
	root.SetOut(env.Out)
	root.SetErr(env.Err)
	playground := serve.Commands(env, func() *cobra.Command {
		return commands(&console.Env{All: env.All, Streams: console.NewStreams(strings.NewReader(""), io.Discard, io.Discard)})
	}, func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		return Run(ctx, env.All, args, stdin, stdout, stderr)
	})
	for _, g := range []struct {
		id, title string
		commands  []*cobra.Command
	}{
		{"structures", "Structures:", append(structures.Commands(env), searches.Command(env))},
		{"protocols", "Protocols:", protocols.Commands(env)},
		{"papers", "Papers:", []*cobra.Command{papers.Command(env)}},
		{"reference", "Reference:", append(playground, listCommand(env), explainCommand(env), schemaCommand(env))},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			root.AddCommand(c)
		}
	}
	addHelp(env, root, "reference")
	return root
}

// Main is the main function of qcheck with the given algorithms: those of package
// protocols, and others.
func Main(all instance.Registry) {
	ctx, cancel := context.WithCancelCause(context.Background())
	onInterrupt(cancel)
	os.Exit(Run(ctx, all, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Run is the whole of qcheck: it does what args say with the given streams and
// returns the exit code. When ctx ends, what has been found so far is the result.
func Run(ctx context.Context, all instance.Registry, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	r := &console.Env{All: all, Args: args, Streams: console.NewStreams(stdin, stdout, stderr), Elsewhere: violatedElsewhere}
	return int(execute(ctx, r, commands(r), args))
}

// execute runs the command that args name.
func execute(ctx context.Context, env *console.Env, root *cobra.Command, args []string) console.ExitCode {
	root.SetArgs(append([]string{}, args...)) // nil would be those of the process
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if c == root && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
			return unknownCommand(root, args[0])
		}
		return flagError(c, err)
	})
	err := guarded(ctx, env, root)
	if lost := env.Out.Flush(); lost != nil {
		env.Warn("writing the result: %v", console.Pathless(lost))
		if errors.Is(err, lost) { // and nothing else is wrong
			return console.ExitUsage
		}
		env.Code = env.Code.And(console.ExitUsage)
	}
	if err != nil {
		env.Warn("%v", err)
		env.Code = env.Code.And(console.CodeOfError(err))
	}
	return env.Code
}

// guarded executes the command; a panic is a fault of qcheck, or a mistake in a protocol.
func guarded(ctx context.Context, env *console.Env, root *cobra.Command) (err error) {
	defer func() {
		p := recover()
		if m, ok := p.(*explore.Mistake); ok {
			err = m
		} else if p != nil {
			env.Warn("internal error: %v", p)
			fmt.Fprintf(env.Err, "%s", debug.Stack())
			env.Code = console.ExitInternal
		}
	}()
	return root.ExecuteContext(ctx)
}

func unknownCommand(parent *cobra.Command, name string) error {
	var known []string
	for _, c := range parent.Commands() {
		known = append(known, c.Name())
	}
	hint := near.Meant(name, known)
	if strings.HasSuffix(name, ".json") {
		hint = "; a structure file is verified by: qcheck structure " + instance.Quote(name)
	}
	return fmt.Errorf("unknown command %q%s", name, cmp.Or(hint, `; "qcheck help" lists them`))
}

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
		return fmt.Errorf("--%s needs %s, not %s", invalid.GetFlag().Name, needed, setsys.Quote(invalid.GetValue()))
	case !errors.As(err, &missing):
	case len(missing.GetSpecifiedShortnames()) > 1:
		// pflag reads -name as letters.
		if name, _, _ := strings.Cut(missing.GetSpecifiedShortnames(), "="); c.Flags().Lookup(name) != nil {
			return fmt.Errorf(`flags of more than a letter have two dashes: --%s`, name)
		}
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
