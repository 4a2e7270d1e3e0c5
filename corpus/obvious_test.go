package corpus

import (
	"fmt"
	"math/bits"
	"os"
	"slices"
	"strings"
	"testing"

	p "qcheck/properties"
	"qcheck/setsys"
)

// TestPinsAgainstTheDefinitions decides the pinned verdicts and witnesses once
// more, by the definitions written down as loops over all choices, which share
// nothing with the checks that the corpus runs. Families for which that takes
// long are left to the arithmetic of arithmetic_test.go.
func TestPinsAgainstTheDefinitions(t *testing.T) {
	budget := 30_000
	if os.Getenv("QCHECK_LONG") == "1" {
		budget = 1_000_000
	}
	decided, all := 0, 0
	for _, e := range Entries() {
		for _, c := range e.Cases {
			ids := c.properties()
			if len(ids) == 0 {
				continue
			}
			s, err := c.Build()
			if err != nil {
				t.Fatalf("%s, %s: %v", e.Name, c.Name, err)
			}
			for _, q := range c.Ask {
				if q.Decide != nil {
					continue
				}
				all++
				o := &obvious{s: s, budget: budget}
				witness, ok := o.judge(p.ID(q.Name))
				if !ok {
					continue
				}
				decided++
				if witness != q.Witness {
					t.Errorf("%s | %s | %s: pinned %q, by definition %q", e.Name, c.Name, q.Name, q.Witness, witness)
				}
			}
		}
	}
	if decided < all*4/5 {
		t.Errorf("only %d of %d verdicts were decided by definition", decided, all)
	}
	t.Logf("%d of %d verdicts decided by definition", decided, all)
}

// obvious judges one structure by definition. A set is a mask; a search gives
// up when its budget of steps is spent.
type obvious struct {
	s      *setsys.Structure
	budget int
}

type spent struct{}

func (o *obvious) step() {
	if o.budget--; o.budget < 0 {
		panic(spent{})
	}
}

// judge returns the first witness in the short form of Evidence, or "" when the
// property holds, and whether the question is decided at all.
func (o *obvious) judge(id p.ID) (witness string, ok bool) {
	if o.s.Universe.Len() > 64 {
		return "", false
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case spent:
			witness, ok = "", false
		default:
			panic(r)
		}
	}()
	s := o.s
	first := o.canonical(s.Families()[0].Family)
	switch id {
	case p.NonEmpty:
		for h, f := range s.Families() {
			if f.Family.Len() == 0 {
				return "none", true
			}
			for i, q := range f.Family.All() {
				if q.IsEmpty() {
					return o.labels(h, i) + "{}", true
				}
			}
		}
		return "", true
	case p.Intersection, p.WriteIntersection:
		switch s.Kind {
		case setsys.KArbiter:
			return o.arbiter(first), true
		case setsys.HKArbiter:
			return o.units(), true
		}
		return o.write(o.disjoint(first, max(s.K, 1)+1, 0, 0, nil)), true
	case p.NonIntersection, p.WriteNonIntersection, p.StrongNonIntersection:
		if slices.Contains(first, 0) {
			return "", false // whether the empty quorum is disjoint from itself is not the definition's to say
		}
		for h := 1; h < s.K; h++ {
			if w := o.stuck(first, h, 0, 0, id != p.StrongNonIntersection, nil); w != nil {
				return o.write(w), true
			}
		}
		return "", true
	case p.Minimality:
		for h, f := range s.Families() {
			if w := o.contained(o.canonical(f.Family), h); w != "" {
				return w, true
			}
		}
		return "", true
	case p.WriteMinimality:
		return o.contained(first, 0), true
	case p.ReadMinimality:
		return o.contained(o.canonical(s.Read), 1), true
	case p.WriteReadIntersection:
		for _, w := range first {
			for _, r := range o.canonical(s.Read) {
				if o.step(); w&r == 0 {
					return o.write([]uint64{w, r}), true
				}
			}
		}
		return "", true
	case p.Nondomination:
		return "", false // see TestDominationBySmallSearch
	}
	return o.requests(id), true
}

