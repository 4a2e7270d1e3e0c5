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
		torus(), torusOutside(), torusFollowing(), torusWR(), torusWROutside(), torusSizes(), torusSmallest(), messageSum(), jiangMessages(), jiangDelays(),
	}
}

func group(says string) Source {
	return Source{Paper: "Jiang", Section: "section 2", Says: says}
}

func jiangExample() *Entry {
	return &Entry{
		Name:   "jiang/example",
		Source: group("a pair of 8 write quorums and 16 read quorums on 8 nodes is a 2-wr coterie"),
		Claim:  "the worked example is a 2-wr coterie",
		Reason: "the worked example of the definition; it is the torus of 4 rows and 2 columns with k = 2 and its row covers",
		Cases: []Case{{Build: example("jiang-example.json"), Ask: claimed(required(setsys.KWRCoterie)...).
			with(observed("is-the-torus", func(_ context.Context, s *setsys.Structure) (string, error) {
				t, err := construct.Build("torus-wr", args{"rows": 4, "columns": 2, "k": 2}, setsys.DefaultMaxSets)
				if err != nil {
					return "", err
				}
				if !s.Write.Canonical().Equal(t.Write.Canonical()) || !s.Read.Canonical().Equal(t.Read.Canonical()) {
					return fmt.Sprintf("the torus has %v and %v", t.Write, t.Read), nil
				}
				return "", nil
			}))}},
	}
}

func jiangExampleWrite() *Entry {
	return &Entry{
		Name:   "jiang/example-write",
		Source: group("the write quorums of a k-wr coterie are a k-coterie, by its first, second and fourth property"),
		Claim:  "the write quorums of the example are a 2-coterie",
		Reason: "the same family judged as another kind",
		Cases: []Case{{
			Build: listed(`{"kind": "k-coterie", "k": 2, "universe": 8, "quorums":
				[[1,2,3], [1,2,4], [5,6,7], [5,6,8], [1,7,8], [2,7,8], [3,4,5], [3,4,6]]}`),
			Ask: claimed(required(setsys.KCoterie)...).with(silent(p.StrongNonIntersection)),
		}},
	}
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
	return Case{
		Name:  params("rows", rows, "columns", columns, "k", k),
		Build: construction(name, args{"rows": rows, "columns": columns, "k": k}),
		Ask:   ask,
	}
}

const torusReading = "non-intersection as the paper defines it: any fewer than k disjoint quorums can be extended by another disjoint one"

func torus() *Entry {
	e := &Entry{
		Name: "jiang/torus",
		Source: group("a full row and a node from each of the floor(r/(k+1)) rows after it are the quorums of a k-coterie; " +
			"non-intersection is easily proved if floor(r/(k+1)) is less than floor(r/k)"),
		Claim:   "the k-torus quorums are a k-coterie if floor(r/(k+1)) < floor(r/k)",
		Reading: torusReading,
		Reason: "the side condition says that k disjoint quorums exist, not that any fewer can be extended: with f = floor(r/(k+1)), " +
			"h quorums block h(2f+1) rows if they stand f rows apart. For k = 3 it is enough only when r is 3 modulo 4, for larger k only when r = k",
	}
	tori(func(rows, columns, k int, side bool) {
		if side {
			e.Cases = append(e.Cases, torusCase("torus", rows, columns, k,
				claimed(required(setsys.KCoterie)...).with(observed("k-disjoint-quorums", disjointQuorums))))
		}
	})
	return pinned(e)
}

func torusOutside() *Entry {
	e := &Entry{
		Name: "jiang/torus-outside",
		Source: group("the k-torus quorums are shown to be a k-coterie by Lang and Mao, but for non-intersection; " +
			"the side condition is needed for that"),
		Claim:   "without the side condition, the k-torus quorums have intersection and minimality",
		Reading: torusReading,
		Reason:  "the side condition is necessary: where it fails, there are no k disjoint quorums at all",
	}
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
	e := &Entry{
		Name:    "jiang/torus-following",
		Source:  group("a k-torus quorum takes nodes from floor(r/(k+1)) following rows"),
		Claim:   "nothing is claimed for other numbers of following rows",
		Reading: torusReading,
		Reason: "were the number a misprint, another number of following rows would do. None does where the printed one fails: " +
			"it must be at least floor(r/(k+1)) for intersection, and less than floor(r/k) for k disjoint quorums",
	}
	for k := 1; k <= 5; k++ {
		for rows := 1; rows <= 12; rows++ {
			e.Cases = append(e.Cases, Case{
				Name: params("rows", rows, "k", k),
				Ask: observed("some-number-does", func(ctx context.Context, _ *setsys.Structure) (string, error) {
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
				}),
			})
		}
	}
	return pinned(e)
}

func torusWR() *Entry {
	e := &Entry{
		Name: "jiang/torus-wr",
		Source: group("the k-torus quorums as write quorums and the row covers as read quorums are a k-wr coterie; " +
			"a row cover has a node from every row"),
		Claim:   "k-torus quorums and row covers are a k-wr coterie if floor(r/(k+1)) < floor(r/k)",
		Reading: torusReading,
		Reason:  "the read quorums are right; the write quorums fail where the k-torus does",
	}
	tori(func(rows, columns, k int, side bool) {
		if side {
			e.Cases = append(e.Cases, torusCase("torus-wr", rows, columns, k, claimed(required(setsys.KWRCoterie)...)))
		}
	})
	return pinned(e)
}

