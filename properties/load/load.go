package load

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"

	"qcheck/explore/yield"
	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/fault"
	"qcheck/setsys/words"
)

// A Use is a family of quorums, and what part of the requests takes one of them.
type Use struct {
	Family setsys.Family
	Share  *big.Rat // 0 or more

	// Capacities are, by node, how many quorums of the family it can serve in a unit
	// of time, each more than 0; nil: 1 each.
	Capacities []*big.Rat
}

// A Result is the load of quorum families that are used together, with the
// strategies that reach it and the weights that prove it.
type Result struct {
	Load *big.Rat // greater than 0; without capacities, 1 at most

	// Strategies has a strategy for each use, in that order; those of share 0
	// have none.
	Strategies []Strategy

	// Size is how many nodes there are in the quorum of a request, on average.
	// No strategies with this load have less.
	Size *big.Rat

	// Nodes are the loads of the nodes.
	Nodes []*big.Rat

	// Weights of the nodes, 0 or more and 1 together. The least weight of a
	// quorum, times the share of its family, summed over the families, is Load, when
	// a node of a quorum weighs its weight divided by its capacity for the family.
	Weights []*big.Rat

	// Symmetries are permutations of the nodes that take the quorums of each family
	// to its quorums, if a family is a formula: the image of each node.
	Symmetries [][]int

	uses []Use
}

// Capacity returns 1/Load.
func (r *Result) Capacity() *big.Rat { return new(big.Rat).Inv(r.Load) }

// A Strategy chooses quorums of a family at random.
type Strategy struct {
	Groups []Group  // by number of nodes, then in canonical order of their first quorums
	Orbits []Orbit  // instead, if a family is a formula; in the same order
	Size   *big.Rat // how many nodes the chosen quorum has, on average
}

// A Group has quorums of equally many nodes which a strategy chooses with equal
// probability.
type Group struct {
	Each    *big.Rat      // the probability of each of the quorums
	Quorums setsys.Family // distinct, in canonical order
}

// Together returns the probability that one of the quorums is chosen.
func (g Group) Together() *big.Rat {
	return new(big.Rat).Mul(g.Each, new(big.Rat).SetInt64(int64(g.Quorums.Len())))
}

// ErrUndefined says that a family has no quorum, or an empty one: then it has no
// load.
var ErrUndefined = errors.New("the family has no quorum, or an empty one")

// maxClasses bounds the memory of the tableau, and the time.
const maxClasses = 600

// errTooLarge says that there are more classes of nodes.
type errTooLarge struct{ classes int }

func (e errTooLarge) Error() string {
	return fmt.Sprintf("the load of %d nodes of which no two are alike was not computed: %d at most can be", e.classes, maxClasses)
}

// Find returns the load of the families, which are over the same nodes; their
// shares are 1 together. Quorums that contain others, or are listed twice, change
// nothing.
//
// The error is ErrUndefined, the cause for which ctx ended, or says that a limit
// was hit. Other errors are faults of this package.
//
// If a family is a formula (see [setsys.Unlisted]), no quorum is listed, and the
// strategies have orbits in place of groups.
func Find(ctx context.Context, uses ...Use) (_ *Result, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case yield.Cut:
			err = p.Err
		case diagram.TooLarge:
			err = p
		default:
			panic(p)
		}
	}()
	goOn := yield.NewWatch(ctx).Look
	goOn()
	uses, unlisted := asFormulas(uses, goOn)
	f, err := newFinder(uses, unlisted, goOn)
	if err != nil {
		return nil, err
	}
	f.program.solve(f.offer, goOn)
	r := f.result(uses)
	if err := r.confirm(goOn); err != nil {
		return nil, fault.New("load: the result is wrong: %w", err)
	}
	return r, nil
}

// A finder has the linear program of some uses. With shares num/den and values x
// of the quorums, which are probabilities times a common factor,
//
//	maximize the sum of x over the first family
//	where, for each class of nodes, the sum of num·x/capacity over its nodes in quorums is at most its size,
//	and, for each further family, the sum of x over the first is at most that over the other.
//
// The rows of classes are multiplied by a number that makes integers of them (see
// rates). The factor is 1/(den·load). By the second costs, the sum of num·x times the
// size of the quorum is as little as can be.
type finder struct {
	families []setsys.Family // minimal sets only; or formulas, and then all are
	use      []int           // by family: which use it is of
	num      []int64         // by family
	den      *big.Int
	*classes
	rates    []rates   // by class of nodes
	formulas *formulas // nil if the families are listed
	oracles  []*paths
	program  *program
}