// canonical returns the sets in canonical order: by sorted members.
func (o *obvious) canonical(f setsys.Family) []uint64 {
	sets := o.listed(f)
	slices.SortStableFunc(sets, func(a, b uint64) int { return slices.Compare(nodes(a), nodes(b)) })
	return sets
}

func (o *obvious) listed(f setsys.Family) []uint64 {
	var sets []uint64
	for i := range f.Len() {
		sets = append(sets, f.Words(i)[0])
	}
	return sets
}

func nodes(set uint64) []int {
	var list []int
	for v := range 64 {
		if set>>v&1 != 0 {
			list = append(list, v+1)
		}
	}
	return list
}

func (o *obvious) write(sets []uint64) string {
	var parts []string
	for _, set := range sets {
		parts = append(parts, "{"+strings.Trim(strings.ReplaceAll(fmt.Sprint(nodes(set)), " ", ","), "[]")+"}")
	}
	return strings.Join(parts, " ")
}

// labels is what Evidence writes before a set of family h: its units, or for
// request sets its process.
func (o *obvious) labels(h, i int) string {
	switch o.s.Kind {
	case setsys.HKArbiter:
		return fmt.Sprintf("%d:", h+1)
	case setsys.RequestSets:
		return fmt.Sprintf("%d:", i+1)
	}
	return ""
}

// disjoint returns the first r pairwise disjoint sets.
func (o *obvious) disjoint(sets []uint64, r, from int, used uint64, chosen []uint64) []uint64 {
	if r == 0 {
		return chosen
	}
	for i := from; i < len(sets); i++ {
		if o.step(); sets[i]&used == 0 {
			if w := o.disjoint(sets, r-1, i+1, used|sets[i], append(slices.Clone(chosen), sets[i])); w != nil {
				return w
			}
		}
	}
	return nil
}

// stuck returns the first h sets, pairwise disjoint or any, of which every set
// of the family meets one.
func (o *obvious) stuck(sets []uint64, h, from int, used uint64, disjoint bool, chosen []uint64) []uint64 {
	if h == 0 {
		for _, q := range sets {
			if o.step(); q&used == 0 {
				return nil
			}
		}
		return chosen
	}
	for i := from; i < len(sets); i++ {
		if o.step(); !disjoint || sets[i]&used == 0 {
			if w := o.stuck(sets, h-1, i+1, used|sets[i], disjoint, append(slices.Clone(chosen), sets[i])); w != nil {
				return w
			}
		}
	}
	return nil
}

func (o *obvious) contained(sets []uint64, h int) string {
	label := ""
	if o.s.Kind == setsys.HKArbiter {
		label = o.labels(h, 0)
	}
	for j, b := range sets {
		for i, a := range sets {
			if o.step(); i != j && a&^b == 0 {
				return label + o.write([]uint64{a}) + " " + label + o.write([]uint64{b})
			}
		}
	}
	return ""
}

// arbiter returns the fewest, at most k+1, and among them the first sets
// without a common node.
func (o *obvious) arbiter(sets []uint64) string {
	for r := 1; r <= o.s.K+1; r++ {
		if w := o.apart(sets, r, 0, ^uint64(0), nil); w != nil {
			var chosen []uint64
			for _, i := range w {
				chosen = append(chosen, sets[i])
			}
			return o.write(chosen)
		}
	}
	return ""
}

// apart returns the numbers of the first r sets without a common node.
func (o *obvious) apart(sets []uint64, r, from int, common uint64, chosen []int) []int {
	if r == 0 {
		if common == 0 {
			return chosen
		}
		return nil
	}
	for i := from; i < len(sets); i++ {
		o.step()
		if w := o.apart(sets, r-1, i+1, common&sets[i], append(slices.Clone(chosen), i)); w != nil {
			return w
		}
	}
	return nil
}

