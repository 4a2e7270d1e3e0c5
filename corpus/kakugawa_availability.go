package corpus

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"qcheck/properties/availability"
	"qcheck/setsys"
)

// kakugawaAvailability has the claims of section 5 of the thesis on
// (k,r)-availability, and the one that its introduction quotes.
func kakugawaAvailability() []*Entry {
	s := &study{}
	return []*Entry{
		majorityMostAvailable(s), primarySite(), rContractionAll(s),
		theorem4(s), theorem4Step(), corollary1(), theorem5(s), theorem6(s), theorem6Proof(s), theorem7(s), theorem7Step(),
		printedTable(1, "table 1", "the reliability p_u(n,k,r) from which on the k-majority is the best k-coterie, for six pairs of k and n",
			"every entry follows from the formula of theorem 4"),
		printedTable(2, "table 2", "the reliability p_l(n,k,r) below which the k-majority is not the best k-coterie, for six pairs of k and n",
			"not slips of the copy: an entry of r = 4 repeats that of r = 5 and one of r = 2 has a nought too many, "+
				"while opposite entries, r and k+1-r, add up to 1 everywhere else"),
		printedTable(3, "table 3", "the (k,r)-availability of the 4-majority and the 4-singleton of 14 nodes for eleven reliabilities",
			"not slips of the copy: five entries are, to all four digits, those of a reliability that is 0.05 less than the column's"),
	}
}

// A study is what package availability finds of all k-coteries on up to 7 nodes,
// found when it is asked for first.
type study struct {
	mu     sync.Mutex
	claims []availability.Claim
}

// claim states what was found of a claim, by its name: where it is false.
func (s *study) claim(name string) Statement {
	return func(ctx context.Context, _ *setsys.Structure) (string, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.claims == nil {
			_, claims, err := availability.Study(ctx, availability.MaxNodes)
			if err != nil {
				return "", err
			}
			s.claims = claims
		}
		i := slices.IndexFunc(s.claims, func(c availability.Claim) bool { return c.Name == name })
		if i < 0 {
			return "", fmt.Errorf("no claim is named %q", name)
		}
		not := s.claims[i].Not
		if len(not) > 1 {
			return fmt.Sprintf("%s; and %d more", not[0], len(not)-1), nil
		}
		return strings.Join(not, ""), nil
	}
}

const compared = "every k-coterie on up to 6 nodes, and on 7 nodes for k = 1, 3 and 7, the only k for which k+1 divides 8"

func majorityMostAvailable(s *study) *Entry {
	return &Entry{
		Name: "kakugawa/majority-most-available",
		Source: thesis("section 1, after Barbara and Garcia-Molina", "the availability of the majority coterie is the greatest of all coteries "+
			"when each node is up with the same probability p > 1/2"),
		Claim:   "no coterie is more available than the majority for any p > 1/2",
		Reading: "the majority of definition 2; all coteries on up to 7 nodes, and all p between 1/2 and 1, by exact intervals",
		Reason: "for an even number of nodes two halves tie, and with the halves that have node 1 as quorums there are more available sets; " +
			"for an odd number, and with the tie broken so, it is true",
		Cases: []Case{{Ask: stated("best-from-a-half", s.claim("section 1, after [4]")).
			violated("best-from-a-half", "n = 2, k = 1, r = 1: the 1-majority is best nowhere; and 2 more").
			with(observed("best-for-odd-n", s.claim("section 1, after [4], n odd"))).
			with(observed("best-with-the-tie-broken", s.claim("section 1, after [4], tie broken")))}},
	}
}

// vector returns the numbers of r-available sets by size.
func vector(ctx context.Context, f setsys.Family, r int) (availability.Vector, error) {
	a, err := availability.Analyze(ctx, f, availability.Options{Rows: r})
	if err != nil {
		return nil, err
	}
	return a.Rows[r-1].Counts, nil
}

