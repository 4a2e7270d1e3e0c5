package instance

import (
	"errors"
	"fmt"
	"strings"

	"qcheck/explore"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// A Param describes a parameter of an algorithm: what constructions have, and
// what follows from processes and structures.
type Param struct {
	construct.Param
	// Word means 0 for every process if the type is PerProcess, and no process
	// if it is Processes.
	Word string
	// Of returns the value that a structure has; fixed says that there may be no
	// other. Nil means that the structure has none.
	Of func(s *setsys.Structure) (value int, fixed bool)
	// Said is for a bound on what happens in a run: it is named with each verdict, also where it is the default.
	Said bool
}

// The types of parameters besides those of constructions, and what Setup has of
// them.
const (
	Switch     construct.ParamType = "switch"             // bool: it is there or not
	PerProcess construct.ParamType = "integer by process" // []int: an integer for all processes, or one for each; Default is one for all
	Processes  construct.ParamType = "processes"          // explore.Set: numbers from 1
)

// Number returns a parameter that is an integer of at least least.
func Number(name, doc string, least int) Param {
	return Param{Param: construct.Param{Name: name, Doc: doc, Type: construct.Int, Min: least, Max: maxNumber}}
}

// maxNumber is the largest integer that a parameter may be.
const maxNumber = 250

// Or returns the parameter with a default.
func (p Param) Or(value any) Param {
	p.Default = value
	return p
}

// Bounds returns the parameter as one that is said with each verdict, with a default.
func (p Param) Bounds(value int) Param {
	p.Said = true
	return p.Or(value)
}

// From returns the parameter with the value that a structure has.
func (p Param) From(of func(*setsys.Structure) (int, bool)) Param {
	p.Of = of
	return p
}

// StructureK is the k of a structure, which is 1 for a coterie; request sets may
// be used for another one than their m.
func StructureK(s *setsys.Structure) (k int, fixed bool) {
	switch {
	case s.Kind.HasK():
		return s.K, true
	case s.Kind == setsys.RequestSets:
		return s.M, false
	}
	return 1, true
}

// StructureM is the m of request sets.
func StructureM(s *setsys.Structure) (m int, fixed bool) { return s.M, false }

// Placeholder stands for a value in usage texts; it is empty for a switch.
func (p Param) Placeholder() string {
	switch p.Type {
	case Switch:
		return ""
	case PerProcess, Processes:
		return "LIST"
	case construct.Int:
		return "N"
	}
	return "NAME"
}

// read reads a value for n processes.
func (p Param) read(text string, n int) (any, error) {
	switch p.Type {
	case Switch:
		if text != "true" {
			return nil, fmt.Errorf("needs no value, not %q", text)
		}
		return true, nil
	case PerProcess:
		if text == p.Word && text != "" {
			return make([]int, n), nil
		}
		list, err := integers(text, p.Min, p.Max)
		if err == nil && len(list) == 1 {
			list = Each(n, list[0])
		}
		if err == nil && len(list) != n {
			err = fmt.Errorf("has %d numbers for %d processes", len(list), n)
		}
		return list, err
	case Processes:
		var s explore.Set
		if text == p.Word && text != "" {
			return s, nil
		}
		list, err := integers(text, 1, n)
		for _, q := range list {
			s = s.With(q - 1)
		}
		return s, err
	case construct.Int, construct.Text:
		return p.Parse(text)
	}
	return nil, errors.New("is of a type that no algorithm has")
}

// integers reads integers separated by commas.
func integers(text string, least, most int) ([]int, error) {
	one := construct.Param{Type: construct.Int, Min: least, Max: most}
	var list []int
	for word := range strings.SplitSeq(text, ",") {
		v, err := one.Parse(strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		list = append(list, v.(int))
	}
	return list, nil
}
