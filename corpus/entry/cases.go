package entry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"qcheck/corpus/testdata"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/protocols"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/near"
)

// cases reads a line of cases: structures, and what is asked of each.
func (r *reader) cases(text string) error {
	parts := strings.Split(" "+text, " | ")
	ask, err := r.questions(parts[1:])
	if err != nil {
		return err
	}
	for one := range strings.SplitSeq(strings.TrimSpace(parts[0]), "; ") {
		if err := r.structures(one, ask); err != nil {
			return fmt.Errorf("%s: %w", one, err)
		}
	}
	return nil
}

// structures reads structures of one form, and adds a case for each. The forms are
//
//	wheel n=3..16                  a construction of package construct, or one of the paper
//	copies of wheel n=4 t=1,2      a construction of another structure
//	file fano.json                 a structure file
//	{"kind": "coterie", ...}       the text of one
//	n=1..4 k=1..n if k*k<=n        no structure
//
// with parameters, which take the values of ranges and of lists, the last one first, as
// long as the condition behind "if" holds. The name of a case is its parameters, but for
// those in parentheses. "NAME: " before all this begins its name.
func (r *reader) structures(text string, ask func(Values) (Questions, error)) error {
	prefix := ""
	head, _, _ := strings.Cut(text, `{"`)
	if i := strings.Index(head+" ", ": "); i >= 0 {
		prefix, text = text[:i], strings.TrimPrefix(text[i+1:], " ")
	}
	text, condition, _ := strings.Cut(text, " if ")
	make, words, err := r.form(text)
	if err != nil {
		return err
	}
	var parameters []parameter
	for _, w := range words {
		p, err := newParameter(w)
		if err != nil {
			return err
		}
		parameters = append(parameters, p)
	}
	at := r.at
	return each(parameters, Values{}, prefix, func(name string, x Values) error {
		if condition != "" {
			if ok, err := holds(condition, x); err != nil || !ok {
				return err
			}
		}
		questions, err := ask(x)
		if err != nil {
			return err
		}
		c := Case{Name: name, Ask: questions}
		if make != nil {
			c.Build = func() (*setsys.Structure, error) {
				s, err := make(x)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", at, err)
				}
				return s, nil
			}
		}
		r.entry.Add(c)
		return nil
	})
}

// form reads what makes the structures, nil for none, and returns the words of their parameters.
func (r *reader) form(text string) (make Builder, parameters []string, err error) {
	if strings.HasPrefix(text, "{") {
		end := strings.LastIndex(text, "}") + 1
		if !json.Valid([]byte(text[:end])) {
			return nil, nil, errors.New("this is no JSON")
		}
		return func(Values) (*setsys.Structure, error) { return Listed(text[:end])() }, strings.Fields(text[end:]), nil
	}
	words := strings.Fields(text)
	switch {
	case len(words) == 0 || strings.Contains(words[0], "="):
		return nil, words, nil
	case len(words) > 1 && words[0] == "file":
		return r.paper.file(words[1]), words[2:], nil
	case len(words) > 2 && words[1] == "of":
		inner, rest, err := r.form(strings.Join(words[2:], " "))
		if err != nil {
			return nil, nil, err
		}
		outer, err := r.paper.constructed(words[0])
		if err != nil {
			return nil, nil, err
		}
		return func(x Values) (*setsys.Structure, error) {
			of, err := inner(x)
			if err != nil {
				return nil, err
			}
			return outer(x, of)
		}, rest, nil
	}
	if b, ok := r.paper.Builders[words[0]]; ok {
		return b, words[1:], nil
	}
	c, err := r.paper.constructed(words[0])
	return func(x Values) (*setsys.Structure, error) { return c(x, nil) }, words[1:], err
}

// requestSets is the parameter of a construction that is asked for request sets.
const requestSets = "as-request-sets"

// constructed returns what builds a construction of package construct, from those of the
// values that are its parameters, and from another structure if there is one.
func (p Paper) constructed(name string) (func(x Values, of *setsys.Structure) (*setsys.Structure, error), error) {
	c, ok := construct.Lookup(name)
	if !ok {
		return nil, construct.Unknown(name)
	}
	return func(x Values, of *setsys.Structure) (*setsys.Structure, error) {
		args := map[string]any{}
		for _, p := range c.Params {
			if v, ok := x[p.Name]; ok {
				args[p.Name] = v
			}
		}
		if x[requestSets] != 0 {
			args["as"] = string(setsys.RequestSets)
		}
		if of != nil {
			args["of"] = of
		}
		return construct.Build(name, args, setsys.DefaultMaxSets)
	}, nil
}

