package command

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/cmd/qcheck/command/structures"
	"qcheck/properties"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/importer"
	"qcheck/setsys/near"
)

const listHelp = `Lists constructions, kinds of structures and algorithms, a line each.
With a name, it says all of that construction (its parameters, the kind of
structure it prints, the claim about it and its source), kind (its properties)
or algorithm (its parameters, variants, and the structures it runs on); with
--long, of all that it lists.`

func listCommand(env *console.Env) *cobra.Command {
	var asJSON, long bool
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
			s.Folded(func(s console.Streams) {
				if long || len(l.names()) == 1 {
					writeList(s, l)
				} else {
					writeIndex(s, l)
				}
			})
			return console.ExitHolds, nil
		}),
	}
	c.Flags().BoolVar(&long, "long", false, "say all of each")
	console.JSONFlag(c.Flags(), &asJSON)
	return c
}

// A listing is what "qcheck list" was asked for.
type listing struct {
	constructions []*construct.Construction
	kinds         []setsys.Kind
	algorithms    []*instance.Algorithm
	// configurations are listed for programs only: "qcheck import --help" lists them for people.
	configurations bool
}

// everything is all that can be listed.
func everything(registry instance.Registry) listing {
	return listing{construct.All(), setsys.Kinds(), registry, true}
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
	return listing{}, fmt.Errorf("no construction, kind or algorithm is called %q%s", args[0], cmp.Or(near.Meant(args[0], listNames(registry)), registry.Meant(args[0]), `; "qcheck list" lists them`))
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

// writeIndex writes a line for each.
func writeIndex(s console.Streams, l listing) {
	sep := ""
	group := func(title string, rows [][2]string) {
		if len(rows) == 0 {
			return
		}
		fmt.Fprintf(s.Out, "%s%s\n", sep, s.Style.Strong(title))
		console.WriteRows(s, rows)
		sep = "\n"
	}
	var constructions, kinds, algorithms [][2]string
	for _, c := range l.constructions {
		constructions = append(constructions, [2]string{c.Name, c.Summary})
	}
	for _, k := range l.kinds {
		var names []string
		for _, p := range kindDocument(k).Required {
			names = append(names, p.Name)
		}
		kinds = append(kinds, [2]string{string(k), strings.Join(names, ", ")})
	}
	for _, a := range l.algorithms {
		text := a.Summary
		if len(a.Variants) > 1 {
			text += fmt.Sprintf(" (%d variants)", len(a.Variants))
		}
		algorithms = append(algorithms, [2]string{a.Name, text})
	}
	group("Constructions, for qcheck construct NAME", constructions)
	group("Kinds of structures, and the properties that they require", kinds)
	group("Algorithms, for qcheck protocol --algorithm NAME", algorithms)
	fmt.Fprint(s.Out, "\nqcheck list NAME says all of one.\n")
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

// listSchema names the form of the document that "qcheck list --json" prints.
const listSchema = "qcheck/list/v1"

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	listJSON struct {
		Schema        string             `json:"schema"`
		Constructions []constructionJSON `json:"constructions"`
		Kinds         []kindJSON         `json:"kinds"`
		Protocols     []algorithmJSON    `json:"protocols"`
		// Configurations are those that "qcheck import" reads, where all is listed.
		Configurations []configurationJSON `json:"configurations,omitempty"`
	}
	configurationJSON struct {
		Name       string        `json:"name"`
		Summary    string        `json:"summary"`
		Parameters []settingJSON `json:"parameters"`
	}
	constructionJSON struct {
		Name        string      `json:"name"`
		Kind        setsys.Kind `json:"kind"`
		Summary     string      `json:"summary"`
		Claim       string      `json:"claim"`
		Source      string      `json:"source"`
		RequestSets bool        `json:"requestSets"` // --as request-sets is possible
		Parameters  []paramJSON `json:"parameters"`
	}
	paramJSON struct {
		Name     string              `json:"name"`
		Type     construct.ParamType `json:"type"`
		Doc      string              `json:"doc"`
		Required bool                `json:"required"`
		Default  any                 `json:"default,omitempty"`
		Min      *int                `json:"min,omitempty"`
		Max      *int                `json:"max,omitempty"`
		Choices  []string            `json:"choices,omitempty"`
		Kinds    []setsys.Kind       `json:"kinds,omitempty"`
	}
	kindJSON struct {
		Name     setsys.Kind   `json:"name"`
		Required []meaningJSON `json:"required"`
		Optional []meaningJSON `json:"optional"`
	}
	algorithmJSON struct {
		Name         string        `json:"name"`
		Summary      string        `json:"summary"`
		Source       string        `json:"source"`
		HasK         bool          `json:"hasK"`
		Parameters   []settingJSON `json:"parameters"`
		Goals        []meaningJSON `json:"goals"`
		Kinds        []setsys.Kind `json:"kinds"`
		FixedQuorums bool          `json:"fixedQuorums"`      // each process has a quorum of its own
		Quorums      string        `json:"quorums,omitempty"` // which there are by default
		Default      string        `json:"default"`           // variant
		Variants     []variantJSON `json:"variants"`
	}
	settingJSON struct {
		Name  string `json:"name"`
		Value string `json:"value,omitempty"` // of what form; none for one that is there or not
		Doc   string `json:"doc"`
	}
	variantJSON struct {
		Name    string `json:"name"`
		Summary string `json:"summary"`
	}
	meaningJSON struct {
		Name    string `json:"name"` // of a property
		Meaning string `json:"meaning"`
	}
)

func writeListJSON(w *bufio.Writer, l listing) error {
	doc := listJSON{Schema: listSchema, Constructions: []constructionJSON{}, Kinds: []kindJSON{}, Protocols: []algorithmJSON{}}
	for _, c := range l.constructions {
		doc.Constructions = append(doc.Constructions, constructionDocument(c))
	}
	for _, k := range l.kinds {
		doc.Kinds = append(doc.Kinds, kindDocument(k))
	}
	for _, a := range l.algorithms {
		doc.Protocols = append(doc.Protocols, algorithmDocument(a))
	}
	if l.configurations {
		doc.Configurations = configurationDocuments()
	}
	return console.WriteJSON(w, doc)
}

func constructionDocument(c *construct.Construction) constructionJSON {
	doc := constructionJSON{
		Name: c.Name, Kind: c.Kind, Summary: c.Summary, Claim: c.Claim, Source: c.Source,
		RequestSets: c.RequestSets, Parameters: []paramJSON{},
	}
	for _, p := range c.Params {
		param := paramJSON{Name: p.Name, Type: p.Type, Doc: p.Doc, Required: p.Required, Default: p.Default, Choices: p.Choices, Kinds: p.Kinds}
		if p.Type == construct.Int || p.Type == construct.Ints {
			param.Min, param.Max = &p.Min, &p.Max
		}
		doc.Parameters = append(doc.Parameters, param)
	}
	return doc
}

func algorithmDocument(a *instance.Algorithm) algorithmJSON {
	_, hasK := a.Param(instance.K)
	doc := algorithmJSON{
		Name: a.Name, Summary: a.Summary, Source: a.Source, HasK: hasK,
		Kinds: append([]setsys.Kind{}, a.Kinds()...), Default: a.Default, Variants: []variantJSON{},
		Parameters: []settingJSON{}, Goals: []meaningJSON{},
	}
	if q := a.Quorums; q != nil {
		doc.Quorums, doc.FixedQuorums = q.Default, slices.Equal(q.Choices, []string{instance.Fixed})
	}
	for _, p := range a.Params {
		if p.Name != instance.K {
			doc.Parameters = append(doc.Parameters, settingJSON{p.Name, p.Placeholder(), p.Doc})
		}
	}
	for _, g := range a.Goals {
		doc.Goals = append(doc.Goals, meaningJSON{string(g.Name), g.Meaning})
	}
	for _, v := range a.Variants {
		doc.Variants = append(doc.Variants, variantJSON(v))
	}
	return doc
}

func configurationDocuments() []configurationJSON {
	var all []configurationJSON
	for _, k := range importer.Kinds() {
		doc := configurationJSON{k.Name, k.Summary, []settingJSON{}}
		for _, f := range k.Flags {
			doc.Parameters = append(doc.Parameters, settingJSON{f.Name, f.Value, f.Usage})
		}
		all = append(all, doc)
	}
	return all
}

// kindDocument has the properties of a kind, and what they mean.
func kindDocument(k setsys.Kind) kindJSON {
	return kindJSON{k, meanings(properties.Required(k), k), meanings(properties.Optional(k), k)}
}

func meanings(ids []properties.ID, k setsys.Kind) []meaningJSON {
	list := make([]meaningJSON, 0, len(ids))
	for _, id := range ids {
		list = append(list, meaningJSON{string(id), properties.Meaning(id, &setsys.Structure{Kind: k})})
	}
	return list
}