func primarySite() *Entry {
	e := &Entry{
		Name:   "kakugawa/primary-site",
		Source: thesis("section 1", "the primary site scheme is the coterie with one node as its only quorum; its availability is the reliability p of a node"),
		Claim:  "one node by itself is a coterie, and its availability is p",
		Reason: "the simplest availability there is; as a polynomial, so for every p",
	}
	for n := 1; n <= 16; n++ {
		e.Cases = append(e.Cases, Case{
			Name: params("n", n), Build: construction("k-singleton", args{"n": n, "k": 1}),
			Ask: claimed(required(setsys.KCoterie)...).with(stated("availability-is-p", func(ctx context.Context, s *setsys.Structure) (string, error) {
				v, err := vector(ctx, s.Quorums, 1)
				if err != nil {
					return "", err
				}
				for size := 0; size <= n; size++ {
					// p is the sum of C(n-1,s-1) p^s (1-p)^(n-s).
					want := 0
					if size > 0 {
						want = choose(n-1, size-1)
					}
					if !v[size].IsInt64() || v[size].Int64() != int64(want) {
						return fmt.Sprintf("%d sets of %d nodes are available, not %d", v[size], size, want), nil
					}
				}
				return "", nil
			})),
		})
	}
	return e
}

func theorem4(s *study) *Entry {
	return &Entry{
		Name: "kakugawa/theorem-4",
		Source: thesis("section 5.2, theorem 4", "if k+1 divides n+1, the k-majority has the greatest (k,r)-availability of all k-coteries "+
			"for reliabilities of at least p_u(n,k,r) = c/(c+1), c the number of sets of fewer than rW nodes"),
		Claim:   "from p_u(n,k,r) on the k-majority is the best k-coterie, and from p_u(n,k,k) on for every r",
		Reading: compared + "; all p by exact intervals; \"best\" allows for equals",
		Reason:  "also with corollary 1, the same bound for all r",
		Cases: []Case{{Ask: stated("best-from-p_u", s.claim("theorem 4")).
			with(stated("best-from-p_u-for-r=k", s.claim("corollary 1")))}},
	}
}

func rContractionAll(s *study) *Entry {
	return &Entry{
		Name: "kakugawa/r-contraction-all",
		Source: thesis("section 5.1, properties 1 and 2", "the r-contraction of a k-coterie is a floor(k/r)-coterie, and r disjoint quorums of the one "+
			"are available where a quorum of the other is"),
		Claim:   "both properties, for every k-coterie on up to 6 nodes and every r",
		Reading: "also with non-intersection as definition 1 is printed, for any quorums, disjoint or not",
		Reason:  "2,672,697 pairs of a k-coterie and an r; there are no more on so few nodes",
		Cases: []Case{{Ask: stated("property-1", s.claim("property 1")).
			with(stated("property-1-as-printed", s.claim("property 1, as printed"))).
			with(stated("property-2", s.claim("property 2")))}},
	}
}

// kCoteries yields the k-coteries on n nodes.
func kCoteries(ctx context.Context, n, k int, each func(f masks) (text string)) (string, error) {
	for f := range antichains(n) {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		ok, err := has(ctx, f.structure(setsys.KCoterie, k), required(setsys.KCoterie)...)
		if err != nil {
			return "", err
		}
		if !ok {
			continue
		}
		if text := each(f); text != "" {
			return text, nil
		}
	}
	return "", nil
}

