package load

import (
	"cmp"
	"math/big"
	"sort"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// result reads the strategies and the proof off the optimal program.
func (f *finder) result(uses []Use) *Result {
	p := f.program
	whole := p.value().a // d times the sum of x over the first family
	r := &Result{uses: uses, Strategies: make([]Strategy, len(uses)), Size: new(big.Rat)}
	r.Load = new(big.Rat).SetFrac(p.d, new(big.Int).Mul(f.den, whole))
	for _, c := range f.node {
		weight := new(big.Int).Mul(p.price(int(c)).a, f.rates[c].whole)
		r.Weights = append(r.Weights, new(big.Rat).SetFrac(weight, whole))
	}
	if f.formulas != nil {
		r.Symmetries = f.formulas.group.Generators
	}
	sums := make([]*big.Int, len(f.families)) // the strategies are what the program gives to quorums, as parts of these
	for i := range sums {
		sums[i] = new(big.Int)
	}
	for row, c := range p.basis {
		if c.family != slack {
			sums[c.family].Add(sums[c.family], p.table[2+row][p.rows()])
		}
	}
	together := make([]map[int32]*big.Rat, len(f.families)) // by family and class
	for row, c := range p.basis {
		if x := p.table[2+row][p.rows()]; c.family != slack && x.Sign() > 0 {
			if together[c.family] == nil {
				together[c.family] = make(map[int32]*big.Rat)
			}
			together[c.family][c.class] = new(big.Rat).SetFrac(x, sums[c.family])
		}
	}
	for i := range f.families {
		s := f.strategy(i, together[i])
		r.Strategies[f.use[i]] = s
		r.Size.Add(r.Size, new(big.Rat).Mul(uses[f.use[i]].Share, s.Size))
	}
	r.Nodes = nodeLoads(uses, r.Strategies, r.Symmetries)
	return r
}

// strategy returns the strategy that chooses the classes of family i with these
// probabilities.
func (f *finder) strategy(i int, together map[int32]*big.Rat) Strategy {
	if f.formulas != nil {
		return f.formulas.strategy(i, len(f.node), together)
	}
	s := Strategy{Size: new(big.Rat)}
	type likeness struct {
		size int
		each string
	}
	alike := make(map[likeness]int)
	var each []*big.Rat
	var sets []*setsys.FamilyBuilder
	group := make(map[int32]int)
	for class, size := range f.size[i] {
		p, ok := together[int32(class)]
		if !ok {
			continue
		}
		nodes := words.Count(f.families[i].Words(int(f.first[i][class])))
		s.Size.Add(s.Size, new(big.Rat).Mul(p, big.NewRat(int64(nodes), 1)))
		one := new(big.Rat).Quo(p, big.NewRat(int64(size), 1))
		key := likeness{nodes, one.String()}
		g, ok := alike[key]
		if !ok {
			g = len(each)
			alike[key] = g
			each, sets = append(each, one), append(sets, setsys.NewFamilyBuilder(f.families[i].Nodes()))
		}
		group[int32(class)] = g
	}
	for j, class := range f.of[i] {
		if g, ok := group[class]; ok {
			sets[g].AddWords(f.families[i].Words(j))
		}
	}
	for g, b := range sets {
		s.Groups = append(s.Groups, Group{each[g], b.Family()})
	}
	sortBySize(s.Groups, func(g Group) setsys.NodeSet { return g.Quorums.At(0) })
	return s
}

// sortBySize sorts parts of a strategy by the number of nodes of a quorum, and
// then in canonical order.
func sortBySize[T any](parts []T, quorum func(T) setsys.NodeSet) {
	sort.Slice(parts, func(i, j int) bool {
		x, y := quorum(parts[i]), quorum(parts[j])
		return cmp.Or(x.Len()-y.Len(), x.Compare(y)) < 0
	})
}
