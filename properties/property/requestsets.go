package property

import (
	"cmp"
	"fmt"

	"qcheck/setsys"
	"qcheck/setsys/phrase"
)

// The names of the properties.
const (
	SelfMembership       ID = "self-membership"
	Arbitration          ID = "arbitration"
	PairwiseIntersection ID = "pairwise-intersection"
	Singhal              ID = "singhal"
	LocalRecovery        ID = "local-recovery"
	LocalRecoveryExact   ID = "local-recovery-exact"
	FullSets             ID = "full-sets"
)

// The properties of request sets are conditions (i) to (vii) of Baldoni,
// sections 2, 5 and 8.

var selfMembership = Definition{
	ID:       SelfMembership,
	Required: []setsys.Kind{setsys.RequestSets},
	Meaning:  "every process is in its own request set",
	Breaks:   func(w *Witness) error { return w.share(1, func(_ setsys.NodeSet, own int) bool { return own == 1 }) },
	Text: func(w *Witness) string {
		return fmt.Sprintf("%s is not in its own request set %s", w.process(0), w.format(w.Members[0]))
	},
}

var arbitration = Definition{
	ID:       Arbitration,
	Required: []setsys.Kind{setsys.RequestSets},
	Meaning:  "the request sets of every {m+1} distinct processes have a common node",
	Breaks: func(w *Witness) error {
		if s := w.Structure; s.Universe.Len() <= s.M {
			return fmt.Errorf("there are only %d processes", s.Universe.Len())
		}
		return cmp.Or(w.distinctProcesses(len(w.Members)), w.noCommonNode(w.Structure.M+1))
	},
	Text: func(w *Witness) string {
		text := commonNode("request set", w.requestSets(), len(w.Members))
		if n := w.Structure.M + 1; len(w.Members) < n {
			text += fmt.Sprintf("; with any other processes they are %d", n)
		}
		return text
	},
}

var pairwiseIntersection = Definition{
	ID:       PairwiseIntersection,
	Optional: []setsys.Kind{setsys.RequestSets},
	Meaning:  "every two request sets share a node",
	Breaks: func(w *Witness) error {
		return w.share(2, func(common setsys.NodeSet, _ int) bool { return !common.IsEmpty() })
	},
	Text: func(w *Witness) string { return "the request sets " + w.requestSets() + " are disjoint" },
}

var singhal = Definition{
	ID:       Singhal,
	Optional: []setsys.Kind{setsys.RequestSets},
	Meaning:  "every two request sets share exactly one node, which is one of the two processes",
	Breaks: func(w *Witness) error {
		return w.share(2, func(common setsys.NodeSet, own int) bool { return common.Len() == 1 && own == 1 })
	},
	Text: func(w *Witness) string { return w.shareText("is neither of the two processes alone") },
}

var localRecovery = Definition{
	ID:       LocalRecovery,
	Optional: []setsys.Kind{setsys.RequestSets},
	Meaning:  "the common nodes of every {m+1} processes' sets include {m} of these processes",
	Breaks: func(w *Witness) error {
		m := w.Structure.M
		return w.share(m+1, func(_ setsys.NodeSet, own int) bool { return own >= m })
	},
	Text: func(w *Witness) string {
		return w.shareText(fmt.Sprintf("contains fewer than %d of these processes", w.Structure.M))
	},
}

var localRecoveryExact = Definition{
	ID:       LocalRecoveryExact,
	Optional: []setsys.Kind{setsys.RequestSets},
	Meaning:  "the common nodes of every {m+1} processes' sets are {m} of these processes",
	Breaks: func(w *Witness) error {
		m := w.Structure.M
		return w.share(m+1, func(common setsys.NodeSet, own int) bool { return own == m && common.Len() == m })
	},
	Text: func(w *Witness) string {
		return w.shareText(fmt.Sprintf("is not a set of just %d of these processes", w.Structure.M))
	},
}

var fullSets = Definition{
	ID:       FullSets,
	Optional: []setsys.Kind{setsys.RequestSets},
	Meaning:  "every request set has all nodes",
	Breaks: func(w *Witness) error {
		return w.share(1, func(set setsys.NodeSet, _ int) bool { return set.Len() == set.Cap() })
	},
	Text: func(w *Witness) string {
		return fmt.Sprintf("the request set %s of %s is not the set of all processes", w.format(w.Members[0]), w.process(0))
	},
}

// share checks that the members are the sets of so many processes, and that what
// they share, with as many of these processes as own, is not as the property
// asks.
func (w *Witness) share(processes int, asked func(common setsys.NodeSet, own int) bool) error {
	if err := w.distinctProcesses(processes); err != nil {
		return err
	}
	common := w.common()
	own := 0
	for _, m := range w.Members {
		if common.Has(m.Process) {
			own++
		}
	}
	if asked(common, own) {
		return fmt.Errorf("the processes' sets share %v, as the property asks", common)
	}
	return nil
}

func (w *Witness) shareText(which string) string {
	return fmt.Sprintf("the request sets %s share %s, which %s", w.requestSets(), w.common().Format(w.Structure.Universe), which)
}

func (w *Witness) distinctProcesses(count int) error {
	if len(w.Members) != count {
		return fmt.Errorf("%d processes, not %d", len(w.Members), count)
	}
	for i, a := range w.Members {
		for _, b := range w.Members[:i] {
			if a.Process == b.Process {
				return fmt.Errorf("process %d twice", a.Process+1)
			}
		}
	}
	return nil
}

func (w *Witness) requestSets() string {
	var parts []string
	for i, m := range w.Members {
		parts = append(parts, fmt.Sprintf("%s of %s", w.format(m), w.process(i)))
	}
	return phrase.List(parts)
}

// process names the process of a member.
func (w *Witness) process(member int) string {
	return setsys.Printable(w.Structure.Universe.Name(w.Members[member].Process))
}
