package structures

import (
	"math/big"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties"
	"qcheck/setsys"
)

// engineOf names what judges the structure, if its quorums are not all listed.
func engineOf(s *setsys.Structure) string {
	switch {
	case s.IsListed():
		return ""
	case s.Quorums.Trust() != nil:
		return "trust graph: decided by components, pairs and decision diagrams"
	}
	return "formula: decided by counting and on decision diagrams"
}

// formulaSizes says how many quorums a formula has and of how many nodes.
func formulaSizes(sizes []*big.Int) string {
	total := totalOf(sizes)
	if total == nil {
		return "not counted"
	}
	least, most := -1, 0
	for n, c := range sizes {
		if c.Sign() > 0 {
			if most = n; least < 0 {
				least = n
			}
		}
	}
	return bigCount(total, "quorum") + " of " + console.Nodes(least, most)
}

// totalOf returns the sum, nil if there are no numbers.
func totalOf(sizes []*big.Int) *big.Int {
	if sizes == nil {
		return nil
	}
	total := new(big.Int)
	for _, c := range sizes {
		total.Add(total, c)
	}
	return total
}

// bigCount is count for large numbers: those of more than 40 digits are rounded.
func bigCount(n *big.Int, noun string) string {
	text := n.String()
	if len(text) > 40 {
		text = "about " + new(big.Float).SetInt(n).Text('e', 3)
	}
	if text != "1" {
		noun += "s"
	}
	return text + " " + noun
}

// familySizes counts the quorums of a family by size; there is none if they were
// not counted.
func familySizes(f setsys.RoleFamily, report *properties.Report) []sizeCount {
	if f.Family.IsListed() {
		return quorumSizes(f.Family)
	}
	sizes := []sizeCount{}
	for nodes, quorums := range report.Sizes[f.Role] {
		if quorums.Sign() > 0 {
			sizes = append(sizes, sizeCount{nodes, quorums})
		}
	}
	return sizes
}

// A sizeCount says how many quorums have so many nodes.
type sizeCount struct {
	Nodes   int      `json:"nodes"`
	Quorums *big.Int `json:"quorums"`
}

// quorumSizes counts the sets of the family by size, repeats included.
func quorumSizes(f setsys.Family) []sizeCount {
	counts := make([]int, f.Nodes()+1)
	for i := range f.Len() {
		counts[f.At(i).Len()]++
	}
	sizes := []sizeCount{}
	for nodes, quorums := range counts {
		if quorums > 0 {
			sizes = append(sizes, sizeCount{nodes, big.NewInt(int64(quorums))})
		}
	}
	return sizes
}
