package construct

import "qcheck/setsys"

// uniformSize returns the size of the quorums for h units.
func uniformSize(n, k, h int) int { return k*n/(k+h) + 1 }

// uniformKArbiter is the family of all sets of floor(kn/(k+1))+1 nodes (Manabe
// and Tajima, section 2.3, example 1 of k-arbiters). Claimed: a k-arbiter.
//
// As request sets for k resources, process i has the nodes i, i+1, ...,
// cyclically; the choice is ours, any k+1 of the quorums have a common node.
func uniformKArbiter() *Construction {
	return &Construction{
		Name: "uniform-k-arbiter", Kind: setsys.KArbiter,
		Summary:    "all sets of floor(kn/(k+1))+1 nodes",
		Source:     "Manabe and Tajima, section 2.3, example 1 of k-arbiters",
		Claim:      "a k-arbiter",
		Params:     []Param{number("n", "number of nodes"), number("k", "number of units")},
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			n, k := a.int("n"), a.int("k")
			return a.unlisted(setsys.KArbiter, k, n, uniform(n, uniformSize(n, k, 1)))
		},
		requests: func(a args) (*setsys.Structure, error) {
			return a.windows(a.int("k"), uniformSize(a.int("n"), a.int("k"), 1))
		},
	}
}

// uniformHKArbiter has for h units all sets of floor(kn/(k+h))+1 nodes (Manabe
// and Tajima, section 3.2). Claimed: an (h,k)-arbiter (Theorem 3).
func uniformHKArbiter() *Construction {
	return &Construction{
		Name: "uniform-hk-arbiter", Kind: setsys.HKArbiter,
		Summary:    "for h units, all sets of floor(kn/(k+h))+1 nodes",
		Source:     "Manabe and Tajima, section 3.2",
		Claim:      "an (h,k)-arbiter (Theorem 3)",
		Params:     []Param{number("n", "number of nodes"), number("k", "number of units")},
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			n, k := a.int("n"), a.int("k")
			return a.byUnits(func(h int) (setsys.Family, error) {
				return setsys.Unlisted(n, uniform(n, uniformSize(n, k, h)), a.limit), nil
			})
		},
	}
}

// byUnits returns the (h,k)-arbiter of n nodes with the given family for each
// number of units.
func (a args) byUnits(family func(h int) (setsys.Family, error)) (*setsys.Structure, error) {
	u, err := setsys.Numbered(a.int("n"))
	if err != nil {
		return nil, err
	}
	s := &setsys.Structure{Kind: setsys.HKArbiter, K: a.int("k"), Universe: u}
	for h := 1; h <= s.K; h++ {
		f, err := family(h)
		if err != nil {
			return nil, err
		}
		s.ByUnits = append(s.ByUnits, f)
	}
	return s, nil
}
