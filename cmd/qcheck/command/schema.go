package command

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/cmd/qcheck/command/protocols"
	"qcheck/cmd/qcheck/command/searches"
	"qcheck/cmd/qcheck/command/structures"
	"qcheck/setsys"
	"qcheck/setsys/near"
)

const schemaHelp = "Prints a JSON Schema (draft 2020-12), for editors and other tools:\n\n"

// schemas has the names of the schemas, the default first, and what each is of. Those of what a
// command prints are in a file NAME.schema.json beside it.
var schemas = []struct{ name, of string }{
	{"structure", "of structure files; the default"},
	{"results", `of what "qcheck structure --json" prints`},
	{"protocol", `of what "qcheck protocol --json" prints`},
	{"measure", `of what "qcheck protocol --measure --json" prints`},
	{"analysis", `of what "qcheck analyze --json" prints`},
	{"comparison", `of what "qcheck compare --json" prints`},
	{"byzantine", `of what "qcheck byzantine --json" prints`},
	{"patterns", `of what "qcheck patterns --json" prints`},
	{"simulation", `of what "qcheck simulate --json" prints`},
	{"sweep", `of what "qcheck merge --json" prints`},
	{"search", `of what "qcheck search --json" prints`},
	{"walk", `of a line of "qcheck walk --json"`},
	{"certify", `of what "qcheck certify --json" prints`},
	{"prove", `of what "qcheck prove --json" prints`},
	{"trace", `of trace files, which "qcheck protocol --trace" writes and
              "qcheck replay" reads`},
}

// schemaText is the schema of that name.
func schemaText(name string) []byte {
	for _, room := range []embed.FS{structures.Schemas, searches.Schemas, protocols.Schemas} {
		if text, err := room.ReadFile(name + ".schema.json"); err == nil {
			return text
		}
	}
	return setsys.Schema()
}

func schemaCommand(env *console.Env) *cobra.Command {
	var names []string
	help := schemaHelp
	for _, x := range schemas {
		names = append(names, x.name)
		help += fmt.Sprintf("  %-10s  %s\n", x.name, x.of)
	}
	return &cobra.Command{
		Use: "schema [NAME]", Short: "print the JSON Schema of structure files, traces or results", Long: strings.TrimSpace(help),
		ValidArgs: names, Args: func(c *cobra.Command, args []string) error { return console.AtMost(1, c, args) },
		RunE: env.Does(func(_ context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			i := 0
			if len(args) > 0 {
				i = slices.Index(names, args[0])
			}
			if i < 0 {
				return console.ExitUsage, fmt.Errorf("no schema is called %q%s", args[0], near.Hint(args[0], names))
			}
			s.Out.Write(bytes.TrimRight(schemaText(schemas[i].name), "\n"))
			s.Out.WriteByte('\n')
			return console.ExitHolds, nil
		}),
	}
}
