package critical

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/symmetry"
	"qcheck/setsys/words"
)

// always are the properties that every formula has: its quorums are its minimal
// sets, of which there is one, and none is empty.
var always = []properties.ID{properties.NonEmpty, properties.Minimality, properties.WriteMinimality, properties.ReadMinimality}

// formulasOf returns the families of the structure as formulas; nil if one has none.
func formulasOf(s *setsys.Structure, step func()) []*setsys.Formula {
	var all []*setsys.Formula
	for _, f := range s.Families() {
		g := f.Family.Formula()
		if g == nil {
			if t, nodes, ok := threshold(s, f.Family, step); ok {
				g = setsys.AtLeast(t, setsys.OfNodes(nodes.Nodes()...)...)
			} else if m := f.Family.Minimal(step); m.Len() == f.Family.Len() && m.Len() > 0 && !words.Empty(m.Words(0)) {
				g = setsys.FormulaOf(m, step)
			} else {
				return nil
			}
		}
		all = append(all, g)
	}
	return all
}

// A candidate is what an edit makes of formulas, before the nodes get new numbers:
// without a node that is removed, and with one more if a server is added.
type candidate struct {
	kind     Kind
	text     string
	formulas []*setsys.Formula
	removed  int           // -1: none
	trust    *setsys.Trust // instead of the formulas, which stand for it then
}

// editedFormulas is edited for formulas. Of edits that a symmetry of the formulas
// takes to each other, it yields the first, and how many they are.
func (v version) editedFormulas(yield func(version) bool) bool {
	n := v.structure.Universe.Len()
	group := symmetry.Find(n, nil, func() {}, v.formulas...)
	for _, k := range Kinds() {
		var list []candidate
		switch {
		case v.trust != nil:
			list = v.trustEdits(k)
		case k == Drop || k == Lower:
			list = v.changes(k)
		case k == Remove:
			list = v.formulaRemovals()
		default:
			list = v.formulaAdditions()
		}
		for _, class := range alike(list, n, group) {
			w := v.finish(list[class[0]])
			w.times = len(class)
			if !yield(w) {
				return false
			}
		}
	}
	return true
}

// alike puts candidates together that the group takes to each other. Each class
// ascends, and the classes by their first ones.
func alike(list []candidate, n int, group *symmetry.Group) [][]int {
	var forms symmetry.Forms
	key := func(c candidate, image []int) string {
		removed := c.removed
		if removed >= 0 && image != nil {
			removed = image[removed]
		}
		b := fmt.Sprint(removed)
		for _, f := range c.formulas {
			b += fmt.Sprint(" ", forms.Number(f, image))
		}
		return b
	}
	at := map[string][]int{}
	for i, c := range list {
		k := key(c, nil)
		at[k] = append(at[k], i)
	}
	class := make([]int, len(list)) // by candidate: the first one known to be alike
	for i := range class {
		class[i] = i
	}
	find := func(i int) int {
		for class[i] != i {
			i = class[i]
		}
		return i
	}
	for i, c := range list {
		images := [][]int{nil}
		for _, p := range group.Generators {
			images = append(images, append(slices.Clone(p), n)) // a new server stays
		}
		for _, image := range images {
			for _, j := range at[key(c, image)] {
				a, b := find(i), find(j)
				class[max(a, b)] = min(a, b)
			}
		}
	}
	var classes [][]int
	number := map[int]int{}
	for i := range list {
		root := find(i)
		if _, ok := number[root]; !ok {
			number[root] = len(classes)
			classes = append(classes, nil)
		}
		classes[number[root]] = append(classes[number[root]], i)
	}
	return classes
}

// finish returns the version that a candidate is.
func (v version) finish(c candidate) version {
	u := v.structure.Universe
	switch {
	case c.kind == Add:
		u = renamed(u, func(names []string) []string { return append(names, unused(names)) })
	case c.removed >= 0:
		u = renamed(u, func(names []string) []string { return slices.Delete(names, c.removed, c.removed+1) })
		for i, f := range c.formulas {
			c.formulas[i] = f.Substitute(func(node int) *setsys.Formula {
				if node > c.removed {
					node--
				}
				return setsys.OfNode(node)
			})
		}
	}
	n, i := u.Len(), -1
	s := over(v.structure, u, func(setsys.Family) setsys.Family {
		if c.trust != nil {
			return setsys.Trusting(c.trust)
		}
		i++
		return setsys.Unlisted(n, c.formulas[i], v.most)
	})
	w := v.with(s, c.kind, "%s", c.text)
	w.formulas, w.trust, w.organisations = c.formulas, c.trust, v.organisations
	return w
}

