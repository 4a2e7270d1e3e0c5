package load

import (
	"math/big"
	"slices"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// A Latency says how long a strategy waits for the quorum that it chooses, when
// each node answers after a time of its own: as long as for the slowest node of
// the quorum.
type Latency struct {
	Mean *big.Rat
	// Steps are the times that occur, ascending, each with the probability that
	// the wait is no longer. The last has probability 1.
	Steps []Step
}

// A Step of a distribution: with probability AtMost the wait is Time or less.
type Step struct {
	Time   *big.Rat `json:"latency"`
	AtMost *big.Rat `json:"atMost"`
}

// Latency returns the latency of the strategy, given the time of each node. The
// strategy has a group or an orbit. No symmetry of orbits exchanges nodes with
// different times: see [Apart].
func (s Strategy) Latency(times []*big.Rat) Latency {
	rank, distinct := ranks(times)
	exactly := make([]*big.Rat, len(distinct))
	for _, g := range s.Groups {
		slowest := make([]int64, len(distinct))
		for i := range g.Quorums.Len() {
			slowest[slowestOf(g.Quorums.Words(i), rank)]++
		}
		for k, quorums := range slowest {
			if quorums == 0 {
				continue
			}
			if exactly[k] == nil {
				exactly[k] = new(big.Rat)
			}
			p := big.NewRat(quorums, 1)
			exactly[k].Add(exactly[k], p.Mul(p, g.Each))
		}
	}
	for _, o := range s.Orbits {
		k := slowestOf(o.Quorum.Words(), rank)
		if exactly[k] == nil {
			exactly[k] = new(big.Rat)
		}
		exactly[k].Add(exactly[k], o.Together)
	}
	l := Latency{Mean: new(big.Rat)}
	atMost := new(big.Rat)
	for k, p := range exactly {
		if p == nil {
			continue
		}
		l.Mean.Add(l.Mean, new(big.Rat).Mul(p, distinct[k]))
		atMost = new(big.Rat).Add(atMost, p)
		l.Steps = append(l.Steps, Step{distinct[k], atMost})
	}
	return l
}

// Quantile returns the least time that is not exceeded with probability p, 0 to
// 1.
func (l Latency) Quantile(p *big.Rat) *big.Rat {
	for _, s := range l.Steps {
		if s.AtMost.Cmp(p) >= 0 {
			return s.Time
		}
	}
	return l.Steps[len(l.Steps)-1].Time
}

// Apart returns numbers of nodes that are equal where their times are; see
// [FindApart].
func Apart(times []*big.Rat) []int {
	rank, _ := ranks(times)
	return rank
}

// Fastest returns the first of the quorums whose slowest node takes the least
// time, or one of them if the family is a formula, and that time. The family has a
// quorum, and no empty one.
func Fastest(f setsys.Family, times []*big.Rat) (setsys.NodeSet, *big.Rat) {
	rank, distinct := ranks(times)
	if formula := f.Formula(); formula != nil {
		fast := make([]uint64, words.Of(f.Nodes()))
		for k := range distinct {
			for v, at := range rank {
				if at == k {
					words.Add(fast, v)
				}
			}
			if formula.Satisfied(fast) {
				return setsys.FromWords(f.Nodes(), formula.Reduce(fast)), distinct[k]
			}
		}
	}
	best, least := 0, len(distinct)
	for i := range f.Len() {
		if k := slowestOf(f.Words(i), rank); k < least || k == least && words.Compare(f.Words(i), f.Words(best)) < 0 {
			best, least = i, k
		}
	}
	return f.At(best), distinct[least]
}

// ranks returns the distinct times, ascending, and for each node which its is.
func ranks(times []*big.Rat) (rank []int, distinct []*big.Rat) {
	compare := func(a, b *big.Rat) int { return a.Cmp(b) }
	distinct = slices.Clone(times)
	slices.SortFunc(distinct, compare)
	distinct = slices.CompactFunc(distinct, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	for _, t := range times {
		k, _ := slices.BinarySearchFunc(distinct, t, compare)
		rank = append(rank, k)
	}
	return rank, distinct
}

func slowestOf(quorum []uint64, rank []int) int {
	slowest := 0
	for v := words.Next(quorum, 0); v >= 0; v = words.Next(quorum, v+1) {
		slowest = max(slowest, rank[v])
	}
	return slowest
}