func torusWROutside() *Entry {
	e := &Entry{
		Name:    "jiang/torus-wr-outside",
		Source:  group("the k-torus quorums as write quorums and the row covers as read quorums are a k-wr coterie"),
		Claim:   "k-torus quorums and row covers are a k-wr coterie",
		Reading: "as printed, without the side condition, which stands in the paragraph before",
		Reason:  "the sentence repeats no side condition; without it the pair is never a k-wr coterie",
	}
	tori(func(rows, columns, k int, side bool) {
		if !side {
			e.Cases = append(e.Cases, torusCase("torus-wr", rows, columns, k, claimed(required(setsys.KWRCoterie)...)))
		}
	})
	return pinned(e)
}

func torusSizes() *Entry {
	e := &Entry{
		Name: "jiang/torus-sizes",
		Source: group("a write quorum has about 2 sqrt(n/(k+1)) nodes when c = sqrt(n/(k+1)) and r = sqrt(n(k+1)), " +
			"a read quorum has r nodes"),
		Claim:   "with c columns and c(k+1) rows, a write quorum has 2c = 2 sqrt(n/(k+1)) nodes and a read quorum has r, and the write quorums are a k-coterie",
		Reading: "the recommended shape exactly, where the roots are whole numbers; a k-coterie where the side condition holds, which is for c of at least k",
		Reason: "the sizes are right. But the recommended shape is never a 3-coterie, since then r is 0 modulo 4, " +
			"and for c below k there are no k disjoint quorums",
	}
	for c := 1; c <= 4; c++ {
		for k := 1; k <= 4 && c*k < 12; k++ {
			rows := c * (k + 1)
			ask := claimed(p.NonEmpty, p.Intersection, p.Minimality)
			if rows/(k+1) < rows/k {
				ask = ask.with(claimed(p.NonIntersection))
			} else {
				ask = ask.with(silent(p.NonIntersection))
			}
			e.Cases = append(e.Cases, torusCase("torus", rows, c, k, ask.with(stated("write-quorum-size", sizes(2*c, 2*c)))))
		}
	}
	for rows := 1; rows <= 9; rows++ {
		for columns := 1; columns <= 3; columns++ {
			c := torusCase("torus-wr", rows, columns, 2, stated("read-quorum-size", readSize(rows)))
			c.Name = "row covers " + c.Name
			e.Cases = append(e.Cases, c)
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
	e := &Entry{
		Name:    "jiang/torus-smallest",
		Source:  group("the k-torus quorums are smallest with c = sqrt(n/(k+1)) columns and r = sqrt(n(k+1)) rows, about 2 sqrt(n/(k+1)) nodes"),
		Claim:   "no other shape of n nodes has smaller k-torus quorums than the recommended one",
		Reading: "the sizes alone, where the roots are whole numbers: c + floor(r/(k+1)) for every c and r with cr = n",
		Reason:  "every n up to 2,000; a shape may have quorums as small",
	}
	for k := 1; k <= 10; k++ {
		e.Cases = append(e.Cases, Case{
			Name: params("k", k),
			Ask: stated("no-smaller-shape", func(context.Context, *setsys.Structure) (string, error) {
				for c := 1; c*c*(k+1) <= 2000; c++ {
					n := c * c * (k + 1)
					for columns := 1; columns <= n; columns++ {
						if n%columns == 0 && columns+n/columns/(k+1) < 2*c {
							return fmt.Sprintf("n = %d: %d rows and %d columns", n, n/columns, columns), nil
						}
					}
				}
				return "", nil
			}),
		})
	}
	return e
}

// messageSum adds up the messages that section 5 lists, scenario by scenario.
func messageSum() *Entry {
	e := &Entry{
		Name: "jiang/message-sum",
		Source: Source{Paper: "Jiang", Section: "section 5", Says: "a node alone has REQUEST, GRANT and RELEASE with the members of Q, COMPETE and CLEAR with those of Q ∪ P, " +
			"and one SUCCESS, in total 2|Q| + 2|Q ∪ P| + 1 messages; a follower has REQUEST and RELEASE with those of Q, and NOTICE, FOLLOW, R-GRANT and R-RELEASE, " +
			"in total 2|Q| + 4; at worst each of n REQUESTs has five others, in total 6n + 2|Q ∪ P| + 1"},
		Claim:   "the messages listed number 2|Q| + 2|Q ∪ P| + 1 alone, 2|Q| + 4 for a follower, and 6n + 2|Q ∪ P| + 1 at worst",
		Reading: "the sum of what the text lists for each scenario, each list once; how many a run has is another question",
		Reason: "alone, the three lists with Q make 3|Q|: one of them is forgotten, or a 3 was misread as a 2 in the copy; " +
			"the sum as it stands is false either way. The other two sums are right",
	}
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
			e.Cases = append(e.Cases, Case{
				Name: params("|Q|", q, "|Q∪P|", both),
				Ask: stated("alone", sum(2*q+2*both+1, q, q, q, both, both, 1)).
					with(stated("follower", sum(2*q+4, q, q, 1, 1, 1, 1))).
					with(stated("worst", sum(6*both+2*both+1, both, 5*both, both, both, 1))), // n is |Q ∪ P| here
			})
		}
	}
	return pinned(e)
}
