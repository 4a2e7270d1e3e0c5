package entry

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

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
	"k-disjoint-quorums": func(ctx context.Context, s *setsys.Structure, _ Values) (string, error) {
		return DisjointQuorums(ctx, s)
	},
}

// on is the program as a statement about a case with these values.
func (p Program) on(x Values) Statement {
	return func(ctx context.Context, s *setsys.Structure) (string, error) { return p(ctx, s, x) }
}

// program reads the name of a program, of the paper or of all papers, with what it is given.
func (r *reader) program(words []string) (Program, error) {
	at, name := r.at, words[0]
	switch decide, ok := r.paper.Programs[name]; {
	case ok:
		return decide.with(at, words[1:]), nil
	case name == "always" && len(words) > 1:
		return always(at, words[1:])
	case name == "same" && len(words) > 1:
		other, given, err := r.form(strings.Join(words[1:], " "))
		return Program(func(_ context.Context, s *setsys.Structure, x Values) (string, error) {
			t, err := other(x)
			if err != nil {
				return "", fmt.Errorf("%s: %w", at, err)
			}
			return differ(s, t), nil
		}).with(at, given), err
	}
	if decide, ok := programs[name]; ok {
		return decide.with(at, words[1:]), nil
	}
	return nil, fmt.Errorf("there is no property, kind or program %q%s", name, near.Hint(name, r.known()))
}

// with is the program with more values, each the value of an expression.
func (p Program) with(at string, given []string) Program {
	return func(ctx context.Context, s *setsys.Structure, x Values) (string, error) {
		for _, word := range given {
			key, text, _ := strings.Cut(word, "=")
			v, err := evaluate(text, x)
			if err != nil {
				return "", fmt.Errorf("%s: %w", at, err)
			}
			x = x.with(key, v)
		}
		return p(ctx, s, x)
	}
}

// always states that a condition, the last word, is true for all values of parameters, the
// others. The counterexample is their values.
func always(at string, words []string) (Program, error) {
	last := len(words) - 1
	ps, err := parameters(words[:last])
	return func(_ context.Context, _ *setsys.Structure, x Values) (string, error) {
		looked, found := 0, errors.New("found")
		counterexample := ""
		err := each(ps, x, "", func(name string, x Values) error {
			looked++
			ok, err := holds(words[last], x)
			if err == nil && !ok {
				counterexample, err = "it is false for "+name, found
			}
			return err
		})
		switch {
		case err == found:
			return counterexample, nil
		case err == nil && looked == 0:
			err = errors.New("there are no values")
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", at, err)
		}
		return "", err
	}, err
}

// differ says how the families of structures with the same roles differ, in any order of their
// sets; "" if they do not.
func differ(s, t *setsys.Structure) string {
	others := t.Families()
	for i, f := range s.Families() {
		if i >= len(others) {
			return fmt.Sprintf("the other has no %v", f.Family)
		}
		if a, b := f.Family.Canonical(), others[i].Family.Canonical(); !a.Equal(b) {
			return fmt.Sprintf("%v is not %v", a, b)
		}
	}
	return ""
}