// file returns what reads a structure file of the paper, or of corpus/testdata.
func (p Paper) file(name string) Builder {
	return func(Values) (*setsys.Structure, error) {
		data, err := fs.ReadFile(p.Files, "testdata/"+name)
		if errors.Is(err, fs.ErrNotExist) {
			data, err = testdata.Files.ReadFile(name)
		}
		if err != nil {
			return nil, err
		}
		return setsys.Decode(name, data, setsys.DecodeOptions{Construct: construct.Build})
	}
}

// A parameter of cases, with expressions for its values.
type parameter struct {
	name   string
	hidden bool        // not part of the name of a case
	ranges [][2]string // the least and the greatest value
}

func newParameter(word string) (parameter, error) {
	p := parameter{}
	if inner, ok := strings.CutPrefix(word, "("); ok {
		word, p.hidden = strings.CutSuffix(inner, ")")
		if !p.hidden {
			return p, fmt.Errorf("the parenthesis of %q is not closed", word)
		}
	}
	name, values, ok := strings.Cut(word, "=")
	if !ok || name == "" || values == "" {
		return p, fmt.Errorf("%q is no parameter: name=values", word)
	}
	p.name = name
	for _, value := range list(values) {
		least, most, ok := strings.Cut(value, "..")
		if !ok {
			most = least
		}
		p.ranges = append(p.ranges, [2]string{least, most})
	}
	return p, nil
}

// list splits a text at its commas, but for those in parentheses.
func list(text string) (parts []string) {
	open, from := 0, 0
	for i, c := range text {
		switch {
		case c == '(':
			open++
		case c == ')':
			open--
		case c == ',' && open == 0:
			parts, from = append(parts, text[from:i]), i+1
		}
	}
	return append(parts, text[from:])
}

// each calls do with all values of the parameters, and the names of cases that they make.
func each(parameters []parameter, x Values, name string, do func(name string, x Values) error) error {
	if len(parameters) == 0 {
		return do(name, x)
	}
	p := parameters[0]
	for _, r := range p.ranges {
		least, err := evaluate(r[0], x)
		if err != nil {
			return err
		}
		most, err := evaluate(r[1], x)
		if err != nil {
			return err
		}
		for v := least; v <= most; v++ {
			with := x.with(p.name, v)
			longer := name
			if !p.hidden {
				longer = strings.TrimPrefix(name+" "+p.name+"="+strconv.Itoa(v), " ")
			}
			if err := each(parameters[1:], with, longer, do); err != nil {
				return err
			}
		}
	}
	return nil
}

// with returns the values with one more.
func (x Values) with(name string, v int) Values {
	all := Values{name: v}
	for key, value := range x {
		all[key] = value
	}
	all[name] = v
	return all
}

// claims are the verdicts that texts give, by the words that say so. What is denied is pinned
// to be violated by a line of its own.
var claims = map[string]verdict.Verdict{"claimed": verdict.Holds, "silent": 0, "denied": verdict.Violated}

// questions reads what is asked of cases, in parts:
//
//	claimed coterie nondomination     properties that the text claims; a kind stands for all that it requires
//	silent nondomination              the text says nothing of it
//	denied arbitration if M>1         the text says that it is violated; in the cases with this condition
//	claimed fewer                     a statement, by the program of its name; or several
//	claimed size = sizes least=n most=n+1   a statement, its program, and values besides the parameters
func (r *reader) questions(parts []string) (func(Values) (Questions, error), error) {
	if len(parts) == 0 {
		return nil, errors.New("nothing is asked")
	}
	var all []func(Values) (Questions, error)
	for _, part := range parts {
		text, condition, _ := strings.Cut(part, " if ")
		verb, rest, _ := strings.Cut(text, " ")
		claim, ok := claims[verb]
		words := strings.Fields(rest)
		if !ok || len(words) == 0 {
			return nil, fmt.Errorf("%q is not: claimed, silent or denied, and what", part)
		}
		ask, err := r.words(claim, words)
		if err != nil {
			return nil, err
		}
		all = append(all, func(x Values) (Questions, error) {
			if condition != "" {
				if ok, err := holds(condition, x); err != nil || !ok {
					return nil, err
				}
			}
			return ask(x)
		})
	}
	return func(x Values) (qs Questions, err error) {
		for _, ask := range all {
			some, err := ask(x)
			if err != nil {
				return nil, err
			}
			qs = append(qs, some...)
		}
		return qs, nil
	}, nil
}

