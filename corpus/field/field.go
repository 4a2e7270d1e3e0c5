// Package field has the constructions that come from elsewhere than the papers,
// each judged by the claim that is made of it.
package field

import (
	"embed"
	"maps"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order.
func Entries() []*entry.Entry { return paper.Entries() }

var paper = entry.Paper{
	Files: files,
	Cases: map[string]func() []entry.Case{
		"crumbling-wall": crumblingWalls, "hierarchy": hierarchies, "join": joins, "union": unions,
	},
}

// compositions calls each with every list of positive integers with the sum n.
func compositions(n int, each func(parts []int)) {
	var list func(left int, parts []int)
	list = func(left int, parts []int) {
		if left == 0 {
			each(append([]int(nil), parts...))
			return
		}
		for x := 1; x <= left; x++ {
			list(left-x, append(parts, x))
		}
	}
	list(n, nil)
}

// crumblingWalls are all walls of up to 7 nodes.
func crumblingWalls() (cases []entry.Case) {
	for n := 1; n <= 7; n++ {
		compositions(n, func(widths []int) {
			narrow := false
			for _, w := range widths[1:] {
				narrow = narrow || w == 1
			}
			ask := entry.Claimed(p.NonEmpty, p.Intersection)
			switch {
			case narrow:
				ask = ask.With(entry.Silent(p.Minimality, p.Nondomination))
			case widths[0] == 1:
				ask = ask.With(entry.Claimed(p.Minimality, p.Nondomination))
			default:
				ask = ask.With(entry.Claimed(p.Minimality)).With(entry.Denied(p.Nondomination))
			}
			cases = append(cases, entry.Built("crumbling-wall", ask, "widths", widths))
		})
	}
	return cases
}

// hierarchies are all shapes of up to 12 nodes with groups of 2 or more.
func hierarchies() (cases []entry.Case) {
	var shapes func(n int, widths []int)
	shapes = func(n int, widths []int) {
		if len(widths) > 0 {
			cases = append(cases, hierarchyCases(widths)...)
		}
		for w := 2; w <= n; w++ {
			shapes(n/w, append(append([]int(nil), widths...), w))
		}
	}
	shapes(12, nil)
	return cases
}

// hierarchyCases are the cases of a shape with every choice of thresholds, as
// far as the quorums stay few.
func hierarchyCases(widths []int) []entry.Case {
	var cases []entry.Case
	var choose func(level int, thresholds []int, majority bool)
	choose = func(level int, thresholds []int, majority bool) {
		if level == len(widths) {
			ask := entry.Silent(p.Required(setsys.Coterie)...)
			if majority {
				ask = entry.Claimed(p.Required(setsys.Coterie)...)
			}
			cases = append(cases, entry.Built("hierarchy", ask, "widths", widths, "thresholds", thresholds))
			return
		}
		for t := 1; t <= widths[level]; t++ {
			choose(level+1, append(append([]int(nil), thresholds...), t), majority && 2*t > widths[level])
		}
	}
	choose(0, nil, true)
	return cases
}

// A part is a small coterie to compose.
type part struct {
	name         string
	build        func() (*setsys.Structure, error)
	nondominated bool
}

var parts = []part{
	{"majority-3", entry.Construction("majority", entry.Args{"n": 3}), true},
	{"majority-4", entry.Construction("majority", entry.Args{"n": 4}), false},
	{"wheel-4", entry.Construction("wheel", entry.Args{"n": 4}), true},
	{"plane-2", entry.Construction("plane", entry.Args{"order": 2}), true},
	{"grid-4", entry.Construction("grid", entry.Args{"n": 4}), false},
	{"all-of-2", entry.Listed(`{"kind": "coterie", "universe": 2, "quorums": [[1,2]]}`), false},
}

// composed builds a construction of two parts.
func composed(name string, left, right part, more entry.Args) func() (*setsys.Structure, error) {
	return func() (*setsys.Structure, error) {
		a := maps.Clone(more)
		for key, x := range map[string]part{"left": left, "right": right} {
			s, err := x.build()
			if err != nil {
				return nil, err
			}
			a[key] = s
		}
		return entry.Construction(name, a)()
	}
}

// pairs calls each with every two parts.
func pairs(each func(left, right part) entry.Case) (cases []entry.Case) {
	for _, left := range parts {
		for _, right := range parts {
			cases = append(cases, each(left, right))
		}
	}
	return cases
}

func joins() []entry.Case {
	return pairs(func(left, right part) entry.Case {
		ask := entry.Claimed(p.Required(setsys.Coterie)...)
		if left.nondominated && right.nondominated {
			ask = ask.With(entry.Claimed(p.Nondomination))
		} else {
			ask = ask.With(entry.Denied(p.Nondomination))
		}
		return entry.Case{
			Name:  left.name + " at 1 with " + right.name,
			Build: composed("join", left, right, entry.Args{"node": "1"}), Ask: ask,
		}
	})
}

func unions() []entry.Case {
	ask := entry.Claimed(p.Required(setsys.KCoterie)...).With(entry.Claimed(p.StrongNonIntersection))
	return pairs(func(left, right part) entry.Case {
		return entry.Case{Name: left.name + " and " + right.name, Build: composed("union", left, right, entry.Args{}), Ask: ask}
	})
}
