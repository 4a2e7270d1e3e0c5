package instance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"qcheck/setsys/near"
)

// Unknown is the error for a name that no algorithm has, with those that are meant if
// there are some.
func (r Registry) Unknown(name string) error {
	return fmt.Errorf(`unknown algorithm %q%s`, name, cmp.Or(r.Meant(name), `; "qcheck list protocols" lists them`))
}

// Meant ends a message about a wrong name with the algorithms that are probably meant:
// those that the name has slips of the keyboard in, otherwise those that have its
// letters or its initials, otherwise those with the most of its words in their names, or
// in what else they are called. It is empty for none.
func (r Registry) Meant(name string) string {
	var known []string
	for _, a := range r {
		known = append(known, a.Name)
	}
	if meant := near.Meant(name, known); meant != "" {
		return meant
	}
	var best []string
	most := 0
	for _, a := range r {
		switch n := a.nameScore(name); {
		case n == 0 || n < most:
		case n > most:
			best, most = nil, n
			fallthrough
		default:
			best = append(best, fmt.Sprintf("%q", a.Name))
		}
	}
	if best == nil {
		return ""
	}
	return ": did you mean " + strings.Join(best, " or ") + "?"
}

// The weights of what is alike in two names.
const (
	likeWord = 1
	oneWord  = 2
	whole    = 1000
)

// nameScore says how much of a name is in those of the algorithm.
func (a *Algorithm) nameScore(name string) int {
	wrong := wordsOf(name)
	all := strings.Join(wrong, "")
	weight := 0
	named := wordsOf(a.Name)
	var words []string
	for _, own := range append([]string{a.Name}, a.Also...) {
		parts := wordsOf(own)
		initials := ""
		for _, p := range parts {
			initials += p[:1]
		}
		if all != "" && (all == strings.Join(parts, "") || len(parts) > 1 && all == initials) {
			weight = whole
		}
		words = append(words, parts...)
	}
	for _, w := range wrong {
		switch {
		case slices.Contains(words, w):
			weight += oneWord
		case near.Name(w, named) != "":
			weight += likeWord
		}
	}
	return weight
}

// wordsOf returns the words of a name, in small letters.
func wordsOf(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
