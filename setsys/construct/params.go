package construct

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// A ParamType says which values a parameter takes.
type ParamType string

// The types of parameters, and the type of the argument that [Build] expects.
const (
	Int    ParamType = "integer"   // int
	Ints   ParamType = "integers"  // []int, at least one
	Text   ParamType = "choice"    // string, one of Choices
	Nested ParamType = "structure" // *setsys.Structure of one of Kinds
	Node   ParamType = "node"      // string, or int in a numbered universe: a node of a nested structure
)

// A Param describes a parameter of a construction.
type Param struct {
	Name     string        `json:"name"`
	Doc      string        `json:"doc"`
	Type     ParamType     `json:"type"`
	Required bool          `json:"required"`
	Default  any           `json:"default,omitempty"` // what a parameter not given stands for; nil: Doc says how it follows from the others
	Min, Max int           `json:"-"`                 // Int, Ints: the least and the greatest integer
	Choices  []string      `json:"choices,omitempty"` // Text
	Kinds    []setsys.Kind `json:"kinds,omitempty"`   // Nested
}

// Read reads a value of the parameter from text: an integer, or integers
// separated by commas, or the text itself for a parameter of another type.
func (p Param) Read(text string) (any, error) {
	switch p.Type {
	case Int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("needs an integer, not %q", text)
		}
		return n, nil
	case Ints:
		list := []int{}
		for word := range strings.SplitSeq(text, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(word))
			if err != nil {
				return nil, fmt.Errorf("needs a comma-separated list of integers, not %q", text)
			}
			list = append(list, n)
		}
		return list, nil
	}
	return text, nil
}

// Parse reads a value of the parameter from text, as Read does, and checks that
// the parameter takes it.
func (p Param) Parse(text string) (any, error) {
	v, err := p.Read(text)
	if err == nil && !p.check(v) {
		err = fmt.Errorf("needs %s, not %q", p.Range(), text)
	}
	return v, err
}

// Range says which values the parameter takes: "an integer from 1 to 4096".
func (p Param) Range() string {
	switch p.Type {
	case Int:
		return fmt.Sprintf("an integer from %d to %d", p.Min, p.Max)
	case Ints:
		return fmt.Sprintf("a list of integers from %d to %d", p.Min, p.Max)
	case Text:
		return "one of " + strings.Join(p.Choices, ", ")
	case Nested:
		kinds := make([]string, len(p.Kinds))
		for i, k := range p.Kinds {
			kinds[i] = string(k)
		}
		return "a structure of kind " + strings.Join(kinds, " or ")
	case Node:
		return "the name of a node"
	}
	return ""
}

// check reports whether v is a value that the parameter takes.
func (p Param) check(v any) bool {
	in := func(i int) bool { return p.Min <= i && i <= p.Max }
	switch v := v.(type) {
	case int:
		return p.Type == Node || p.Type == Int && in(v)
	case []int:
		return p.Type == Ints && len(v) > 0 && !slices.ContainsFunc(v, func(i int) bool { return !in(i) })
	case string:
		return p.Type == Node || p.Type == Text && slices.Contains(p.Choices, v)
	case *setsys.Structure:
		return p.Type == Nested && v != nil && slices.Contains(p.Kinds, v.Kind)
	}
	return false
}

// say writes a value for an error about the parameter.
func (p Param) say(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case []int:
		for _, i := range v {
			if p.Type == Ints && (i < p.Min || i > p.Max) {
				return fmt.Sprint(i)
			}
		}
		if len(v) == 0 {
			return "an empty list"
		}
	case *setsys.Structure:
		if v != nil {
			return string(v.Kind)
		}
	}
	return show(v)
}

// args are checked arguments of a construction, and the limit on its families.
type args struct {
	values   map[string]any
	given    map[string]bool // not merely by default
	limit    int
	what     string // what the limit counts
	formulas bool   // families are to be formulas
}

// accept checks the arguments against the parameters, one by one. What depends
// on several of them is left to the construction.
func (c *Construction) accept(values map[string]any, a args) (args, error) {
	a.values, a.given = map[string]any{}, map[string]bool{}
	var names []string
	for _, p := range c.Params {
		names = append(names, p.Name)
	}
	var unknown []string
	for name := range values {
		if name != as && !slices.Contains(names, name) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		return a, fmt.Errorf("unknown parameter %q%s", slices.Min(unknown), near.Hint(slices.Min(unknown), names))
	}
	for _, p := range c.Params {
		v, ok := values[p.Name]
		switch {
		case !ok && p.Required:
			return a, fmt.Errorf("parameter %s is missing; it is %s", p.Name, p.Range())
		case !ok && p.Default == nil:
			continue
		case !ok:
			v = p.Default
		case !p.check(v):
			return a, fmt.Errorf("parameter %s must be %s, not %s", p.Name, p.Range(), p.say(v))
		}
		if s, nested := v.(*setsys.Structure); nested {
			if err := s.Validate(); err != nil {
				return a, fmt.Errorf("parameter %s: %w", p.Name, err)
			}
		}
		a.values[p.Name], a.given[p.Name] = v, ok
	}
	return a, nil
}

func (a args) has(name string) bool                    { _, ok := a.values[name]; return ok }
func (a args) int(name string) int                     { return a.values[name].(int) }
func (a args) ints(name string) []int                  { return a.values[name].([]int) }
func (a args) text(name string) string                 { return a.values[name].(string) }
func (a args) structure(name string) *setsys.Structure { return a.values[name].(*setsys.Structure) }

// number returns a required integer parameter from 1 to the most nodes that
// there can be.
func number(name, doc string) Param {
	return Param{Name: name, Doc: doc, Type: Int, Required: true, Min: 1, Max: setsys.MaxNodes}
}

// outside is the error about a parameter whose range depends on others.
func outside(name, from string, v any) error {
	return fmt.Errorf("parameter %s must be %s, not %s", name, from, show(v))
}

// array returns the parameters rows and columns, or an error when the array has
// too many nodes.
func (a args) array() (rows, columns int, err error) {
	rows, columns = a.int("rows"), a.int("columns")
	if rows*columns > setsys.MaxNodes {
		err = fmt.Errorf("rows times columns must be from 1 to %d, not %d", setsys.MaxNodes, rows*columns)
	}
	return rows, columns, err
}
