package leaselock

import (
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
	"qcheck/setsys"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "lease-lock", Also: []string{"redlock", "lock server", "chubby", "leases"}, Summary: "a lock by leases of a quorum of servers, which may expire",
		Source:   "Redis documentation, \"Distributed Locks with Redis\"; fencing: Kleppmann, 2016; bounds on drift: Gray and Cheriton, 1989",
		Variants: variant.List(forms()), Default: "printed",
		Params: []instance.Param{
			instance.Number("clients", "how many processes ask for the lock (default 2)", 1).Or(2),
			instance.Number("expiries", "how often the lease of each server may expire, or the time of each client run out where it stops before (default 1)", 0).Bounds(1),
		},
		Quorums: &instance.Needs{
			Kinds: []setsys.Kind{setsys.Coterie}, Choices: []string{instance.Any}, Awaited: true,
			Relies:  "every two quorums share a node",
			Default: "all majorities of the servers", Make: instance.Construction("majority"),
		},
		Outside: &instance.Outside{
			Count: func(s *instance.Setup) int { return s.Int("clients") },
			Node:  "server", Other: "client",
			Also: func(s *instance.Setup) []string {
				if f, _ := variant.Find(forms(), s.Variant, "printed"); f.resource {
					return []string{"resource"}
				}
				return nil
			},
		},
		Goals:  []instance.Goal{{Name: Isolation, Meaning: "between two writes of one holder the resource takes none of another"}},
		Safety: func(*instance.Setup) string { return "at most 1 client is in the critical section at a time" },
		Small:  []instance.Instance{{N: 1, Requests: []int{1}}, {N: 2, Requests: []int{1}, Params: map[string]string{"expiries": "0"}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			return instance.Of(New(Config{N: s.N, Clients: s.Int("clients"), Expiries: s.Int("expiries"), Quorums: s.Families()[0], Variant: s.Variant, Distinct: s.Unreliable}))
		},
	}
}
