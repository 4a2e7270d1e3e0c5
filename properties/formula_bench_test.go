package properties_test

import (
	"testing"

	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// zookeeper returns the formula of 5 groups of 5 servers with the weights 2, 2, 1,
// 1, 1: more than half of the weight in more than half of the groups.
func zookeeper() *setsys.Formula {
	var groups []*setsys.Formula
	for g := range 5 {
		var servers []int
		for i := range 5 {
			servers = append(servers, 5*g+i)
		}
		groups = append(groups, setsys.Weighted(4, setsys.OfNodes(servers...), []int{2, 2, 1, 1, 1}))
	}
	return setsys.AtLeast(3, groups...)
}

// blurred returns the structure with a formula of the same quorums that counting
// decides nothing about: a quorum, or all nodes.
func blurred(s *setsys.Structure) *setsys.Structure {
	n := s.Universe.Len()
	nodes := make([]int, n)
	for i := range nodes {
		nodes[i] = i
	}
	t := *s
	t.Quorums = setsys.Unlisted(n, setsys.Any(s.Quorums.Formula(), setsys.All(setsys.OfNodes(nodes...)...)), 0)
	return &t
}

// largeFormulas are structures of a size at which no quorum can be listed.
func largeFormulas(tb testing.TB) map[string]*setsys.Structure {
	all := map[string]*setsys.Structure{}
	for name, c := range map[string]struct {
		construction string
		args         map[string]any
	}{
		"majority-101":         {"majority", map[string]any{"n": 101}},
		"uniform-3-arbiter-40": {"uniform-k-arbiter", map[string]any{"n": 40, "k": 3}},
		"uniform-2-arbiter-60": {"uniform-k-arbiter", map[string]any{"n": 60, "k": 2}},
		"2-majority-100":       {"k-majority", map[string]any{"n": 100, "k": 2}},
		"4-majority-44":        {"k-majority", map[string]any{"n": 44, "k": 4}},
		"hierarchy-81":         {"hierarchy", map[string]any{"widths": []int{3, 3, 9}}},
		"tree-63":              {"tree", map[string]any{"depth": 5}},
		"column-cover-10x10":   {"column-cover", map[string]any{"rows": 10, "columns": 10}},
		"wheel-4000":           {"wheel", map[string]any{"n": 4000}},
		"voting-60": {"weighted-voting", map[string]any{"votes": []int{
			9, 8, 8, 7, 7, 7, 6, 6, 6, 6, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
			2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}},
	} {
		s, err := construct.Formula(c.construction, c.args, 0)
		if err != nil {
			tb.Fatal(err)
		}
		all[name] = s
	}
	all["zookeeper-5x5"] = asFormula(setsys.Coterie, 0, 25, zookeeper())
	return all
}

// BenchmarkFormulas times each property on formulas, as they are and blurred, so
// that counting decides nothing.
func BenchmarkFormulas(b *testing.B) {
	for name, s := range largeFormulas(b) {
		for variant, t := range map[string]*setsys.Structure{"exact": s, "blurred": blurred(s)} {
			for _, id := range properties.Every(s.Kind) {
				b.Run(name+"/"+variant+"/"+string(id), func(b *testing.B) {
					for b.Loop() {
						r, err := properties.Check(b.Context(), t, []properties.ID{id})
						if err != nil {
							b.Fatal(err)
						}
						if err := r.Confirm(); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
