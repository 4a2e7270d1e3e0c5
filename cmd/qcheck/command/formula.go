package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/big"

	"github.com/spf13/pflag"

	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// maxListed is the most quorums of a threshold or a construction that are listed;
// more are analysed as a formula, if they have one.
const maxListed = 10_000

// readFormulas is readStructure for commands that need no list of the quorums.
func readFormulas(ctx context.Context, stdin io.Reader, file string, maxSets int) (*setsys.Structure, error) {
	return decodeFile(ctx, stdin, file, formulas(maxSets, maxListed))
}

// formulas are the options with which formulas stay what they are: at most so
// many quorums of a threshold or a construction are listed.
func formulas(maxSets, listed int) setsys.DecodeOptions {
	return setsys.DecodeOptions{
		MaxSets: maxSets, MaxListed: listed, Construct: construct.Build, Formula: construct.Formula, Property: properties.Known,
	}
}

// listQuorumsFlag is maxQuorumsFlag for commands that need no list of the quorums.
func listQuorumsFlag(fs *pflag.FlagSet, at *int) {
	number(fs, at, "max-quorums", setsys.DefaultMaxSets, 1, math.MaxInt,
		"list no family with more quorums: judge its formula, or refuse it if it has none")
}

// engineText names what judges a structure whose quorums are not all listed.
const engineText = "formula: decided by counting and on decision diagrams"

// formulaSizes says how many quorums a formula has and of how many nodes.
func formulaSizes(sizes []*big.Int) string {
	total := totalOf(sizes)
	if total == nil {
		return "a formula, whose quorums were not counted"
	}
	least, most := -1, 0
	for n, c := range sizes {
		if c.Sign() > 0 {
			if most = n; least < 0 {
				least = n
			}
		}
	}
	of := count(most, "node")
	if least < most {
		of = fmt.Sprintf("%d to %d nodes", least, most)
	}
	return bigCount(total, "quorum") + " of " + of
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

// familySizes counts the quorums of a family by size; nil if they were not
// counted.
func familySizes(f setsys.RoleFamily, report *properties.Report) []sizeCount {
	if f.Family.Formula() == nil {
		return quorumSizes(f.Family)
	}
	var sizes []sizeCount
	for nodes, quorums := range report.Sizes[f.Role] {
		if quorums.Sign() > 0 {
			sizes = append(sizes, sizeCount{nodes, quorums})
		}
	}
	return sizes
}
