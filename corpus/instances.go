package corpus

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys/phrase"
)

// instances says in a few words which cases the rows are about: the ranges of
// their parameters, or their names.
func instances(rows []Row) string {
	var runs, long int
	names := cases(rows)
	var order, swept []string // names in the order of the entry
	for _, r := range rows {
		if !slices.Contains(order, r.Case) {
			order = append(order, r.Case)
			if r.Swept != "" {
				swept = append(swept, r.Swept+": "+r.Case)
				if r.Skipped {
					swept[len(swept)-1] += " (long: as pinned)"
				}
			}
			if r.Instance != nil {
				runs++
				if r.Skipped {
					long++
				}
			}
		}
	}
	switch {
	case len(swept) > 0:
		return strings.Join(swept, "; ")
	case len(names) == 1 && names[0] == "":
		return ""
	case runs > 0:
		text := phrase.Count(runs, "instance") + " explored in full"
		if long > 0 {
			text += fmt.Sprintf(", %d of them long: as pinned", long)
		}
		return text
	}
	return phrase.Count(len(order), "case") + ": " + ranges(order)
}

// A shape is what names of cases have in common: their words, and parameters
// with their extreme values.
type shape struct {
	words []string // "n=" for a parameter
	least []int
	most  []int
	lists []bool // a parameter that is not a single number
	names []string
}

// ranges sums up names of cases. A name has words and parameters, n=5; those
// with the same words and parameters are taken together.
func ranges(names []string) string {
	var shapes []*shape
	for _, name := range names {
		s := shapeOf(name)
		at := slices.IndexFunc(shapes, func(t *shape) bool { return slices.Equal(t.words, s.words) })
		if at < 0 {
			shapes = append(shapes, s)
		} else {
			shapes[at].add(s)
		}
	}
	const most = 8
	var parts []string
	for i, s := range shapes {
		if i == most && len(shapes) > most+1 {
			parts = append(parts, fmt.Sprintf("and %d more", len(shapes)-most))
			break
		}
		parts = append(parts, s.String())
	}
	return strings.Join(parts, "; ")
}

func shapeOf(name string) *shape {
	s := &shape{names: []string{name}}
	for _, word := range strings.Fields(name) {
		x, list := 0, false
		if key, value, ok := strings.Cut(word, "="); ok && value != "" {
			var err error
			if x, err = strconv.Atoi(value); err != nil {
				list = strings.Trim(value, "0123456789,.") == ""
			}
			if err == nil || list {
				word = key + "="
			}
		}
		s.words, s.least, s.most, s.lists = append(s.words, word), append(s.least, x), append(s.most, x), append(s.lists, list)
	}
	return s
}

func (s *shape) add(t *shape) {
	for i := range s.words {
		s.least[i], s.most[i] = min(s.least[i], t.least[i]), max(s.most[i], t.most[i])
		s.lists[i] = s.lists[i] || t.lists[i]
	}
	s.names = append(s.names, t.names...)
}

func (s *shape) String() string {
	if len(s.names) == 1 {
		return s.names[0]
	}
	var parts []string
	for i, word := range s.words {
		key, ok := strings.CutSuffix(word, "=")
		switch {
		case !ok:
			parts = append(parts, word)
		case s.lists[i]:
			parts = append(parts, "various "+key)
		case s.least[i] == s.most[i]:
			parts = append(parts, fmt.Sprintf("%s=%d", key, s.least[i]))
		default:
			parts = append(parts, fmt.Sprintf("%s=%d..%d", key, s.least[i], s.most[i]))
		}
	}
	return strings.Join(parts, " ")
}
