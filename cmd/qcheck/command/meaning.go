package command

import (
	"fmt"
	"strconv"
	"strings"

	"qcheck/properties"
	"qcheck/setsys"
)

// meaning says in words what a property demands of structures of the kind,
// with k and m as they stand in the definition.
func meaning(id properties.ID, kind setsys.Kind) string {
	return fill(template(id, kind), func(name string, add int) string {
		if add == 0 {
			return name
		}
		return fmt.Sprintf("%s%+d", name, add)
	})
}

// meaningIn says in words what a property demands of this structure, with its
// k and m.
func meaningIn(id properties.ID, s *setsys.Structure) string {
	return fill(template(id, s.Kind), func(name string, add int) string {
		if name == "m" {
			return strconv.Itoa(s.M + add)
		}
		return strconv.Itoa(s.K + add)
	})
}

// fill replaces {k}, {k+1}, {k-1}, {m}, {m+1} in a template.
func fill(template string, value func(name string, add int) string) string {
	var pairs []string
	for _, name := range []string{"k", "m"} {
		pairs = append(pairs,
			"{"+name+"-1}", value(name, -1),
			"{"+name+"}", value(name, 0),
			"{"+name+"+1}", value(name, 1))
	}
	return strings.NewReplacer(pairs...).Replace(template)
}

func template(id properties.ID, kind setsys.Kind) string {
	switch id {
	case properties.NonEmpty:
		switch kind {
		case setsys.RequestSets:
			return "no request set is empty"
		case setsys.HKArbiter:
			return "every Q_h has a quorum, and no quorum is empty"
		case setsys.KWRCoterie:
			return "there are write and read quorums, and none is empty"
		}
		return "there is a quorum, and none is empty"
	case properties.Intersection:
		switch kind {
		case setsys.KCoterie:
			return "no {k+1} quorums are pairwise disjoint"
		case setsys.KArbiter:
			return "every {k+1} quorums, repeats allowed, have a common node"
		case setsys.HKArbiter:
			return "the quorums of every critical conflicting request pattern have a common node"
		}
		return "every two quorums share a node"
	case properties.NonIntersection:
		return "fewer than {k} pairwise disjoint quorums always leave a further quorum disjoint from them"
	case properties.Minimality:
		if kind == setsys.HKArbiter {
			return "no quorum contains another of the same Q_h"
		}
		return "no quorum contains another"
	case properties.WriteIntersection:
		return "no {k+1} write quorums are pairwise disjoint"
	case properties.WriteNonIntersection:
		return "fewer than {k} pairwise disjoint write quorums always leave a further one disjoint from them"
	case properties.WriteReadIntersection:
		return "every write quorum shares a node with every read quorum"
	case properties.WriteMinimality:
		return "no write quorum contains another"
	case properties.ReadMinimality:
		return "no read quorum contains another"
	case properties.SelfMembership:
		return "every process is in its own request set"
	case properties.Arbitration:
		return "the request sets of every {m+1} distinct processes have a common node"
	case properties.StrongNonIntersection:
		return "at most {k-1} quorums, disjoint or not, always leave a further quorum disjoint from them all"
	case properties.Nondomination:
		switch kind {
		case setsys.KCoterie:
			return "no other {k}-coterie dominates it"
		case setsys.KArbiter:
			return "no other {k}-arbiter dominates it"
		case setsys.HKArbiter:
			return "no other (h,{k})-arbiter dominates it, every Q_h compared with its counterpart"
		}
		return "no other coterie dominates it"
	case properties.PairwiseIntersection:
		return "every two request sets share a node"
	case properties.Singhal:
		return "every two request sets share just one node, which is one of the two processes"
	case properties.LocalRecovery:
		return "the common nodes of every {m+1} processes' sets include {m} of these processes"
	case properties.LocalRecoveryExact:
		return "the common nodes of every {m+1} processes' sets are {m} of these processes"
	case properties.FullSets:
		return "every request set has all nodes"
	}
	return ""
}

// kindIn names the kind of a structure with its parameters: a reader's name,
// and the name used in files where that is another one.
func kindIn(s *setsys.Structure) string {
	switch s.Kind {
	case setsys.Coterie:
		return "coterie"
	case setsys.RequestSets:
		return fmt.Sprintf("request sets, m = %d (%s)", s.M, count(s.M, "resource"))
	}
	return fmt.Sprintf("%s, k = %d", s.Kind, s.K)
}

// valid names what a structure is when its required properties hold.
func valid(s *setsys.Structure) string {
	switch s.Kind {
	case setsys.KCoterie:
		return fmt.Sprintf("a valid %d-coterie", s.K)
	case setsys.KArbiter:
		return fmt.Sprintf("a valid %d-arbiter", s.K)
	case setsys.HKArbiter:
		return fmt.Sprintf("a valid (h,%d)-arbiter", s.K)
	case setsys.KWRCoterie:
		return fmt.Sprintf("a valid %d-wr coterie", s.K)
	case setsys.RequestSets:
		return fmt.Sprintf("valid request sets for m = %d", s.M)
	}
	return "a valid coterie"
}
