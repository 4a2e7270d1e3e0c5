package properties

import (
	"context"
	"fmt"

	"qcheck/explore/yield"
	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/words"
)

// A TrustAnalysis says which nodes of a trust graph matter, and for what. Its sets have
// been confirmed by the definition of a quorum.
type TrustAnalysis struct {
	Largest *setsys.NamedSet `json:"largestQuorum"` // empty if there is none

	// TopTier are the nodes of the minimal quorums.
	TopTier *setsys.NamedSet `json:"topTier"`

	// Blocking is a set of as few nodes as possible without which there is no quorum.
	Blocking *setsys.NamedSet `json:"blocking"`

	// Splitting is what is known of the least splitting set.
	Splitting Splitting `json:"splitting"`

	// Domains are the failure domains of the structure that hold a node of the core.
	Domains []CriticalDomain `json:"domains"`

	Cut string `json:"cut,omitempty"` // why something is not known; empty: everything is
}

// A Splitting is a splitting set: when its nodes lie, each to each as it likes, A and B
// are quorums of the others with it, which have no other node in common, and each has a
// node of the core. With no node it shows that two quorums are disjoint.
type Splitting struct {
	Nodes   *setsys.NamedSet   `json:"nodes,omitempty"`   // nil if none was found
	Quorums []*setsys.NamedSet `json:"quorums,omitempty"` // A and B, without these
	AtLeast int                `json:"atLeast"`           // no smaller set splits
	Never   bool               `json:"never,omitempty"`   // no set splits

	a, b setsys.NodeSet
}

// A CriticalDomain says what a failure domain, such as an organisation, can do alone.
type CriticalDomain struct {
	Name    string             `json:"name"`
	Nodes   setsys.NodeSet     `json:"-"`
	Blocks  bool               `json:"blocks"`            // without it there is no quorum
	Splits  bool               `json:"splits"`            // if it lies, two quorums of the others can be disjoint
	Quorums []*setsys.NamedSet `json:"quorums,omitempty"` // these, without it

	a, b setsys.NodeSet
}

// mostSplitting is the most vertices and results of the search for a splitting set.
const mostSplitting = 3_000_000

// AnalyzeTrust analyses the trust graph of a coterie, which must have one. What was not
// found when ctx ends, or within the limits of the diagrams, is left out, and Cut says
// why. The error is that a witness does not confirm.
func AnalyzeTrust(ctx context.Context, s *setsys.Structure) (*TrustAnalysis, error) {
	t := s.Quorums.Trust()
	x := &trustAnalyzer{c: newChecker(yield.NewWatch(ctx), s), s: s, t: t, found: &TrustAnalysis{Domains: []CriticalDomain{}}}
	x.found.Largest = x.named(t.Greatest(words.Full(t.Nodes()), nil))
	x.found.TopTier = x.named(make([]uint64, words.Of(t.Nodes())))
	x.found.Blocking = x.found.TopTier
	if x.found.Largest.IsEmpty() {
		x.found.Splitting.Never = true
		return x.found, nil
	}
	for _, core := range t.Cores() {
		x.cores = append(x.cores, core)
		if x.core == nil {
			x.core = make([]uint64, len(core))
		}
		words.Or(x.core, x.core, core)
	}
	for _, part := range []func(){x.family, x.domains, x.splitting} {
		if err := x.c.attempt(part); err != nil && x.found.Cut == "" {
			x.found.Cut = err.Error()
		}
	}
	return x.found, x.confirm()
}

type trustAnalyzer struct {
	c     *checker
	s     *setsys.Structure
	t     *setsys.Trust
	cores [][]uint64
	core  []uint64 // the nodes of all of them
	found *TrustAnalysis
}

func (x *trustAnalyzer) set(row []uint64) setsys.NodeSet {
	return setsys.FromWords(x.t.Nodes(), row)
}

func (x *trustAnalyzer) named(row []uint64) *setsys.NamedSet { return x.s.Universe.Set(x.set(row)) }

// family finds the top tier and a least blocking set.
func (x *trustAnalyzer) family() {
	d := diagram.ForTrust(x.t, 0, x.c.step)
	f := d.Trust(x.t)
	x.found.TopTier = x.named(d.Support(f))
	if least, ok := d.Smallest(d.Dual(f)); ok {
		x.found.Blocking = x.named(least)
	}
}

