package properties

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"qcheck/explore/verdict"
	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// A RemarkID names what a [Remark] is about.
type RemarkID string

// The remarks.
const (
	// Assumed: the structure's file says what a verdict on it rests on.
	Assumed RemarkID = "assumed"

	// UnusedNodes: some nodes are in no quorum of any family, and others are.
	UnusedNodes RemarkID = "unused-nodes"

	// RedundantQuorums: some quorums of a family contain others of it, or are
	// listed again, and minimality of the family is not asked for.
	RedundantQuorums RemarkID = "redundant-quorums"

	// EvenMajority: the quorums of every family are all sets of m/2+1 of the same m
	// nodes, and m is even. A majority of one node less survives as many failures,
	// with smaller quorums.
	EvenMajority RemarkID = "even-majority"
)

// A Remark is something about a structure that its author may not have meant. It
// is never a verdict: a structure with remarks may have all its properties.
type Remark struct {
	About RemarkID

	Says    string            // Assumed: what the file says
	Nodes   setsys.NodeSet    // UnusedNodes: which; EvenMajority: the m nodes
	Role    setsys.Role       // RedundantQuorums: the family
	Count   int               // RedundantQuorums: how many quorums can be left out
	Members []property.Member // RedundantQuorums: a quorum, and one that contains it

	structure *setsys.Structure
}

// Text says the remark in a sentence, without a full stop.
func (r *Remark) Text() string {
	switch r.About {
	case Assumed:
		return setsys.Printable(strings.TrimSuffix(r.Says, "."))
	case UnusedNodes:
		what := "quorum"
		if r.structure.Kind == setsys.RequestSets {
			what = "request set"
		}
		names := r.Nodes.Format(r.structure.Universe)
		if r.Nodes.Len() == 1 {
			return fmt.Sprintf("no %s contains the node %s", what, strings.Trim(names, "{}"))
		}
		return fmt.Sprintf("no %s contains any of the nodes %s", what, names)
	case RedundantQuorums:
		noun := "quorum contains another"
		if r.Count > 1 {
			noun = "quorums contain others"
		}
		family := ""
		if r.Role == setsys.WriteRole || r.Role == setsys.ReadRole {
			family = string(r.Role) + " "
		}
		w := property.Witness{Property: minimalityOf(r.Role), Structure: r.structure, Members: r.Members}
		return fmt.Sprintf("%d %s%s and can be left out: %s", r.Count, family, noun, w.Text())
	case EvenMajority:
		m := r.Nodes.Len()
		survives := m/2 - 1
		return fmt.Sprintf("a majority of %d nodes survives %s, as does a majority of %d, whose quorums are smaller", m, failures(survives), m-1)
	}
	return ""
}

// MarshalJSON writes the remark as an object: what it is about, what it names, and
// the text.
func (r *Remark) MarshalJSON() ([]byte, error) {
	u := r.structure.Universe
	out := struct {
		About   RemarkID    `json:"about"`
		Nodes   []any       `json:"nodes,omitempty"`
		Family  setsys.Role `json:"family,omitempty"`
		Count   int         `json:"count,omitempty"`
		Quorums [][]any     `json:"quorums,omitempty"`
		Text    string      `json:"text"`
	}{About: r.About, Family: r.Role, Count: r.Count, Text: r.Text()}
	if r.About == UnusedNodes || r.About == EvenMajority {
		out.Nodes = u.Names(r.Nodes)
	}
	for _, m := range r.Members {
		out.Quorums = append(out.Quorums, u.Names(m.Set))
	}
	return json.Marshal(out)
}

func failures(n int) string {
	switch n {
	case 0:
		return "no failure"
	case 1:
		return "1 failure"
	}
	return fmt.Sprintf("%d failures", n)
}

// minimalityOf returns the property that no quorum of the family with the role
// contains another.
func minimalityOf(role setsys.Role) ID {
	switch role {
	case setsys.WriteRole:
		return WriteMinimality
	case setsys.ReadRole:
		return ReadMinimality
	}
	return Minimality
}