func theorem4Step() *Entry {
	e := &Entry{
		Name: "kakugawa/theorem-4-step",
		Source: thesis("section 5.2, proof of theorem 4", "if some quorum of a k-coterie has fewer than W nodes, some set of rW nodes does not contain r "+
			"disjoint quorums"),
		Claim:  "a k-coterie with a quorum of fewer than W nodes lacks r disjoint quorums in some set of rW nodes",
		Reason: "the step by which the k-majority wins for large p; every k-coterie on up to 5 nodes, k+1 a divisor of n+1",
	}
	for n := 1; n <= 5; n++ {
		for k := 1; k <= n; k++ {
			if !availability.Defined(n, k) {
				continue
			}
			e.Cases = append(e.Cases, Case{
				Name: params("n", n, "k", k),
				Ask: stated("some-set-lacks-them", func(ctx context.Context, _ *setsys.Structure) (string, error) {
					w := availability.Quorum(n, k)
					return kCoteries(ctx, n, k, func(f masks) string {
						if least, _ := extent(f.family()); least >= w {
							return ""
						}
						for r := 1; r <= k; r++ {
							lacks := false
							for set := uint(0); set < 1<<n; set++ {
								lacks = lacks || bits.OnesCount(set) == r*w && !disjointWithin(f.sets, set, r)
							}
							if !lacks {
								return fmt.Sprintf("%v, r = %d", f.family(), r)
							}
						}
						return ""
					})
				}),
			})
		}
	}
	return e
}

func theorem7Step() *Entry {
	e := &Entry{
		Name: "kakugawa/theorem-7-step",
		Source: thesis("section 5.3, proof of theorem 7", "a k-coterie that is no k-singleton has r disjoint quorums in fewer sets of r nodes than "+
			"the k-singleton"),
		Claim:  "other k-coteries have fewer r-available sets of r nodes than the k-singleton",
		Reason: "the step by which the k-singleton wins for small p; every k-coterie on up to 5 nodes",
	}
	for n := 1; n <= 5; n++ {
		for k := 1; k <= n; k++ {
			e.Cases = append(e.Cases, Case{
				Name: params("n", n, "k", k),
				Ask: stated("fewer-sets", func(ctx context.Context, _ *setsys.Structure) (string, error) {
					return kCoteries(ctx, n, k, func(f masks) string {
						if _, most := extent(f.family()); most == 1 {
							return ""
						}
						for r := 1; r <= k; r++ {
							available := 0
							for set := uint(0); set < 1<<n; set++ {
								if bits.OnesCount(set) == r && disjointWithin(f.sets, set, r) {
									available++
								}
							}
							if available >= choose(k, r) {
								return fmt.Sprintf("%v, r = %d", f.family(), r)
							}
						}
						return ""
					})
				}),
			})
		}
	}
	return e
}

func corollary1() *Entry {
	e := &Entry{
		Name:   "kakugawa/corollary-1-step",
		Source: thesis("section 5.2, before corollary 1", "c(n,k,r) < c(n,k,r+1)"),
		Claim:  "the bound of theorem 4 grows with r",
		Reason: "the step by which the corollary follows",
	}
	for n := 1; n <= 30; n++ {
		for k := 1; k <= n; k++ {
			if availability.Defined(n, k) {
				e.Cases = append(e.Cases, Case{
					Name: params("n", n, "k", k),
					Ask: stated("grows", func(context.Context, *setsys.Structure) (string, error) {
						for r := 1; r < k; r++ {
							if availability.Upper(n, k, r).Cmp(availability.Upper(n, k, r+1)) >= 0 {
								return fmt.Sprintf("r = %d", r), nil
							}
						}
						return "", nil
					}),
				})
			}
		}
	}
	return e
}

func theorem5(s *study) *Entry {
	return &Entry{
		Name: "kakugawa/theorem-5",
		Source: thesis("section 5.2, theorem 5", "if 2(m+1) divides n+1, the (2m+1)-majority has the greatest (2m+1,m+1)-availability "+
			"for reliabilities of at least 1/2"),
		Claim:   "from 1/2 on the (2m+1)-majority is best for r = m+1",
		Reading: compared + "; all p by exact intervals",
		Reason:  "the bound is far below that of theorem 4; its proof takes the quoted theorem on majorities, which is true for odd n, and n is odd here",
		Cases:   []Case{{Ask: stated("best-from-a-half", s.claim("theorem 5"))}},
	}
}

