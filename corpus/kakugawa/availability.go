package kakugawa

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"qcheck/corpus/entry"
	"qcheck/corpus/thesis"
	"qcheck/properties"
	"qcheck/properties/availability"
	"qcheck/setsys"
)

// A study is what package thesis finds of all k-coteries on up to 7 nodes, and the k-coteries on
// few nodes, by n and k.
type study struct {
	claims   entry.Found[[]thesis.Claim]
	coteries [fewNodes + 1][fewNodes + 1]entry.Found[[]entry.Masks]
}

// fewNodes is on how many nodes k-coteries are looked at one by one.
const fewNodes = 5

// claim states what was found of a claim, by its name: where it is false.
func (s *study) claim(name string) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, _ entry.Values) string {
		claims := s.claims.By(a, func(a entry.Asked) []thesis.Claim {
			_, claims, err := thesis.Study(a, availability.MaxNodes)
			return entry.Known(claims, err)
		})
		i := slices.IndexFunc(claims, func(c thesis.Claim) bool { return c.Name == name })
		if i < 0 {
			a.Fail("no claim is named %q", name)
		}
		not := claims[i].Not
		if len(not) > 1 {
			return fmt.Sprintf("%s; and %d more", not[0], len(not)-1)
		}
		return strings.Join(not, "")
	}
}

// availabilityIsP: the availability of a single site is p, the sum of C(n-1,s-1) p^s (1-p)^(n-s).
func availabilityIsP(a entry.Asked, s *setsys.Structure, x entry.Values) string {
	analysis := entry.Known(availability.Analyze(a, s.Quorums, availability.Options{Rows: 1}))
	n, sets := x["n"], analysis.Rows[0].Counts // of r-available sets, by size
	for size := 0; size <= n; size++ {
		want := 0
		if size > 0 {
			want = entry.Choose(n-1, size-1)
		}
		if !sets[size].IsInt64() || sets[size].Int64() != int64(want) {
			return fmt.Sprintf("%d sets of %d nodes are available, not %d", sets[size], size, want)
		}
	}
	return ""
}

// kCoteries yields the k-coteries on n nodes.
func (s *study) kCoteries(a entry.Asked, n, k int, each func(f entry.Masks) (text string)) string {
	all := s.coteries[n][k].By(a, func(a entry.Asked) (all []entry.Masks) {
		for f := range entry.Antichains(n) {
			if a.Has(f.Structure(setsys.KCoterie, k), properties.Required(setsys.KCoterie)...) {
				all = append(all, f)
			}
		}
		return all
	})
	for _, f := range all {
		if text := each(f); text != "" {
			return text
		}
	}
	return ""
}

// theorem4Step: some set of rW nodes lacks r disjoint quorums if there are smaller quorums than W.
func (s *study) theorem4Step(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	n, k := x["n"], x["k"]
	w := availability.Quorum(n, k)
	return s.kCoteries(a, n, k, func(f entry.Masks) string {
		if least, _ := entry.Extent(f.Family()); least >= w {
			return ""
		}
		for r := 1; r <= k; r++ {
			if !slices.ContainsFunc(entry.SetsOf(n, r*w), func(set uint) bool { return !entry.DisjointWithin(f.Sets, set, r) }) {
				return fmt.Sprintf("%v, r = %d", f.Family(), r)
			}
		}
		return ""
	})
}

// theorem4LargeQuorums: k-coteries without smaller quorums are at most as available as the
// k-majority, set by set.
func (s *study) theorem4LargeQuorums(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	n, k := x["n"], x["k"]
	w := availability.Quorum(n, k)
	majority := entry.SetsOf(n, w)
	return s.kCoteries(a, n, k, func(f entry.Masks) string {
		if least, _ := entry.Extent(f.Family()); least < w {
			return ""
		}
		for r := 1; r <= k; r++ {
			for set := uint(0); set < 1<<n; set++ {
				if entry.DisjointWithin(f.Sets, set, r) && !entry.DisjointWithin(majority, set, r) {
					return fmt.Sprintf("%v, r = %d", f.Family(), r)
				}
			}
		}
		return ""
	})
}

// theorem7Step: fewer sets of r nodes are available than of the k-singleton.
func (s *study) theorem7Step(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	n, k := x["n"], x["k"]
	return s.kCoteries(a, n, k, func(f entry.Masks) string {
		if _, most := entry.Extent(f.Family()); most == 1 {
			return ""
		}
		for r := 1; r <= k; r++ {
			available := 0
			for _, set := range entry.SetsOf(n, r) {
				if entry.DisjointWithin(f.Sets, set, r) {
					available++
				}
			}
			if available >= entry.Choose(k, r) {
				return fmt.Sprintf("%v, r = %d", f.Family(), r)
			}
		}
		return ""
	})
}

// corollary1: p_u grows with r.
func corollary1(x entry.Values) string {
	n, k := x["n"], x["k"]
	for r := 1; r < k; r++ {
		if thesis.Upper(n, k, r).Cmp(thesis.Upper(n, k, r+1)) >= 0 {
			return fmt.Sprintf("r = %d", r)
		}
	}
	return ""
}

// againstOneNode: the majority is more available than one node above 1/2.
func againstOneNode(x entry.Values) string {
	n := x["n"]
	one := []availability.Vector{availability.SingletonVector(n, 1, 1)}
	half := big.NewRat(1, 2)
	for _, in := range availability.Best(availability.MajorityVector(n, 1, 1), one) {
		if in.Has(half, big.NewRat(1, 1)) {
			return ""
		}
	}
	return "at some p above 1/2 the majority is less available than one node"
}

// Tables returns tables 1 to 3 of the thesis.
func Tables() []thesis.Table {
	text, err := files.ReadFile("testdata/kakugawa.tables")
	if err != nil {
		panic(err) // it is in the program
	}
	tables, err := thesis.ReadTables(string(text))
	if err != nil {
		panic(err)
	}
	return tables
}

// printedTable are the cases that compare a table of the thesis, entry by entry.
func printedTable(number int) func() []entry.Case {
	return func() (cases []entry.Case) {
		for _, cell := range Tables()[number-1].Entries {
			name := entry.Params("n", cell.N, "k", cell.K, "r", cell.R)
			if cell.P != nil {
				name += " " + strings.ToLower(cell.Structure) + " p=" + cell.P.FloatString(1)
			}
			cases = append(cases, entry.Case{Name: name, Ask: entry.Stated("as-printed", entry.Arithmetic(func(entry.Values) string {
				if cell.Agrees {
					return ""
				}
				return fmt.Sprintf("printed %s, computed %s, exactly %s", cell.Printed, cell.Computed, cell.Exact.RatString())
			}))})
		}
		return cases
	}
}
