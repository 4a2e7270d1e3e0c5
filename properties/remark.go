package properties

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"qcheck/explore/verdict"
	"qcheck/explore/yield"
	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/phrase"
	"qcheck/setsys/words"
)

// A RemarkID names what a [Remark] is about.
type RemarkID string

// The remarks.
const (
	// assumed: the structure's file says what a verdict on it rests on.
	assumed RemarkID = "assumed"

	// unusedNodes: some nodes are in no quorum of any family, and others are.
	unusedNodes RemarkID = "unused-nodes"

	// redundantQuorums: some quorums of a family contain others of it, or are
	// listed again, and minimality of the family is not asked for.
	redundantQuorums RemarkID = "redundant-quorums"

	// evenMajority: the quorums of every family are all sets of m/2+1 of the same m
	// nodes, and m is even. A majority of one node less survives as many failures,
	// with smaller quorums.
	evenMajority RemarkID = "even-majority"
)

// A Remark is something about a structure that its author may not have meant. It
// is never a verdict: a structure with remarks may have all its properties.
type Remark struct {
	About   RemarkID           `json:"about"`
	Nodes   *setsys.NamedSet   `json:"nodes,omitempty"`   // that are unused, or of the even majority
	Role    setsys.Role        `json:"family,omitempty"`  // with redundant quorums
	Count   int                `json:"count,omitempty"`   // how many quorums can be left out
	Quorums []*setsys.NamedSet `json:"quorums,omitempty"` // a quorum, and one that contains it
	Text    string             `json:"text"`              // in a sentence, without a full stop
}

// Remarks returns the remarks on a valid structure that is judged by the given
// properties, in a fixed order. Remarks that are not found before ctx ends are
// left out: nothing is said by their absence then.
func Remarks(ctx context.Context, s *setsys.Structure, ids []ID) []Remark {
	var found []Remark
	for _, says := range s.Remarks {
		found = append(found, Remark{About: assumed, Text: setsys.Printable(strings.TrimSuffix(says, "."))})
	}
	if !s.IsListed() {
		return found // what the others are about is found by looking at quorums
	}
	if in := used(s); !in.IsEmpty() && in.Len() < s.Universe.Len() {
		found = append(found, unused(s, in.Complement()))
	}
	for _, f := range s.Families() {
		if r, ok := redundant(ctx, s, f, ids); ok {
			found = append(found, r)
		}
	}
	m, c := 0, newChecker(yield.NewWatch(ctx), s)
	if c.attempt(func() { m = majority(s, c.step) }) == nil && m > 0 && m%2 == 0 {
		found = append(found, Remark{
			About: evenMajority, Nodes: s.Universe.Set(used(s)),
			Text: fmt.Sprintf("a majority of %d nodes survives %s, as does a majority of %d, whose quorums are smaller", m, phrase.Count(m/2-1, "failure"), m-1),
		})
	}
	return found
}

func unused(s *setsys.Structure, nodes setsys.NodeSet) Remark {
	what, which := "quorum", "any of the nodes "+nodes.Format(s.Universe)
	if s.Kind == setsys.RequestSets {
		what = "request set"
	}
	if nodes.Len() == 1 {
		which = "the node " + strings.Trim(nodes.Format(s.Universe), "{}")
	}
	return Remark{About: unusedNodes, Nodes: s.Universe.Set(nodes), Text: fmt.Sprintf("no %s contains %s", what, which)}
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
	id := cmp.Or(map[setsys.Role]ID{setsys.WriteRole: WriteMinimality, setsys.ReadRole: ReadMinimality}[f.Role], Minimality)
	if slices.Contains(ids, id) || !slices.Contains(Every(s.Kind), id) {
		return Remark{}, false
	}
	c := newChecker(yield.NewWatch(ctx), s)
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
	count, noun, family := f.Family.Len()-least, "quorum contains another", ""
	if count > 1 {
		noun = "quorums contain others"
	}
	if f.Role == setsys.WriteRole || f.Role == setsys.ReadRole {
		family = string(f.Role) + " "
	}
	return Remark{
		About: redundantQuorums, Role: f.Role, Count: count, Quorums: s.Universe.Sets(members[0].Set, members[1].Set),
		Text: fmt.Sprintf("%d %s%s and can be left out: %s", count, family, noun, result.Witness.Text()),
	}, true
}

// majority returns of how many nodes all families have all majorities; 0 if they have not.
func majority(s *setsys.Structure, step func()) int {
	nodes := used(s)
	for _, f := range s.Families() {
		t, of, ok := threshold(f.Family, step)
		if !ok || s.Kind == setsys.RequestSets || s.K > 1 || !of.Equal(nodes) || t != of.Len()/2+1 {
			return 0
		}
	}
	return nodes.Len()
}

// threshold returns t and the nodes of a family that is listed, if it has each set of t of these
// once, and nothing else.
func threshold(f setsys.Family, step func()) (t int, nodes setsys.NodeSet, ok bool) {
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
