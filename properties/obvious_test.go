package properties_test

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"qcheck/properties"
	"qcheck/properties/property"
	"qcheck/setsys"
)

// A plain structure is what the definitions speak of: lists of sets, where a
// set is a mask with bit i for node i. Everything in this file is the
// definitions written down as loops over all choices. It shares no code with
// the searches it judges, nor with what confirms witnesses.
type plain struct {
	kind     setsys.Kind
	n, k, m  int
	families [][]uint64 // in the order of setsys.Structure.Families
	steps    *int       // that first may still take; nil for any number
}

// obeys reports whether the structure has the property, which is any other than
// nondomination of a structure of its kind: see dominated.
func (s plain) obeys(id properties.ID) bool {
	_, broken := s.first(id)
	return !broken
}

// required reports whether the structure has all required properties.
func (s plain) required() bool {
	return !slices.ContainsFunc(properties.Required(s.kind), func(id properties.ID) bool { return !s.obeys(id) })
}

// first returns, in the short form of entry.Evidence, the first choice of
// members that breaks the property, and whether there is one. Choices are tried
// by the number of members, then by the members: quorums in canonical order,
// processes by number. For minimality the containing quorum counts first; for
// an (h,k)-arbiter the pattern, then its quorums.
func (s plain) first(id properties.ID) (witness string, broken bool) {
	f := s.families[0]
	if s.kind != setsys.RequestSets {
		f = canonical(f)
	}
	anything := func([]int) bool { return true }
	disjoint := func(t []int) bool { // of t whose others are disjoint
		return !slices.ContainsFunc(t[:len(t)-1], func(i int) bool { return f[i]&f[t[len(t)-1]] != 0 })
	}
	apart := func(t []int) bool { return common(f, t) == 0 }
	// alone: no other place in the list has a set that is disjoint from those at t.
	alone := func(t []int) bool {
		for j, q := range f {
			if s.step(); !slices.Contains(t, j) && q&union(f, t) == 0 {
				return false
			}
		}
		return true
	}
	switch id {
	case properties.NonEmpty:
		for h, g := range s.families {
			if len(g) == 0 {
				return "none", true
			}
			if i := slices.Index(g, 0); i >= 0 {
				return s.write(h, i, 0), true
			}
		}
		return "", false
	case properties.Intersection, properties.WriteIntersection:
		switch s.kind {
		case setsys.KArbiter:
			return s.least(f, 1, s.k+1, anything, apart)
		case setsys.HKArbiter:
			return s.assignment()
		}
		return s.least(f, max(s.k, 1)+1, max(s.k, 1)+1, disjoint, anything)
	case properties.ReadIntersection:
		f = canonical(s.families[1])
		return s.least(f, 2, 2, disjoint, anything)
	case properties.NonIntersection, properties.WriteNonIntersection:
		return s.least(f, 1, s.k-1, disjoint, alone)
	case properties.StrongNonIntersection:
		return s.least(f, 1, s.k-1, anything, func(t []int) bool {
			return !slices.ContainsFunc(f, func(q uint64) bool { s.step(); return q&union(f, t) == 0 })
		})
	case properties.Minimality:
		for h := range s.families {
			if w, broken := s.contained(h); broken {
				return w, true
			}
		}
		return "", false
	case properties.WriteMinimality:
		return s.contained(0)
	case properties.ReadMinimality:
		return s.contained(1)
	case properties.WriteReadIntersection:
		for _, w := range f {
			for _, r := range canonical(s.families[1]) {
				if s.step(); w&r == 0 {
					return s.write(0, 0, w) + " " + s.write(1, 0, r), true
				}
			}
		}
		return "", false
	case properties.SelfMembership:
		return s.least(f, 1, 1, anything, func(t []int) bool { return f[t[0]]&members(t) == 0 })
	case properties.FullSets:
		return s.least(f, 1, 1, anything, func(t []int) bool { return f[t[0]] != 1<<s.n-1 })
	case properties.Arbitration:
		if s.n <= s.m {
			return "", false
		}
		return s.least(f, 1, s.m+1, anything, apart)
	case properties.PairwiseIntersection:
		return s.least(f, 2, 2, anything, apart)
	case properties.Singhal:
		return s.least(f, 2, 2, anything, func(t []int) bool { return common(f, t) != 1<<t[0] && common(f, t) != 1<<t[1] })
	case properties.LocalRecovery:
		return s.least(f, s.m+1, s.m+1, anything, func(t []int) bool {
			return bits.OnesCount64(common(f, t)&members(t)) < s.m
		})
	case properties.LocalRecoveryExact:
		return s.least(f, s.m+1, s.m+1, anything, func(t []int) bool {
			c := common(f, t)
			return c&^members(t) != 0 || bits.OnesCount64(c) != s.m
		})
	case properties.Nondomination:
		for _, required := range properties.Required(s.kind) {
			if w, broken := s.first(required); broken {
				return string(required) + ": " + w, true
			}
		}
		return "", false // as far as this file looks
	}
	panic(fmt.Sprintf("no obvious check of %s for %s", id, s.kind))
}

