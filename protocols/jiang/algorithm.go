package jiang

import (
	"fmt"
	"math"

	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters,
// variants, goals and formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "jiang", Summary: "group k-exclusion by a k-write-read coterie",
		Source: "Jiang, section 3", Variants: variant.List(forms()), Default: "repaired",
		Params: []instance.Param{
			instance.Number(instance.K, "how many resources may be in use at a time (default 1, or that of the structure)", 1).Or(1).From(instance.StructureK),
			instance.Number("resources", "how many resources there are, of which a request takes any (default 2)", 1).Or(2),
			instance.List("resource", "which of them each process asks for (default any at each request)"),
			instance.Option("reselect", "a process that waits may give up and select another quorum"),
		},
		Quorums: &instance.Needs{
			Kinds:   []setsys.Kind{setsys.KWRCoterie},
			Default: "the construction k-majority to write, and the smallest sets that meet each of these to read",
			Make:    majorities,
		},
		Safety: func(s *instance.Setup) string {
			return fmt.Sprintf("at most %s in use at a time", instance.Are(s.K(), "resource", "resources"))
		},
		Goals: []instance.Goal{
			{Name: ConcurrentEntering, Meaning: "while a resource is in use and no process leaves, every process that waits for it enters"},
			{Name: KProgressing, Meaning: "while fewer than k resources are in use and no process leaves, some process that waits for another one enters"},
			{Name: OpenEntering, Meaning: "while the leader of the processes that use a resource stays in the critical section, every process that waits for it enters"},
		},
		MessageFormulas: messageFormulas,
		DelayFormulas:   delayFormulas,
		Small: []instance.Instance{{
			Params: map[string]string{instance.K: "1"}, Requests: []int{1},
			Quorums: instance.Quorums{Construct: "torus-wr", Args: map[string]string{"rows": "2", "columns": "1"}},
		}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			c := Config{
				N: s.N, K: s.K(), Variant: s.Variant, Resources: s.Int("resources"), Resource: s.PerProcess("resource"),
				Fixed: s.Fixed, Reselect: s.Switch("reselect"),
			}
			c.Write, c.Read = families(s)
			p, err := New(c)
			return instance.Measured(p, err, MessageRule())
		},
	}
}

// majorities returns a k-wr coterie as section 2 defines it: a k-coterie, and what meets each of its quorums.
func majorities(s *instance.Setup) (*setsys.Structure, error) {
	write, err := instance.Construction("k-majority", instance.K)(s)
	if err != nil {
		return nil, err
	}
	both, err := construct.Build("read-write-dual", map[string]any{"of": write}, setsys.DefaultMaxSets)
	if err != nil {
		return nil, err
	}
	return &setsys.Structure{Name: write.Name + " and its dual", Kind: setsys.KWRCoterie, K: s.K(), Universe: both.Universe, Write: both.Write, Read: both.Read}, nil
}

// families returns the write quorums and the read quorums. A request set is both.
func families(s *instance.Setup) (write, read []explore.Set) {
	all := s.Families()
	return all[0], all[len(all)-1]
}

// choices returns the quorums of both families that a node may take.
func choices(s *instance.Setup, process int) (write, read []explore.Set) {
	write, read = families(s)
	if s.Fixed {
		q, r := process%len(write), process%len(read)
		write, read = write[q:q+1], read[r:r+1]
	}
	return write, read
}

// MessageRule says which process's request each message is sent for.
func MessageRule() instance.Rule[State, Message] {
	return instance.Rule[State, Message]{
		First: measure.ByCause,
		Text:  "a message counts for the request that it names, NOTICE, FOLLOW, R-GRANT and R-RELEASE for that of the follower; PREEMPT and YIELD for the request that PREEMPT was sent for",
		Rule: measure.Rule[State, Message]{
			Owner: func(s measure.Sending[State, Message]) int {
				switch s.Msg.Kind {
				case GRANT, NOTICE, SUCCESS, FAIL, RGRANT, CLEARED:
					return s.To
				case COMPETE, FOLLOW:
					if s.Msg.Node != 0 {
						return int(s.Msg.Node) - 1
					}
				case PREEMPT:
					return s.From // PREEMPT is sent on a REQUEST
				case YIELD:
					return measure.Received
				}
				return s.Process
			},
			Permits: func(m Message) bool { return m.Kind == GRANT },
			Returns: func(m Message) bool { return m.Kind == YIELD },
		},
	}
}

func messageFormulas(s *instance.Setup, process int, alone bool) []instance.Formula {
	write, read := choices(s, process)
	least, most := math.MaxInt, 0
	rings := []explore.Set{}
	for _, q := range write {
		for _, r := range read {
			rings = append(rings, q|r)
			ring := (q | r).Len()
			least, most = min(least, 2*q.Len()+2*ring+1), max(most, 2*q.Len()+2*ring+1)
		}
	}
	if alone {
		return []instance.Formula{{Source: "Jiang, section 5", Text: "2|Q| + 2|Q ∪ P| + 1", Least: least, Most: most}}
	}
	quorum, _ := instance.Sizes(write)
	_, ring := instance.Sizes(rings)
	return []instance.Formula{{Source: "Jiang, section 5", Text: "2|Q| + 4 to 6n + 2|Q ∪ P| + 1", Least: 2*quorum + 4, Most: 6*s.N + 2*ring + 1}}
}

// delayFormulas: the paper counts messages to oneself, and says nothing where
// these take no time.
func delayFormulas(s *instance.Setup, process int, alone, queued bool) []instance.Formula {
	if !queued {
		return nil
	}
	if !alone {
		return []instance.Formula{{Source: "Jiang, section 5, where the resource is in use", Text: "3", Least: 3, Most: instance.None}}
	}
	write, read := choices(s, process)
	least := math.MaxInt
	for _, q := range write {
		for _, r := range read {
			least = min(least, (q|r).Len()+3)
		}
	}
	return []instance.Formula{{Source: "Jiang, section 5", Text: "|Q ∪ P| + 3", Least: least, Most: instance.None}}
}
