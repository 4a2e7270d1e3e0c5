package construct

import (
	"fmt"

	"qcheck/setsys"
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
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			votes, threshold, err := a.votesAndThreshold()
			if err != nil {
				return nil, err
			}
			return a.unlisted(setsys.Coterie, 0, len(votes), setsys.Weighted(threshold, nodes(len(votes)), votes))
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
