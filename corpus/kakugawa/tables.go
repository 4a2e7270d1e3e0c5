package kakugawa

import (
	_ "embed"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"qcheck/corpus/entry"
	"qcheck/properties/availability"
)

//go:embed testdata/kakugawa.tables
var tables string

// printed are the cases that compare the values of a table, which are these, to all digits that are
// printed: p_u, p_l, or the availability of a structure.
func printed(these ...string) func() []entry.Case {
	return func() (cases []entry.Case) {
		for line := range strings.Lines(tables) {
			what, rest, _ := strings.Cut(line, " ")
			place, values, _ := strings.Cut(rest, ": ")
			if !slices.Contains(these, what) {
				continue
			}
			var n, k, r int
			fmt.Sscanf(place, "n=%d k=%d r=%d", &n, &k, &r) // p_u and p_l are printed for each r
			for i, value := range strings.Fields(values) {
				p := big.NewRat(int64(i), 10)
				name, exact := fmt.Sprintf("%s %s p=%s", place, what, p.FloatString(1)), new(big.Rat)
				switch what {
				case "p_u":
					name, exact = fmt.Sprintf("%s r=%d", place, i+1), upper(n, k, i+1)
				case "p_l":
					name, exact = fmt.Sprintf("%s r=%d", place, i+1), lower(n, k, i+1)
				case "maj_k":
					exact = availability.MajorityVector(n, k, r).At(p)
				case "sgl_k":
					exact = availability.SingletonVector(n, k, r).At(p)
				}
				cases = append(cases, entry.Case{Name: name, Ask: entry.Stated("as-printed", entry.Arithmetic(func(entry.Values) string {
					_, decimals, _ := strings.Cut(value, ".")
					if computed := exact.FloatString(len(decimals)); computed != value {
						return fmt.Sprintf("printed %s, computed %s, exactly %s", value, computed, exact.RatString())
					}
					return ""
				}))})
			}
		}
		return cases
	}
}
