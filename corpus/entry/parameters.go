package entry

import (
	"fmt"
	"strconv"
	"strings"

	"qcheck/setsys/expression"
)

// A parameter of cases, with expressions for its values.
type parameter struct {
	name   string
	hidden bool     // not part of the name of a case
	ranges []string // of its values
	listed bool     // its value is a list: name=[a,b]; the members have the names of [member]
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
	if values, p.listed = strings.CutPrefix(values, "["); p.listed {
		if values, p.listed = strings.CutSuffix(values, "]"); !p.listed {
			return p, fmt.Errorf("the bracket of %q is not closed", word)
		}
	}
	p.name, p.ranges = name, list(values)
	return p, nil
}

// member is the name of a member of a list, by its place; no expression has such a name.
func member(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }

// parameters reads words as parameters.
func parameters(words []string) ([]parameter, error) {
	var all []parameter
	for _, w := range words {
		p, err := newParameter(w)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// list splits a text at its commas, except for those in parentheses.
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
	longer := func(value string) string {
		if p.hidden {
			return name
		}
		return strings.TrimPrefix(name+" "+p.name+"="+value, " ")
	}
	if p.listed {
		var values []string
		for i, text := range p.ranges {
			v, err := expression.Evaluate(text, x, functions)
			if err != nil {
				return err
			}
			x = x.With(member(p.name, i), v)
			values = append(values, strconv.Itoa(v))
		}
		return each(parameters[1:], x, longer(strings.Join(values, ",")), do)
	}
	for _, r := range p.ranges {
		least, most, err := expression.Range(r, x, functions)
		if err != nil {
			return err
		}
		for v := least; v <= most; v++ {
			if err := each(parameters[1:], x.With(p.name, v), longer(strconv.Itoa(v)), do); err != nil {
				return err
			}
		}
	}
	return nil
}
