package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/cmd/qcheck/command/protocols"
	"qcheck/cmd/qcheck/command/structures"
	"qcheck/corpus"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/near"
)

const explainHelp = `Says what a name means: that of a property, of a construction or a kind of
structure, of an algorithm, or of a variant, such as printed or maekawa/printed.
It prints the definition that the checks use, the parameters, the source, and
two examples of the corpus: one that holds and one that does not, each with a
command that checks it. Commands that name files of the corpus run in the
directory of the project.

It also says what the words of docs/terms.md mean, such as quorum, lasso or
request pattern, and which of them is meant by a word of the literature. A name
that means several things is explained in each of its meanings; what it means as
a word comes first.`

func explainCommand(env *console.Env) *cobra.Command {
	return &cobra.Command{
		Use: "explain WORD | NAME | ALGORITHM/VARIANT", Short: "say what a word or a name means, with examples", Long: explainHelp,
		ValidArgs: explainedWords(env.All),
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf(`no name given; see "%s --help"`, c.CommandPath())
			}
			return nil // words such as request pattern
		},
		RunE: env.Does(func(_ context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			return console.ExitHolds, explain(s, env.All, strings.Join(args, " "))
		}),
	}
}

// explainedNames are the names that have an explanation, each once.
func explainedNames(registry instance.Registry) []string {
	var names []string
	add := func(name string) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, k := range setsys.Kinds() {
		add(string(k))
	}
	for _, id := range properties.All() {
		add(string(id))
	}
	for _, p := range protocols.GeneralProperties {
		add(string(p.Name))
	}
	for _, a := range registry {
		for _, g := range a.Goals {
			add(string(g.Name))
		}
		add(a.Name)
		for _, v := range a.Variants {
			add(v.Name)
			add(a.Name + "/" + v.Name)
		}
	}
	return names
}

// explainedWords are the names and the words that have an explanation.
func explainedWords(registry instance.Registry) []string {
	names := append(explainedNames(registry), "deadlock", "starvation")
	for _, c := range construct.All() {
		names = append(names, c.Name)
	}
	return append(names, termNames()...)
}

// explain writes what a name means.
func explain(s console.Streams, registry instance.Registry, name string) error {
	x := &explanation{Streams: s, registry: registry, name: string(explore.PropertyNamed(name))}
	words := explainedWords(registry)
	if i := slices.IndexFunc(words, called(x.name)); i >= 0 {
		x.name = string(explore.PropertyNamed(words[i])) // as it is written, whatever its case
	}
	for _, meaning := range []func(){x.term, x.construction, x.kind, x.structureProperty, x.protocolProperty, x.algorithm, x.variant} {
		meaning()
	}
	if !x.found {
		return fmt.Errorf("no word, property, construction, kind, algorithm or variant is called %q%s", name, cmp.Or(near.Meant(name, words), registry.Meant(name), `; "qcheck list" and docs/terms.md have all`))
	}
	return nil
}

// An explanation writes what a name means.
type explanation struct {
	console.Streams
	registry instance.Registry
	name     string
	found    bool
}

// title begins a meaning of the name.
func (x *explanation) title(what string) {
	if x.found {
		x.Out.WriteByte('\n')
	}
	x.found = true
	fmt.Fprintf(x.Out, "%s: %s", x.Style.Strong(x.name), x.Hang(len(x.name)+2, what))
}

// fact writes a label and what it says.
func (x *explanation) fact(label, text string) {
	if text == "" { // authors may say nothing
		return
	}
	fmt.Fprintf(x.Out, "  %-9s  %s", label, x.Hang(13, text))
}

func (x *explanation) construction() {
	c, ok := construct.Lookup(x.name)
	if !ok {
		return
	}
	x.title(console.Titled("a construction", c.Summary))
	rows := [][2]string{{"kind", string(c.Kind)}, {"claim", c.Claim}, {"source", c.Source}}
	for _, p := range c.Params {
		rows = append(rows, [2]string{"--" + p.Name + " " + structures.Placeholder(p), structures.ParamUsage(p)})
	}
	if c.RequestSets && c.Kind != setsys.RequestSets {
		rows = append(rows, [2]string{"--as request-sets", "print one set for each process"})
	}
	console.WriteRows(x.Streams, console.Said(rows))
}

