package corpus

import (
	"context"
	"fmt"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// jiang has the structural claims of J.-R. Jiang, "A Distributed Group
// k-Exclusion Algorithm using k-Write-Read Coterie", section 2.
func jiang() []*entry.Entry {
	return []*entry.Entry{
		jiangExample(), jiangExampleWrite(),
		torus(), torusOutside(), torusFollowing(), torusWR(), torusWROutside(), torusSizes(), torusSmallest(), messageSum(), entry.Pin(entry.Measured("jiang/messages")), jiangDelays(), jiangDelaysMost(),
	}
}

func jiangExample() *entry.Entry {
	return entry.New("jiang/example", entry.Case{Build: entry.File("jiang-example.json"), Ask: entry.Claimed(entry.Required(setsys.KWRCoterie)...).
		With(entry.Observed("is-the-torus", func(_ context.Context, s *setsys.Structure) (string, error) {
			t, err := construct.Build("torus-wr", entry.Args{"rows": 4, "columns": 2, "k": 2}, setsys.DefaultMaxSets)
			if err != nil {
				return "", err
			}
			if !s.Write.Canonical().Equal(t.Write.Canonical()) || !s.Read.Canonical().Equal(t.Read.Canonical()) {
				return fmt.Sprintf("the torus has %v and %v", t.Write, t.Read), nil
			}
			return "", nil
		}))})
}

func jiangExampleWrite() *entry.Entry {
	return entry.New("jiang/example-write", entry.Case{
		Build: entry.Listed(`{"kind": "k-coterie", "k": 2, "universe": 8, "quorums":
				[[1,2,3], [1,2,4], [5,6,7], [5,6,8], [1,7,8], [2,7,8], [3,4,5], [3,4,6]]}`),
		Ask: entry.Claimed(entry.Required(setsys.KCoterie)...).With(entry.Silent(p.StrongNonIntersection)),
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

func torusCase(name string, rows, columns, k int, ask entry.Questions) entry.Case {
	return entry.Built(name, ask, "rows", rows, "columns", columns, "k", k)
}

func torus() *entry.Entry {
	e := entry.New("jiang/torus")
	tori(func(rows, columns, k int, side bool) {
		if side {
			e.Cases = append(e.Cases, torusCase("torus", rows, columns, k,
				entry.Claimed(entry.Required(setsys.KCoterie)...).With(entry.Observed("k-disjoint-quorums", disjointQuorums))))
		}
	})
	return entry.Pin(e)
}

func torusOutside() *entry.Entry {
	e := entry.New("jiang/torus-outside")
	tori(func(rows, columns, k int, side bool) {
		if !side {
			e.Cases = append(e.Cases, torusCase("torus", rows, columns, k,
				entry.Claimed(p.NonEmpty, p.Intersection, p.Minimality).
					With(entry.Silent(p.NonIntersection)).With(entry.Observed("k-disjoint-quorums", disjointQuorums))))
		}
	})
	return entry.Pin(e)
}

func torusFollowing() *entry.Entry {
	e := entry.New("jiang/torus-following")
	for k := 1; k <= 5; k++ {
		for rows := 1; rows <= 12; rows++ {
			e.Add(entry.Case{Name: entry.Params("rows", rows, "k", k), Ask: entry.Observed("some-number-does", func(ctx context.Context, _ *setsys.Structure) (string, error) {
				for following := range rows {
					s, err := construct.Build("torus", entry.Args{"rows": rows, "columns": 1, "k": k, "following": following}, setsys.DefaultMaxSets)
					if err != nil {
						return "", err
					}
					if ok, err := entry.Has(ctx, s, entry.Required(s.Kind)...); err != nil || ok {
						return "", err
					}
				}
				return fmt.Sprintf("no number of following rows from 0 to %d does", rows-1), nil
			})})
		}
	}
	return entry.Pin(e)
}

func torusWR() *entry.Entry {
	e := entry.New("jiang/torus-wr")
	tori(func(rows, columns, k int, side bool) {
		if side {
			e.Add(torusCase("torus-wr", rows, columns, k, entry.Claimed(entry.Required(setsys.KWRCoterie)...)))
		}
	})
	return entry.Pin(e)
}

func torusWROutside() *entry.Entry {
	e := entry.New("jiang/torus-wr-outside")
	tori(func(rows, columns, k int, side bool) {
		if !side {
			e.Add(torusCase("torus-wr", rows, columns, k, entry.Claimed(entry.Required(setsys.KWRCoterie)...)))
		}
	})
	return entry.Pin(e)
}

func torusSizes() *entry.Entry {
	e := entry.New("jiang/torus-sizes")
	for c := 1; c <= 4; c++ {
		for k := 1; k <= 4 && c*k < 12; k++ {
			rows := c * (k + 1)
			ask := entry.Claimed(p.NonEmpty, p.Intersection, p.Minimality)
			if rows/(k+1) < rows/k {
				ask = ask.With(entry.Claimed(p.NonIntersection))
			} else {
				ask = ask.With(entry.Silent(p.NonIntersection))
			}
			e.Add(torusCase("torus", rows, c, k, ask.With(entry.Stated("write-quorum-size", entry.Sizes(2*c, 2*c)))))
		}
	}
	for rows := 1; rows <= 9; rows++ {
		for columns := 1; columns <= 3; columns++ {
			c := torusCase("torus-wr", rows, columns, 2, entry.Stated("read-quorum-size", readSize(rows)))
			c.Name = "row covers " + c.Name
			e.Add(c)
		}
	}
	return entry.Pin(e)
}

// readSize states that every read quorum has size nodes.
func readSize(size int) entry.Statement {
	return func(_ context.Context, s *setsys.Structure) (string, error) {
		if least, most := entry.Extent(s.Read); least != size || most != size {
			return fmt.Sprintf("read quorums have %d to %d nodes, not %d", least, most, size), nil
		}
		return "", nil
	}
}

func torusSmallest() *entry.Entry {
	e := entry.New("jiang/torus-smallest")
	for k := 1; k <= 10; k++ {
		e.Add(entry.Case{Name: entry.Params("k", k), Ask: entry.Stated("no-smaller-shape", func(context.Context, *setsys.Structure) (string, error) {
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
func messageSum() *entry.Entry {
	e := entry.New("jiang/message-sum")
	sum := func(printed int, listed ...int) entry.Statement {
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
			e.Add(entry.Case{
				Name: entry.Params("|Q|", q, "|Q∪P|", both),
				Ask: entry.Stated("alone", sum(2*q+2*both+1, q, q, q, both, both, 1)).
					With(entry.Stated("follower", sum(2*q+4, q, q, 1, 1, 1, 1))).
					With(entry.Stated("worst", sum(6*both+2*both+1, both, 5*both, both, both, 1))), // n is |Q ∪ P| here
			})
		}
	}
	return entry.Pin(e)
}

// jiangDelaysMost: |Q ∪ P| + 3 is 4 in the first case, and 5 in the second.
func jiangDelaysMost() *entry.Entry {
	const flags = "--algorithm jiang --variant printed --self-messages queued --requests 1 --structure corpus/testdata/"
	return entry.New("jiang/delays-most",
		entry.Case{Name: "one resource", Ask: entry.Stated("at-most", entry.Waits(flags+"wr-1-of-2.json --resource 1", 0, 0, 4)).
			Violated("at-most", "process 1 waits for 5 units of time, and 4 are claimed")},
		entry.Case{Name: "two resources", Ask: entry.Stated("at-most", entry.Waits(flags+"wr-12-of-2.json", 0, 0, 5)).
			Violated("at-most", "process 1 waits for 12 units of time, and 5 are claimed")})
}

func jiangDelays() *entry.Entry {
	const flags = "--algorithm jiang --structure corpus/testdata/wr-majority-of-3.json --quorum-choice fixed --resource 1,2,1 --self-messages queued --requests "
	return entry.New("jiang/delays", entry.Case{
		Ask: entry.Stated("alone", entry.Waits(flags+"1,0,0", 0, 5, 5)).With(entry.Stated("follower", entry.Waits(flags+"1,1,1", 0, 3, 1000))),
	})
}