func theorem6(s *study) *Entry {
	return &Entry{
		Name: "kakugawa/theorem-6",
		Source: thesis("section 5.2, theorem 6", "if k+1 divides n+1, the k-majority has not the greatest (k,r)-availability for reliabilities "+
			"between 0 and p_l(n,k,r)"),
		Claim:   "below p_l(n,k,r) the k-majority is not the best k-coterie",
		Reading: compared + "; the statement is damaged in the copy at hand, and is given by its proof and by the words around table 2",
		Reason: "false where n = k: quorums have one node, the k-majority is the only k-coterie there is, and the proof takes the empty set for a quorum. " +
			"That is n = k = 1 alone under the side condition of definition 2. Where quorums have more nodes it is true",
		Cases: []Case{{Ask: stated("not-best-below-p_l", s.claim("theorem 6")).
			violated("not-best-below-p_l", "n = 1, k = 1, r = 1: the 1-majority is the only 1-coterie, and p_l = 1/2; and 27 more").
			with(observed("not-best-below-p_l-for-larger-quorums", s.claim("theorem 6, W > 1")))}},
	}
}

func theorem6Proof(s *study) *Entry {
	return &Entry{
		Name: "kakugawa/theorem-6-proof",
		Source: thesis("section 5.2, proof of theorem 6", "the k-coterie with one quorum made smaller gains C(kW-1,(r-1)W) sets, of rW-1 nodes, and loses "+
			"C(kW-1,rW-1) sets, of rW nodes; so it is more available just where p > p_l"),
		Claim:   "the numbers of sets gained and lost are those, no other sizes change, and the structure is more available just where p > p_l",
		Reading: "all n up to 14 and k where k+1 divides n+1 and quorums have more than one node",
		Reason: "the last line of the proof has the sign the wrong way round: the expression before it is positive for p < p_l, " +
			"which is what the theorem says",
		Cases: []Case{{Ask: stated("gains-and-losses", s.claim("theorem 6, proof")).
			with(stated("better-above-p_l", s.claim("theorem 6, proof, last line"))).
			violated("better-above-p_l", "n = 3, k = 1, r = 1: it is as available or more just on (0, 1/2]; and 38 more").
			with(observed("better-below-p_l", s.claim("theorem 6, proof, last line reversed")))}},
	}
}

func theorem7(s *study) *Entry {
	return &Entry{
		Name: "kakugawa/theorem-7",
		Source: thesis("section 5.3, theorem 7", "there is a reliability q(n,k,r) > 0 up to which the k-singleton has the greatest "+
			"(k,r)-availability of all k-coteries"),
		Claim:   "from 0 on up to some reliability the k-singleton is the best k-coterie",
		Reading: "every k-coterie on up to 6 nodes, and on 7 for k = 1, 3 and 7; all p by exact intervals",
		Reason:  "unlike theorems 4 to 6, for all n and k",
		Cases:   []Case{{Ask: stated("best-from-0", s.claim("theorem 7"))}},
	}
}

// printedTable compares a table of the thesis, entry by entry.
func printedTable(number int, section, says, reason string) *Entry {
	e := &Entry{
		Name:   "kakugawa/" + strings.ReplaceAll(section, " ", "-"),
		Source: thesis("section 5, "+section, says),
		Claim:  "every entry is as printed, to all its digits",
		Reason: reason,
	}
	for _, cell := range availability.Tables()[number-1].Entries {
		name := params("n", cell.N, "k", cell.K, "r", cell.R)
		if cell.P != nil {
			name += " " + strings.ToLower(cell.Structure) + " p=" + cell.P.FloatString(1)
		}
		e.Cases = append(e.Cases, Case{
			Name: name,
			Ask: stated("as-printed", func(context.Context, *setsys.Structure) (string, error) {
				if cell.Agrees() {
					return "", nil
				}
				return fmt.Sprintf("printed %s, computed %s, exactly %s", cell.Printed, cell.Computed(), cell.Exact.RatString()), nil
			}),
		})
	}
	if number == 1 {
		return e
	}
	return pinned(e)
}
