package entry

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// claims are the verdicts that texts give, by the words that say so. What is denied is pinned
// to be violated by a line of its own.
var claims = map[string]verdict.Verdict{"claimed": verdict.Holds, "silent": 0, "denied": verdict.Violated}

// questions reads what is asked of cases, in parts:
//
//	claimed coterie nondomination     properties that the text claims; a kind stands for all that it requires
//	silent nondomination              the text says nothing of it
//	denied arbitration if M>1         the text says that it is violated; in the cases with this condition
//	claimed fewer                     a statement, by the program of its name; or several
//	claimed count = counted from=n to=n+1   a statement, its program, and values besides the parameters
//	claimed order = always m=1..n m*m<=n*n  a statement about numbers: the last word is true for all values of the others
//	claimed meet = every coterie n=1..3 : coterie => intersection   a statement about many structures, see [reader.quantified]
//	claimed bound = always most(1)<=size else a quorum has {most(1)} nodes   the same of a structure, and a counterexample
//	claimed grid = same grid n=n            a statement: the quorums are those of another structure
func (r *reader) questions(parts []string) (func(Values) ([]Question, error), error) {
	if len(parts) == 0 {
		return nil, errors.New("nothing is asked")
	}
	var all []func(Values) ([]Question, error)
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
		all = append(all, func(x Values) ([]Question, error) {
			if condition != "" {
				if ok, err := holds(condition, x, nil); err != nil || !ok {
					return nil, err
				}
			}
			return ask(x)
		})
	}
	return func(x Values) (qs []Question, err error) {
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
func (r *reader) words(claim verdict.Verdict, words []string) (func(Values) ([]Question, error), error) {
	if len(words) > 2 && words[1] == "=" {
		decide, err := r.program(words[2:])
		if err != nil {
			return nil, err
		}
		return func(x Values) ([]Question, error) {
			return []Question{{Name: words[0], Claimed: claim, Pinned: verdict.Holds, Decide: decide.on(x)}}, nil
		}, nil
	}
	var asked []Question
	deciding := map[string]Program{}
	for _, word := range words {
		ids := named(word)
		for _, id := range ids {
			asked = append(asked, Question{Name: string(id), Claimed: claim, Pinned: verdict.Holds})
		}
		if len(ids) > 0 {
			continue
		}
		decide, err := r.program([]string{word})
		if err != nil {
			return nil, err
		}
		deciding[word] = decide
		asked = append(asked, Question{Name: word, Claimed: claim, Pinned: verdict.Holds})
	}
	return func(x Values) ([]Question, error) {
		all := slices.Clone(asked)
		for i, q := range all {
			if decide := deciding[q.Name]; decide != nil {
				all[i].Decide = decide.on(x)
			}
		}
		return all, nil
	}, nil
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