func (x *explanation) kind() {
	k := setsys.Kind(x.name)
	if !slices.Contains(setsys.Kinds(), k) {
		return
	}
	what := "a kind of structure"
	if k.HasK() {
		what += ", with the parameter k"
	} else if k == setsys.RequestSets {
		what += ", with the parameter m, the number of resources"
	}
	x.title(what)
	required := properties.Required(k)
	for _, p := range meanings(required, k) {
		x.fact("required", string(p.Name)+": "+p.Meaning)
	}
	for _, p := range meanings(properties.Optional(k), k) {
		x.fact("optional", string(p.Name)+": "+p.Meaning)
	}
	x.structureExample(corpus.StructureExample(k, string(required[0]), verdict.Holds), verdict.Holds, "")
	for _, id := range slices.Concat(required[1:], required[:1]) {
		if e := corpus.StructureExample(k, string(id), verdict.Violated); e != nil {
			x.structureExample(e, verdict.Violated, "")
			return
		}
	}
	x.lacking(verdict.Violated)
}

func (x *explanation) structureProperty() {
	id := properties.ID(x.name)
	if !slices.Contains(properties.All(), id) {
		return
	}
	x.title("a property of structures")
	var rows [][2]string
	var holds, violated *corpus.Example
	for _, k := range setsys.Kinds() {
		if !slices.Contains(properties.Every(k), id) {
			continue
		}
		text := properties.Meaning(id, &setsys.Structure{Kind: k})
		if slices.Contains(properties.Optional(k), id) {
			text += " (checked if it is asked for)"
		}
		rows = append(rows, [2]string{"of " + string(k), text})
		if holds == nil || violated == nil {
			h, v := corpus.StructureExample(k, x.name, verdict.Holds), corpus.StructureExample(k, x.name, verdict.Violated)
			if h != nil && v != nil || holds == nil && violated == nil {
				holds, violated = h, v
			}
		}
	}
	console.WriteRows(x.Streams, console.Said(rows))
	x.structureExample(holds, verdict.Holds, x.name)
	x.structureExample(violated, verdict.Violated, x.name)
}

// lacking says that there is no example with a verdict.
func (x *explanation) lacking(want verdict.Verdict) {
	text := "holds"
	if want == verdict.Violated {
		text = "is violated"
	}
	x.Out.WriteByte('\n')
	x.fact("", "the corpus has no small example that "+text)
}

// structureExample writes an example with that verdict, if there is one, with a command
// that checks the property; without a property, what the kind requires.
func (x *explanation) structureExample(e *corpus.Example, want verdict.Verdict, property string) {
	if e == nil {
		x.lacking(want)
		return
	}
	if property != "" {
		property = "--property " + property + " "
	}
	s := *e.Structure
	s.Name, s.Source = "", ""
	var sets []string
	for _, f := range s.Families() {
		text := ""
		if f.Role != "" && len(s.Families()) > 1 {
			text = string(f.Role) + " "
		}
		for i, q := range f.Family.All() {
			if i > 0 {
				text += " "
			}
			text += q.Format(s.Universe)
		}
		sets = append(sets, text)
	}
	x.example(e, strings.Join(sets, "; "))
	if line, err := setsys.Line(&s); err == nil {
		fmt.Fprintf(x.Out, "  %-9s  echo '%s' | qcheck structure %s-\n", "", line, property)
	}
}

// example writes what an example is, with its verdict and where it comes from.
func (x *explanation) example(e *corpus.Example, what string) {
	label := "holds"
	if e.Verdict == verdict.Violated {
		label = "violated"
	}
	x.Out.WriteByte('\n')
	fmt.Fprintf(x.Out, "  %s  %s", x.Style.Verdict(e.Verdict, fmt.Sprintf("%-9s", label)), x.Hang(13, what))
	if e.Structure != nil && e.Witness != "" {
		x.fact("", e.Property+" is violated: "+e.Witness)
	}
	x.fact("", fmt.Sprintf("from %s (%s)", e.Entry.Name, e.Entry.Source))
}

func (x *explanation) protocolProperty() {
	demand := func(name explore.Property, of, meaning, algorithm string) {
		if string(name) == x.name {
			x.title("a property of " + of)
			x.fact("demands", meaning)
			x.runExamples(algorithm, "", x.name)
		}
	}
	for _, p := range protocols.GeneralProperties {
		demand(p.Name, "protocols", p.Meaning, "")
	}
	for _, a := range x.registry {
		for _, g := range a.Goals {
			demand(g.Name, "the algorithm "+a.Name, g.Meaning, a.Name)
		}
	}
}

