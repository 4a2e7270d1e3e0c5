package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/cmd/qcheck/command/structures"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/near"
)

const listHelp = `Lists the constructions with their parameters, the kind of structure they print,
the claim about them and its source; the kinds with their properties; and the
protocols: the algorithms with their variants and the structures they run on.
With a name, it lists only that construction, kind or algorithm.`

func listCommand(env *console.Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list [constructions | kinds | protocols | NAME]", Short: "list constructions, kinds with their properties, and protocols", Long: listHelp,
		ValidArgs: listNames(env.All), Args: func(c *cobra.Command, args []string) error { return console.AtMost(1, c, args) },
		RunE: env.Does(func(_ context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			l, err := selectListing(env.All, args)
			if err != nil {
				return console.ExitUsage, err
			}
			if asJSON {
				return console.ExitHolds, writeListJSON(s.Out, l)
			}
			s.Folded(func(s console.Streams) { writeList(s, l) })
			return console.ExitHolds, nil
		}),
	}
	console.JSONFlag(c.Flags(), &asJSON)
	return c
}

// A listing is what "qcheck list" was asked for.
type listing struct {
	constructions []*construct.Construction
	kinds         []setsys.Kind
	algorithms    []*instance.Algorithm
}

// everything is all that can be listed.
func everything(registry instance.Registry) listing {
	return listing{construct.All(), setsys.Kinds(), registry}
}

// names are those of all that it has.
func (l listing) names() (names []string) {
	for _, c := range l.constructions {
		names = append(names, c.Name)
	}
	for _, k := range l.kinds {
		names = append(names, string(k))
	}
	for _, a := range l.algorithms {
		names = append(names, a.Name)
	}
	return names
}

// listNames are the names that "qcheck list" knows.
func listNames(registry instance.Registry) []string {
	return append([]string{"constructions", "kinds", "protocols"}, everything(registry).names()...)
}

func selectListing(registry instance.Registry, args []string) (listing, error) {
	all := everything(registry)
	if len(args) == 0 {
		return all, nil
	}
	switch args[0] {
	case "constructions":
		return listing{constructions: all.constructions}, nil
	case "kinds":
		return listing{kinds: all.kinds}, nil
	case "protocols":
		return listing{algorithms: all.algorithms}, nil
	}
	if c, ok := construct.Lookup(args[0]); ok {
		return listing{constructions: []*construct.Construction{c}}, nil
	}
	if k := setsys.Kind(args[0]); slices.Contains(all.kinds, k) {
		return listing{kinds: []setsys.Kind{k}}, nil
	}
	if a, ok := registry.Lookup(args[0]); ok {
		return listing{algorithms: []*instance.Algorithm{a}}, nil
	}
	return listing{}, fmt.Errorf("no construction, kind or algorithm is called %q%s", args[0], cmp.Or(near.Meant(args[0], listNames(registry)), `; "qcheck list" lists them`))
}

func writeList(s console.Streams, l listing) {
	sep := ""
	for _, c := range l.constructions {
		s.Out.WriteString(sep)
		writeConstruction(s, c)
		sep = "\n"
	}
	for _, k := range l.kinds {
		s.Out.WriteString(sep)
		writeKind(s, k)
		sep = "\n"
	}
	for _, a := range l.algorithms {
		s.Out.WriteString(sep)
		writeAlgorithm(s, a)
		sep = "\n"
	}
}

func writeConstruction(s console.Streams, c *construct.Construction) {
	fmt.Fprintf(s.Out, "%s: %s\n", s.Style.Strong(c.Name), c.Summary)
	rows := [][2]string{{"kind", string(c.Kind)}, {"claim", c.Claim}, {"source", c.Source}}
	for _, p := range c.Params {
		rows = append(rows, [2]string{"--" + p.Name + " " + structures.Placeholder(p), structures.ParamUsage(p)})
	}
	if c.RequestSets && c.Kind != setsys.RequestSets {
		rows = append(rows, [2]string{"--as request-sets", "print one set for each process"})
	}
	console.WriteRows(s, rows)
}

// kindTitle says what a kind is, with its parameter.
func kindTitle(k setsys.Kind) string {
	switch {
	case k.HasK():
		return "a kind of structure, with the parameter k"
	case k == setsys.RequestSets:
		return "a kind of structure, with the parameter m, the number of resources"
	}
	return "a kind of structure"
}

func writeKind(s console.Streams, k setsys.Kind) {
	fmt.Fprintf(s.Out, "%s: %s\n", s.Style.Strong(string(k)), kindTitle(k))
	doc := kindDocument(k)
	var rows [][2]string
	for _, p := range doc.Required {
		rows = append(rows, [2]string{p.Name, "required: " + p.Meaning})
	}
	for _, p := range doc.Optional {
		rows = append(rows, [2]string{p.Name, "optional: " + p.Meaning})
	}
	console.WriteRows(s, rows)
}

func writeAlgorithm(s console.Streams, a *instance.Algorithm) {
	fmt.Fprintln(s.Out, console.Titled(s.Style.Strong(a.Name), a.Summary))
	rows := [][2]string{{"source", a.Source}, {"--n N", "number of processes"}}
	for _, p := range a.Params {
		rows = append(rows, [2]string{strings.TrimSpace("--" + p.Name + " " + p.Placeholder()), p.Doc})
	}
	for _, g := range a.Goals {
		rows = append(rows, [2]string{"property", string(g.Name) + ": " + g.Meaning})
	}
	if q := a.Quorums; q != nil {
		byDefault := "none: a structure must be given"
		if q.Make != nil {
			byDefault = q.Default
		}
		rows = append(rows, [2]string{"runs on", kindNames(a.Kinds())}, [2]string{"by default", byDefault})
	}
	if len(a.Variants) > 0 {
		rows = append(rows, [2]string{"variants", fmt.Sprintf("--variant NAME; default %s", a.Default)})
	}
	console.WriteRows(s, rows)
	var variants [][2]string
	for _, v := range a.Variants {
		variants = append(variants, [2]string{"  " + v.Name, v.Summary})
	}
	console.WriteRows(s, variants)
}

func kindNames(kinds []setsys.Kind) string {
	var names []string
	for _, k := range kinds {
		names = append(names, string(k))
	}
	return "structures of kind " + strings.Join(names, " or ")
}
