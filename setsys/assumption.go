package setsys

// An Assumption is what some nodes assume of all: which sets of nodes may lie at once,
// and which sets are quorums then. Where all nodes assume the same, there is one; an
// asymmetric quorum system has several (Cachin and Tackmann, "Asymmetric Distributed
// Trust", OPODIS 2019).
type Assumption struct {
	Nodes     NodeSet // those that assume it
	Quorums   Family  // with a quorum, and none that is empty
	FailProne Family  // the largest sets that may lie at once, at least one; a formula is a threshold of nodes
}

// Assuming returns the family of the quorums of all assumptions, without those that
// contain others, and without listing them: a formula, with the assumptions beside it.
func Assuming(n int, all []Assumption, limit int) Family {
	var members []*Formula
	for _, a := range all {
		members = append(members, FormulaOf(a.Quorums))
	}
	f := Unlisted(n, Any(members...), limit)
	f.assumptions = all
	return f
}

// Assumptions returns the assumptions that the family is made of, nil if it has none.
func (f Family) Assumptions() []Assumption { return f.assumptions }

// AnyNodes returns the family of all sets of f of n nodes, unlisted where f is not 0: at most
// limit are listed by List.
func AnyNodes(n, f, limit int) Family {
	if f <= 0 {
		return NewFamily(n, NewNodeSet(n))
	}
	return Unlisted(n, AtLeast(min(f, n), OfNodes(NewNodeSet(n).Complement().Nodes()...)...), limit)
}
