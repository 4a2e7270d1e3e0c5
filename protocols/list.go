package protocols

import (
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/lamport"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/raymond"
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
			build: func(p Params) (*Instance, error) {
				c := kakugawa.Config{N: p.N, K: p.K, Variant: p.Variant}
				if p.Structure != nil {
					c.Quorums = sets(p.Structure.Quorums)
				}
				if p.Fixed {
					c.QuorumChoice = kakugawa.FixedQuorum
				}
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