func (x *explanation) algorithm() {
	a, ok := x.registry.Lookup(x.name)
	if !ok || x.name == "" {
		return
	}
	x.title(console.Titled("an algorithm", a.Summary))
	rows := [][2]string{{"source", a.Source}, {"--n N", "number of processes"}}
	for _, p := range a.Params {
		rows = append(rows, [2]string{strings.TrimSpace("--" + p.Name + " " + p.Placeholder()), p.Doc})
	}
	for _, g := range a.Goals {
		rows = append(rows, [2]string{"property", string(g.Name) + ": " + g.Meaning})
	}
	if q := a.Quorums; q != nil {
		var kinds []string
		for _, k := range a.Kinds() {
			kinds = append(kinds, string(k))
		}
		byDefault := "none: a structure must be given"
		if q.Make != nil {
			byDefault = q.Default
		}
		rows = append(rows, [2]string{"runs on", "structures of kind " + strings.Join(kinds, " or ")}, [2]string{"by default", byDefault})
	}
	if len(a.Variants) > 0 {
		rows = append(rows, [2]string{"variants", "--variant NAME; default " + a.Default})
	}
	console.WriteRows(x.Streams, console.Said(rows))
	var variants [][2]string
	for _, v := range a.Variants {
		variants = append(variants, [2]string{"  " + v.Name, v.Summary})
	}
	console.WriteRows(x.Streams, variants)
	x.runExamples(a.Name, "", "")
}

// sharers lists the algorithms that have a variant of the name, if several have.
func (x *explanation) sharers() {
	var rows [][2]string
	for _, a := range x.registry {
		for _, v := range a.Variants {
			if x.name == v.Name {
				rows = append(rows, [2]string{a.Name + "/" + v.Name, a.Summary})
			}
		}
	}
	if len(rows) < 2 {
		return
	}
	x.title(fmt.Sprintf("a variant of %d algorithms, each of which is explained below, or alone by its whole name", len(rows)))
	console.WriteRows(x.Streams, console.Said(rows))
}

func (x *explanation) variant() {
	x.sharers()
	for _, a := range x.registry {
		for _, v := range a.Variants {
			if x.name == v.Name || x.name == a.Name+"/"+v.Name {
				x.title(console.Titled("a variant of "+a.Name, v.Summary))
				x.fact("source", a.Source)
				x.runExamples(a.Name, v.Name, "")
			}
		}
	}
}

// runExamples writes an instance on which the property holds, and one on which it is
// violated; without a property, one on which all hold, and one on which one is violated.
func (x *explanation) runExamples(algorithm, variant, property string) {
	if algorithm != "" && cmp.Or(corpus.RunExample(algorithm, "", "", verdict.Holds), corpus.RunExample(algorithm, "", "", verdict.Violated)) == nil {
		return // it is of others
	}
	for _, v := range []verdict.Verdict{verdict.Holds, verdict.Violated} {
		e := corpus.RunExample(algorithm, variant, property, v)
		if a, ok := x.registry.Lookup(algorithm); algorithm != "" && ok && variant == "" && v == verdict.Holds {
			e = cmp.Or(corpus.RunExample(algorithm, a.Default, property, v), e)
		}
		if e == nil {
			x.lacking(v)
			continue
		}
		what := "all that is checked holds"
		switch {
		case e.Property != "" && v == verdict.Holds:
			what = e.Property + " holds"
		case v == verdict.Violated:
			what = fmt.Sprintf("%s is violated by a run of %s", e.Property, e.Witness)
		}
		x.example(e, what)
		check := ""
		if e.Property != "" {
			check = " --check " + e.Property
		}
		fmt.Fprintf(x.Out, "  %-9s  qcheck protocol %s%s\n", "", e.Case.Name, check)
	}
}

// violatedElsewhere returns the property that the small instance violates with which a variant is explained.
func violatedElsewhere(algorithm, variant string) string {
	if e := corpus.RunExample(algorithm, variant, "", verdict.Violated); e != nil {
		return e.Property
	}
	return ""
}