func newFinder(uses []Use, unlisted bool, goOn func()) (*finder, error) {
	f := &finder{den: big.NewInt(1)}
	for _, u := range uses {
		var x big.Int
		f.den.Mul(f.den, x.Div(u.Share.Denom(), x.GCD(nil, nil, f.den, u.Share.Denom())))
	}
	total := new(big.Int)
	for i, u := range uses {
		if u.Share.Sign() < 0 {
			return nil, fmt.Errorf("the share %s of a family is less than 0", u.Share.RatString())
		}
		if err := u.validCapacities(); err != nil {
			return nil, err
		}
		num := new(big.Int).Div(f.den, u.Share.Denom())
		num.Mul(num, u.Share.Num())
		total.Add(total, num)
		if u.Share.Sign() == 0 {
			continue
		}
		if f.den.BitLen() > 31 {
			return nil, fmt.Errorf("the common denominator %s of the shares is more than %d", f.den, math.MaxInt32)
		}
		goOn()
		m := u.Family
		if m.Formula() == nil {
			if m = m.Minimal(goOn); m.Len() == 0 || words.Empty(m.Words(0)) {
				return nil, ErrUndefined
			}
		}
		f.families, f.use, f.num = append(f.families, m), append(f.use, i), append(f.num, num.Int64())
	}
	if total.Cmp(f.den) != 0 {
		return nil, errors.New("the shares of the families are not 1 together")
	}
	prepare := f.prepareListed
	if unlisted {
		prepare = f.prepare
	}
	if err := prepare(byCapacity(uses), goOn); err != nil {
		return nil, err
	}
	right := make([]*big.Int, len(f.nodes)+len(f.families)-1)
	f.rates = make([]rates, len(f.nodes))
	for v, c := range f.node {
		if f.rates[c].whole != nil {
			continue
		}
		var capacities []*big.Rat
		for _, i := range f.use {
			capacities = append(capacities, uses[i].capacity(v))
		}
		f.rates[c] = newRates(capacities)
		right[c] = new(big.Int).Mul(f.rates[c].whole, big.NewInt(int64(f.nodes[c])))
	}
	for i := len(f.nodes); i < len(right); i++ {
		right[i] = new(big.Int)
	}
	f.program = newProgram(right)
	return f, nil
}

func (f *finder) prepareListed(apart []int, goOn func()) error {
	f.classes = refine(f.families, apart, goOn)
	if len(f.nodes) > maxClasses {
		return errTooLarge{len(f.nodes)}
	}
	for _, family := range f.families {
		goOn()
		f.oracles = append(f.oracles, newIndexed(family, goOn))
	}
	return nil
}

// offer returns the column of a quorum that is worth the most. That is one of
// least weight, when its nodes weigh their prices divided by their capacities, and
// 1 by the second costs.
func (f *finder) offer() (column, bool) {
	p := f.program
	var best column
	var least pair
	for i, oracle := range f.oracles {
		c := f.column(i, oracle.find(f.weights(i)))
		if loss := p.loss(c); i == 0 || loss.cmp(least) < 0 {
			best, least = c, loss
		}
	}
	return best, least.sign() < 0
}

// weights returns what the nodes weigh in a quorum of family i by the present
// prices, times d.
func (f *finder) weights(i int) []pair {
	ofClass := make([]pair, len(f.nodes))
	for c := range ofClass {
		price, rate := f.program.price(c), f.rates[c].of[i]
		b := new(big.Int).Mul(price.b, rate)
		ofClass[c] = pair{new(big.Int).Mul(price.a, rate), b.Add(b, f.program.d)}
	}
	weight := make([]pair, len(f.node))
	for v, c := range f.node {
		weight[v] = ofClass[c]
	}
	return weight
}

// column returns the column of the class of a quorum of family i.
func (f *finder) column(i int, quorum []uint64) column {
	counts := make(map[int]int64)
	for v := words.Next(quorum, 0); v >= 0; v = words.Next(quorum, v+1) {
		counts[int(f.node[v])] += f.num[i]
	}
	c := column{family: i, class: f.class(i, quorum), cost: [2]int64{0, -f.num[i] * int64(words.Count(quorum))}}
	for _, row := range slices.Sorted(maps.Keys(counts)) {
		value := big.NewInt(counts[row])
		c.entries = append(c.entries, entry{row, value.Mul(value, f.rates[row].of[i])})
	}
	if i > 0 {
		c.entries = append(c.entries, entry{len(f.nodes) + i - 1, big.NewInt(-1)})
		return c
	}
	c.cost[0] = 1
	for other := range len(f.families) - 1 {
		c.entries = append(c.entries, entry{len(f.nodes) + other, big.NewInt(1)})
	}
	return c
}

// class returns the number of the class of the quorum in family i.
func (f *finder) class(i int, quorum []uint64) int32 {
	if f.formulas == nil {
		return f.of[i][f.find(i, quorum)]
	}
	number, _ := f.formulas.chosen[i].Insert(quorum)
	return int32(number)
}

// find returns the number of the quorum in family i.
func (f *finder) find(i int, quorum []uint64) int {
	low, high := 0, f.families[i].Len()
	for low < high {
		mid := (low + high) / 2
		if words.Compare(f.families[i].Words(mid), quorum) < 0 {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}
