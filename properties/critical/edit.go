package critical

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// A Kind of edit; see the package comment.
type Kind string

// The kinds of edits.
const (
	Drop   Kind = "drop"
	Lower  Kind = "lower"
	Remove Kind = "remove"
	Add    Kind = "add"
)

// Kinds returns the kinds of edits, in the order in which they are listed to
// users.
func Kinds() []Kind { return []Kind{Drop, Lower, Remove, Add} }

// An Edit is one edit of a structure.
type Edit struct {
	Kind Kind
	Text string // in words: "drop 3 from the quorum {1,2,3}"
}

// A version is a structure after some edits.
type version struct {
	structure *setsys.Structure // nil when it has a threshold family that is not small
	edits     []Edit
	most      int // the most quorums that an edit may give a threshold family
	step      func()

	formulas []*setsys.Formula // of the families, if their quorums are not listed
	times    int               // how many edits make such a version, if they are formulas

	trust         *setsys.Trust   // of the family, if it has one; formulas stand for it then
	organisations []setsys.Domain // who edits it
}

// family is family number h.
func (v version) family(h int) setsys.Family { return v.structure.Families()[h].Family }

// edited calls yield with every structure that one edit makes of v, until yield
// returns false, and reports whether it came to the end.
func (v version) edited(yield func(version) bool) bool {
	if v.formulas != nil {
		return v.editedFormulas(yield)
	}
	return v.drops(yield) && v.lowers(yield) && v.removals(yield) && v.additions(yield)
}

// with is v after one more edit.
func (v version) with(s *setsys.Structure, kind Kind, text string, args ...any) version {
	return version{structure: s, edits: append(slices.Clip(v.edits), Edit{kind, fmt.Sprintf(text, args...)}), most: v.most, step: v.step, times: 1}
}

func (v version) drops(yield func(version) bool) bool {
	s := v.structure
	for h, f := range s.Families() {
		for i, q := range f.Family.All() {
			for node := range q.All() {
				b := setsys.NewFamilyBuilder(f.Family.Nodes())
				for j, p := range f.Family.All() {
					if j == i {
						p = p.Difference(setsys.NewNodeSet(p.Cap(), node))
					}
					b.Add(p)
				}
				where := "the " + quorumOf(f.Role) + " " + q.Format(s.Universe)
				if s.Kind == setsys.RequestSets {
					where += " of " + name(s.Universe, i)
				}
				if !yield(v.with(replace(s, h, b.Family()), Drop, "drop %s from %s", name(s.Universe, node), where)) {
					return false
				}
			}
		}
	}
	return true
}

func (v version) lowers(yield func(version) bool) bool {
	s := v.structure
	for h, f := range s.Families() {
		t, nodes, ok := threshold(s, f.Family, v.step)
		if !ok || t == 1 {
			continue
		}
		var lower *setsys.Structure
		if v.small(nodes.Len(), t-1) {
			lower = replace(s, h, subsets(nodes, t-1))
		}
		if !yield(v.with(lower, Lower, "lower the threshold%s from %d of %d nodes to %d", ofFamily(f.Role), t, nodes.Len(), t-1)) {
			return false
		}
	}
	return true
}

func (v version) removals(yield func(version) bool) bool {
	s := v.structure
	n := s.Universe.Len()
	if n == 1 {
		return true
	}
	for node := range n {
		universe := renamed(s.Universe, func(names []string) []string { return slices.Delete(names, node, node+1) })
		without := func(q setsys.NodeSet) setsys.NodeSet {
			var rest []int
			for u := range q.All() {
				switch {
				case u < node:
					rest = append(rest, u)
				case u > node:
					rest = append(rest, u-1)
				}
			}
			return setsys.NewNodeSet(n-1, rest...)
		}
		t := over(s, universe, func(f setsys.Family) setsys.Family {
			need, nodes, isThreshold := threshold(s, f, v.step)
			if isThreshold { // the same one where it has no such node
				return subsets(without(nodes), need)
			}
			b := setsys.NewFamilyBuilder(n - 1)
			for i, q := range f.All() {
				if s.Kind != setsys.RequestSets || i != node {
					b.Add(without(q))
				}
			}
			return b.Family()
		})
		if !yield(v.with(t, Remove, "remove %s", name(s.Universe, node))) {
			return false
		}
	}
	return true
}

func (v version) additions(yield func(version) bool) bool {
	s := v.structure
	n := s.Universe.Len()
	if n == setsys.MaxNodes || !slices.ContainsFunc(s.Families(), func(f setsys.RoleFamily) bool {
		_, _, ok := threshold(s, f.Family, v.step)
		return ok
	}) {
		return true
	}
	added := ""
	universe := renamed(s.Universe, func(names []string) []string {
		added = unused(names)
		return append(names, added)
	})
	large := false
	t := over(s, universe, func(f setsys.Family) setsys.Family {
		if need, nodes, ok := threshold(s, f, v.step); ok {
			if large = large || !v.small(nodes.Len()+1, need); large {
				return f
			}
			return subsets(setsys.NewNodeSet(n+1, append(nodes.Nodes(), n)...), need)
		}
		b := setsys.NewFamilyBuilder(n + 1)
		for _, q := range f.All() {
			b.Add(setsys.NewNodeSet(n+1, q.Nodes()...))
		}
		return b.Family()
	})
	if large {
		t = nil
	}
	return yield(v.with(t, Add, "add the server %s", added))
}

