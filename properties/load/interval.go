package load

import (
	"fmt"
	"math/big"
	"slices"

	"qcheck/setsys"
	"qcheck/setsys/diagram"
)

// An Interval is the error of a search that ended before it found the load: what
// was proved of it by then.
type Interval struct {
	Low     *big.Rat   // the load is no less
	Weights []*big.Rat // of the nodes, which prove that; 1 together
	High    *big.Rat   // there are strategies with this load
	Cause   error      // why the search ended
}

func (i *Interval) Error() string {
	return fmt.Sprintf("the load is from %s to %s; %v", i.Low.RatString(), i.High.RatString(), i.Cause)
}

func (i *Interval) Unwrap() error { return i.Cause }

// mostProof bounds the steps of the proof of an interval, which comes after the end.
const mostProof = 100_000

// interval returns the error of a search that ended for the cause: an Interval, if
// something was found by then.
func (f *finder) interval(uses []Use, cause error) error {
	if f == nil || f.program == nil || f.program.value().a.Sign() <= 0 {
		return cause
	}
	i := &Interval{Cause: cause}
	var err error
	if large := diagram.Try(func() { err = f.prove(i, f.strategies(uses)) }); large != nil {
		return cause
	}
	if err != nil {
		return wrong(err)
	}
	return i
}

// prove fills in the ends of the interval, by what Result.Confirm adds up: the load
// of the strategies r that were found, and the least weight of quorums by the
// present prices, or by the best ones met before.
func (f *finder) prove(i *Interval, r *Result) error {
	left := mostProof
	goOn := func() {
		if left--; left < 0 {
			panic(diagram.TooLarge{Limit: mostProof})
		}
	}
	p, err := r.formulaProof(goOn)
	if err != nil {
		return err
	}
	for j, u := range r.uses {
		s := &r.Strategies[j]
		for k, o := range s.Orbits { // a guess may have a node too many
			least := u.Family.Formula().Reduce(o.Quorum.Words())
			s.Orbits[k].Quorum = setsys.FromWords(o.Quorum.Cap(), least)
		}
		if s.Orbits != nil {
			s.Size = meanSize(s.Orbits)
		}
	}
	if err := r.areStrategies(p, goOn); err != nil {
		return err
	}
	i.High = slices.MaxFunc(nodeLoads(r.uses, r.Strategies, r.Symmetries), (*big.Rat).Cmp)
	for _, prices := range [][]*big.Int{f.prices(), f.best} {
		sum := new(big.Int)
		for _, c := range f.node {
			if prices != nil {
				sum.Add(sum, prices[c])
			}
		}
		if sum.Sign() == 0 {
			continue
		}
		var weights []*big.Rat
		for _, c := range f.node {
			weights = append(weights, new(big.Rat).SetFrac(prices[c], sum))
		}
		if low := leastWeight(r.uses, p, weights, goOn); i.Low == nil || low.Cmp(i.Low) > 0 {
			i.Low, i.Weights = low, weights
		}
	}
	if f.low != nil && i.Low.Cmp(f.low) < 0 {
		return fmt.Errorf("the load is at least %s, and its weights show %s", f.low.RatString(), i.Low.RatString())
	}
	if i.Low == nil || i.Low.Cmp(i.High) > 0 {
		return fmt.Errorf("the load is at least %v and at most %s", i.Low, i.High.RatString())
	}
	return nil
}

// prices returns what the nodes of each class weigh by the first prices, times d,
// before it is divided by their capacities; with 0 where it is less.
func (f *finder) prices() []*big.Int {
	prices := make([]*big.Int, len(f.nodes))
	for c := range prices {
		prices[c] = new(big.Int)
		if a := f.program.price(c).a; a.Sign() > 0 {
			prices[c].Mul(a, f.rates[c].whole)
		}
	}
	return prices
}
