// Package command is the command qcheck, with whichever algorithms it is given: a
// program with one of its own calls Main with them. There is a file for each
// subcommand, and one for each of the larger parts of one.
package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/near"
)

// streams are where a command reads and writes. Out is buffered; a command may
// flush it where a part is complete. It keeps its first error, which dispatch
// reports, so that writers need not look.
type streams struct {
	in    io.Reader
	out   *bufio.Writer
	err   io.Writer
	style style // of out
	width int   // how many characters a line of out may have, 0 for no limit
}

// warn writes to standard error, prefixed with the command's name: a line, or
// one for each of several errors.
func (s streams) warn(format string, args ...any) {
	lines := strings.Split(strings.TrimSpace(fmt.Sprintf(format, args...)), "\n")
	for i := range lines {
		lines[i] = setsys.Printable(lines[i])
	}
	fmt.Fprintf(s.err, "qcheck: %s\n", strings.Join(lines, "\n"))
}

// An action runs a subcommand with the arguments that are left after its
// flags. The code is that of what it found; an error has one of its own (see
// codeOfError).
type action func(ctx context.Context, s streams, args []string) (exitCode, error)

// A command is a subcommand.
type command struct {
	name    string
	summary string // one line
	// prepare reads as much of the arguments as decides which flags there are.
	prepare func(args []string) (*invocation, error)
}

// An invocation is a subcommand that is ready to read its flags.
type invocation struct {
	path     string // the words of the subcommand: "construct majority"
	synopsis string // how it is called
	help     string // what it does, in paragraphs
	flags    *pflag.FlagSet
	args     []string // what flags reads
	act      action
}

// commands returns the subcommands, in the order in which help lists them.
func commands(all instance.Registry) []command {
	return []command{
		structureCommand(),
		constructCommand(),
		analyzeCommand(),
		protocolCommand(all),
		replayCommand(all),
		corpusCommand(),
		simulateCommand(all),
		listCommand(all),
		schemaCommand(),
		versionCommand(),
		helpCommand(all),
	}
}

// Main is the main function of qcheck with the given algorithms: those of package
// protocols, and others.
func Main(all instance.Registry) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	os.Exit(Run(ctx, all, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Run is the whole of qcheck: it does what args say with the given streams and
// returns the exit code. When ctx ends, what has been found so far is the result.
func Run(ctx context.Context, all instance.Registry, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return int(dispatch(ctx, commands(all), args, stdin, stdout, stderr))
}

func dispatch(ctx context.Context, table []command, args []string, stdin io.Reader, stdout, stderr io.Writer) (code exitCode) {
	s := streams{in: stdin, out: bufio.NewWriter(stdout), err: stderr, style: styleOf(stdout), width: textWidth(stdout)}
	code, err := guarded(ctx, table, s, args)
	if lost := s.out.Flush(); lost != nil {
		s.warn("writing the result: %v", pathless(lost))
		if errors.Is(err, lost) { // and nothing else is wrong
			return exitUsage
		}
		code = code.and(exitUsage)
	}
	if err != nil {
		s.warn("%v", err)
		code = code.and(codeOfError(err))
	}
	return code
}

// guarded is call; a panic is a fault of qcheck.
func guarded(ctx context.Context, table []command, s streams, args []string) (code exitCode, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.warn("internal error: %v", p)
			fmt.Fprintf(s.err, "%s", debug.Stack())
			code = exitInternal
		}
	}()
	return call(ctx, table, s, args)
}

// call finds the subcommand, reads its flags and runs it.
func call(ctx context.Context, table []command, s streams, args []string) (exitCode, error) {
	name, rest := "help", args
	if len(args) > 0 {
		name, rest = args[0], args[1:]
	}
	switch name {
	case "-h", "--help":
		name = "help"
	case "-v", "--version":
		name = "version"
	}
	c, ok := find(table, name)
	if name == "tables" {
		return exitUsage, errors.New(`"qcheck tables" is now "qcheck corpus --tables"`)
	}
	if !ok {
		var known []string
		for _, c := range table {
			known = append(known, c.name)
		}
		return exitUsage, fmt.Errorf("unknown command %q%s", name, cmp.Or(near.Meant(name, known), `; "qcheck help" lists them`))
	}
	inv, err := c.prepare(rest)
	if err != nil {
		return exitUsage, err
	}
	if err := inv.flags.Parse(inv.args); errors.Is(err, pflag.ErrHelp) {
		writeHelp(s.out, inv)
		return exitHolds, nil
	} else if err != nil {
		return exitUsage, fmt.Errorf(`%s; see "qcheck %s --help"`, flagError(inv.flags, err), inv.path)
	}
	return inv.act(ctx, s, inv.flags.Args())
}

func find(table []command, name string) (command, bool) {
	for _, c := range table {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// simple returns a prepare function for a subcommand whose flags do not depend
// on its arguments. Setup defines them and returns what to do.
func simple(synopsis, help string, setup func(*pflag.FlagSet) action) func([]string) (*invocation, error) {
	return func(args []string) (*invocation, error) {
		fs := newFlags()
		return &invocation{path: strings.Fields(synopsis)[1], synopsis: synopsis, help: help, flags: fs, args: args, act: setup(fs)}, nil
	}
}
