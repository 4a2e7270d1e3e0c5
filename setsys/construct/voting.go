package construct

import (
	"cmp"
	"fmt"
	"slices"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// maxVotes is the most votes of a node; sums of them stay far below an integer's
// range.
const maxVotes = 1_000_000

// weightedVoting has the minimal sets of nodes whose votes sum up to the
// threshold (Gifford 1979; Garcia-Molina and Barbara 1985). Claimed: a coterie
// when twice the threshold exceeds the sum of all votes.
func weightedVoting() *Construction {
	return &Construction{
		Name: "weighted-voting", Kind: setsys.Coterie,
		Summary: "the minimal sets whose votes sum up to the threshold",
		Source:  "Gifford, Weighted voting for replicated data, 1979; Garcia-Molina and Barbara, How to assign votes, 1985",
		Claim:   "a coterie when 2·threshold exceeds the sum of all votes",
		Params: []Param{
			{Name: "votes", Doc: "number of votes of each node, not all 0", Type: Ints, Required: true, Min: 0, Max: maxVotes},
			{Name: "threshold", Type: Int, Min: 1, Max: maxVotes * setsys.MaxNodes,
				Doc: "votes that a quorum needs, at most the sum of all; by default more than half of them"},
		},
		build: func(a args) (*setsys.Structure, error) {
			votes, threshold, err := a.votesAndThreshold()
			if err != nil {
				return nil, err
			}
			f, ok := voting(votes, threshold, a.limit)
			if !ok {
				return nil, a.full()
			}
			return quorums(setsys.Coterie, 0, f)
		},
		formula: func(a args) (*setsys.Structure, error) {
			votes, threshold, err := a.votesAndThreshold()
			if err != nil {
				return nil, err
			}
			return a.unlisted(setsys.Coterie, 0, len(votes), setsys.Weighted(threshold, nodes(0, len(votes)), votes))
		},
	}
}

// votes returns the parameter votes and their sum, or an error when they are too
// many or all 0.
func (a args) votes() (votes []int, total int, err error) {
	votes = a.ints("votes")
	if len(votes) > setsys.MaxNodes {
		return nil, 0, fmt.Errorf("parameter votes must have at most %d integers, not %d", setsys.MaxNodes, len(votes))
	}
	for _, v := range votes {
		total += v
	}
	if total == 0 {
		return nil, 0, fmt.Errorf("parameter votes must have an integer of at least 1")
	}
	return votes, total, nil
}

// votesAndThreshold returns the votes and the threshold, or an error about them.
func (a args) votesAndThreshold() (votes []int, threshold int, err error) {
	votes, total, err := a.votes()
	if err != nil {
		return nil, 0, err
	}
	threshold = total/2 + 1
	if a.has("threshold") {
		if threshold = a.int("threshold"); threshold > total {
			return nil, 0, outside("threshold", fmt.Sprintf("an integer from 1 to the sum of votes = %d", total), threshold)
		}
	}
	return votes, threshold, nil
}

// voting returns the minimal sets of votes that reach the threshold, and whether
// there are at most limit.
//
// Nodes are added by descending votes until the threshold is reached. The last
// one then has the fewest votes, and without it the sum is too small, so the set
// is minimal; and every minimal set is met that way, once. A branch is cut when
// all the nodes left together do not reach the threshold, so each one that is
// followed leads to a set.
func voting(votes []int, threshold, limit int) (setsys.Family, bool) {
	order := make([]int, len(votes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(votes[j], votes[i]) })
	left := make([]int, len(order)+1) // votes from a place in the order on
	for p := len(order) - 1; p >= 0; p-- {
		left[p] = left[p+1] + votes[order[p]]
	}
	b := setsys.NewFamilyBuilder(len(votes))
	row := make([]uint64, words.Of(len(votes)))
	var extend func(p, need int) bool
	extend = func(p, need int) bool {
		if need <= 0 {
			if b.Len() == limit {
				return false
			}
			b.AddWords(row)
			return true
		}
		for ; left[p] >= need; p++ {
			words.Add(row, order[p])
			ok := extend(p+1, need-votes[order[p]])
			words.Remove(row, order[p])
			if !ok {
				return false
			}
		}
		return true
	}
	ok := extend(0, threshold)
	return b.Family().Canonical(), ok
}
