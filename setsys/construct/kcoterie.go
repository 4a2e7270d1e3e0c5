package construct

import "qcheck/setsys"

// kMajority is the family of all sets of ceil((n+1)/(k+1)) nodes (Kakugawa's
// thesis, Definition 2). Claimed: a k-coterie when n >= k².
func kMajority() *Construction {
	return &Construction{
		Name: "k-majority", Kind: setsys.KCoterie,
		Summary:    "all sets of ceil((n+1)/(k+1)) nodes",
		Source:     "Kakugawa, Definition 2",
		Claim:      "a k-coterie when n >= k²",
		Params:     []Param{number("n", "number of nodes"), number("k", "number of processes that may be in the critical section together")},
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			n, k := a.int("n"), a.int("k")
			return a.unlisted(setsys.KCoterie, k, n, uniform(n, (n+1+k)/(k+1)))
		},
	}
}

// kSingleton is the family of k distinct singletons (Kakugawa's thesis,
// Definition 3), here {1}, ..., {k}. Claimed: a k-coterie. It is defined for
// k <= n.
func kSingleton() *Construction {
	return &Construction{
		Name: "k-singleton", Kind: setsys.KCoterie,
		Summary: "the singletons {1}, ..., {k}",
		Source:  "Kakugawa, Definition 3",
		Claim:   "a k-coterie",
		Params:  []Param{number("n", "number of nodes"), number("k", "number of singletons, at most n")},
		build: func(a args) (*setsys.Structure, error) {
			n, k := a.int("n"), a.int("k")
			if k > n {
				return nil, outside("k", "an integer from 1 to n", k)
			}
			if err := a.room(k); err != nil {
				return nil, err
			}
			b := setsys.NewFamilyBuilder(n)
			for i := range k {
				b.Add(setsys.NewNodeSet(n, i))
			}
			return quorums(setsys.KCoterie, k, b.Family())
		},
	}
}