// words reads what is asked in one part.
func (r *reader) words(claim verdict.Verdict, words []string) (func(Values) (Questions, error), error) {
	if len(words) > 2 && words[1] == "=" {
		decide, err := r.program(words[2])
		if err != nil {
			return nil, err
		}
		return func(x Values) (Questions, error) {
			for _, word := range words[3:] {
				key, text, _ := strings.Cut(word, "=")
				v, err := evaluate(text, x)
				if err != nil {
					return nil, err
				}
				x = x.with(key, v)
			}
			return Questions{{Name: words[0], Claimed: claim, Pinned: verdict.Holds, Decide: decide.on(x)}}, nil
		}, nil
	}
	var asked Questions
	deciding := map[string]Program{}
	for _, word := range words {
		if ids := named(word); len(ids) > 0 {
			asked = append(asked, property(claim, ids)...)
			continue
		}
		decide, err := r.program(word)
		if err != nil {
			return nil, err
		}
		deciding[word] = decide
		asked = append(asked, Question{Name: word, Claimed: claim, Pinned: verdict.Holds})
	}
	return func(x Values) (Questions, error) {
		all := slices.Clone(asked)
		for i, q := range all {
			if decide := deciding[q.Name]; decide != nil {
				all[i].Decide = decide.on(x)
			}
		}
		return all, nil
	}, nil
}

// program returns the program of a name, of the paper or of all papers.
func (r *reader) program(name string) (Program, error) {
	for _, of := range []map[string]Program{r.paper.Programs, programs} {
		if p, ok := of[name]; ok {
			return p, nil
		}
	}
	return nil, fmt.Errorf("there is no property, kind or program %q%s", name, near.Hint(name, r.known()))
}

// named returns the property of a name, or those that a kind of that name requires.
func named(word string) []properties.ID {
	if slices.Contains(setsys.Kinds(), setsys.Kind(word)) {
		return properties.Required(setsys.Kind(word))
	}
	for _, k := range setsys.Kinds() {
		if slices.Contains(properties.Every(k), properties.ID(word)) {
			return []properties.ID{properties.ID(word)}
		}
	}
	return nil
}

// known returns the names of kinds, properties and programs.
func (r *reader) known() (names []string) {
	for _, k := range setsys.Kinds() {
		names = append(names, string(k))
		for _, id := range properties.Every(k) {
			names = append(names, string(id))
		}
	}
	for name := range r.paper.Programs {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// formed reads a case of another form, whose first part says what it is about. A last part
// "long" is for one that takes more than a minute.
func (r *reader) formed(form Form, text string) error {
	parts := strings.Split(text, " | ")
	c, programs, err := form(parts[0])
	if err != nil {
		return err
	}
	if c.Long = parts[len(parts)-1] == "long"; c.Long {
		parts = parts[:len(parts)-1]
	}
	inner := *r
	inner.paper.Programs = programs
	ask, err := inner.questions(parts[1:])
	if err != nil {
		return err
	}
	c.Ask, err = ask(Values{})
	r.entry.Add(c)
	return err
}

// ofInstance is the form of a case of an instance of a protocol: its flags.
func ofInstance(flags string) (Case, map[string]Program, error) {
	_, err := protocols.All().Parse(flags)
	return OnInstance(flags, nil), map[string]Program{"messages": messagesAlone(flags)}, err
}

// programs are those of every paper.
var programs = map[string]Program{
	// The quorums of the first family have at least least and at most most nodes, some of each.
	"sizes": func(_ context.Context, s *setsys.Structure, x Values) (string, error) {
		least, most := Extent(s.Families()[0].Family)
		if least != x["least"] || most != x["most"] {
			return fmt.Sprintf("the quorums have %d to %d nodes, not %d to %d", least, most, x["least"], x["most"]), nil
		}
		return "", nil
	},
	"k-disjoint-quorums": Fixed(DisjointQuorums),
}

// on is the program as a statement about a case with these values.
func (p Program) on(x Values) Statement {
	return func(ctx context.Context, s *setsys.Structure) (string, error) { return p(ctx, s, x) }
}

// Same is a program that compares: the quorums of a case are those of another structure, with
// node i renamed to rename(i, x), or to itself if rename is nil.
func Same(other Builder, rename func(i int, x Values) int) Program {
	return func(_ context.Context, s *setsys.Structure, x Values) (string, error) {
		t, err := other(x)
		if err != nil {
			return "", err
		}
		n := s.Universe.Len()
		b := setsys.NewFamilyBuilder(n)
		for _, q := range s.Families()[0].Family.All() {
			var nodes []int
			for i := range q.All() {
				if rename != nil {
					i = rename(i, x)
				}
				nodes = append(nodes, i)
			}
			b.Add(setsys.NewNodeSet(n, nodes...))
		}
		if f, g := b.Family().Canonical(), t.Families()[0].Family.Canonical(); !f.Equal(g) {
			return fmt.Sprintf("%v is not %v", f, g), nil
		}
		return "", nil
	}
}
