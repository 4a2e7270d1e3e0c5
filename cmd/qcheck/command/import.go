package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/setsys"
	"qcheck/setsys/importer"
	"qcheck/setsys/near"
)

const importHelp = `Prints the structure file that a configuration of another system means. The
nodes are the servers that vote, by their names there; the quorums are a
threshold. "qcheck import KIND FILE | qcheck structure -" verifies it. "-" is
standard input; nothing is written to the configuration.`

func importCommand(r *runner) *cobra.Command {
	c := &cobra.Command{
		Use: "import KIND FILE", Short: "print the structure file that a configuration means", Long: importHelp,
		Args: cobra.ArbitraryArgs, FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}, // the kind is what is wrong
		RunE: func(_ *cobra.Command, args []string) error {
			var names []string
			for _, k := range importer.Kinds() {
				names = append(names, k.Name)
			}
			if len(args) > 0 {
				return fmt.Errorf("unknown kind of configuration %q%s", args[0], near.Hint(args[0], names))
			}
			return errors.New("no kind of configuration named (known: " + strings.Join(names, ", ") + ")")
		},
	}
	for _, k := range importer.Kinds() {
		values := map[string]*string{}
		sub := &cobra.Command{
			Use: k.Name + " FILE", Short: k.Summary, Long: importMeaning(k), Args: files("configuration", 1),
			RunE: r.does(func(ctx context.Context, s streams, args []string) (exitCode, error) {
				flags := map[string]string{}
				for name, value := range values {
					if *value != "" {
						flags[name] = *value
					}
				}
				return printImported(ctx, s, k.Name, args[0], flags)
			}),
		}
		for _, f := range k.Flags {
			values[f.Name] = new(string)
			text(sub.Flags(), values[f.Name], f.Name, f.Value, "", f.Usage)
			suggest(sub, f.Name, f.Words...)
		}
		c.AddCommand(sub)
	}
	return c
}

// importMeaning says in lines of 80 characters what a configuration means.
func importMeaning(k importer.Kind) string {
	var paragraphs []string
	for _, p := range strings.Split("Reads "+k.Summary+".\n\n"+k.Meaning, "\n\n") {
		if !strings.HasPrefix(p, " ") {
			p = strings.TrimSuffix(wrap(p, 80, ""), "\n")
		}
		paragraphs = append(paragraphs, p)
	}
	return strings.Join(paragraphs, "\n\n")
}

// maxConfiguration is how many bytes a configuration may have: what is read of it takes a
// hundred times as much memory, and more.
const maxConfiguration = 4 << 20

func printImported(ctx context.Context, s streams, kind, file string, flags map[string]string) (exitCode, error) {
	data, err := readInput(ctx, s.in, file)
	if err != nil {
		return exitHolds, err
	}
	if len(data) > maxConfiguration {
		return exitUsage, fmt.Errorf("%s: a configuration has at most %d MiB", displayName(file), maxConfiguration>>20)
	}
	structure, err := importer.Import(kind, displayName(file), data, flags)
	if err != nil {
		return exitUsage, err
	}
	if err := setsys.Encode(s.out, structure); err != nil {
		return exitInternal, internal(err)
	}
	return exitHolds, nil
}
