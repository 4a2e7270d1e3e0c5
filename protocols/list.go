package protocols

import (
	"errors"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/protocols/baldoni"
	"qcheck/protocols/complement"
	"qcheck/protocols/gcs"
	"qcheck/protocols/jiang"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/lamport"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/manabetajima"
	"qcheck/protocols/mutin"
	"qcheck/protocols/raymond"
	"qcheck/protocols/raynal"
	"qcheck/protocols/ricartagrawala"
	"qcheck/setsys"
)

// All returns every algorithm, in listing order.
func All() []*Algorithm {
	return []*Algorithm{
		{
			Name: "kakugawa", Summary: "k-mutual exclusion by a k-coterie",
			Source: "Kakugawa (thesis, 1992), section 3.2.2", Variants: kakugawa.Variants(), Default: "repaired",
			HasK: true, Kinds: []setsys.Kind{setsys.KCoterie, setsys.Coterie}, Construct: "k-majority",
			Parameters: []string{"no-retry", "no-answer-no"}, Smaller: Settings{"no-retry": "true"},
			build: func(p Params) (*Instance, error) {
				c := kakugawa.Config{N: p.N, K: p.K, Variant: p.Variant}
				if p.Structure != nil {
					c.Quorums = sets(p.Structure.Quorums)
				}
				if p.Fixed {
					c.QuorumChoice = kakugawa.FixedQuorum
				}
				c.NoRetry, c.NoAnswerNo = of(p, "no-retry", false), of(p, "no-answer-no", false)
				return instance(kakugawa.New(c))
			},
		},
		{
			Name: "raymond", Summary: "k-mutual exclusion by permission of all but k-1 of the others",
			Source: "Kakugawa (thesis, 1992), section 4.1, after Raymond, 1989", Variants: raymond.Variants(), Default: "repaired",
			HasK: true,
			build: func(p Params) (*Instance, error) {
				return instance(raymond.New(raymond.Config{N: p.N, K: p.K, Variant: p.Variant}))
			},
		},
		{
			Name: "manabe-tajima", Summary: "h-out of-k mutual exclusion by an (h,k)-arbiter",
			Source: "Manabe and Tajima, section 4.1 and Figure 1", Variants: manabetajima.Variants(), Default: "repaired",
			HasK: true, KMeans: "how many units there are", Parameters: []string{"units"}, Kinds: []setsys.Kind{setsys.HKArbiter}, Construct: "uniform-hk-arbiter",
			safe: unitsSafe,
			build: func(p Params) (*Instance, error) {
				c := manabetajima.Config{N: p.N, K: p.K, Variant: p.Variant, Units: of(p, "units", ones(p.N))}
				if p.Structure == nil {
					return nil, errors.New("it needs an (h,k)-arbiter")
				}
				for _, f := range p.Structure.ByUnits {
					c.Quorums = append(c.Quorums, sets(f))
				}
				if p.Fixed {
					c.QuorumChoice = manabetajima.FixedQuorum
				}
				return instance(manabetajima.New(c))
			},
		},
		{
			Name: "jiang", Summary: "group k-exclusion by a k-write-read coterie",
			Source: "Jiang, section 3", Variants: jiang.Variants(), Default: "repaired",
			HasK: true, KMeans: "how many resources may be in use at a time", NeedsStructure: true,
			Parameters: []string{"resources", "resource", "reselect"}, Kinds: []setsys.Kind{setsys.KWRCoterie},
			safe: func(p Params) string { return fmt.Sprintf("at most %s in use at a time", resourcesAre(p.K)) },
			goals: map[explore.Property]string{
				"k-progressing":       "while fewer than k resources are in use and nobody leaves, some waiter for another one gets in",
				"concurrent-entering": "while a resource is in use and nobody leaves, who waits for it gets in",
				"open-entering":       "while the leader of those who use a resource stays inside, who waits for it gets in",
			},
			build: func(p Params) (*Instance, error) {
				c := jiang.Config{
					N: p.N, K: p.K, Variant: p.Variant, Resources: of(p, "resources", 0), Resource: of(p, "resource", []int(nil)),
					Reselect: of(p, "reselect", false), Write: sets(p.Structure.Write), Read: sets(p.Structure.Read),
				}
				if p.Fixed {
					c.QuorumChoice = jiang.FixedQuorum
				}
				return instance(jiang.New(c))
			},
		},
		{
			Name: "baldoni", Summary: "k-out of-M resource allocation by request sets and arbiters",
			Source: "Baldoni, Figure 2", Variants: baldoni.Variants(), Default: "repaired",
			Parameters: []string{"m", "units"}, Kinds: []setsys.Kind{setsys.RequestSets}, safe: unitsSafe,
			build: func(p Params) (*Instance, error) {
				c := baldoni.Config{N: p.N, M: p.M(), Variant: p.Variant, Units: of(p, "units", ones(p.N))}
				if p.Structure != nil {
					c.Requests = sets(p.Structure.Requests)
				}
				return instance(baldoni.New(c))
			},
		},
		{
			Name: "mutin", Summary: "l-mutual inclusion by a coterie",
			Source: "Kamei and Kakugawa, Algorithms 1 and 2", Variants: mutin.Variants(), Default: "repaired",
			Parameters: []string{"l", "in-cs", "mutex"}, Kinds: []setsys.Kind{setsys.Coterie, setsys.RequestSets}, FixedQuorums: true,
			safe: inclusionSafe,
			build: func(p Params) (*Instance, error) {
				l := of(p, "l", 1)
				c := mutin.Config{N: p.N, L: l, Quorums: own(p), InCS: of(p, "in-cs", explore.All(l)), Variant: p.Variant}
				if of(p, "mutex", "lock") == "maekawa" {
					return instance(mutin.NewWithMaekawa(c))
				}
				return instance(mutin.NewWithLock(c))
			},
		},
		{
			Name: "gcs", Summary: "the (l,k)-critical section: at least l and at most k processes inside, by a coterie",
			Source: "Kamei and Kakugawa, Algorithm 3", Variants: gcs.Variants(), Default: "repaired",
			HasK: true, OwnK: true, Parameters: []string{"l", "in-cs", "mutex"},
			Kinds: []setsys.Kind{setsys.Coterie, setsys.RequestSets}, FixedQuorums: true,
			safe: func(p Params) string {
				return fmt.Sprintf("at least %d and at most %s inside at a time", of(p, "l", 0), processesAre(p.K))
			},
			build: func(p Params) (*Instance, error) {
				l := of(p, "l", 0)
				c := gcs.Config{N: p.N, L: l, K: p.K, Quorums: own(p), InCS: of(p, "in-cs", explore.All(l)), Variant: p.Variant}
				if of(p, "mutex", "lock") == "maekawa" {
					return instance(gcs.NewWithMaekawa(c))
				}
				return instance(gcs.NewWithLock(c))
			},
		},
		{
			Name: "complement", Summary: "l-mutual inclusion from an algorithm for (n-l)-mutual exclusion, with the two states swapped",
			Source: "Kamei and Kakugawa, the complementary theorem",
			Variants: []Variant{
				{Name: "raymond", Summary: "of raymond, repaired"},
				{Name: "bounded", Summary: "of raymond, bounded: requests without bound close"},
				{Name: "ricart-agrawala", Summary: "of ricart-agrawala, for l = n-1"},
			},
			Default: "raymond", Parameters: []string{"l"}, safe: inclusionSafe,
			build: func(p Params) (*Instance, error) {
				l := of(p, "l", 1)
				if l < 0 || l >= p.N {
					return nil, fmt.Errorf("l is %d: it must be 0 to n-1", l)
				}
				if p.Variant == "ricart-agrawala" {
					if l != p.N-1 {
						return nil, fmt.Errorf("l is %d, and the complement of mutual exclusion is for l = %d", l, p.N-1)
					}
					return complementOf(ricartagrawala.New(ricartagrawala.Config{N: p.N}))
				}
				c := raymond.Config{N: p.N, K: p.N - l}
				if p.Variant == "bounded" {
					c.Variant = "bounded"
				}
				return complementOf(raymond.New(c))
			},
		},
		{
			Name: "raynal", Summary: "k-out of-M resource allocation by permission of all others",
			Source: "Raynal, 1991", Variants: raynal.Variants(), Default: "counted",
			Parameters: []string{"m", "units"}, safe: unitsSafe,
			build: func(p Params) (*Instance, error) {
				return instance(raynal.New(raynal.Config{N: p.N, M: p.M(), Variant: p.Variant, Units: of(p, "units", ones(p.N))}))
			},
		},
		{
			Name: "maekawa", Summary: "mutual exclusion by a coterie, with preemption",
			Source: "Maekawa, 1985, with the correction of Sanders, 1987", Variants: maekawa.Variants(), Default: "repaired",
			Kinds: []setsys.Kind{setsys.Coterie, setsys.RequestSets},
			build: func(p Params) (*Instance, error) {
				return instance(maekawa.New(maekawa.Config{N: p.N, Quorums: choices(p), Variant: p.Variant}))
			},
		},
		{
			Name: "ricart-agrawala", Summary: "mutual exclusion by permission of all others",
			Source: "Ricart and Agrawala, 1981", Variants: ricartagrawala.Variants(), Default: "printed",
			build: func(p Params) (*Instance, error) {
				return instance(ricartagrawala.New(ricartagrawala.Config{N: p.N, Variant: p.Variant}))
			},
		},
		{
			Name: "lamport", Summary: "mutual exclusion by queues of time-stamped requests",
			Source: "Lamport, 1978", Variants: lamport.Variants(), Default: "printed",
			build: func(p Params) (*Instance, error) {
				return instance(lamport.New(lamport.Config{N: p.N, Variant: p.Variant}))
			},
		},
	}
}

// ones is one unit for each process.
func ones(n int) []int { return slices.Repeat([]int{1}, n) }

// unitsSafe is what safety demands where processes hold units.
func unitsSafe(p Params) string {
	if p.K > 0 {
		return fmt.Sprintf("at most %d units are held at a time", p.K)
	}
	return fmt.Sprintf("at most %d units are held at a time", p.M())
}

func resourcesAre(k int) string {
	if k == 1 {
		return "1 resource is"
	}
	return fmt.Sprintf("%d resources are", k)
}

// inclusionSafe is what safety demands of mutual inclusion.
func inclusionSafe(p Params) string {
	return fmt.Sprintf("at least %s inside at a time", processesAre(of(p, "l", 1)))
}

func processesAre(n int) string {
	if n == 1 {
		return "1 process is"
	}
	return fmt.Sprintf("%d processes are", n)
}

// complementOf makes an instance of the complement of a protocol.
func complementOf[L, M comparable](p explore.Protocol[L, M], err error) (*Instance, error) {
	if err != nil {
		return nil, err
	}
	return instance(complement.OfExclusion(p), nil)
}