// Remarks returns the remarks on a valid structure that is judged by the given
// properties, in a fixed order. Remarks that are not found before ctx ends are
// left out: nothing is said by their absence then.
func Remarks(ctx context.Context, s *setsys.Structure, ids []ID) []Remark {
	var found []Remark
	for _, says := range s.Remarks {
		found = append(found, Remark{About: Assumed, Says: says, structure: s})
	}
	if !s.IsListed() {
		return found // what the others are about is found by looking at quorums
	}
	if in := used(s); !in.IsEmpty() && in.Len() < s.Universe.Len() {
		unused := in.Complement()
		found = append(found, Remark{About: UnusedNodes, Nodes: unused, structure: s})
	}
	for _, f := range s.Families() {
		if r, ok := redundant(ctx, s, f, ids); ok {
			found = append(found, r)
		}
	}
	var nodes setsys.NodeSet
	even, c := false, newChecker(ctx, s)
	if c.attempt(func() { nodes, even = evenMajority(s, c.step) }) == nil && even {
		found = append(found, Remark{About: EvenMajority, Nodes: nodes, structure: s})
	}
	return found
}

// used returns the nodes that are in some set of the structure.
func used(s *setsys.Structure) setsys.NodeSet {
	row := make([]uint64, words.Of(s.Universe.Len()))
	for _, f := range s.Families() {
		for i := range f.Family.Len() {
			words.Or(row, row, f.Family.Words(i))
		}
	}
	return setsys.FromWords(s.Universe.Len(), row)
}

// redundant looks for quorums of the family that contain others. An (h,k)-arbiter
// has one property for all its families, and request sets have none.
func redundant(ctx context.Context, s *setsys.Structure, f setsys.RoleFamily, ids []ID) (Remark, bool) {
	id := minimalityOf(f.Role)
	if slices.Contains(ids, id) || !slices.Contains(Every(s.Kind), id) {
		return Remark{}, false
	}
	c := newChecker(ctx, s)
	var members []property.Member
	least := 0
	result := c.run(id, func() finding {
		w := c.minimality(f.Role, f.Family)
		if members = w.members; w.broken {
			least = f.Family.Minimal(c.step).Len()
		}
		return w
	})
	if result.Verdict != verdict.Violated || result.Witness.Confirm() != nil {
		return Remark{}, false
	}
	return Remark{About: RedundantQuorums, Role: f.Role, Count: f.Family.Len() - least, Members: members, structure: s}, true
}

// evenMajority returns the nodes of which all families have all majorities, and
// whether there are such nodes, in even number.
func evenMajority(s *setsys.Structure, step func()) (nodes setsys.NodeSet, ok bool) {
	if s.Kind == setsys.RequestSets || s.K > 1 {
		return nodes, false
	}
	nodes = used(s)
	for _, f := range s.Families() {
		t, of, ok := Threshold(f.Family, step)
		if !ok || !of.Equal(nodes) || 2*t != of.Len()+2 {
			return nodes, false
		}
	}
	return nodes, true
}

// Threshold returns t and the nodes of a family that is listed, if it has each set of t of these
// once, and nothing else.
func Threshold(f setsys.Family, step func()) (t int, nodes setsys.NodeSet, ok bool) {
	if f.Len() == 0 {
		return 0, nodes, false
	}
	all := make([]uint64, words.Of(f.Nodes()))
	t = words.Count(f.Words(0))
	for i := range f.Len() {
		if words.Count(f.Words(i)) != t {
			return 0, nodes, false
		}
		words.Or(all, all, f.Words(i))
	}
	nodes = setsys.FromWords(f.Nodes(), all)
	if new(big.Int).Binomial(int64(nodes.Len()), int64(t)).Cmp(big.NewInt(int64(f.Len()))) != 0 {
		return 0, nodes, false
	}
	sorted := f.Canonical(step)
	for i := 1; i < sorted.Len(); i++ {
		if words.Equal(sorted.Words(i-1), sorted.Words(i)) {
			return 0, nodes, false
		}
	}
	return t, nodes, true
}