// domains finds what each failure domain can do alone.
func (x *trustAnalyzer) domains() {
	for _, domain := range x.s.Domains {
		if words.Disjoint(domain.Nodes.Words(), x.core) {
			continue
		}
		c := CriticalDomain{Name: domain.Name, Nodes: domain.Nodes}
		c.Blocks = words.Empty(x.t.Greatest(domain.Nodes.Complement().Words(), nil))
		rest := x.t.Delete(domain.Nodes.Words())
		d := diagram.ForTrust(rest, 0, x.c.step)
		f := d.About(rest, x.core)
		none := make([]uint64, len(x.core))
		if a, b, ok := d.Divide(f, f, none, words.Full(x.t.Nodes())); ok {
			c.Splits = true
			c.a, c.b = x.beside(a, domain.Nodes), x.beside(b, domain.Nodes)
		}
		x.found.Domains = append(x.found.Domains, c)
	}
}

// beside returns the largest quorum of the set beside the liars, with them.
func (x *trustAnalyzer) beside(set []uint64, liars setsys.NodeSet) setsys.NodeSet {
	all := make([]uint64, len(set))
	words.Or(all, set, liars.Words())
	return x.set(x.t.Greatest(all, liars.Words()))
}

// splitting finds a least splitting set. What two quorums have in common is one, so the
// fewest that minimal quorums have in common bound it from above; every number of liars
// that is refuted, from 0 on, bounds it from below.
func (x *trustAnalyzer) splitting() {
	least := &x.found.Splitting
	if len(x.cores) > 1 {
		*least = Splitting{Nodes: x.named(make([]uint64, len(x.core))), a: x.set(x.cores[0]), b: x.set(x.cores[1])}
		return
	}
	d := diagram.ForTrust(x.t, 0, x.c.step)
	f := d.Trust(x.t)
	a, b, _ := d.Least(f, f)
	a, b = x.t.Reduce(a), x.t.Reduce(b)
	most := x.t.Nodes()
	if common := x.set(a).Intersection(x.set(b)); !words.Equal(a, b) {
		most = common.Len()
		*least = Splitting{Nodes: x.s.Universe.Set(common), a: x.set(a), b: x.set(b)}
	}
	s := diagram.NewSplitting(x.t, x.cores[0], mostSplitting, x.c.step)
	for size := 0; size < most; size++ {
		if liars, a, b, ok := s.Within(size); ok {
			*least = Splitting{Nodes: x.named(liars), a: x.set(a), b: x.set(b), AtLeast: size}
			return
		}
		least.AtLeast = size + 1
	}
	if least.Nodes == nil {
		if liars, a, b, ok := s.Within(most); ok {
			*least = Splitting{Nodes: x.named(liars), a: x.set(a), b: x.set(b), AtLeast: most}
		} else {
			least.Never = true
		}
	}
}

// confirm checks what was found by the definitions, and names the quorums that are split.
func (x *trustAnalyzer) confirm() (err error) {
	if b := x.found.Blocking; !b.IsEmpty() && !words.Empty(x.t.Greatest(b.Complement().Words(), nil)) {
		return fmt.Errorf("there is a quorum without the blocking set %v", b)
	}
	split := func(liars, a, b setsys.NodeSet) ([]*setsys.NamedSet, error) {
		for _, q := range []setsys.NodeSet{a, b} {
			if !x.t.IsQuorum(q.Words(), liars.Words()) || words.Disjoint(q.Difference(liars).Words(), x.core) {
				return nil, fmt.Errorf("%v is no quorum beside the liars %v", q, liars)
			}
		}
		if !a.Intersection(b).SubsetOf(liars) {
			return nil, fmt.Errorf("%v and %v are not split by %v", a, b, liars)
		}
		return x.s.Universe.Sets(a.Difference(liars), b.Difference(liars)), nil
	}
	if s := &x.found.Splitting; s.Nodes != nil {
		if s.Quorums, err = split(s.Nodes.NodeSet, s.a, s.b); err != nil {
			return err
		}
	}
	for i := range x.found.Domains {
		if d := &x.found.Domains[i]; d.Splits {
			if d.Quorums, err = split(d.Nodes, d.a, d.b); err != nil {
				return err
			}
		}
	}
	return nil
}
