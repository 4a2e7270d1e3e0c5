//go:build !js

package serve

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commands are those that the page may call, and whether their arguments are names of files.
var commands = map[string]bool{
	"structure": true, "analyze": true, "byzantine": true, "compare": true, "import": true, "replay": true,
	"construct": false, "protocol": false, "walk": false, "simulate": false, "list": false, "explain": false,
}

// plain is the name of a file in the folder of the run.
var plain = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*$`)

// longest is how many letters the name of such a file has at most.
const longest = 100

// typed are the lines of a walk: what they may say needs no files.
var typed = regexp.MustCompile(`^((\d+|(back|next)( \d+)?|run|quit)\n)*$`)

// refuse says why the arguments are not run, nil if they are: all files that they name are in the
// folder of the run. What else is wrong with them the command itself says.
func refuse(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("no command is given")
	}
	takesFiles, known := commands[args[0]]
	if !known {
		return fmt.Errorf("the playground does not run %q; in a terminal, qcheck does", args[0])
	}
	c, rest, err := root.Find(args)
	if err != nil || c.ParseFlags(rest) != nil {
		return nil // the command says so, and does nothing else
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if err == nil {
			err = refuseFlag(f)
		}
	})
	for _, name := range c.Flags().Args() {
		if err == nil && takesFiles && !plain.MatchString(name) {
			err = fmt.Errorf("%q: the playground reads the files that it was given only, such as structure.json", name)
		}
	}
	return err
}

// refuseFlag says why a flag may not have its value.
func refuseFlag(f *pflag.Flag) error {
	value, kind := f.Value.String(), f.Value.Type()
	switch {
	case strings.HasPrefix(kind, "DIR"):
		return fmt.Errorf("--%s: the playground writes no folders; in a terminal, qcheck does", f.Name)
	case f.Name == "param" && strings.ContainsAny(value, `/\`):
		return fmt.Errorf("--%s %s: the playground reads the files that it was given only", f.Name, value)
	case !strings.HasPrefix(kind, "FILE"):
		return nil
	case f.Name == "html" || f.Name == "trace" && strings.HasPrefix(f.Usage, "write"):
		if !slices.Contains(outputs, value) {
			return fmt.Errorf("--%s %s: the playground writes the files %s only", f.Name, value, strings.Join(outputs, " and "))
		}
	case strings.HasPrefix(f.Usage, "write") || strings.HasPrefix(f.Usage, "draw"):
		return fmt.Errorf("--%s: the playground writes no such file; in a terminal, qcheck does", f.Name)
	case !plain.MatchString(value):
		return fmt.Errorf("--%s %s: the playground reads the files that it was given only, such as structure.json", f.Name, value)
	}
	return nil
}
