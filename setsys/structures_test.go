package setsys_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"qcheck/setsys"
)

// differ says where two structures differ, and "" where they do not.
func differ(a, b *setsys.Structure) string {
	if a.Name != b.Name || a.Source != b.Source || a.Kind != b.Kind || a.K != b.K || a.M != b.M {
		return fmt.Sprintf("%q %q %s k=%d m=%d and %q %q %s k=%d m=%d", a.Name, a.Source, a.Kind, a.K, a.M, b.Name, b.Source, b.Kind, b.K, b.M)
	}
	if a.Description != b.Description || !slices.Equal(a.Properties, b.Properties) {
		return fmt.Sprintf("%q %q and %q %q", a.Description, a.Properties, b.Description, b.Properties)
	}
	if a.Universe.Len() != b.Universe.Len() || a.Universe.IsNumbered() != b.Universe.IsNumbered() {
		return fmt.Sprintf("%d and %d nodes, or not both numbered", a.Universe.Len(), b.Universe.Len())
	}
	for i := range a.Universe.Len() {
		if a.Universe.Name(i) != b.Universe.Name(i) {
			return fmt.Sprintf("node %d is %q and %q", i, a.Universe.Name(i), b.Universe.Name(i))
		}
	}
	fa, fb := a.Families(), b.Families()
	if len(fa) != len(fb) {
		return fmt.Sprintf("%d and %d families", len(fa), len(fb))
	}
	for i := range fa {
		if fa[i].Role != fb[i].Role || !fa[i].Family.Equal(fb[i].Family) {
			return fmt.Sprintf("families %s %s and %s %s", fa[i].Role, fa[i].Family, fb[i].Role, fb[i].Family)
		}
	}
	return differInCluster(a, b)
}

// differInCluster is differ for domains, whose order does not count, and
// what is known of nodes.
func differInCluster(a, b *setsys.Structure) string {
	byName := func(a, b setsys.Domain) int { return strings.Compare(a.Name, b.Name) }
	same := func(a, b setsys.Domain) bool { return a.Name == b.Name && a.Nodes.Equal(b.Nodes) }
	da, db := slices.SortedFunc(slices.Values(a.Domains), byName), slices.SortedFunc(slices.Values(b.Domains), byName)
	if !slices.EqualFunc(da, db, same) {
		return fmt.Sprintf("domains %v and %v", da, db)
	}
	if !slices.EqualFunc(a.Reliabilities, b.Reliabilities, func(x, y *big.Rat) bool {
		return x.Cmp(y) == 0
	}) {
		return fmt.Sprintf("reliabilities %v and %v", a.Reliabilities, b.Reliabilities)
	}
	if !slices.EqualFunc(a.Capacities, b.Capacities, func(x, y setsys.Capacity) bool {
		return x.Read.Cmp(y.Read) == 0 && x.Write.Cmp(y.Write) == 0
	}) {
		return fmt.Sprintf("capacities %v and %v", a.Capacities, b.Capacities)
	}
	return ""
}

// family returns the family of sets of node numbers, from 1.
func family(n int, sets ...[]int) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for _, set := range sets {
		var nodes []int
		for _, v := range set {
			nodes = append(nodes, v-1)
		}
		b.Add(setsys.NewNodeSet(n, nodes...))
	}
	return b.Family()
}

