package entry

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"qcheck/properties"
	"qcheck/properties/census"
	"qcheck/setsys"
)

// A predicate is what a structure is, or is not.
type predicate func(a Asked, s *setsys.Structure, x Values) bool

// quantified reads a statement about all structures of a form, or of a kind all candidates:
//
//	every request-sets n=1..4 m=1..3 : arbitration => pairwise-intersection
//	some torus rows=4 columns=1 k=2 following=0..3 : k-coterie
//
// Every one that is what stands before the arrow is what stands behind it ("<=>": and the other way
// round); or some one is all that stands there. That is kinds, properties, programs and conditions. The
// counterexample is the structure, or the text behind "else"; see [worded].
func (r *reader) quantified(words []string) (Program, error) {
	every := words[0] == "every"
	words, text := cut(words[1:], "else")
	words, are := cut(words, ":")
	arrow := max(slices.Index(are, "=>"), slices.Index(are, "<=>"))
	if len(words) == 0 || len(are) == 0 || every != (arrow > 0) {
		return nil, fmt.Errorf("%q is not: structures : these => those", strings.Join(words, " "))
	}
	structures, given, err := r.candidates(words)
	if err != nil {
		return nil, err
	}
	ps, err := parameters(given)
	if err != nil {
		return nil, err
	}
	those, err := r.predicate(are[arrow+1:])
	if err != nil {
		return nil, err
	}
	is := those
	if every {
		these, err := r.predicate(are[:arrow])
		if err != nil {
			return nil, err
		}
		both := are[arrow] == "<=>"
		is = func(a Asked, s *setsys.Structure, x Values) bool {
			if these(a, s, x) {
				return those(a, s, x)
			}
			return !both || !those(a, s, x)
		}
	}
	return looks(ps, structures, is, every, text), nil
}

// always reads a statement that a condition, the last word, is true for all values of parameters, the others.
func (r *reader) always(words []string) (Program, error) {
	words, text := cut(words, "else")
	last := len(words) - 1
	if last < 0 {
		return nil, errors.New("nothing is stated")
	}
	ps, err := parameters(words[:last])
	return looks(ps, nil, func(_ Asked, s *setsys.Structure, x Values) bool { return Known(holds(words[last], x, s)) }, true, text), err
}

// looks states that all structures for the values of the parameters are so, or some one; nil is that of the case alone. A
// counterexample is what is said of one, or the values.
func looks(ps []parameter, structures func(x Values) iter.Seq[*setsys.Structure], is predicate, every bool, text []string) Program {
	return func(a Asked, own *setsys.Structure, x Values) (counterexample string) {
		looked := false
		look := func(name string, x Values, s *setsys.Structure) error {
			a.Look()
			if looked = true; is(a, s, x) == every {
				return nil
			}
			if every && text == nil && structures == nil {
				counterexample = "it is false for " + name
			} else if every {
				counterexample = worded(text, s, x)
			}
			return errFound
		}
		err := each(ps, x, "", func(name string, x Values) error {
			if structures == nil {
				return look(name, x, own)
			}
			for s := range structures(x) {
				if err := look(name, x, s); err != nil {
					return err
				}
			}
			return nil
		})
		switch {
		case err != nil && err != errFound:
			Known(0, err)
		case !looked:
			a.Fail("there is nothing to look at")
		case err == nil && !every:
			return worded(text, nil, x)
		}
		return counterexample
	}
}

// errFound ends a loop over values when what is looked for is found.
var errFound = errors.New("found")

// cut returns the words before a word, and those behind it.
func cut(words []string, word string) (before, behind []string) {
	if i := slices.Index(words, word); i >= 0 {
		return words[:i], words[i+1:]
	}
	return words, nil
}

// candidates returns what makes structures of a form, one for each choice of parameters, or all of a kind.
func (r *reader) candidates(words []string) (make func(x Values) iter.Seq[*setsys.Structure], given []string, err error) {
	if kind := setsys.Kind(words[0]); slices.Contains(setsys.Kinds(), kind) {
		return func(x Values) iter.Seq[*setsys.Structure] { return Candidates(kind, x) }, words[1:], nil
	}
	build, given, err := r.form(strings.Join(words, " "))
	if build == nil && err == nil {
		err = errors.New("there are no structures")
	}
	return func(x Values) iter.Seq[*setsys.Structure] {
		return func(yield func(*setsys.Structure) bool) { yield(Known(build(x))) }
	}, given, err
}

// predicate reads kinds, properties, programs, and conditions on the structure.
func (r *reader) predicate(words []string) (predicate, error) {
	var ids []properties.ID
	var all []predicate
	for _, word := range words {
		some := named(word)
		ids = append(ids, some...)
		switch {
		case len(some) > 0:
		case strings.ContainsAny(word, "=<>"):
			all = append(all, func(_ Asked, s *setsys.Structure, x Values) bool { return Known(holds(word, x, s)) })
		default:
			decide, err := r.program([]string{word})
			if err != nil {
				return nil, err
			}
			all = append(all, func(a Asked, s *setsys.Structure, x Values) bool { return decide(a, s, x) == "" })
		}
	}
	return func(a Asked, s *setsys.Structure, x Values) bool {
		return (len(ids) == 0 || a.Has(s, ids...)) && !slices.ContainsFunc(all, func(p predicate) bool { return !p(a, s, x) })
	}, nil
}

// worded returns a text about a structure, with the values of the expressions that are in braces: {Q} is its
// first family, and {Q_h} all that it has for numbers of units. Without a text it is the structure.
func worded(text []string, s *setsys.Structure, x Values) string {
	switch {
	case len(text) == 0 && s == nil:
		return "there is none"
	case len(text) == 0:
		return fmt.Sprint(s.Families())
	}
	parts := strings.Split(strings.Join(text, " "), "{")
	for i, part := range parts[1:] {
		word, rest, _ := strings.Cut(part, "}")
		var value string
		switch {
		case s != nil && word == "Q":
			value = s.Families()[0].Family.String()
		case s != nil && word == "Q_h":
			for h, f := range s.ByUnits {
				value += fmt.Sprintf("Q_%d = %v ", h+1, f)
			}
			value = strings.TrimSuffix(value, " ")
		default:
			value = fmt.Sprint(Known(evaluate(word, x, s)))
		}
		parts[i+1] = value + rest
	}
	return strings.Join(parts, "")
}

// Candidates yields what may be structures of a kind on n nodes: of kinds of one family, all families of
// non-empty sets none of which contains another; of (h,k)-arbiters, k such families; and all request sets in
// which each process is in its own set.
func Candidates(kind setsys.Kind, x Values) iter.Seq[*setsys.Structure] {
	return func(yield func(*setsys.Structure) bool) {
		switch kind {
		case setsys.RequestSets:
			for f := range RequestSets(x["n"]) {
				if !yield(f.Structure(kind, x["m"])) {
					return
				}
			}
		case setsys.HKArbiter:
			families := slices.Collect(census.EachAntichain(x["n"]))
			var choose func(chosen [][]uint64) bool
			choose = func(chosen [][]uint64) bool {
				if len(chosen) == x["k"] {
					return yield(census.Class{Kind: kind, N: x["n"], K: x["k"]}.Structure(chosen...))
				}
				return !slices.ContainsFunc(families, func(f []uint64) bool { return !choose(append(slices.Clip(chosen), f)) })
			}
			choose(nil)
		default:
			for f := range census.EachAntichain(x["n"]) {
				if !yield(Masks{x["n"], f}.Structure(kind, x["k"])) {
					return
				}
			}
		}
	}
}
