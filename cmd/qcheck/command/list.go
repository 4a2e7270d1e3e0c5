package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/importer"
	"qcheck/setsys/near"
)

const listHelp = `Lists constructions, kinds of structures and algorithms, a line each: all, or
those of one of these. "qcheck explain NAME" says all of one of them. --json has
all of each, and the configurations that "qcheck import" reads.`

// lists are what "qcheck list" lists, each by its word.
var lists = []string{"constructions", "kinds", "protocols"}

func listCommand(env *console.Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list [constructions | kinds | protocols]", Short: "list constructions, kinds with their properties, and protocols", Long: listHelp,
		ValidArgs: lists, Args: func(c *cobra.Command, args []string) error { return console.AtMost(1, c, args) },
		RunE: env.Does(func(_ context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			asked := lists
			if len(args) > 0 {
				asked = args
			}
			switch name := asked[0]; {
			case slices.Contains(lists, name):
			case slices.ContainsFunc(explainedWords(env.All), called(name)):
				return console.ExitUsage, fmt.Errorf(`%q is no list: "qcheck explain %s" says what it is`, name, name)
			default:
				return console.ExitUsage, fmt.Errorf("there is no list of %q%s", name, cmp.Or(near.Meant(name, explainedWords(env.All)), near.Hint(name, lists)))
			}
			if asJSON {
				return console.ExitHolds, console.WriteJSON(s.Out, listed(env.All, asked))
			}
			s.Folded(func(s console.Streams) { writeIndex(s, env.All, asked) })
			return console.ExitHolds, nil
		}),
	}
	console.JSONFlag(c.Flags(), &asJSON)
	return c
}

// writeIndex writes a line for each of the lists that are asked for.
func writeIndex(s console.Streams, registry instance.Registry, asked []string) {
	group := func(list, title string, rows [][2]string) {
		if slices.Contains(asked, list) {
			fmt.Fprintln(s.Out, s.Style.Strong(title))
			console.WriteRows(s, rows)
			s.Out.WriteByte('\n')
		}
	}
	var constructions, kinds, algorithms [][2]string
	for _, c := range construct.All() {
		constructions = append(constructions, [2]string{c.Name, c.Summary})
	}
	for _, k := range setsys.Kinds() {
		var names []string
		for _, id := range properties.Required(k) {
			names = append(names, string(id))
		}
		kinds = append(kinds, [2]string{string(k), strings.Join(names, ", ")})
	}
	for _, a := range registry {
		text := a.Summary
		if len(a.Variants) > 1 {
			text += fmt.Sprintf(" (%d variants)", len(a.Variants))
		}
		algorithms = append(algorithms, [2]string{a.Name, text})
	}
	group("constructions", "Constructions, for qcheck construct NAME", constructions)
	group("kinds", "Kinds of structures, and the properties that they require", kinds)
	group("protocols", "Algorithms, for qcheck protocol --algorithm NAME", algorithms)
	fmt.Fprint(s.Out, "qcheck explain NAME says all of one.\n")
}

// The types below are the document that "qcheck list --json" prints.
type (
	listJSON struct {
		Schema         string             `json:"schema"`
		Constructions  []constructionJSON `json:"constructions"`
		Kinds          []kindJSON         `json:"kinds"`
		Protocols      []algorithmJSON    `json:"protocols"`
		Configurations []importer.Kind    `json:"configurations,omitempty"` // where all is listed
	}
	constructionJSON struct {
		*construct.Construction
		Parameters []paramJSON `json:"parameters"`
	}
	paramJSON struct {
		construct.Param
		Min *int `json:"min,omitempty"`
		Max *int `json:"max,omitempty"`
	}
	kindJSON struct {
		Name     setsys.Kind   `json:"name"`
		Required []meaningJSON `json:"required"`
		Optional []meaningJSON `json:"optional"`
	}
	meaningJSON struct {
		Name    properties.ID `json:"name"`
		Meaning string        `json:"meaning"`
	}
	algorithmJSON struct {
		instance.Algorithm
		HasK         bool          `json:"hasK"`
		Parameters   []settingJSON `json:"parameters"`
		Kinds        []setsys.Kind `json:"kinds"`
		FixedQuorums bool          `json:"fixedQuorums"`      // each process has a quorum of its own
		Quorums      string        `json:"quorums,omitempty"` // which there are by default
	}
	settingJSON struct {
		Name  string `json:"name"`
		Value string `json:"value,omitempty"` // of what form; none for one that is there or not
		Doc   string `json:"doc"`
	}
)

// listed is the document of the lists that are asked for.
func listed(registry instance.Registry, asked []string) listJSON {
	doc := listJSON{Schema: "qcheck/list/v1", Constructions: []constructionJSON{}, Kinds: []kindJSON{}, Protocols: []algorithmJSON{}}
	if slices.Contains(asked, "constructions") {
		for _, c := range construct.All() {
			doc.Constructions = append(doc.Constructions, constructionDocument(c))
		}
	}
	if slices.Contains(asked, "kinds") {
		for _, k := range setsys.Kinds() {
			doc.Kinds = append(doc.Kinds, kindJSON{k, meanings(properties.Required(k), k), meanings(properties.Optional(k), k)})
		}
	}
	if slices.Contains(asked, "protocols") {
		for _, a := range registry {
			doc.Protocols = append(doc.Protocols, algorithmDocument(*a))
		}
	}
	if len(asked) == len(lists) {
		for _, k := range importer.Kinds() {
			k.Flags = append([]importer.Flag{}, k.Flags...)
			doc.Configurations = append(doc.Configurations, k)
		}
	}
	return doc
}

func constructionDocument(c *construct.Construction) constructionJSON {
	doc := constructionJSON{c, []paramJSON{}}
	for _, p := range c.Params {
		param := paramJSON{Param: p}
		if p.Type == construct.Int || p.Type == construct.Ints {
			param.Min, param.Max = &p.Min, &p.Max
		}
		doc.Parameters = append(doc.Parameters, param)
	}
	return doc
}

func algorithmDocument(a instance.Algorithm) algorithmJSON {
	a.Goals, a.Variants = append([]instance.Goal{}, a.Goals...), append([]instance.Variant{}, a.Variants...)
	doc := algorithmJSON{Algorithm: a, Parameters: []settingJSON{}, Kinds: append([]setsys.Kind{}, a.Kinds()...)}
	if q := a.Quorums; q != nil {
		doc.Quorums, doc.FixedQuorums = q.Default, slices.Equal(q.Choices, []string{instance.Fixed})
	}
	for _, p := range a.Params {
		if p.Name == instance.K {
			doc.HasK = true
		} else {
			doc.Parameters = append(doc.Parameters, settingJSON{p.Name, p.Placeholder(), p.Doc})
		}
	}
	return doc
}

// meanings are what properties of a kind of structures mean.
func meanings(ids []properties.ID, k setsys.Kind) []meaningJSON {
	list := make([]meaningJSON, 0, len(ids))
	for _, id := range ids {
		list = append(list, meaningJSON{id, properties.Meaning(id, &setsys.Structure{Kind: k})})
	}
	return list
}
