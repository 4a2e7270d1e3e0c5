package properties

import (
	"context"
	"strings"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/explore/yield"
	"qcheck/setsys"
)

// column returns the formula of the grid with column cover of side·side nodes.
func column(side int) *setsys.Formula {
	var full, covers []*setsys.Formula
	for j := range side {
		var nodes []int
		for i := range side {
			nodes = append(nodes, i*side+j)
		}
		full = append(full, setsys.All(setsys.OfNodes(nodes...)...))
		covers = append(covers, setsys.Any(setsys.OfNodes(nodes...)...))
	}
	return setsys.All(append(covers, setsys.Any(full...))...)
}

// Where the diagrams are too large, the quorums are listed, and where these are too
// many, the verdict is unknown and says what was tried.
func TestTooLargeDiagrams(t *testing.T) {
	for _, row := range []struct {
		vertices, listed int
		want             verdict.Verdict
		says             string
	}{
		{0, 10, verdict.Holds, "by decision diagrams with "},
		{20, 1000, verdict.Holds, "quorum by quorum, as the decision diagrams have more than 20 vertices and results"},
		{20, 10, verdict.Unknown, "the search was cut: the decision diagrams have more than 20 vertices and results, and the quorums are more than the 10 that may be listed"},
	} {
		u, _ := setsys.Numbered(9)
		s := &setsys.Structure{Kind: setsys.Coterie, Universe: u, Quorums: setsys.Unlisted(9, column(3), row.listed)}
		c := newChecker(yield.NewWatch(context.Background()), s)
		c.vertices = row.vertices
		r := c.judge(Intersection)
		if r.Verdict != row.want || !strings.HasPrefix(r.Method+r.Note, row.says) {
			t.Errorf("%d vertices, %d quorums: %s, %s%s", row.vertices, row.listed, r.Verdict, r.Method, r.Note)
		}
	}
}

func TestInterruptedFormula(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	u, _ := setsys.Numbered(400)
	s := &setsys.Structure{Kind: setsys.Coterie, Universe: u, Quorums: setsys.Unlisted(400, column(20), 10)}
	c := newChecker(yield.NewWatch(ctx), s)
	cancel()
	if r := c.judge(Intersection); r.Verdict != verdict.Unknown || !strings.Contains(r.Note, "canceled") {
		t.Errorf("%s: %s", r.Verdict, r.Note)
	}
}

// Where the diagrams are too large, violations are found by chance, and what is
// valid is not violated.
func TestGuesses(t *testing.T) {
	u, _ := setsys.Numbered(9)
	var nodes []int
	for v := range 9 {
		nodes = append(nodes, v)
	}
	of := func(size int) setsys.Family { // counting cannot tell, as all nodes are a member besides
		return setsys.Unlisted(9, setsys.Any(setsys.AtLeast(size, setsys.OfNodes(nodes...)...), setsys.All(setsys.OfNodes(nodes...)...)), 1)
	}
	for _, row := range []struct {
		s    setsys.Structure
		id   ID
		want verdict.Verdict
	}{
		{setsys.Structure{Kind: setsys.Coterie, Quorums: of(4)}, Intersection, verdict.Violated},
		{setsys.Structure{Kind: setsys.Coterie, Quorums: of(5)}, Intersection, verdict.Unknown},
		{setsys.Structure{Kind: setsys.KCoterie, K: 2, Quorums: of(3)}, Intersection, verdict.Violated},
		{setsys.Structure{Kind: setsys.KCoterie, K: 2, Quorums: of(4)}, Intersection, verdict.Unknown},
		{setsys.Structure{Kind: setsys.KArbiter, K: 2, Quorums: of(6)}, Intersection, verdict.Violated},
		{setsys.Structure{Kind: setsys.KArbiter, K: 2, Quorums: of(7)}, Intersection, verdict.Unknown},
		{setsys.Structure{Kind: setsys.KArbiter, K: 5, Quorums: of(4)}, Intersection, verdict.Violated},
		{setsys.Structure{Kind: setsys.KWRCoterie, K: 1, Write: of(6), Read: of(3)}, WriteReadIntersection, verdict.Violated},
		{setsys.Structure{Kind: setsys.KWRCoterie, K: 1, Write: of(6), Read: of(4)}, WriteReadIntersection, verdict.Unknown},
		{setsys.Structure{Kind: setsys.KWRCoterie, K: 1, Write: of(4), Read: of(6)}, WriteIntersection, verdict.Violated},
	} {
		row.s.Universe = u
		c := newChecker(yield.NewWatch(context.Background()), &row.s)
		c.vertices = 5
		r := c.judge(row.id)
		if r.Verdict != row.want {
			t.Errorf("%s k=%d: %s is %s, want %s; %s", row.s.Kind, row.s.K, row.id, r.Verdict, row.want, r.Note)
		}
		if r.Witness == nil {
			continue
		}
		if err := r.Witness.Confirm(); err != nil {
			t.Errorf("%s k=%d: %v", row.s.Kind, row.s.K, err)
		}
	}
}
