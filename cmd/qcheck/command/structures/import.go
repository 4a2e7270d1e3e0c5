package structures

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/setsys"
	"qcheck/setsys/fault"
	"qcheck/setsys/importer"
	"qcheck/setsys/input"
)

const importHelp = `Prints the structure file that a configuration of another system means. The
nodes are the servers that vote, by their names there; the quorums are a
threshold. "qcheck import KIND FILE | qcheck structure -" verifies it. "-" is
standard input; nothing is written to the configuration.

--domains names failure domains, such as racks and regions, which most of these
configurations do not: a JSON file as {"fra": ["s1", "s2"], "iad": ["s3"]}.`

func importCommand(env *console.Env) *cobra.Command {
	c := &cobra.Command{
		Use: "import KIND FILE", Short: "print the structure file that a configuration means", Long: importHelp,
		Args: cobra.ArbitraryArgs, FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}, // the kind is what is wrong
		RunE: func(_ *cobra.Command, args []string) error {
			var names []string
			for _, k := range importer.Kinds() {
				names = append(names, k.Name)
			}
			if len(args) > 0 {
				return importer.Unknown(args[0])
			}
			return errors.New("no kind of configuration named (known: " + strings.Join(names, ", ") + ")")
		},
	}
	for _, k := range importer.Kinds() {
		values := map[string]*string{}
		var domains string
		sub := &cobra.Command{
			Use: k.Name + " FILE", Short: k.Summary, Long: importMeaning(k), Args: console.Files("configuration", 1),
			RunE: env.Does(func(ctx context.Context, s console.Streams, args []string) (console.ExitCode, error) {
				flags := map[string]string{}
				for name, value := range values {
					if *value != "" {
						flags[name] = *value
					}
				}
				return printImported(ctx, s, k.Name, args[0], domains, flags)
			}),
		}
		for _, f := range k.Flags {
			values[f.Name] = new(string)
			console.TextFlag(sub.Flags(), values[f.Name], f.Name, f.Value, "", f.Usage)
			console.Suggest(sub, f.Name, f.Words...)
		}
		console.TextFlag(sub.Flags(), &domains, "domains", "FILE", "", "failure domains, in place of those of the configuration: JSON, the servers of each by its name")
		c.AddCommand(sub)
	}
	return c
}

// importMeaning says in lines of 80 characters what a configuration means.
func importMeaning(k importer.Kind) string {
	var paragraphs []string
	for _, p := range strings.Split("Reads "+k.Summary+".\n\n"+k.Meaning, "\n\n") {
		if !strings.HasPrefix(p, " ") {
			p = strings.TrimSuffix(console.Wrap(p, 80, ""), "\n")
		}
		paragraphs = append(paragraphs, p)
	}
	return strings.Join(paragraphs, "\n\n")
}

// maxConfiguration is how many bytes a configuration may have: what is read of it takes a
// hundred times as much memory, and more.
const maxConfiguration = 4 << 20

func printImported(ctx context.Context, s console.Streams, kind, file, domains string, flags map[string]string) (console.ExitCode, error) {
	if domains == console.StdinName {
		return console.ExitUsage, errors.New("--domains reads a file, not standard input")
	}
	var sets []byte
	if domains != "" {
		var err error
		if sets, err = console.ReadInput(ctx, s.In, domains); err != nil {
			return console.ExitHolds, err
		}
	}
	data, err := console.ReadInput(ctx, s.In, file)
	if err != nil {
		return console.ExitHolds, err
	}
	if len(data) > maxConfiguration {
		return console.ExitUsage, fmt.Errorf("%s: a configuration has at most %d MiB", console.DisplayName(file), maxConfiguration>>20)
	}
	structure, err := input.Await(ctx, "while it was imported", func() (*setsys.Structure, error) {
		return importer.Import(ctx, kind, console.DisplayName(file), data, flags)
	})
	if err != nil {
		return console.ExitHolds, err
	}
	if domains != "" {
		if structure.Domains, err = setsys.DecodeDomains(domains, sets, structure.Universe); err != nil {
			return console.ExitUsage, err
		}
	}
	if err := setsys.Encode(s.Out, structure); err != nil {
		return console.ExitInternal, &fault.Fault{Err: err}
	}
	return console.ExitHolds, nil
}