// unused returns a name that none of the names is.
func unused(names []string) string {
	for i := 1; ; i++ {
		candidate := "new"
		if i > 1 {
			candidate += strconv.Itoa(i)
		}
		if !slices.Contains(names, candidate) {
			return candidate
		}
	}
}

// threshold returns the t and the nodes of a threshold family, and whether f is
// one.
func threshold(s *setsys.Structure, f setsys.Family, step func()) (t int, nodes setsys.NodeSet, ok bool) {
	if s.Kind == setsys.RequestSets || f.Len() < 2 {
		return 0, nodes, false
	}
	all := make([]uint64, words.Of(f.Nodes()))
	t = words.Count(f.Words(0))
	for i := range f.Len() {
		if words.Count(f.Words(i)) != t {
			return 0, nodes, false
		}
		words.Or(all, all, f.Words(i))
	}
	nodes = setsys.FromWords(f.Nodes(), all)
	if new(big.Int).Binomial(int64(nodes.Len()), int64(t)).Cmp(big.NewInt(int64(f.Len()))) != 0 {
		return 0, nodes, false
	}
	sorted := f.Canonical(step)
	for i := 1; i < sorted.Len(); i++ {
		if words.Equal(sorted.Words(i-1), sorted.Words(i)) {
			return 0, nodes, false
		}
	}
	return t, nodes, true
}

// small reports whether a threshold family of t of m nodes has at most v.most
// quorums.
func (v version) small(m, t int) bool {
	return new(big.Int).Binomial(int64(m), int64(t)).Cmp(big.NewInt(int64(v.most))) <= 0
}

// subsets returns all sets of t of the nodes, in canonical order.
func subsets(nodes setsys.NodeSet, t int) setsys.Family {
	list := nodes.Nodes()
	b := setsys.NewFamilyBuilder(nodes.Cap())
	chosen := make([]int, 0, t)
	var choose func(from int)
	choose = func(from int) {
		if len(chosen) == t {
			b.Add(setsys.NewNodeSet(nodes.Cap(), chosen...))
			return
		}
		for i := from; i <= len(list)-(t-len(chosen)); i++ {
			chosen = append(chosen, list[i])
			choose(i + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	choose(0)
	return b.Family().Canonical()
}

// replace returns the structure with another family number h.
func replace(s *setsys.Structure, h int, g setsys.Family) *setsys.Structure {
	i := -1
	return over(s, s.Universe, func(f setsys.Family) setsys.Family {
		if i++; i == h {
			return g
		}
		return f
	})
}

// over returns the structure over another universe, with what change makes of its
// families, in their order. It has neither failure domains, latencies, reliabilities nor
// capacities, which belong to the nodes, and on which no property depends.
func over(s *setsys.Structure, u setsys.Universe, change func(setsys.Family) setsys.Family) *setsys.Structure {
	t := *s
	t.Universe, t.Domains, t.Latencies, t.Reliabilities, t.Capacities = u, nil, nil, nil, nil
	switch {
	case s.Kind == setsys.HKArbiter:
		t.ByUnits = nil
		for _, f := range s.ByUnits {
			t.ByUnits = append(t.ByUnits, change(f))
		}
	case s.Kind.HasReads():
		t.Write = change(s.Write)
		t.Read = change(s.Read)
	case s.Kind == setsys.RequestSets:
		t.Requests = change(s.Requests)
	default:
		t.Quorums = change(s.Quorums)
	}
	return &t
}

// renamed returns the universe with what change makes of its names.
func renamed(u setsys.Universe, change func([]string) []string) setsys.Universe {
	var names []string
	for i := range u.Len() {
		names = append(names, u.Name(i))
	}
	v, err := setsys.Named(change(names))
	if err != nil {
		panic("critical: " + err.Error())
	}
	return v
}

func name(u setsys.Universe, i int) string { return setsys.Printable(u.Name(i)) }

// ofFamily names a family after what it has, if it is one of several.
func ofFamily(r setsys.Role) string {
	switch {
	case r == setsys.QuorumsRole:
		return ""
	case r.Units() > 0:
		return fmt.Sprintf(" of Q_%d", r.Units())
	}
	return " of the " + string(r) + " quorums"
}

// quorumOf is what a set of the family is called.
func quorumOf(r setsys.Role) string {
	switch {
	case r == setsys.QuorumsRole:
		return "quorum"
	case r == setsys.RequestsRole:
		return "request set"
	case r.Units() > 0:
		return fmt.Sprintf("quorum of Q_%d", r.Units())
	}
	return string(r) + " quorum"
}

// key is the same for structures that are equal up to the order of their quorums.
func key(s *setsys.Structure, step func()) string {
	var b strings.Builder
	for i := range s.Universe.Len() {
		fmt.Fprintf(&b, "%q", s.Universe.Name(i))
	}
	for _, f := range s.Families() {
		rows := f.Family
		if f.Role != setsys.RequestsRole {
			rows = rows.Canonical(step)
		}
		b.WriteString("|")
		for i := range rows.Len() {
			step()
			fmt.Fprintf(&b, "%x,", rows.Words(i))
		}
	}
	return b.String()
}
