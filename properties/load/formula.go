package load

import (
	"fmt"
	"math/big"
	"slices"

	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/symmetry"
	"qcheck/setsys/words"
)

// maxVertices bounds the diagrams of formulas, of which each vertex has a weight
// of its own.
const maxVertices = 2_000_000

// An Orbit has quorums of a formula that a strategy chooses alike: it chooses one
// into which a symmetry takes Quorum, and each symmetry of the group that
// Result.Symmetries generate is equally likely. So a node is chosen as often as
// the part of its orbit that Quorum has.
type Orbit struct {
	Together *big.Rat // the probability that it is one of them
	Quorum   setsys.NodeSet
}

// formulas are families of which the quorums are not listed.
type formulas struct {
	group  *symmetry.Group
	chosen []*words.Table // by family: the quorums of columns, which are its classes
}

// asFormulas returns the uses with every family a formula, if one is.
func asFormulas(uses []Use, goOn func()) (_ []Use, any bool) {
	for _, u := range uses {
		any = any || u.Share.Sign() > 0 && u.Family.Formula() != nil
	}
	if !any {
		return uses, false
	}
	all := make([]Use, len(uses))
	for i, u := range uses {
		if u.Share.Sign() > 0 && u.Family.Formula() == nil {
			if m := u.Family.Minimal(goOn); m.Len() > 0 && !words.Empty(m.Words(0)) {
				u.Family = setsys.Unlisted(m.Nodes(), setsys.FormulaOf(m, goOn), m.Len())
			}
		}
		all[i] = u
	}
	return all, true
}

// prepare finds the classes of nodes of families that are formulas, and makes the
// oracles.
func (f *finder) prepare(apart []int, goOn func()) error {
	n := f.families[0].Nodes()
	var all []*setsys.Formula
	for _, family := range f.families {
		all = append(all, family.Formula())
	}
	f.formulas = &formulas{group: symmetry.Find(n, apart, goOn, all...)}
	f.classes = &classes{nodes: f.formulas.group.Sizes}
	for _, orbit := range f.formulas.group.Orbit {
		f.node = append(f.node, int32(orbit))
	}
	if len(f.nodes) > maxClasses {
		return errTooLarge{len(f.nodes)}
	}
	d := diagram.New(n, maxVertices, goOn, all...)
	for _, formula := range all {
		f.oracles = append(f.oracles, newPaths(d, d.Of(formula)))
		f.formulas.chosen = append(f.formulas.chosen, words.NewTable(words.Of(n)))
	}
	return nil
}

// strategy returns the strategy that chooses the classes of family i with these probabilities.
func (fs *formulas) strategy(i, n int, together map[int32]*big.Rat) Strategy {
	s := Strategy{Size: new(big.Rat)}
	for class := range int32(fs.chosen[i].Len()) {
		if p, ok := together[class]; ok {
			q := setsys.FromWords(n, fs.chosen[i].Row(int(class)))
			s.Orbits = append(s.Orbits, Orbit{p, q})
			s.Size.Add(s.Size, new(big.Rat).Mul(p, big.NewRat(int64(q.Len()), 1)))
		}
	}
	sortBySize(s.Orbits, func(o Orbit) setsys.NodeSet { return o.Quorum })
	return s
}

// A formulaProof checks what a result says of formulas, on diagrams of its own.
type formulaProof struct {
	all  *diagram.Diagram
	goOn func()
}

// newFormulaProof checks that the symmetries are permutations that take the
// families of the uses to themselves.
func newFormulaProof(uses []Use, symmetries [][]int, goOn func()) (*formulaProof, error) {
	n := uses[0].Family.Nodes()
	var all []*setsys.Formula
	for _, u := range uses {
		if u.Share.Sign() > 0 {
			all = append(all, u.Family.Formula())
		}
	}
	p := &formulaProof{all: diagram.New(n, 0, goOn, all...), goOn: goOn}
	var forms symmetry.Forms
	for _, permutation := range symmetries {
		images := slices.Clone(permutation)
		slices.Sort(images)
		if images = slices.Compact(images); len(permutation) != n || len(images) != n || images[0] != 0 || images[n-1] != n-1 {
			return nil, fmt.Errorf("%v is no permutation of %d nodes", permutation, n)
		}
		for _, f := range all {
			if forms.Number(f, permutation) != forms.Number(f, nil) {
				return nil, fmt.Errorf("%v does not take the formula to itself", permutation)
			}
		}
	}
	return p, nil
}

// isStrategy checks that s chooses a quorum of the formula with probability 1.
func (p *formulaProof) isStrategy(f *setsys.Formula, s Strategy) error {
	sum, size := new(big.Rat), new(big.Rat)
	for _, o := range s.Orbits {
		p.goOn()
		if o.Together.Sign() <= 0 {
			return fmt.Errorf("%s is chosen with no probability", o.Quorum)
		}
		if !f.IsMinimal(o.Quorum.Words()) {
			return fmt.Errorf("%s is chosen and is no quorum", o.Quorum)
		}
		sum.Add(sum, o.Together)
		size.Add(size, new(big.Rat).Mul(o.Together, big.NewRat(int64(o.Quorum.Len()), 1)))
	}
	return adds(sum, size, s)
}

// leastWeight returns the least weight of a quorum of the formula.
func (p *formulaProof) leastWeight(f *setsys.Formula, weight []*big.Int) *big.Int {
	order := p.all.Order()
	known := map[diagram.Family]*big.Int{diagram.Every: new(big.Int)}
	var least func(f diagram.Family) *big.Int
	least = func(f diagram.Family) *big.Int {
		x, ok := known[f]
		if ok {
			return x
		}
		p.goOn()
		place, without, with := p.all.Vertex(f)
		x = new(big.Int).Add(weight[order[place]], least(with))
		if without != diagram.None {
			if y := least(without); y.Cmp(x) < 0 {
				x = y
			}
		}
		known[f] = x
		return x
	}
	return least(p.all.Of(f))
}
