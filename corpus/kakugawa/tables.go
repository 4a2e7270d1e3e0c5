package kakugawa

import (
	_ "embed"
	"fmt"
	"math/big"
	"strings"

	"qcheck/corpus/entry"
	"qcheck/properties/availability"
	"qcheck/setsys"
)

//go:embed testdata/kakugawa.tables
var tables string

// printed states that a value is the one that a table has, to all digits that are printed: the number i
// of the line that begins with what is in the table, and with n, k and perhaps r.
func printed(line string, i func(x entry.Values) int, exact func(n, k, r int, p *big.Rat) *big.Rat) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
		begins := strings.NewReplacer("N", fmt.Sprint(x["n"]), "K", fmt.Sprint(x["k"]), "R", fmt.Sprint(x["r"])).Replace(line) + ": "
		_, rest, found := strings.Cut(tables, "\n"+begins)
		rest, _, _ = strings.Cut(rest, "\n")
		values := strings.Fields(rest)
		if !found || i(x) >= len(values) {
			a.Fail("the table has no such value")
		}
		value, computed := values[i(x)], exact(x["n"], x["k"], x["r"], big.NewRat(int64(x["10p"]), 10))
		_, decimals, _ := strings.Cut(value, ".")
		if rounded := computed.FloatString(len(decimals)); rounded != value {
			return fmt.Sprintf("printed %s, computed %s, exactly %s", value, rounded, computed.RatString())
		}
		return ""
	}
}

// ofR and ofP are where the values for each r are, and for each p.
func ofR(x entry.Values) int { return x["r"] - 1 }
func ofP(x entry.Values) int { return x["10p"] }

func majorityAt(n, k, r int, p *big.Rat) *big.Rat { return availability.MajorityVector(n, k, r).At(p) }

func singletonAt(n, k, r int, p *big.Rat) *big.Rat {
	return availability.SingletonVector(n, k, r).At(p)
}
