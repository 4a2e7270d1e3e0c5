package critical

import (
	"fmt"
	"iter"

	"qcheck/properties"
	"qcheck/setsys"
)

// A Kind of edit; see the package comment.
type Kind string

// The kinds of edits.
const (
	Drop   Kind = "drop"
	Lower  Kind = "lower"
	Remove Kind = "remove"
)

// Kinds returns the kinds of edits, in the order in which they are listed to
// users.
func Kinds() []Kind { return []Kind{Drop, Lower, Remove} }

// A version is a structure, and in words the edit that made it of another. Its families are formulas
// where their thresholds are edited.
type version struct {
	structure *setsys.Structure
	edit      string
}

// after is v after an edit: over another universe, with what change makes of each family.
func (v version) after(text string, u setsys.Universe, change func(h int, f setsys.Family) setsys.Family) version {
	return version{over(v.structure, u, change), text}
}

// replaced is v after an edit of family number h.
func (v version) replaced(text string, h int, g setsys.Family) version {
	return v.after(text, v.structure.Universe, func(i int, f setsys.Family) setsys.Family {
		if i == h {
			return g
		}
		return f
	})
}

// edited yields what each edit of a kind makes of v.
func (v version) edited(k Kind) iter.Seq[version] {
	return func(yield func(version) bool) {
		u := v.structure.Universe
		switch k {
		case Drop, Lower:
			for h, f := range v.structure.Families() {
				if g := f.Family.Formula(); g != nil {
					for text, changed := range changes(g, u, k) {
						if !yield(v.replaced(text+ofFamily(f.Role), h, unlisted(u.Len(), changed))) {
							return
						}
					}
					continue
				}
				for i, q := range f.Family.All() {
					for node := range q.All() {
						if k == Drop && !yield(v.dropped(h, i, node)) {
							return
						}
					}
				}
			}
		case Remove:
			for node := range u.Len() {
				if w, ok := v.removed(node); ok && !yield(w) {
					return
				}
			}
		}
	}
}

// dropped is v where set i of family number h, which is listed, has lost a node.
func (v version) dropped(h, i, node int) version {
	s := v.structure
	f := s.Families()[h]
	b := setsys.NewFamilyBuilder(f.Family.Nodes())
	for j, p := range f.Family.All() {
		if j == i {
			p = p.Difference(setsys.NewNodeSet(p.Cap(), node))
		}
		b.Add(p)
	}
	text := fmt.Sprintf("drop %s from the %s %s", name(s.Universe, node), quorumOf(f.Role), f.Family.At(i).Format(s.Universe))
	if s.Kind == setsys.RequestSets {
		text += " of " + name(s.Universe, i)
	}
	return v.replaced(text, h, b.Family())
}

// removed is v without a server; not where it is the only one, or all that a formula has.
func (v version) removed(node int) (w version, ok bool) {
	s := v.structure
	n := s.Universe.Len() - 1
	if n == 0 {
		return v, false
	}
	ok = true
	var names []string
	for i := range s.Universe.Len() {
		if i != node {
			names = append(names, s.Universe.Name(i))
		}
	}
	universe, err := setsys.Named(names)
	if err != nil {
		panic("critical: " + err.Error()) // they have been names before
	}
	w = v.after("remove "+name(s.Universe, node), universe, func(_ int, f setsys.Family) setsys.Family {
		if g := f.Formula(); g != nil {
			g = rewritten(g, func(x *setsys.Formula) (*setsys.Formula, bool) {
				switch u, isNode := x.Node(); {
				case isNode && u > node:
					return setsys.OfNode(u - 1), true
				case isNode && u == node:
					return nil, true
				}
				return nil, false
			})
			if g == nil {
				ok = false
				return f
			}
			return unlisted(n, g)
		}
		b := setsys.NewFamilyBuilder(n)
		for i, q := range f.All() {
			var rest []int
			for u := range q.All() {
				switch {
				case u < node:
					rest = append(rest, u)
				case u > node:
					rest = append(rest, u-1)
				}
			}
			if s.Kind != setsys.RequestSets || i != node {
				b.Add(setsys.NewNodeSet(n, rest...))
			}
		}
		return b.Family()
	})
	return w, ok
}

// over returns the structure over another universe, with what change makes of its
// families. It has neither failure domains, reliabilities nor
// capacities, which belong to the nodes, and on which no property depends.
func over(s *setsys.Structure, u setsys.Universe, change func(h int, f setsys.Family) setsys.Family) *setsys.Structure {
	t := properties.Mapped(s, change)
	t.Universe, t.Domains, t.Reliabilities, t.Capacities = u, nil, nil, nil
	return t
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
