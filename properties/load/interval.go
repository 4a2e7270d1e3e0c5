package load

import (
	"fmt"
	"math/big"

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
// something was found by then. Its ends are what Result.Confirm adds up of the strategies that
// were found, and of the best prices that were met.
func (f *finder) interval(uses []Use, cause error) error {
	if f == nil || f.program == nil || f.program.value().a.Sign() <= 0 {
		return cause
	}
	if f.best == nil {
		f.best = f.prices()
	}
	r, sum := f.strategies(uses), new(big.Int)
	for _, c := range f.node {
		sum.Add(sum, f.best[c])
	}
	if sum.Sign() == 0 {
		return cause
	}
	for _, c := range f.node {
		r.Weights = append(r.Weights, new(big.Rat).SetFrac(f.best[c], sum))
	}
	left := mostProof
	i := &Interval{Weights: r.Weights, Cause: cause}
	var err error
	if large := diagram.Try(func() {
		i.Low, i.High, err = r.bounds(func() {
			if left--; left < 0 {
				panic(diagram.TooLarge{Limit: mostProof})
			}
		})
	}); large != nil {
		return cause
	}
	if err != nil {
		return wrong(err)
	}
	return i
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
