package entry

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strings"

	"qcheck/corpus/testdata"
	"qcheck/protocols"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// listed reads a structure from the text of a structure file.
func listed(text string) func() (*setsys.Structure, error) {
	return func() (*setsys.Structure, error) {
		return setsys.Decode("entry", []byte(text), setsys.DecodeOptions{})
	}
}

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
//	hierarchy (a=2..4) widths=[a,2]  the same, of lists
//	copies of wheel n=4 t=1,2      a construction of another structure
//	join of A and B (node=1)       of two structure files, A.json and B.json
//	file fano.json                 a structure file
//	{"kind": "coterie", ...}       the text of one
//	n=1..4 k=1..n if k*k<=n        no structure
//
// with parameters, which take the values of ranges and of lists, the last one first, as
// long as the condition behind "if" holds. The name of a case is its parameters, except for
// those in parentheses. "NAME: " before all this begins its name.
func (r *reader) structures(text string, ask func(Values) ([]Question, error)) error {
	prefix := ""
	head, _, _ := strings.Cut(text, `{"`)
	of := text
	if head != text { // the text of a file
		of, _, _ = strings.Cut(head, ": ")
	}
	if i := strings.Index(head+" ", ": "); i >= 0 {
		prefix, text = text[:i], strings.TrimPrefix(text[i+1:], " ")
	}
	text, condition, _ := strings.Cut(text, " if ")
	make, words, err := r.form(text)
	if err != nil {
		return err
	}
	ps, err := parameters(words)
	if err != nil {
		return err
	}
	return each(ps, Values{}, prefix, func(name string, x Values) error {
		if condition != "" {
			if ok, err := holds(condition, x, nil); err != nil || !ok {
				return err
			}
		}
		questions, err := ask(x)
		if err != nil {
			return err
		}
		c := Case{Name: name, Of: strings.TrimSuffix(of, ":"), Nodes: x["n"], Ask: questions}
		if make != nil {
			c.Build = func() (*setsys.Structure, error) { return make(x) }
		}
		r.entry.Add(c)
		return nil
	})
}

// form reads what makes the structures, nil for none, and returns the words of their parameters.
func (r *reader) form(text string) (make Builder, words []string, err error) {
	if strings.HasPrefix(text, "{") {
		end := strings.LastIndex(text, "}") + 1
		if !json.Valid([]byte(text[:end])) {
			return nil, nil, errors.New("this is no JSON")
		}
		return func(Values) (*setsys.Structure, error) { return listed(text[:end])() }, strings.Fields(text[end:]), nil
	}
	words = strings.Fields(text)
	switch {
	case len(words) == 0 || strings.Contains(words[0], "="):
		return nil, words, nil
	case len(words) > 1 && words[0] == "file":
		return r.paper.file(words[1]), words[2:], nil
	case len(words) > 4 && words[1] == "of" && words[3] == "and":
		outer, err := r.paper.constructed(words[0])
		left, right := r.paper.file(words[2]+".json"), r.paper.file(words[4]+".json")
		return func(x Values) (*setsys.Structure, error) {
			a, err := left(x)
			if err != nil {
				return nil, err
			}
			b, err := right(x)
			if err != nil {
				return nil, err
			}
			return outer(x, Args{"left": a, "right": b})
		}, words[5:], err
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
			return outer(x, Args{"of": of})
		}, rest, nil
	}
	if b, ok := r.paper.Builders[words[0]]; ok {
		return b, words[1:], nil
	}
	c, err := r.paper.constructed(words[0])
	return func(x Values) (*setsys.Structure, error) { return c(x, nil) }, words[1:], err
}

// Args are the arguments of a construction.
type Args = map[string]any

// asRequestSets is the parameter of a construction that is asked for request sets, of so many resources.
const asRequestSets = "as-request-sets"

// constructed returns what builds a construction of package construct, from those of the
// values that are its parameters, and from other arguments.
func (p Paper) constructed(name string) (func(x Values, others Args) (*setsys.Structure, error), error) {
	c, ok := construct.Lookup(name)
	if !ok {
		return nil, construct.Unknown(name)
	}
	return func(x Values, others Args) (*setsys.Structure, error) {
		args := Args{}
		maps.Copy(args, others)
		for _, p := range c.Params {
			if v, ok := x[p.Name]; ok {
				args[p.Name] = v
			}
			if list := ListOf(x, p.Name); list != nil {
				args[p.Name] = list
			}
		}
		if x[asRequestSets] == 0 {
			return construct.Build(name, args, setsys.DefaultMaxSets)
		}
		args["as"] = string(setsys.RequestSets)
		s, err := construct.Build(name, args, setsys.DefaultMaxSets)
		if err == nil {
			s.M = x[asRequestSets]
		}
		return s, err
	}, nil
}

// ListOf returns the list of a name among the parameters of a case, nil if there is none.
func ListOf(x Values, name string) (list []int) {
	for {
		v, ok := x[member(name, len(list))]
		if !ok {
			return list
		}
		list = append(list, v)
	}
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

// instance reads a case of an instance of a protocol, whose first part is its flags.
func (r *reader) instance(text string) error {
	parts := strings.Split(text, " | ")
	flags := parts[0]
	in, err := protocols.All().Parse(flags)
	if err != nil {
		return err
	}
	count := &messageCount{flags: flags}
	inner := *r
	inner.paper.Programs = map[string]Program{"counted": count.says, "waits": waits(flags)}
	ask, err := inner.questions(parts[1:])
	if err != nil {
		return err
	}
	c := Case{Name: flags, Of: flags, Instance: &in}
	c.Ask, err = ask(Values{})
	r.entry.Add(c)
	return err
}
