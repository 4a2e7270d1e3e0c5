package corpus

import (
	"context"
	"fmt"

	p "qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// jiang has the structural claims of J.-R. Jiang, "A Distributed Group
// k-Exclusion Algorithm using k-Write-Read Coterie", section 2.
func jiang() []*Entry {
	return []*Entry{
		jiangExample(), jiangExampleWrite(),
		torus(), torusOutside(), torusFollowing(), torusWR(), torusWROutside(), torusSizes(), torusSmallest(), messageSum(), pinned(measured("jiang/messages")), jiangDelays(), jiangDelaysMost(),
	}
}

func jiangExample() *Entry {
	return entry("jiang/example", Case{Build: example("jiang-example.json"), Ask: claimed(required(setsys.KWRCoterie)...).
		with(observed("is-the-torus", func(_ context.Context, s *setsys.Structure) (string, error) {
			t, err := construct.Build("torus-wr", args{"rows": 4, "columns": 2, "k": 2}, setsys.DefaultMaxSets)
			if err != nil {
				return "", err
			}
			if !s.Write.Canonical().Equal(t.Write.Canonical()) || !s.Read.Canonical().Equal(t.Read.Canonical()) {
				return fmt.Sprintf("the torus has %v and %v", t.Write, t.Read), nil
			}
			return "", nil
		}))})
}

func jiangExampleWrite() *Entry {
	return entry("jiang/example-write", Case{
		Build: listed(`{"kind": "k-coterie", "k": 2, "universe": 8, "quorums":
				[[1,2,3], [1,2,4], [5,6,7], [5,6,8], [1,7,8], [2,7,8], [3,4,5], [3,4,6]]}`),
		Ask: claimed(required(setsys.KCoterie)...).with(silent(p.StrongNonIntersection)),
	})
}

// tori calls each with all tori of at most 16 nodes and all k from 1 to one
// more than the number of rows; side tells whether the paper's side condition
// holds.
func tori(each func(rows, columns, k int, side bool)) {
	for rows := 1; rows <= 16; rows++ {
		for columns := 1; rows*columns <= 16; columns++ {
			for k := 1; k <= rows+1; k++ {
				each(rows, columns, k, rows/(k+1) < rows/k)
			}
		}
	}
}

func torusCase(name string, rows, columns, k int, ask questions) Case {
	return built(name, ask, "rows", rows, "columns", columns, "k", k)
}

func torus() *Entry {
	e := entry("jiang/torus")
	tori(func(rows, columns, k int, side bool) {
		if side {
			e.Cases = append(e.Cases, torusCase("torus", rows, columns, k,
				claimed(required(setsys.KCoterie)...).with(observed("k-disjoint-quorums", disjointQuorums))))
		}
	})
	return pinned(e)
}

func torusOutside() *Entry {
	e := entry("jiang/torus-outside")
	tori(func(rows, columns, k int, side bool) {
		if !side {
			e.Cases = append(e.Cases, torusCase("torus", rows, columns, k,
				claimed(p.NonEmpty, p.Intersection, p.Minimality).
					with(silent(p.NonIntersection)).with(observed("k-disjoint-quorums", disjointQuorums))))
		}
	})
	return pinned(e)
}

func torusFollowing() *Entry {
	e := entry("jiang/torus-following")
	for k := 1; k <= 5; k++ {
		for rows := 1; rows <= 12; rows++ {
			e.add(Case{Name: params("rows", rows, "k", k), Ask: observed("some-number-does", func(ctx context.Context, _ *setsys.Structure) (string, error) {
				for following := range rows {
					s, err := construct.Build("torus", args{"rows": rows, "columns": 1, "k": k, "following": following}, setsys.DefaultMaxSets)
					if err != nil {
						return "", err
					}
					if ok, err := has(ctx, s, required(s.Kind)...); err != nil || ok {
						return "", err
					}
				}
				return fmt.Sprintf("no number of following rows from 0 to %d does", rows-1), nil
			})})
		}
	}
	return pinned(e)
}

func torusWR() *Entry {
	e := entry("jiang/torus-wr")
	tori(func(rows, columns, k int, side bool) {
		if side {
			e.add(torusCase("torus-wr", rows, columns, k, claimed(required(setsys.KWRCoterie)...)))
		}
	})
	return pinned(e)
}

func torusWROutside() *Entry {
	e := entry("jiang/torus-wr-outside")
	tori(func(rows, columns, k int, side bool) {
		if !side {
			e.add(torusCase("torus-wr", rows, columns, k, claimed(required(setsys.KWRCoterie)...)))
		}
	})
	return pinned(e)
}

func torusSizes() *Entry {
	e := entry("jiang/torus-sizes")
	for c := 1; c <= 4; c++ {
		for k := 1; k <= 4 && c*k < 12; k++ {
			rows := c * (k + 1)
			ask := claimed(p.NonEmpty, p.Intersection, p.Minimality)
			if rows/(k+1) < rows/k {
				ask = ask.with(claimed(p.NonIntersection))
			} else {
				ask = ask.with(silent(p.NonIntersection))
			}
			e.add(torusCase("torus", rows, c, k, ask.with(stated("write-quorum-size", sizes(2*c, 2*c)))))
		}
	}
	for rows := 1; rows <= 9; rows++ {
		for columns := 1; columns <= 3; columns++ {
			c := torusCase("torus-wr", rows, columns, 2, stated("read-quorum-size", readSize(rows)))
			c.Name = "row covers " + c.Name
			e.add(c)
		}
	}
	return pinned(e)
}

// readSize states that every read quorum has size nodes.
func readSize(size int) Statement {
	return func(_ context.Context, s *setsys.Structure) (string, error) {
		if least, most := extent(s.Read); least != size || most != size {
			return fmt.Sprintf("read quorums have %d to %d nodes, not %d", least, most, size), nil
		}
		return "", nil
	}
}

func torusSmallest() *Entry {
	e := entry("jiang/torus-smallest")
	for k := 1; k <= 10; k++ {
		e.add(Case{Name: params("k", k), Ask: stated("no-smaller-shape", func(context.Context, *setsys.Structure) (string, error) {
			for c := 1; c*c*(k+1) <= 2000; c++ {
				n := c * c * (k + 1)
				for columns := 1; columns <= n; columns++ {
					if n%columns == 0 && columns+n/columns/(k+1) < 2*c {
						return fmt.Sprintf("n = %d: %d rows and %d columns", n, n/columns, columns), nil
					}
				}
			}
			return "", nil
		})})
	}
	return e
}

// messageSum adds up the messages that section 5 lists, scenario by scenario.
func messageSum() *Entry {
	e := entry("jiang/message-sum")
	sum := func(printed int, listed ...int) Statement {
		return func(context.Context, *setsys.Structure) (string, error) {
			total := 0
			for _, x := range listed {
				total += x
			}
			if total != printed {
				return fmt.Sprintf("%d messages are listed, not %d", total, printed), nil
			}
			return "", nil
		}
	}
	for q := 1; q <= 4; q++ {
		for both := q; both <= q+3; both++ {
			e.add(Case{
				Name: params("|Q|", q, "|Q∪P|", both),
				Ask: stated("alone", sum(2*q+2*both+1, q, q, q, both, both, 1)).
					with(stated("follower", sum(2*q+4, q, q, 1, 1, 1, 1))).
					with(stated("worst", sum(6*both+2*both+1, both, 5*both, both, both, 1))), // n is |Q ∪ P| here
			})
		}
	}
	return pinned(e)
}