// rewritten returns the formula with what change makes of its thresholds, from the
// inside out; change gets a threshold as it was, and its members as they are now,
// nil for those that are gone. It returns nil for a threshold that is gone, too.
func rewritten(f *setsys.Formula, node func(v int) *setsys.Formula, change func(f *setsys.Formula, members []*setsys.Formula) *setsys.Formula) *setsys.Formula {
	known := map[*setsys.Formula]*setsys.Formula{}
	var visit func(f *setsys.Formula) *setsys.Formula
	visit = func(f *setsys.Formula) *setsys.Formula {
		if v, ok := f.Node(); ok {
			return node(v)
		}
		g, ok := known[f]
		if !ok {
			members := make([]*setsys.Formula, f.Len())
			for i := range members {
				m, _ := f.Member(i)
				members[i] = visit(m)
			}
			g = change(f, members)
			known[f] = g
		}
		return g
	}
	return visit(f)
}

// remaining is the threshold f with these members, of which those that are nil are
// gone. It needs as much as before, or all of the rest if that is less; nil if
// nothing of weight is left.
func remaining(f *setsys.Formula, members []*setsys.Formula, need int) *setsys.Formula {
	var rest []*setsys.Formula
	var weights []int
	total := 0
	for i, m := range members {
		if _, weight := f.Member(i); m != nil {
			rest, weights = append(rest, m), append(weights, weight)
			total += weight
		}
	}
	if total == 0 {
		return nil
	}
	return setsys.Weighted(min(need, total), rest, weights)
}

// thresholds returns the thresholds of a formula, each after the one that it is
// first met in.
func thresholds(f *setsys.Formula) []*setsys.Formula {
	var all []*setsys.Formula
	var visit func(f *setsys.Formula)
	visit = func(f *setsys.Formula) {
		if _, ok := f.Node(); ok || slices.Contains(all, f) {
			return
		}
		all = append(all, f)
		for i := range f.Len() {
			m, _ := f.Member(i)
			visit(m)
		}
	}
	visit(f)
	return all
}

// same keeps the nodes.
func same(v int) *setsys.Formula { return setsys.OfNode(v) }

// changes are the edits of one threshold: it loses a member, or needs 1 less.
func (v version) changes(k Kind) []candidate {
	var list []candidate
	u := v.structure.Universe
	for h, f := range v.formulas {
		role := v.structure.Families()[h].Role
		for _, t := range thresholds(f) {
			edit := func(text string, made func(members []*setsys.Formula) *setsys.Formula) {
				g := rewritten(f, same, func(x *setsys.Formula, members []*setsys.Formula) *setsys.Formula {
					if x == t {
						return made(members)
					}
					return remaining(x, members, x.Need())
				})
				all := slices.Clone(v.formulas)
				all[h] = g
				list = append(list, candidate{kind: k, text: text, formulas: all, removed: -1})
			}
			if k == Lower {
				if t.Need() > 1 {
					edit(fmt.Sprintf("lower %s%s to %d", describe(t, u), ofFamily(role), t.Need()-1), func(members []*setsys.Formula) *setsys.Formula {
						return remaining(t, members, t.Need()-1)
					})
				}
				continue
			}
			for i := range t.Len() {
				rest := make([]*setsys.Formula, t.Len())
				for j := range rest {
					if m, _ := t.Member(j); j != i {
						rest[j] = m
					}
				}
				if remaining(t, rest, t.Need()) == nil {
					continue // the last member stays
				}
				m, _ := t.Member(i)
				edit(fmt.Sprintf("drop %s from %s%s", describe(m, u), describe(t, u), ofFamily(role)), func(members []*setsys.Formula) *setsys.Formula {
					members[i] = nil
					return remaining(t, members, t.Need())
				})
			}
		}
	}
	return list
}