// spent is the panic of a structure whose steps are used up.
type spent struct{}

func (s plain) step() {
	if s.steps != nil {
		if *s.steps--; *s.steps < 0 {
			panic(spent{})
		}
	}
}

// least tries all choices of different places in the list f, with from to up
// places, where part is true of each beginning of the choice. It returns the
// first one of which whole is true, too.
func (s plain) least(f []uint64, from, up int, part, whole func(t []int) bool) (witness string, broken bool) {
	var choose func(t []int, r int) []int
	choose = func(t []int, r int) []int {
		if r == 0 {
			if whole(t) {
				return t
			}
			return nil
		}
		next := 0
		if len(t) > 0 {
			next = t[len(t)-1] + 1
		}
		for i := next; i <= len(f)-r; i++ {
			s.step()
			if longer := append(slices.Clone(t), i); part(longer) {
				if found := choose(longer, r-1); found != nil {
					return found
				}
			}
		}
		return nil
	}
	for r := from; r <= min(up, len(f)); r++ {
		if t := choose(nil, r); t != nil {
			var parts []string
			for _, i := range t {
				parts = append(parts, s.write(0, i, f[i]))
			}
			return strings.Join(parts, " "), true
		}
	}
	return "", false
}

// contained returns the first set of family h that contains another one.
func (s plain) contained(h int) (witness string, broken bool) {
	f := canonical(s.families[h])
	for j, q := range f {
		for i, p := range f {
			if s.step(); i != j && p&^q == 0 {
				return s.write(h, i, p) + " " + s.write(h, j, q), true
			}
		}
	}
	return "", false
}

// assignment returns the first assignment of quorums without a common node to
// a critical pattern. A quorum may be used more than once; which of several
// requests for as many units uses which quorum makes no difference.
func (s plain) assignment() (witness string, broken bool) {
	byUnits := make([][]uint64, s.k)
	for h, f := range s.families {
		byUnits[h] = canonical(f)
	}
	for _, pattern := range s.criticalPatterns() {
		var assign func(t []int, common uint64) bool
		assign = func(t []int, common uint64) bool {
			s.step()
			at := len(t)
			if at == len(pattern) && common == 0 {
				var text []string
				for at, i := range t {
					h := pattern[at] - 1
					text = append(text, s.write(h, i, byUnits[h][i]))
				}
				witness = strings.Join(text, " ")
			}
			if at == len(pattern) {
				return common == 0
			}
			from := 0
			if at > 0 && pattern[at-1] == pattern[at] {
				from = t[at-1]
			}
			h := pattern[at] - 1
			for i := from; i < len(byUnits[h]); i++ {
				if assign(append(slices.Clone(t), i), common&byUnits[h][i]) {
					return true
				}
			}
			return false
		}
		if assign(nil, 1<<s.n-1) {
			return witness, true
		}
	}
	return "", false
}

// criticalPatterns looks at every bag of at most k+1 of the numbers 1..k;
// where there are more, k+1 of them are a conflict already.
func (s plain) criticalPatterns() [][]int {
	var found [][]int
	var extend func(bag []int, length int)
	extend = func(bag []int, length int) {
		s.step()
		if len(bag) < length {
			for h := max(1, slices.Max(append([]int{1}, bag...))); h <= s.k; h++ {
				extend(append(slices.Clone(bag), h), length)
			}
			return
		}
		sum := 0
		for _, h := range bag {
			sum += h
		}
		// Conflicting, but not without any one of them.
		if sum >= s.k+1 && !slices.ContainsFunc(bag, func(h int) bool { return sum-h >= s.k+1 }) {
			found = append(found, bag)
		}
	}
	for length := 1; length <= s.k+1; length++ {
		extend(nil, length)
	}
	return found
}

// write writes the set at place i of family h.
func (s plain) write(h, i int, set uint64) string {
	var names []string
	for _, v := range nodes(set) {
		names = append(names, fmt.Sprint(v+1))
	}
	text := "{" + strings.Join(names, ",") + "}"
	switch s.kind {
	case setsys.HKArbiter:
		return fmt.Sprintf("%d:%s", h+1, text)
	case setsys.RequestSets:
		return fmt.Sprintf("%d:%s", i+1, text)
	}
	return text
}

// canonical returns the sets in the order of the lists of their members.
func canonical(f []uint64) []uint64 {
	f = slices.Clone(f)
	slices.SortFunc(f, func(a, b uint64) int {
		for a != 0 && b != 0 {
			if x, y := bits.TrailingZeros64(a), bits.TrailingZeros64(b); x != y {
				return x - y
			}
			a, b = a&(a-1), b&(b-1)
		}
		return cmp.Compare(a, b) // what is left of the longer list
	})
	return f
}

func nodes(set uint64) []int {
	var t []int
	for ; set != 0; set &= set - 1 {
		t = append(t, bits.TrailingZeros64(set))
	}
	return t
}

func members(t []int) uint64 {
	set := uint64(0)
	for _, i := range t {
		set |= 1 << i
	}
	return set
}

