package properties_test

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"qcheck/counterexample"
	"qcheck/properties"
	"qcheck/setsys"
)

// confirm checks by the definitions that the witness breaks the property, that
// its members are in the structure, and that none can be dropped. It knows
// nothing of the code in package counterexample.
func (s plain) confirm(w *counterexample.Witness) error {
	id := properties.ID(w.Property)
	if w.Violates != "" {
		return s.confirmNotOfKind(w)
	}
	families := map[setsys.Role][]uint64{}
	units := map[setsys.Role]int{}
	for i, f := range s.structure().Families() {
		families[f.Role] = s.families[i]
		if s.kind == setsys.HKArbiter {
			units[f.Role] = i + 1
		}
	}
	var sets, processes []uint64
	for _, m := range append(slices.Clone(w.Members), w.Added...) {
		if _, ok := families[m.Role]; !ok || m.Units != units[m.Role] {
			return fmt.Errorf("member %v of role %q and %d units", m.Set, m.Role, m.Units)
		}
		if m.Set.Cap() != s.n {
			return fmt.Errorf("member over %d nodes", m.Set.Cap())
		}
		if (m.Process >= 0) != (s.kind == setsys.RequestSets) {
			return fmt.Errorf("member of process %d", m.Process)
		}
	}
	used := map[setsys.Role][]uint64{}
	for _, m := range w.Members {
		f, q := families[m.Role], mask(m.Set)
		sets = append(sets, q)
		if s.kind == setsys.RequestSets {
			if f[m.Process] != q {
				return fmt.Errorf("%v is not the set of process %d", m.Set, m.Process+1)
			}
			processes = append(processes, 1<<m.Process)
			continue
		}
		used[m.Role] = append(used[m.Role], q)
		if w.Pattern == nil && count(f, q) < count(used[m.Role], q) || !slices.Contains(f, q) {
			return fmt.Errorf("%v is not in family %s that often", m.Set, m.Role)
		}
	}
	if (w.Pattern != nil) != (s.kind == setsys.HKArbiter && id == properties.Intersection) {
		return fmt.Errorf("pattern %v", w.Pattern)
	}
	if (w.Added != nil) && id != properties.Nondomination {
		return fmt.Errorf("added quorums %v", w.Added)
	}
	role := setsys.QuorumsRole
	if s.kind == setsys.KWRCoterie {
		role = setsys.WriteRole
	}
	want := func(ok bool, why string) error {
		if !ok {
			return fmt.Errorf("not %s", why)
		}
		return nil
	}
	ofRole := func() bool {
		return !slices.ContainsFunc(w.Members, func(m counterexample.Member) bool { return m.Role != role })
	}
	own := uint64(0)
	for _, p := range processes {
		own |= p
	}
	distinct := bits.OnesCount64(own) == len(processes)
	shared := intersect(sets)
	switch id {
	case properties.NonEmpty:
		if len(sets) == 0 {
			return want(slices.ContainsFunc(s.families, func(f []uint64) bool { return len(f) == 0 }), "an empty family")
		}
		return want(len(sets) == 1 && sets[0] == 0, "one empty set")
	case properties.Intersection, properties.WriteIntersection:
		switch s.kind {
		case setsys.Coterie, setsys.KCoterie, setsys.KWRCoterie:
			return want(ofRole() && len(sets) == max(s.k, 1)+1 && disjoint(sets), "k+1 disjoint quorums")
		case setsys.KArbiter:
			return want(1 <= len(sets) && len(sets) <= s.k+1 && barelyDisjoint(sets), "as few quorums as have no common node")
		case setsys.HKArbiter:
			sum := 0
			for i, h := range w.Pattern {
				sum += h
				if w.Members[i].Units != h {
					return fmt.Errorf("member %d is of Q_%d, the pattern says %d", i, w.Members[i].Units, h)
				}
			}
			return want(len(sets) == len(w.Pattern) && sum > s.k && sum-slices.Min(w.Pattern) <= s.k && shared == 0,
				"a critical pattern and quorums without a common node")
		}
	case properties.NonIntersection, properties.WriteNonIntersection, properties.StrongNonIntersection:
		if !ofRole() || len(sets) < 1 || len(sets) >= s.k {
			return fmt.Errorf("not 1 to k-1 quorums of the family")
		}
		if id != properties.StrongNonIntersection && !disjoint(sets) {
			return fmt.Errorf("not disjoint")
		}
		own := slices.Clone(sets)
		for _, q := range families[role] {
			if i := slices.Index(own, q); i >= 0 && id != properties.StrongNonIntersection {
				own = slices.Delete(own, i, i+1) // one of the members themselves
				continue
			}
			if !slices.ContainsFunc(sets, func(m uint64) bool { return m&q != 0 }) {
				return fmt.Errorf("%b meets none of them", q)
			}
		}
		return nil
	case properties.Minimality, properties.WriteMinimality, properties.ReadMinimality:
		ok := len(sets) == 2 && w.Members[0].Role == w.Members[1].Role && sets[0]&^sets[1] == 0 &&
			(sets[0] != sets[1] || count(families[w.Members[0].Role], sets[0]) > 1)
		if id != properties.Minimality {
			ok = ok && w.Members[0].Role == map[properties.ID]setsys.Role{
				properties.WriteMinimality: setsys.WriteRole, properties.ReadMinimality: setsys.ReadRole}[id]
		}
		return want(ok, "two quorums of the family, the first within the second")
	case properties.WriteReadIntersection:
		return want(len(sets) == 2 && disjoint(sets) && w.Members[0].Role == setsys.WriteRole && w.Members[1].Role == setsys.ReadRole,
			"a write quorum and a read quorum that are disjoint")
	case properties.SelfMembership:
		return want(len(sets) == 1 && sets[0]&own == 0, "a process outside its set")
	case properties.FullSets:
		return want(len(sets) == 1 && sets[0] != 1<<s.n-1, "a set that is not full")
	case properties.Arbitration:
		return want(distinct && len(sets) <= s.m+1 && s.n > s.m && barelyDisjoint(sets), "as few processes as have no arbiter")
	case properties.PairwiseIntersection:
		return want(distinct && len(sets) == 2 && shared == 0, "two disjoint sets")
	case properties.Singhal:
		return want(distinct && len(sets) == 2 && shared != processes[0] && shared != processes[1], "two processes of which neither is the one arbiter")
	case properties.LocalRecovery:
		return want(distinct && len(sets) == s.m+1 && bits.OnesCount64(shared&own) < s.m, "m+1 processes with fewer than m arbiters of their own")
	case properties.LocalRecoveryExact:
		return want(distinct && len(sets) == s.m+1 && (shared&^own != 0 || bits.OnesCount64(shared) != s.m), "m+1 processes whose arbiters are not m of them")
	case properties.Nondomination:
		if len(sets) > 0 || len(w.Added) == 0 {
			return fmt.Errorf("%d members and %d quorums to add", len(sets), len(w.Added))
		}
		if !s.dominatedBy(w.Added) {
			return fmt.Errorf("the result does not dominate it")
		}
		for i := range w.Added {
			if s.dominatedBy(slices.Delete(slices.Clone(w.Added), i, i+1)) {
				return fmt.Errorf("%v need not be added", w.Added[i].Set)
			}
		}
		return nil
	}
	return fmt.Errorf("no confirmation of %s for %s", id, s.kind)
}

