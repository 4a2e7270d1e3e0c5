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
	e := &Entry{
		Name: "field/wheel",
		Source: Source{"Holzman, Marcus, Peleg", "Load balancing in quorum systems, 1997",
			"the hub with any node of the rim, or the whole rim, is a nondominated coterie"},
		Claim:  "the wheel is a nondominated coterie",
		Reason: "the least balanced of the nondominated coteries; every n from 3 to 16",
	}
	for n := 3; n <= 16; n++ {
		e.Cases = append(e.Cases, Case{
			Name: params("n", n), Build: construction("wheel", args{"n": n}),
			Ask: claimed(required(setsys.Coterie)...).with(claimed(p.Nondomination)),
		})
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
	e := &Entry{
		Name: "field/crumbling-wall",
		Source: Source{"Peleg, Wool", "Crumbling walls, 1997",
			"a full row with a node of each row below it; a coterie when no row but the first has one node, nondominated just when moreover the first has"},
		Claim: "crumbling walls are coteries when no row but the first has width 1, nondominated when the first has width 1",
		Reason: "every wall of up to 7 nodes; with a row of one node further down, quorums from above it are not minimal, " +
			"and with a wide first row, its nodes dominate",
	}
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
			e.Cases = append(e.Cases, Case{
				Name: params("widths", widths), Build: construction("crumbling-wall", args{"widths": widths}), Ask: ask,
			})
		})
	}
	return pinned(e)
}

func trees() *Entry {
	e := &Entry{
		Name: "field/tree",
		Source: Source{"Agrawal, El Abbadi; Neilsen, Mizuno", "1991; Coterie join algorithm, 1992",
			"the root with a quorum of a child's subtree, or quorums of all subtrees, is a nondominated coterie"},
		Claim:  "the tree coterie is nondominated",
		Reason: "binary trees of up to 15 nodes, ternary ones of up to 13",
	}
	for _, dd := range [][2]int{{0, 2}, {1, 2}, {2, 2}, {3, 2}, {1, 3}, {2, 3}, {1, 5}} {
		e.Cases = append(e.Cases, Case{
			Name:  params("depth", dd[0], "degree", dd[1]),
			Build: construction("tree", args{"depth": dd[0], "degree": dd[1]}),
			Ask:   claimed(required(setsys.Coterie)...).with(claimed(p.Nondomination)),
		})
	}
	return e
}

func hierarchies() *Entry {
	e := &Entry{
		Name: "field/hierarchy",
		Source: Source{"Kumar", "Hierarchical quorum consensus, 1991",
			"quorums of more than half the groups at each level, made of quorums of the groups, are a coterie"},
		Claim:  "hierarchical quorum consensus is a coterie when twice the threshold exceeds the width at every level",
		Reason: "every shape of up to 12 nodes with groups of 2 or more, every threshold at each level; a lower threshold at any level makes two quorums disjoint",
	}
	var shapes func(n int, widths []int)
	shapes = func(n int, widths []int) {
		if len(widths) > 0 {
			e.Cases = append(e.Cases, hierarchyCases(widths)...)
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
			cases = append(cases, Case{
				Name:  params("widths", widths, "thresholds", thresholds),
				Build: construction("hierarchy", args{"widths": widths, "thresholds": thresholds}),
				Ask:   ask,
			})
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
	e := &Entry{
		Name: "field/column-cover",
		Source: Source{"Cheung, Ammar, Ahamad", "The grid protocol, 1992",
			"a full column with a node of every other column is a coterie"},
		Claim:  "a full column with a node of every other column is a coterie",
		Reason: "every array of up to 16 nodes",
	}
	for rows := 1; rows <= 16; rows++ {
		for columns := 1; rows*columns <= 16; columns++ {
			e.Cases = append(e.Cases, Case{
				Name:  params("rows", rows, "columns", columns),
				Build: construction("column-cover", args{"rows": rows, "columns": columns}),
				Ask:   claimed(required(setsys.Coterie)...),
			})
		}
	}
	return e
}

func rowCovers() *Entry {
	e := &Entry{
		Name: "field/row-covers",
		Source: Source{"Jiang; Kakugawa (thesis)", "section 2; section 2.2, C5",
			"a node from every row of an array; with two rows and three columns these are the quorums of C5"},
		Claim:  "the row covers of an array with k columns are a k-coterie",
		Reason: "the read quorums of Jiang's construction by themselves; not claimed there",
	}
	for rows := 1; rows <= 5; rows++ {
		for columns := 1; rows*columns <= 16 && columns <= 5; columns++ {
			ask := silent(kCoterie...)
			if rows == 2 && columns == 3 {
				ask = ask.with(observed("is-C5", sameAsExample("kakugawa-c5.json", func(i int) int { return i })))
			}
			e.Cases = append(e.Cases, Case{
				Name:  params("rows", rows, "columns", columns),
				Build: construction("row-covers", args{"rows": rows, "columns": columns}),
				Ask:   ask,
			})
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
	e := &Entry{
		Name: "field/join",
		Source: Source{"Neilsen, Mizuno", "Coterie join algorithm, 1992",
			"a coterie with a node replaced by a coterie is a coterie, nondominated just when both are"},
		Claim:  "the join of two coteries is a coterie, nondominated just when both are",
		Reason: "six small coteries, nondominated and dominated, with one another, at the first node",
	}
	for _, left := range parts() {
		for _, right := range parts() {
			ask := claimed(required(setsys.Coterie)...)
			if left.nondominated && right.nondominated {
				ask = ask.with(claimed(p.Nondomination))
			} else {
				ask = ask.with(denied(p.Nondomination))
			}
			e.Cases = append(e.Cases, Case{
				Name:  left.name + " at 1 with " + right.name,
				Build: composed("join", left.build, right.build, args{"node": "1"}), Ask: ask,
			})
		}
	}
	return pinned(e)
}

func unions() *Entry {
	e := &Entry{
		Name: "field/union",
		Source: Source{"folklore", "disjoint union",
			"the quorums of a k-coterie and an l-coterie over separate nodes are a (k+l)-coterie"},
		Claim:  "the disjoint union of coteries is a 2-coterie",
		Reason: "six small coteries with one another",
	}
	for _, left := range parts() {
		for _, right := range parts() {
			e.Cases = append(e.Cases, Case{
				Name: left.name + " and " + right.name, Build: composed("union", left.build, right.build, nil),
				Ask: claimed(kCoterie...),
			})
		}
	}
	return e
}

func copied() *Entry {
	e := &Entry{
		Name:   "field/copies",
		Source: Source{"folklore", "disjoint union", "t copies of a k-coterie over separate nodes are a tk-coterie"},
		Claim:  "t copies of a k-coterie are a tk-coterie",
		Reason: "coteries and 2-coteries; up to 4 copies",
	}
	of := parts()
	of = append(of[:3:3], of[5])
	for t := 1; t <= 4; t++ {
		for _, c := range of {
			e.Cases = append(e.Cases, Case{Name: params(c.name+" t", t), Build: copies(c.build, t), Ask: claimed(kCoterie...)})
		}
		if t <= 3 {
			e.Cases = append(e.Cases, Case{
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