// builder is a stand-in for package construct: constructions that show how
// Decode uses what it is given.
func builder(name string, args map[string]any, limit int) (*setsys.Structure, error) {
	u := func(n int) setsys.Universe { return must(setsys.Numbered(n)) }
	switch name {
	case "pair": // {{1,2},{1,3}} over n nodes
		n, ok := args["n"].(int)
		if !ok || n < 3 || n > 1000 {
			return nil, errors.New("n is a number\nof at least 3")
		}
		return &setsys.Structure{Kind: setsys.Coterie, Universe: u(n), Quorums: family(n, []int{1, 2}, []int{1, 3})}, nil
	case "ends": // {{1,n}} over n nodes
		n, ok := args["n"].(int)
		if !ok || n < 2 || n > 1000 {
			return nil, errors.New("n is a number from 2 to 1000")
		}
		return &setsys.Structure{Kind: setsys.Coterie, Universe: u(n), Quorums: family(n, []int{1, n})}, nil
	case "units":
		return &setsys.Structure{Kind: setsys.HKArbiter, K: 2, Universe: u(3), ByUnits: []setsys.Family{
			family(3, []int{1, 2}), family(3, []int{1, 2, 3}),
		}}, nil
	case "write-read":
		return &setsys.Structure{Kind: setsys.KWRCoterie, K: 2, Universe: u(3), Write: family(3, []int{1}, []int{2}), Read: family(3, []int{1, 2})}, nil
	case "sets":
		return &setsys.Structure{Kind: setsys.RequestSets, M: 1, Universe: u(2), Requests: family(2, []int{1, 2}, []int{2})}, nil
	case "named":
		return &setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Named([]string{"a"})), Quorums: family(1, []int{1})}, nil
	case "invalid":
		return &setsys.Structure{Kind: setsys.KCoterie, Universe: u(2), Quorums: family(2)}, nil
	case "many":
		return nil, fmt.Errorf("rows times columns: %w", setsys.ErrTooMany{Limit: limit})
	case "heedless": // more than the limit
		b := setsys.NewFamilyBuilder(3)
		for range limit + 1 {
			b.Add(setsys.NewNodeSet(3, 0))
		}
		return &setsys.Structure{Kind: setsys.Coterie, Universe: u(3), Quorums: b.Family()}, nil
	case "same": // its argument
		if s, ok := args["as"].(*setsys.Structure); ok {
			return s, nil
		}
	case "numbers": // one quorum, the list
		list, ok := args["list"].([]int)
		if !ok || len(args) != 1 || slices.ContainsFunc(list, func(v int) bool { return v < 1 || v > 9 }) {
			return nil, fmt.Errorf("want a list, have %v", args)
		}
		return &setsys.Structure{Kind: setsys.Coterie, Universe: u(9), Quorums: family(9, list)}, nil
	case "text":
		if args["what"] == "all" {
			return &setsys.Structure{Kind: setsys.Coterie, Universe: u(2), Quorums: family(2, []int{1, 2})}, nil
		}
	}
	return nil, fmt.Errorf("unknown construction or arguments")
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// oddNames are names that an encoder may stumble over.
var oddNames = []string{
	"a", "b", "1", "01", "construct", "threshold", "quorums", `"`, `\`, "a b", "</script>&", "é", "日本", "\u2028", "\x00", "\n", "\x7f", "😀", "{1,2}", "null",
}

func randomUniverse(rng *rand.Rand, n int) setsys.Universe {
	if rng.IntN(2) == 0 {
		return must(setsys.Numbered(n))
	}
	var names []string
	for i := range n {
		if i < len(oddNames) {
			names = append(names, oddNames[i])
		} else {
			names = append(names, fmt.Sprintf("node-%d", i))
		}
	}
	rng.Shuffle(n, func(i, j int) { names[i], names[j] = names[j], names[i] })
	return must(setsys.Named(names))
}

func randomSet(rng *rand.Rand, n int) setsys.NodeSet {
	var nodes []int
	density := rng.Float64()
	for v := range n {
		if rng.Float64() < density {
			nodes = append(nodes, v)
		}
	}
	return setsys.NewNodeSet(n, nodes...)
}

func randomFamily(rng *rand.Rand, n, size int) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for range size {
		b.Add(randomSet(rng, n))
	}
	return b.Family()
}

func randomStructure(rng *rand.Rand, n int) *setsys.Structure {
	s := &setsys.Structure{Kind: setsys.Kinds()[rng.IntN(len(setsys.Kinds()))], Universe: randomUniverse(rng, n)}
	if rng.IntN(2) == 0 {
		s.Name, s.Source = oddNames[rng.IntN(len(oddNames))], oddNames[rng.IntN(len(oddNames))]
	}
	if rng.IntN(2) == 0 {
		s.Description, s.Properties = oddNames[rng.IntN(len(oddNames))], oddNames[:1+rng.IntN(len(oddNames))]
	}
	size := func() int { return rng.IntN(6) }
	switch s.Kind {
	case setsys.HKArbiter:
		s.K = 1 + rng.IntN(12)
		for range s.K {
			s.ByUnits = append(s.ByUnits, randomFamily(rng, n, size()))
		}
	case setsys.KWRCoterie:
		s.K, s.Write, s.Read = 1+rng.IntN(5), randomFamily(rng, n, size()), randomFamily(rng, n, size())
	case setsys.ReadWrite:
		s.Write, s.Read = randomFamily(rng, n, size()), randomFamily(rng, n, size())
	case setsys.RequestSets:
		s.M, s.Requests = 1+rng.IntN(setsys.MaxCount), randomFamily(rng, n, n)
	case setsys.Coterie:
		s.Quorums = randomFamily(rng, n, size())
	default:
		s.K, s.Quorums = 1+rng.IntN(5), randomFamily(rng, n, size())
	}
	for i := range rng.IntN(4) {
		if nodes := randomSet(rng, n); !nodes.IsEmpty() {
			s.Domains = append(s.Domains, setsys.Domain{Name: oddNames[i+rng.IntN(3)*5], Nodes: nodes})
		}
	}
	if rng.IntN(2) == 0 {
		for range n {
			s.Reliabilities = append(s.Reliabilities, big.NewRat(rng.Int64N(1001), 1000))
		}
	}
	if rng.IntN(2) == 0 {
		for range n {
			c := setsys.Capacity{Read: big.NewRat(1+rng.Int64N(100_000), 20)}
			if c.Write = c.Read; s.Kind.HasReads() && rng.IntN(2) == 0 {
				c.Write = big.NewRat(1+rng.Int64N(100), 1)
			}
			s.Capacities = append(s.Capacities, c)
		}
	}
	return s
}
