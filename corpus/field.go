package corpus

import (
	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// field has the constructions that come from elsewhere than the five papers,
// each judged by the claim that is made of it.
func field() []*entry.Entry {
	return []*entry.Entry{
		wheels(), crumblingWalls(), trees(), hierarchies(), columnCovers(), rowCovers(),
		joins(), unions(), copied(),
	}
}

func wheels() *entry.Entry {
	e := entry.New("field/wheel")
	for n := 3; n <= 16; n++ {
		e.Add(entry.Built("wheel", entry.Claimed(entry.Required(setsys.Coterie)...).With(entry.Claimed(p.Nondomination)), "n", n))
	}
	return e
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

func crumblingWalls() *entry.Entry {
	e := entry.New("field/crumbling-wall")
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
			e.Add(entry.Built("crumbling-wall", ask, "widths", widths))
		})
	}
	return entry.Pin(e)
}

func trees() *entry.Entry {
	e := entry.New("field/tree")
	for _, dd := range [][2]int{{0, 2}, {1, 2}, {2, 2}, {3, 2}, {1, 3}, {2, 3}, {1, 5}} {
		e.Add(entry.Built("tree", entry.Claimed(entry.Required(setsys.Coterie)...).With(entry.Claimed(p.Nondomination)), "depth", dd[0], "degree", dd[1]))
	}
	return e
}

func hierarchies() *entry.Entry {
	e := entry.New("field/hierarchy")
	var shapes func(n int, widths []int)
	shapes = func(n int, widths []int) {
		if len(widths) > 0 {
			e.Add(hierarchyCases(widths)...)
		}
		for w := 2; w <= n; w++ {
			shapes(n/w, append(append([]int(nil), widths...), w))
		}
	}
	shapes(12, nil)
	return entry.Pin(e)
}

// hierarchyCases are the cases of a shape with every choice of thresholds, as
// far as the quorums stay few.
func hierarchyCases(widths []int) []entry.Case {
	var cases []entry.Case
	var choose func(level int, thresholds []int, majority bool)
	choose = func(level int, thresholds []int, majority bool) {
		if level == len(widths) {
			ask := entry.Silent(entry.Required(setsys.Coterie)...)
			if majority {
				ask = entry.Claimed(entry.Required(setsys.Coterie)...)
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

func columnCovers() *entry.Entry {
	e := entry.New("field/column-cover")
	for rows := 1; rows <= 16; rows++ {
		for columns := 1; rows*columns <= 16; columns++ {
			e.Add(entry.Built("column-cover", entry.Claimed(entry.Required(setsys.Coterie)...), "rows", rows, "columns", columns))
		}
	}
	return e
}

func rowCovers() *entry.Entry {
	e := entry.New("field/row-covers")
	for rows := 1; rows <= 5; rows++ {
		for columns := 1; rows*columns <= 16 && columns <= 5; columns++ {
			ask := entry.Silent(kCoterie...)
			if rows == 2 && columns == 3 {
				ask = ask.With(entry.Observed("is-C5", sameAsExample("kakugawa-c5.json", func(i int) int { return i })))
			}
			e.Add(entry.Built("row-covers", ask, "rows", rows, "columns", columns))
		}
	}
	return e
}

// parts are small coteries to compose, with whether they are nondominated.
func parts() []struct {
	name         string
	build        entry.Builder
	nondominated bool
} {
	return []struct {
		name         string
		build        entry.Builder
		nondominated bool
	}{
		{"majority-3", entry.Construction("majority", entry.Args{"n": 3}), true},
		{"majority-4", entry.Construction("majority", entry.Args{"n": 4}), false},
		{"wheel-4", entry.Construction("wheel", entry.Args{"n": 4}), true},
		{"plane-2", entry.Construction("plane", entry.Args{"order": 2}), true},
		{"grid-4", entry.Construction("grid", entry.Args{"n": 4}), false},
		{"all-of-2", entry.Listed(`{"kind": "coterie", "universe": 2, "quorums": [[1,2]]}`), false},
	}
}

// composed builds a construction of two structures.
func composed(name string, left, right entry.Builder, more entry.Args) entry.Builder {
	return func() (*setsys.Structure, error) {
		l, err := left()
		if err != nil {
			return nil, err
		}
		r, err := right()
		if err != nil {
			return nil, err
		}
		a := entry.Args{"left": l, "right": r}
		for key, value := range more {
			a[key] = value
		}
		return entry.Construction(name, a)()
	}
}

func joins() *entry.Entry {
	e := entry.New("field/join")
	for _, left := range parts() {
		for _, right := range parts() {
			ask := entry.Claimed(entry.Required(setsys.Coterie)...)
			if left.nondominated && right.nondominated {
				ask = ask.With(entry.Claimed(p.Nondomination))
			} else {
				ask = ask.With(entry.Denied(p.Nondomination))
			}
			e.Add(entry.Case{
				Name:  left.name + " at 1 with " + right.name,
				Build: composed("join", left.build, right.build, entry.Args{"node": "1"}), Ask: ask,
			})
		}
	}
	return entry.Pin(e)
}

func unions() *entry.Entry {
	e := entry.New("field/union")
	for _, left := range parts() {
		for _, right := range parts() {
			e.Add(entry.Case{Name: left.name + " and " + right.name, Build: composed("union", left.build, right.build, nil), Ask: entry.Claimed(kCoterie...)})
		}
	}
	return e
}

func copied() *entry.Entry {
	e := entry.New("field/copies")
	of := parts()
	of = append(of[:3:3], of[5])
	for t := 1; t <= 4; t++ {
		for _, c := range of {
			e.Add(entry.Case{Name: entry.Params(c.name+" t", t), Build: copies(c.build, t), Ask: entry.Claimed(kCoterie...)})
		}
		if t <= 3 {
			e.Add(entry.Case{
				Name:  entry.Params("C4 t", t),
				Build: copies(entry.File("kakugawa-c4.json"), t), Ask: entry.Claimed(kCoterie...),
			})
		}
	}
	return e
}

func copies(of entry.Builder, t int) entry.Builder {
	return func() (*setsys.Structure, error) {
		s, err := of()
		if err != nil {
			return nil, err
		}
		return entry.Construction("copies", entry.Args{"of": s, "t": t})()
	}
}
