package critical

import (
	"iter"

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
	trust := v.structure.Quorums.Trust()
	left := setsys.NewNodeSet(trust.Nodes()).Complement()
	for _, d := range v.organisations {
		of := d.Nodes.Intersection(left)
		for i, f := range trust.Sets() {
			if nodes := trust.With(i).Intersection(of); !nodes.IsEmpty() {
				all = append(all, editor{setsys.Printable(d.Name), nodes, f})
			}
		}
		left = left.Difference(of)
	}
	for node := range left.All() {
		if f := trust.Of(node); f != nil {
			all = append(all, editor{name(v.structure.Universe, node), setsys.NewNodeSet(trust.Nodes(), node), f})
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

// trustEdits yields what the edits of a kind make of a trust graph.
func (v version) trustEdits(k Kind) iter.Seq[version] {
	return func(yield func(version) bool) {
		u, trust := v.structure.Universe, v.structure.Quorums.Trust()
		edit := func(text string, of func(node int) *setsys.Formula) bool {
			sets := make([]*setsys.Formula, trust.Nodes())
			for node := range sets {
				sets[node] = of(node)
			}
			t := setsys.NewTrust(sets)
			// Without quorum sets there is nothing to tell apart.
			return graphFormula(t, v.organisations) == nil || yield(v.replaced(k, text, 0, setsys.Trusting(t)))
		}
		remove := func(name string, gone setsys.NodeSet) bool {
			less := map[*setsys.Formula]*setsys.Formula{nil: nil}
			for _, f := range trust.Sets() {
				if f != nil {
					less[f] = rewritten(f, func(x *setsys.Formula) (*setsys.Formula, bool) {
						node, isNode := x.Node()
						return nil, isNode && gone.Has(node)
					})
				}
			}
			return edit("remove "+name+" from the graph and from every quorum set", func(node int) *setsys.Formula {
				if gone.Has(node) {
					return nil
				}
				return less[trust.Of(node)]
			})
		}
		switch k {
		case Drop, Lower:
			for _, e := range v.editors() {
				for text, changed := range changes(e.set, u, k) {
					if !edit(text+" in the quorum set of "+e.name, func(node int) *setsys.Formula {
						if e.nodes.Has(node) {
							return changed
						}
						return trust.Of(node)
					}) {
						return
					}
				}
			}
		case Remove:
			left := u.Full()
			for _, d := range v.organisations {
				if !remove(setsys.Printable(d.Name), d.Nodes) {
					return
				}
				left = left.Difference(d.Nodes)
			}
			for node := range left.All() {
				if !remove(name(u, node), setsys.NewNodeSet(u.Len(), node)) {
					return
				}
			}
		}
	}
}