// confirmNotOfKind checks that a required property is the first violated one.
func (s plain) confirmNotOfKind(w *counterexample.Witness) error {
	if w.Property != string(properties.Nondomination) || w.Added != nil {
		return fmt.Errorf("%s and %d quorums to add", w.Property, len(w.Added))
	}
	for _, id := range properties.Required(s.kind) {
		if !s.obeys(id) {
			inner := *w
			inner.Property, inner.Violates = w.Violates, ""
			if string(id) != w.Violates {
				return fmt.Errorf("%s is violated first", id)
			}
			return s.confirm(&inner)
		}
	}
	return fmt.Errorf("the structure is of its kind")
}

// dominatedBy reports whether s with the added quorums, and without the
// supersets of others, dominates s.
func (s plain) dominatedBy(added []counterexample.Member) bool {
	c := s
	c.families = nil
	for i, f := range s.families {
		f = slices.Clone(f)
		for _, m := range added {
			if m.Role == s.structure().Families()[i].Role {
				f = append(f, mask(m.Set))
			}
		}
		slices.Sort(f)
		f = slices.Compact(f)
		var least []uint64
		for _, q := range f {
			if !slices.ContainsFunc(f, func(p uint64) bool { return p != q && p&^q == 0 }) {
				least = append(least, q)
			}
		}
		c.families = append(c.families, least)
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

func count(f []uint64, q uint64) int {
	n := 0
	for _, p := range f {
		if p == q {
			n++
		}
	}
	return n
}

func intersect(sets []uint64) uint64 {
	c := ^uint64(0)
	for _, q := range sets {
		c &= q
	}
	return c
}

func disjoint(sets []uint64) bool {
	for i, p := range sets {
		for _, q := range sets[:i] {
			if p&q != 0 {
				return false
			}
		}
	}
	return true
}

// barelyDisjoint reports whether the sets have no common node, and any one
// fewer of them have.
func barelyDisjoint(sets []uint64) bool {
	for i := range sets {
		if intersect(slices.Delete(slices.Clone(sets), i, i+1)) == 0 {
			return false
		}
	}
	return intersect(sets) == 0
}

// show writes a witness so that two can be compared.
func show(w *counterexample.Witness) string {
	if w == nil {
		return "none"
	}
	var b strings.Builder
	if w.Pattern != nil {
		fmt.Fprintf(&b, "pattern %v: ", w.Pattern)
	}
	for _, m := range w.Members {
		b.WriteString(showMember(m.Role, m.Process, mask(m.Set)))
	}
	for _, m := range w.Added {
		b.WriteString("+" + showMember(m.Role, m.Process, mask(m.Set)))
	}
	return b.String()
}

func showMember(role setsys.Role, process int, set uint64) string {
	if process >= 0 {
		return fmt.Sprintf("%d:%v ", process, nodes(set))
	}
	return fmt.Sprintf("%s%v ", role, nodes(set))
}

func nodes(set uint64) []int {
	var t []int
	for i := range 64 {
		if set>>i&1 != 0 {
			t = append(t, i)
		}
	}
	return t
}

// first returns, as show writes it, the first witness that the structure
// violates the property, found by going through all candidates in order:
// fewest members, then members in canonical order or processes ascending; for
// minimality the containing quorum first; for an (h,k)-arbiter by pattern,
// then by its quorums.
func (s plain) first(id properties.ID) string {
	role := setsys.QuorumsRole
	f := s.families[0]
	switch s.kind {
	case setsys.KWRCoterie:
		role = setsys.WriteRole
	case setsys.RequestSets:
		role = setsys.RequestsRole
	case setsys.HKArbiter:
		role = setsys.UnitsRole(1)
	}
	sorted := func(f []uint64) []uint64 {
		f = slices.Clone(f)
		slices.SortFunc(f, func(a, b uint64) int { return slices.Compare(nodes(a), nodes(b)) })
		return f
	}
	// least tries all choices of the numbers of f with from to up members.
	least := func(f []uint64, from, up int, breaks func(t []int) bool) string {
		found := "none"
		for r := from; r <= up && found == "none"; r++ {
			every(len(f), r, false, func(t []int) bool {
				if !breaks(t) {
					return true
				}
				found = ""
				for _, i := range t {
					process := -1
					if s.kind == setsys.RequestSets {
						process = i
					}
					found += showMember(role, process, f[i])
				}
				return false
			})
		}
		return found
	}
	count := func(t []int, c uint64) int { return bits.OnesCount64(members(t) & c) }
	switch id {
	case properties.NonEmpty:
		for i, g := range s.structure().Families() {
			if g.Family.Len() == 0 {
				return ""
			}
			if j := slices.Index(s.families[i], 0); j >= 0 {
				if s.kind == setsys.RequestSets {
					return showMember(g.Role, j, 0)
				}
				return showMember(g.Role, -1, 0)
			}
		}
	case properties.Intersection, properties.WriteIntersection:
		f := sorted(f)
		switch s.kind {
		case setsys.KArbiter:
			return least(f, 1, s.k+1, func(t []int) bool { return common(f, t) == 0 })
		case setsys.HKArbiter:
			return s.firstAssignment(sorted)
		}
		return least(f, max(s.k, 1)+1, max(s.k, 1)+1, func(t []int) bool { return pairwiseDisjoint(f, t) })
	case properties.NonIntersection, properties.WriteNonIntersection:
		f := sorted(f)
		return least(f, 1, s.k-1, func(t []int) bool {
			if !pairwiseDisjoint(f, t) {
				return false
			}
			for j := range f {
				if !slices.Contains(t, j) && pairwiseDisjoint(f, append(slices.Clone(t), j)) {
					return false
				}
			}
			return true
		})
	case properties.StrongNonIntersection:
		f := sorted(f)
		return least(f, 1, s.k-1, func(t []int) bool {
			return !slices.ContainsFunc(f, func(q uint64) bool {
				return !slices.ContainsFunc(t, func(i int) bool { return f[i]&q != 0 })
			})
		})
	case properties.Minimality, properties.WriteMinimality, properties.ReadMinimality:
		for i, g := range s.structure().Families() {
			if id == properties.WriteMinimality && i == 1 || id == properties.ReadMinimality && i == 0 {
				continue
			}
			f := sorted(s.families[i])
			for j, q := range f {
				for i, p := range f {
					if i != j && p&^q == 0 {
						return showMember(g.Role, -1, p) + showMember(g.Role, -1, q)
					}
				}
			}
		}
	case properties.WriteReadIntersection:
		for _, w := range sorted(s.families[0]) {
			for _, r := range sorted(s.families[1]) {
				if w&r == 0 {
					return showMember(setsys.WriteRole, -1, w) + showMember(setsys.ReadRole, -1, r)
				}
			}
		}
	case properties.SelfMembership:
		return least(f, 1, 1, func(t []int) bool { return count(t, f[t[0]]) == 0 })
	case properties.FullSets:
		return least(f, 1, 1, func(t []int) bool { return f[t[0]] != 1<<s.n-1 })
	case properties.Arbitration:
		return least(f, 1, s.m+1, func(t []int) bool { return common(f, t) == 0 })
	case properties.PairwiseIntersection:
		return least(f, 2, 2, func(t []int) bool { return common(f, t) == 0 })
	case properties.Singhal:
		return least(f, 2, 2, func(t []int) bool { return common(f, t) != 1<<t[0] && common(f, t) != 1<<t[1] })
	case properties.LocalRecovery:
		return least(f, s.m+1, s.m+1, func(t []int) bool { return count(t, common(f, t)) < s.m })
	case properties.LocalRecoveryExact:
		return least(f, s.m+1, s.m+1, func(t []int) bool {
			return common(f, t)&^members(t) != 0 || count(t, common(f, t)) != s.m
		})
	}
	return "none"
}

// firstAssignment returns the first assignment of quorums without a common
// node to a critical pattern.
func (s plain) firstAssignment(sorted func([]uint64) []uint64) string {
	byUnits := make([][]uint64, s.k)
	for h, f := range s.families {
		byUnits[h] = sorted(f)
	}
	for _, pattern := range criticalPatterns(s.k) {
		var assign func(i int, common uint64, text string) string
		assign = func(i int, common uint64, text string) string {
			if i == len(pattern) && common != 0 {
				return ""
			}
			if i == len(pattern) {
				return text
			}
			h := pattern[i]
			for _, q := range byUnits[h-1] {
				if found := assign(i+1, common&q, text+showMember(setsys.UnitsRole(h), -1, q)); found != "" {
					return found
				}
			}
			return ""
		}
		if found := assign(0, 1<<s.n-1, fmt.Sprintf("pattern %v: ", pattern)); found != "" {
			return found
		}
	}
	return "none"
}
