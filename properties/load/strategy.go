package load

import (
	"cmp"
	"math/big"
	"sort"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// result reads the strategies and the proofs off the optimal program.
func (f *finder) result(uses []Use, goOn func()) *Result {
	p := f.program
	whole := p.value().a // d times the sum of x over the first family
	r := f.strategies(uses)
	r.Load = new(big.Rat).SetFrac(p.d, new(big.Int).Mul(f.den, whole))
	for _, c := range f.node {
		weight := new(big.Int).Mul(p.price(int(c)).a, f.rates[c].whole)
		r.Weights = append(r.Weights, new(big.Rat).SetFrac(weight, whole))
	}
	r.surcharge = f.surcharge(uses, r, goOn)
	return r
}

// strategies reads the strategies off the program: what it gives to the quorums of
// each family, as parts of the sum.
func (f *finder) strategies(uses []Use) *Result {
	p := f.program
	r := &Result{uses: uses, Strategies: make([]Strategy, len(uses)), Size: new(big.Rat)}
	if f.formulas != nil {
		r.Symmetries = f.formulas.group.Generators
	}
	sums := make([]*big.Int, len(f.families))
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

// surcharge returns M times the first prices and the second, for an M that is
// great enough: then they show that no size is less (see Result.Confirm). As the
// pairs with ε for 1/M are optimal prices, every M from some one on is.
func (f *finder) surcharge(uses []Use, r *Result, goOn func()) []*big.Rat {
	p := f.program
	z := make([]*big.Rat, len(f.node))
	for factor := big.NewInt(1); factor.BitLen() < 1<<14; factor.Lsh(factor, 1) {
		goOn()
		enough := true
		sums := make([]*big.Int, len(f.nodes))
		for c := range sums {
			price := p.price(c)
			sums[c] = new(big.Int).Mul(factor, price.a)
			enough = enough && sums[c].Add(sums[c], price.b).Sign() >= 0
		}
		for v, c := range f.node {
			z[v] = new(big.Rat).SetFrac(new(big.Int).Mul(sums[c], f.rates[c].whole), p.d)
		}
		if enough && f.cheapest(uses, sums, z, r.Load).Cmp(r.Size) == 0 {
			break
		}
	}
	return z
}

// cheapest returns what the sizes of quorums are at least, by the surcharges z, which
// are sums by class of nodes before they are multiplied by their rates and divided
// by d.
func (f *finder) cheapest(uses []Use, sums []*big.Int, z []*big.Rat, load *big.Rat) *big.Rat {
	d := f.program.d
	bound := new(big.Rat)
	for v := range z {
		bound.Sub(bound, new(big.Rat).Mul(load, z[v]))
	}
	weight := make([]pair, len(z))
	for i, oracle := range f.oracles {
		for v, c := range f.node {
			x := new(big.Int).Mul(sums[c], f.rates[c].of[i])
			weight[v] = pair{x.Add(x, d), new(big.Int)}
		}
		least := new(big.Int)
		quorum := oracle.find(weight)
		for v := words.Next(quorum, 0); v >= 0; v = words.Next(quorum, v+1) {
			least.Add(least, weight[v].a)
		}
		cost := new(big.Rat).SetFrac(least, d)
		bound.Add(bound, cost.Mul(cost, uses[f.use[i]].Share))
	}
	return bound
}
