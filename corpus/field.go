package corpus

import (
	p "qcheck/properties"
	"qcheck/setsys"
)

// field has the constructions that come from elsewhere than the five papers,
// each judged by the claim that is made of it.
func field() []*Entry {
	return []*Entry{
		wheels(), crumblingWalls(), trees(), hierarchies(), columnCovers(), rowCovers(),
		joins(), unions(), copied(),
	}
}

func wheels() *Entry {
	e := entry("field/wheel")
	for n := 3; n <= 16; n++ {
		e.add(built("wheel", claimed(required(setsys.Coterie)...).with(claimed(p.Nondomination)), "n", n))
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

func crumblingWalls() *Entry {
	e := entry("field/crumbling-wall")
	for n := 1; n <= 7; n++ {
		compositions(n, func(widths []int) {
			narrow := false
			for _, w := range widths[1:] {
				narrow = narrow || w == 1
			}
			ask := claimed(p.NonEmpty, p.Intersection)
			switch {
			case narrow:
				ask = ask.with(silent(p.Minimality, p.Nondomination))
			case widths[0] == 1:
				ask = ask.with(claimed(p.Minimality, p.Nondomination))
			default:
				ask = ask.with(claimed(p.Minimality)).with(denied(p.Nondomination))
			}
			e.add(built("crumbling-wall", ask, "widths", widths))
		})
	}
	return pinned(e)
}

func trees() *Entry {
	e := entry("field/tree")
	for _, dd := range [][2]int{{0, 2}, {1, 2}, {2, 2}, {3, 2}, {1, 3}, {2, 3}, {1, 5}} {
		e.add(built("tree", claimed(required(setsys.Coterie)...).with(claimed(p.Nondomination)), "depth", dd[0], "degree", dd[1]))
	}
	return e
}

func hierarchies() *Entry {
	e := entry("field/hierarchy")
	var shapes func(n int, widths []int)
	shapes = func(n int, widths []int) {
		if len(widths) > 0 {
			e.add(hierarchyCases(widths)...)
		}
		for w := 2; w <= n; w++ {
			shapes(n/w, append(append([]int(nil), widths...), w))
		}
	}
	shapes(12, nil)
	return pinned(e)
}

// hierarchyCases are the cases of a shape with every choice of thresholds, as
// far as the quorums stay few.
func hierarchyCases(widths []int) []Case {
	var cases []Case
	var choose func(level int, thresholds []int, majority bool)
	choose = func(level int, thresholds []int, majority bool) {
		if level == len(widths) {
			ask := silent(required(setsys.Coterie)...)
			if majority {
				ask = claimed(required(setsys.Coterie)...)
			}
			cases = append(cases, built("hierarchy", ask, "widths", widths, "thresholds", thresholds))
			return
		}
		for t := 1; t <= widths[level]; t++ {
			choose(level+1, append(append([]int(nil), thresholds...), t), majority && 2*t > widths[level])
		}
	}
	choose(0, nil, true)
	return cases
}

func columnCovers() *Entry {
	e := entry("field/column-cover")
	for rows := 1; rows <= 16; rows++ {
		for columns := 1; rows*columns <= 16; columns++ {
			e.add(built("column-cover", claimed(required(setsys.Coterie)...), "rows", rows, "columns", columns))
		}
	}
	return e
}

func rowCovers() *Entry {
	e := entry("field/row-covers")
	for rows := 1; rows <= 5; rows++ {
		for columns := 1; rows*columns <= 16 && columns <= 5; columns++ {
			ask := silent(kCoterie...)
			if rows == 2 && columns == 3 {
				ask = ask.with(observed("is-C5", sameAsExample("kakugawa-c5.json", func(i int) int { return i })))
			}
			e.add(built("row-covers", ask, "rows", rows, "columns", columns))
		}
	}
	return e
}

// parts are small coteries to compose, with whether they are nondominated.
func parts() []struct {
	name         string
	build        builder
	nondominated bool
} {
	return []struct {
		name         string
		build        builder
		nondominated bool
	}{
		{"majority-3", construction("majority", args{"n": 3}), true},
		{"majority-4", construction("majority", args{"n": 4}), false},
		{"wheel-4", construction("wheel", args{"n": 4}), true},
		{"plane-2", construction("plane", args{"order": 2}), true},
		{"grid-4", construction("grid", args{"n": 4}), false},
		{"all-of-2", listed(`{"kind": "coterie", "universe": 2, "quorums": [[1,2]]}`), false},
	}
}

// composed builds a construction of two structures.
func composed(name string, left, right builder, more args) builder {
	return func() (*setsys.Structure, error) {
		l, err := left()
		if err != nil {
			return nil, err
		}
		r, err := right()
		if err != nil {
			return nil, err
		}
		a := args{"left": l, "right": r}
		for key, value := range more {
			a[key] = value
		}
		return construction(name, a)()
	}
}

func joins() *Entry {
	e := entry("field/join")
	for _, left := range parts() {
		for _, right := range parts() {
			ask := claimed(required(setsys.Coterie)...)
			if left.nondominated && right.nondominated {
				ask = ask.with(claimed(p.Nondomination))
			} else {
				ask = ask.with(denied(p.Nondomination))
			}
			e.add(Case{
				Name:  left.name + " at 1 with " + right.name,
				Build: composed("join", left.build, right.build, args{"node": "1"}), Ask: ask,
			})
		}
	}
	return pinned(e)
}

func unions() *Entry {
	e := entry("field/union")
	for _, left := range parts() {
		for _, right := range parts() {
			e.add(Case{Name: left.name + " and " + right.name, Build: composed("union", left.build, right.build, nil), Ask: claimed(kCoterie...)})
		}
	}
	return e
}

func copied() *Entry {
	e := entry("field/copies")
	of := parts()
	of = append(of[:3:3], of[5])
	for t := 1; t <= 4; t++ {
		for _, c := range of {
			e.add(Case{Name: params(c.name+" t", t), Build: copies(c.build, t), Ask: claimed(kCoterie...)})
		}
		if t <= 3 {
			e.add(Case{
				Name:  params("C4 t", t),
				Build: copies(example("kakugawa-c4.json"), t), Ask: claimed(kCoterie...),
			})
		}
	}
	return e
}

func copies(of builder, t int) builder {
	return func() (*setsys.Structure, error) {
		s, err := of()
		if err != nil {
			return nil, err
		}
		return construction("copies", args{"of": s, "t": t})()
	}
}