func common(f []uint64, t []int) uint64 {
	set := ^uint64(0)
	for _, i := range t {
		set &= f[i]
	}
	return set
}

func union(f []uint64, t []int) uint64 {
	set := uint64(0)
	for _, i := range t {
		set |= f[i]
	}
	return set
}

func minimal(f []uint64) bool {
	for i, p := range f {
		for j, q := range f {
			if i != j && p&^q == 0 {
				return false
			}
		}
	}
	return true
}

// dominated reports whether s is not of its kind, or one of the given
// structures, which must be all those with the required properties of s's kind,
// nodes and parameters, is another than s and has in each family, for each
// quorum of s there, a quorum within it.
func (s plain) dominated(all []plain) bool {
	if !s.required() {
		return true
	}
	return slices.ContainsFunc(all, func(c plain) bool { return s.below(c) && !s.sameSets(c) })
}

// dominatedBy reports whether s with the added quorums, and without the
// supersets of others, dominates s.
func (s plain) dominatedBy(added []property.Member) bool {
	c := s
	c.families = nil
	for i, f := range s.families {
		f = slices.Clone(f)
		for _, m := range added {
			if m.Role == s.structure().Families()[i].Role {
				f = append(f, mask(m.Set))
			}
		}
		c.families = append(c.families, minimise(f))
	}
	return c.required() && s.below(c) && !s.sameSets(c)
}

func mask(set setsys.NodeSet) uint64 {
	m := uint64(0)
	for i := range set.All() {
		m |= 1 << i
	}
	return m
}

func (s plain) below(c plain) bool {
	for i, f := range s.families {
		for _, q := range f {
			if !slices.ContainsFunc(c.families[i], func(p uint64) bool { return p&^q == 0 }) {
				return false
			}
		}
	}
	return true
}

func (s plain) sameSets(c plain) bool {
	for i, f := range s.families {
		g := c.families[i]
		for _, q := range f {
			if !slices.Contains(g, q) {
				return false
			}
		}
		for _, q := range g {
			if !slices.Contains(f, q) {
				return false
			}
		}
	}
	return true
}

// antichains calls f with every non-empty family of non-empty subsets of n
// nodes, n <= 6, in which no set contains another. The family, which is
// ascending, is reused.
func antichains(n int, f func([]uint64)) {
	all := ^uint64(0) >> (64 - 1<<n) // the set numbers, as a mask; number 0 is the empty set
	later := make([]uint64, 1<<n)    // by set: the higher set numbers that are incomparable to it
	for a := range later {
		for b := a + 1; b < 1<<n; b++ {
			if a&b != a && a&b != b {
				later[a] |= 1 << b
			}
		}
	}
	family := make([]uint64, 0, 1<<n)
	var extend func(allowed uint64)
	extend = func(allowed uint64) {
		for rest := allowed; rest != 0; rest &= rest - 1 {
			set := bits.TrailingZeros64(rest)
			family = append(family, uint64(set))
			f(family)
			extend(allowed & later[set])
			family = family[:len(family)-1]
		}
	}
	extend(all &^ 1)
}

// structures returns all structures of the kind on n nodes that have the
// required properties.
func structures(kind setsys.Kind, n, k int) []plain {
	var all []plain
	switch kind {
	case setsys.Coterie, setsys.KCoterie, setsys.KArbiter:
		antichains(n, func(f []uint64) {
			s := plain{kind: kind, n: n, k: k, families: [][]uint64{f}}
			if s.required() {
				s.families = [][]uint64{slices.Clone(f)}
				all = append(all, s)
			}
		})
	case setsys.HKArbiter:
		var each [][]uint64
		antichains(n, func(f []uint64) { each = append(each, slices.Clone(f)) })
		byUnits := make([][]uint64, k)
		var choose func(h int)
		choose = func(h int) {
			if h == k {
				s := plain{kind: kind, n: n, k: k, families: slices.Clone(byUnits)}
				if s.required() {
					all = append(all, s)
				}
				return
			}
			for _, f := range each {
				byUnits[h] = f
				choose(h + 1)
			}
		}
		choose(0)
	default:
		panic(fmt.Sprintf("no domination among %s", kind))
	}
	return all
}

// improvable is dominated for kinds other than k-coterie, by adding every set
// of nodes to every family in turn (Garcia-Molina and Barbara for coteries): a
// structure that dominates s, which is of its kind, has in some family a quorum
// that contains no quorum of s there, and s with that quorum, too, satisfies
// intersection. It is compared with dominated where that can be computed.
func (s plain) improvable() bool {
	if !s.required() {
		return true
	}
	for h, f := range s.families {
		for set := uint64(1); set < 1<<s.n; set++ {
			if slices.ContainsFunc(f, func(q uint64) bool { return q&^set == 0 }) {
				continue
			}
			with := s
			with.families = slices.Clone(s.families)
			with.families[h] = append([]uint64{set}, f...)
			if with.obeys(properties.Intersection) {
				return true
			}
		}
	}
	return false
}
