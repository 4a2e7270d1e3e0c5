package setsys

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// A Kind says what a structure claims to be. Its values are the names used in
// files and output.
type Kind string

// The kinds of structures.
const (
	Coterie     Kind = "coterie"
	KCoterie    Kind = "k-coterie"
	KArbiter    Kind = "k-arbiter"
	HKArbiter   Kind = "hk-arbiter"
	KWRCoterie  Kind = "k-wr-coterie"
	ReadWrite   Kind = "read-write"
	RequestSets Kind = "request-sets"
)

// Kinds returns every kind, in the order in which they are listed to users.
func Kinds() []Kind {
	return []Kind{Coterie, KCoterie, KArbiter, HKArbiter, KWRCoterie, ReadWrite, RequestSets}
}

// MaxCount is the largest k or m that a structure may have.
const MaxCount = 1_000_000

// HasK reports whether structures of the kind have the parameter k.
func (k Kind) HasK() bool {
	return k == KCoterie || k == KArbiter || k == HKArbiter || k == KWRCoterie
}

// HasReads reports whether structures of the kind have write quorums and read
// quorums in place of one family.
func (k Kind) HasReads() bool { return k == KWRCoterie || k == ReadWrite }

// A Role names one family of a structure.
type Role string

// The roles of families. A structure of kind hk-arbiter has a family a number
// of units; its roles are UnitsRole(1) to UnitsRole(k).
const (
	QuorumsRole  Role = "quorums"
	WriteRole    Role = "write"
	ReadRole     Role = "read"
	RequestsRole Role = "requestSets"
)

// UnitsRole returns the role of the quorums for h units.
func UnitsRole(h int) Role { return Role(fmt.Sprintf("quorums.%d", h)) }

// Units returns the h of UnitsRole(h), 0 for other roles.
func (r Role) Units() int {
	h, _ := strconv.Atoi(strings.TrimPrefix(string(r), "quorums."))
	return h
}

// A Structure is a quorum structure as a file states it: what it claims to be,
// and the families. Only the families of its kind are used:
//
//	coterie, k-coterie, k-arbiter   Quorums
//	hk-arbiter                      ByUnits, where ByUnits[h-1] is Q_h, 1 <= h <= K
//	k-wr-coterie, read-write        Write, Read
//	request-sets                    Requests, where Requests.At(i) is the set of node i
type Structure struct {
	Name        string   // what it is called, may be empty
	Source      string   // where it is from, may be empty
	Description string   // what else there is to say of it, may be empty
	Remarks     []string // guesses and defaults that a verdict on it rests on, a sentence each; may be empty
	Kind        Kind
	K           int // for the kinds with a k: 1 to MaxCount
	M           int // for request sets, the number of resources: 1 to MaxCount
	Universe    Universe

	// Properties are the names of the properties that it is to be judged by, each
	// once; nil: those that its kind requires. Package properties knows the names.
	Properties []string

	Quorums  Family
	ByUnits  []Family
	Write    Family
	Read     Family
	Requests Family

	Domains       []Domain   // sets of nodes that may fail at once; may be empty
	Reliabilities []*big.Rat // by node: the probability that it is up; nil if they are not known
	Capacities    []Capacity // by node; nil if they are not known
}

// A Capacity is how many quorums a node can serve in a unit of time, if all are read
// quorums, and if all are write quorums; more than 0. Both are the same number for a
// structure that has neither.
type Capacity struct{ Read, Write *big.Rat }

// Of returns the capacity for the family of a role.
func (c Capacity) Of(role Role) *big.Rat {
	if role == ReadRole {
		return c.Read
	}
	return c.Write
}

// A Domain is a failure domain, such as a rack or a data centre: nodes that may
// fail at once. Its name is not empty, and neither are its nodes.
type Domain struct {
	Name  string
	Nodes NodeSet
}

// A RoleFamily is a family of a structure and its role there.
type RoleFamily struct {
	Role   Role
	Family Family
}

// Families returns the families that the structure's kind uses, in a fixed
// order.
func (s *Structure) Families() []RoleFamily {
	switch s.Kind {
	case HKArbiter:
		var fs []RoleFamily
		for i, f := range s.ByUnits {
			fs = append(fs, RoleFamily{UnitsRole(i + 1), f})
		}
		return fs
	case KWRCoterie, ReadWrite:
		return []RoleFamily{{WriteRole, s.Write}, {ReadRole, s.Read}}
	case RequestSets:
		return []RoleFamily{{RequestsRole, s.Requests}}
	default:
		return []RoleFamily{{QuorumsRole, s.Quorums}}
	}
}