func (v version) formulaRemovals() []candidate {
	u := v.structure.Universe
	if u.Len() == 1 {
		return nil
	}
	var list []candidate
	for node := range u.Len() {
		c := candidate{kind: Remove, text: "remove " + name(u, node), removed: node}
		for _, f := range v.formulas {
			c.formulas = append(c.formulas, rewritten(f, func(w int) *setsys.Formula {
				if w == node {
					return nil
				}
				return setsys.OfNode(w)
			}, func(x *setsys.Formula, members []*setsys.Formula) *setsys.Formula {
				return remaining(x, members, x.Need())
			}))
		}
		if !slices.Contains(c.formulas, nil) { // else a family would have no quorum
			list = append(list, c)
		}
	}
	return list
}

// formulaAdditions adds a server to a group: the thresholds of all families that
// have the same members, one of them a server, and do not need all of them.
func (v version) formulaAdditions() []candidate {
	u := v.structure.Universe
	if u.Len() == setsys.MaxNodes {
		return nil
	}
	names := make([]string, u.Len())
	for i := range names {
		names[i] = u.Name(i)
	}
	var forms symmetry.Forms
	group := func(t *setsys.Formula) string { // is empty if no server joins
		var members []string
		server, total := false, 0
		for i := range t.Len() {
			m, weight := t.Member(i)
			_, ok := m.Node()
			server = server || ok
			total += weight
			members = append(members, fmt.Sprint(weight, "*", forms.Number(m, nil)))
		}
		if !server || total == t.Need() {
			return ""
		}
		slices.Sort(members)
		return strings.Join(members, " ")
	}
	var list []candidate
	met := map[string]bool{"": true}
	for _, f := range v.formulas {
		for _, t := range thresholds(f) {
			joins := group(t)
			if met[joins] {
				continue
			}
			met[joins] = true
			added := unused(names)
			c := candidate{kind: Add, text: fmt.Sprintf("add the server %s to %s", setsys.Printable(added), describe(t, u)), removed: -1}
			for _, f := range v.formulas {
				c.formulas = append(c.formulas, rewritten(f, same, func(x *setsys.Formula, members []*setsys.Formula) *setsys.Formula {
					if group(x) != joins {
						return remaining(x, members, x.Need())
					}
					weights := make([]int, len(members), len(members)+1)
					for i := range weights {
						_, weights[i] = x.Member(i)
					}
					return setsys.Weighted(x.Need(), append(slices.Clone(members), setsys.OfNode(u.Len())), append(weights, 1))
				}))
			}
			list = append(list, c)
		}
	}
	return list
}

// describe writes a formula, of a long or deep one a part: "2 of (a, 2 of (b, c, d),
// 3*e)".
func describe(f *setsys.Formula, u setsys.Universe) string { return describeTo(f, u, 2) }

func describeTo(f *setsys.Formula, u setsys.Universe, depth int) string {
	if v, ok := f.Node(); ok {
		return name(u, v)
	}
	if depth == 0 {
		return fmt.Sprintf("%d of %d members", f.Need(), f.Len())
	}
	const most = 3
	var members []string
	for i := range f.Len() {
		if i == most && f.Len() > most+1 {
			members = append(members, fmt.Sprintf("... %d in all", f.Len()))
			break
		}
		m, weight := f.Member(i)
		text := describeTo(m, u, depth-1)
		if weight != 1 {
			text = fmt.Sprintf("%d*%s", weight, text)
		}
		members = append(members, text)
	}
	return fmt.Sprintf("%d of (%s)", f.Need(), strings.Join(members, ", "))
}

// formulaKey is the same only for formulas that differ in the names of the nodes
// and in the order of members.
func (v version) formulaKey(forms *symmetry.Forms) string {
	n := v.structure.Universe.Len()
	image := symmetry.Sorted(n, v.formulas)
	b := fmt.Sprint(n)
	for _, f := range v.formulas {
		b += fmt.Sprint(" ", forms.Number(f, image))
	}
	return b
}
