package critical

import (
	"slices"

	"qcheck/setsys"
)

// An editor edits one quorum set: an organisation, which gives it to all of its nodes that
// have the same one, or a node that is in no organisation.
type editor struct {
	name  string
	nodes setsys.NodeSet
	set   *setsys.Formula
}

// editors returns those of the trust graph of v. The organisations are the failure domains;
// a node in several is of the first.
func (v version) editors() (all []editor) {
	left := setsys.NewNodeSet(v.trust.Nodes()).Complement()
	for _, d := range v.organisations {
		of := d.Nodes.Intersection(left)
		for i, f := range v.trust.Sets() {
			if nodes := v.trust.With(i).Intersection(of); !nodes.IsEmpty() {
				all = append(all, editor{setsys.Printable(d.Name), nodes, f})
			}
		}
		left = left.Difference(of)
	}
	for node := range left.All() {
		if f := v.trust.Of(node); f != nil {
			all = append(all, editor{name(v.structure.Universe, node), setsys.NewNodeSet(v.trust.Nodes(), node), f})
		}
	}
	return all
}

// graphFormula is the trust graph as one formula, with its organisations: two graphs have
// the same up to renaming if they are the same up to renaming. It stands for no quorums.
func graphFormula(t *setsys.Trust, organisations []setsys.Domain) *setsys.Formula {
	all := func(s setsys.NodeSet) *setsys.Formula { return setsys.All(setsys.OfNodes(s.Nodes()...)...) }
	var parts []*setsys.Formula
	for i, f := range t.Sets() {
		if f != nil {
			parts = append(parts, setsys.Weighted(1, []*setsys.Formula{all(t.With(i)), f}, []int{1, 2}))
		}
	}
	for _, d := range organisations {
		parts = append(parts, setsys.Weighted(3, []*setsys.Formula{all(d.Nodes)}, []int{3}))
	}
	if parts == nil {
		return nil
	}
	return setsys.Any(parts...)
}

// trustEdits are the edits of one kind of a trust graph.
func (v version) trustEdits(k Kind) (list []candidate) {
	u := v.structure.Universe
	add := func(text string, of func(node int) *setsys.Formula) {
		sets := make([]*setsys.Formula, v.trust.Nodes())
		for node := range sets {
			sets[node] = of(node)
		}
		t := setsys.NewTrust(sets)
		list = append(list, candidate{kind: k, text: text, formulas: []*setsys.Formula{graphFormula(t, v.organisations)}, removed: -1, trust: t})
	}
	switch k {
	case Drop, Lower:
		for _, e := range v.editors() {
			one := version{structure: v.structure, step: v.step, formulas: []*setsys.Formula{e.set}}
			for _, c := range one.changes(k) {
				add(c.text+" in the quorum set of "+e.name, func(node int) *setsys.Formula {
					if e.nodes.Has(node) {
						return c.formulas[0]
					}
					return v.trust.Of(node)
				})
			}
		}
	case Remove:
		left := u.Full()
		remove := func(name string, gone setsys.NodeSet) {
			less := map[*setsys.Formula]*setsys.Formula{}
			for _, f := range v.trust.Sets() {
				less[f] = rewritten(f, func(w int) *setsys.Formula {
					if gone.Has(w) {
						return nil
					}
					return setsys.OfNode(w)
				}, func(x *setsys.Formula, members []*setsys.Formula) *setsys.Formula {
					return remaining(x, members, x.Need())
				})
			}
			add("remove "+name+" from the graph and from every quorum set", func(node int) *setsys.Formula {
				if gone.Has(node) {
					return nil
				}
				return less[v.trust.Of(node)]
			})
			left = left.Difference(gone)
		}
		for _, d := range v.organisations {
			remove(setsys.Printable(d.Name), d.Nodes)
		}
		for _, node := range left.Nodes() {
			remove(name(u, node), setsys.NewNodeSet(u.Len(), node))
		}
	}
	// Without quorum sets there is nothing to tell apart.
	return slices.DeleteFunc(list, func(c candidate) bool { return c.formulas[0] == nil })
}