// units returns the first assignment without a common node, of the first
// critical pattern that has one.
func (o *obvious) units() string {
	var patterns [][]int
	for bag := range bags(o.s.K, o.s.K+1) {
		o.step()
		if critical(bag, o.s.K) {
			patterns = append(patterns, bag)
		}
	}
	slices.SortStableFunc(patterns, func(a, b []int) int { return len(a) - len(b) })
	var families [][]uint64
	for _, f := range o.s.ByUnits {
		families = append(families, o.canonical(f))
	}
	for _, pattern := range patterns {
		var assign func(at, from int, common uint64, text []string) string
		assign = func(at, from int, common uint64, text []string) string {
			if at == len(pattern) {
				if common == 0 {
					return strings.Join(text, " ")
				}
				return ""
			}
			h := pattern[at]
			if at == 0 || pattern[at-1] != h {
				from = 0
			}
			for i := from; i < len(families[h-1]); i++ {
				o.step()
				q := families[h-1][i]
				if w := assign(at+1, i, common&q, append(slices.Clone(text), o.labels(h-1, 0)+o.write([]uint64{q}))); w != "" {
					return w
				}
			}
			return ""
		}
		if w := assign(0, 0, ^uint64(0), nil); w != "" {
			return w
		}
	}
	return ""
}

// requests judges the properties of request sets.
func (o *obvious) requests(id p.ID) string {
	sets, m := o.listed(o.s.Requests), o.s.M
	n := len(sets)
	name := func(processes []int) string {
		var parts []string
		for _, i := range processes {
			parts = append(parts, fmt.Sprintf("%d:%s", i+1, o.write([]uint64{sets[i]})))
		}
		return strings.Join(parts, " ")
	}
	switch id {
	case p.SelfMembership:
		for i, set := range sets {
			if set>>i&1 == 0 {
				return name([]int{i})
			}
		}
		return ""
	case p.FullSets:
		for i, set := range sets {
			if bits.OnesCount64(set) != n {
				return name([]int{i})
			}
		}
		return ""
	case p.Arbitration:
		for r := 1; n > m && r <= m+1; r++ {
			if w := o.apart(sets, r, 0, ^uint64(0), nil); w != nil {
				return name(w)
			}
		}
		return ""
	}
	size := 2
	if id == p.LocalRecovery || id == p.LocalRecoveryExact {
		size = m + 1
	}
	var look func(from int, chosen []int) []int
	look = func(from int, chosen []int) []int {
		if len(chosen) == size {
			common, own := ^uint64(0), uint64(0)
			for _, i := range chosen {
				common &= sets[i]
				own |= 1 << i
			}
			good := false
			switch id {
			case p.PairwiseIntersection:
				good = common != 0
			case p.Singhal:
				good = bits.OnesCount64(common) == 1 && common&own != 0
			case p.LocalRecovery:
				good = bits.OnesCount64(common&own) >= m
			case p.LocalRecoveryExact:
				good = bits.OnesCount64(common&own) == m && common&^own == 0
			}
			if good {
				return nil
			}
			return chosen
		}
		for i := from; i < n; i++ {
			o.step()
			if w := look(i+1, append(slices.Clone(chosen), i)); w != nil {
				return w
			}
		}
		return nil
	}
	return name(look(0, nil))
}

// TestDominationBySmallSearch decides pinned nondomination of coteries and
// k-coteries on up to 4 nodes by looking at all families.
func TestDominationBySmallSearch(t *testing.T) {
	seen := 0
	for _, e := range Entries() {
		for _, c := range e.Cases {
			for _, q := range c.Ask {
				if q.Name != string(p.Nondomination) {
					continue
				}
				s, err := c.Build()
				if err != nil {
					t.Fatal(err)
				}
				if s.Universe.Len() > 4 || !s.Quorums.Minimal().Equal(s.Quorums.Canonical()) {
					continue
				}
				seen++
				if dominated := dominatedBySome(s); dominated != (q.Pinned == violated) {
					t.Errorf("%s, %s: dominated %t", e.Name, c.Name, dominated)
				}
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d structures are small enough", seen)
	}
}

func dominatedBySome(s *setsys.Structure) bool {
	mine := toMasks(s.Quorums)
	for f := range antichains(s.Universe.Len()) {
		o := &obvious{s: f.structure(s.Kind, s.K), budget: 1 << 20}
		dominates := !o.s.Quorums.Canonical().Equal(s.Quorums.Canonical())
		for _, q := range mine.sets {
			dominates = dominates && disjointWithin(f.sets, q, 1)
		}
		for _, id := range required(s.Kind) {
			w, ok := o.judge(id)
			dominates = dominates && ok && w == ""
		}
		if dominates {
			return true
		}
	}
	return false
}