// KindName names the kind with its k or m in place of the letter: "2-coterie".
func (s *Structure) KindName() string {
	switch s.Kind {
	case KCoterie:
		return fmt.Sprintf("%d-coterie", s.K)
	case KArbiter:
		return fmt.Sprintf("%d-arbiter", s.K)
	case HKArbiter:
		return fmt.Sprintf("(h,%d)-arbiter", s.K)
	case KWRCoterie:
		return fmt.Sprintf("%d-wr coterie", s.K)
	case ReadWrite:
		return "read-write quorum system"
	case RequestSets:
		return fmt.Sprintf("request sets for m = %d", s.M)
	}
	return string(s.Kind)
}

// Validate reports what makes the structure meaningless, as opposed to not
// being what it claims: an unknown kind, a parameter out of range, families
// over another universe, a missing Q_h or request set. A structure that was
// read from a file is valid.
func (s *Structure) Validate() error {
	if !slices.Contains(Kinds(), s.Kind) {
		return fmt.Errorf("unknown kind %q", s.Kind)
	}
	if s.Universe.Len() < 1 {
		return fmt.Errorf("the universe has no nodes")
	}
	if s.Kind.HasK() && (s.K < 1 || s.K > MaxCount) {
		return fmt.Errorf("kind %s needs k of 1 to %d, not %d", s.Kind, MaxCount, s.K)
	}
	if s.Kind == RequestSets && (s.M < 1 || s.M > MaxCount) {
		return fmt.Errorf("kind %s needs m of 1 to %d, not %d", s.Kind, MaxCount, s.M)
	}
	if s.Kind == HKArbiter && len(s.ByUnits) != s.K {
		return fmt.Errorf("kind %s with k = %d needs %d families, not %d", s.Kind, s.K, s.K, len(s.ByUnits))
	}
	if s.Kind == RequestSets && (!s.Requests.IsListed() || s.Requests.Len() != s.Universe.Len()) {
		return fmt.Errorf("%d request sets for %d processes", s.Requests.len, s.Universe.Len())
	}
	if s.Properties != nil && len(s.Properties) == 0 {
		return fmt.Errorf("a list of no properties")
	}
	for i, name := range s.Properties {
		if slices.Contains(s.Properties[:i], name) {
			return fmt.Errorf("property %q is named twice", name)
		}
	}
	for _, f := range s.Families() {
		if f.Family.Nodes() != s.Universe.Len() {
			return fmt.Errorf("family %s is over %d nodes, the universe has %d", f.Role, f.Family.Nodes(), s.Universe.Len())
		}
	}
	return s.validateCluster()
}

// validateCluster is the part of Validate on domains and on what is known of nodes.
func (s *Structure) validateCluster() error {
	seen := make(map[string]bool)
	for _, d := range s.Domains {
		switch {
		case d.Name == "":
			return fmt.Errorf("a domain has an empty name")
		case seen[d.Name]:
			return fmt.Errorf("domain %q is named twice", d.Name)
		case d.Nodes.Cap() != s.Universe.Len():
			return fmt.Errorf("domain %q is over %d nodes, the universe has %d", d.Name, d.Nodes.Cap(), s.Universe.Len())
		case d.Nodes.IsEmpty():
			return fmt.Errorf("domain %q has no node", d.Name)
		}
		seen[d.Name] = true
	}
	if s.Reliabilities != nil && len(s.Reliabilities) != s.Universe.Len() {
		return fmt.Errorf("%d reliabilities of %d nodes", len(s.Reliabilities), s.Universe.Len())
	}
	for i, p := range s.Reliabilities {
		if p.Sign() < 0 || p.Cmp(big.NewRat(1, 1)) > 0 {
			return fmt.Errorf("the reliability of node %s is no probability", s.Universe.Name(i))
		}
	}
	if s.Capacities != nil && len(s.Capacities) != s.Universe.Len() {
		return fmt.Errorf("%d capacities of %d nodes", len(s.Capacities), s.Universe.Len())
	}
	for i, c := range s.Capacities {
		switch {
		case c.Read == nil || c.Write == nil || c.Read.Sign() <= 0 || c.Write.Sign() <= 0:
			return fmt.Errorf("the capacity of node %s is not more than 0", s.Universe.Name(i))
		case !s.Kind.HasReads() && c.Read.Cmp(c.Write) != 0:
			return fmt.Errorf("node %s has two capacities, and kind %s no reads and writes", s.Universe.Name(i), s.Kind)
		}
	}
	return nil
}
