// Package domains finds which failure domains of a cluster may go down together
// with a quorum left.
//
// A failure domain is a set of nodes that may fail at once: a rack, a data
// centre, a provider. Domains may overlap, and nodes that are in no domain do not
// fail with one. Seen from the domains, a quorum is the set of those that it
// touches: it is left if and only if none of these is down. So
//
//   - the largest sets of domains that may go down together are the complements
//     of the minimal sets of domains that quorums touch, and
//   - a set of domains leaves no quorum if and only if it meets all these sets.
//     The smallest is found by package availability, for which the sets are
//     quorums over the domains.
//
// Of a family that is a formula no quorum is listed: with, in the place of each
// node, the conjunction of the domains that it is in, the formula is that of the
// minimal sets of domains that quorums touch.
package domains

import (
	"context"
	"sort"

	"qcheck/explore/yield"
	"qcheck/properties/availability"
	"qcheck/setsys"
	"qcheck/setsys/fault"
)

// An Analysis says which domains may go down with a quorum left. Sets of domains
// have the indices of the list.
type Analysis struct {
	// Survives is how many domains may go down, whichever they are: -1 where
	// there is no quorum even when all are up, and the number of domains where a
	// quorum touches none.
	Survives int

	// Fatal is a smallest set of domains that leaves no quorum when all of them
	// are down, and of these the first in canonical order. There is one unless
	// Survives is -1 or the number of domains.
	Fatal setsys.NodeSet

	// MayFail are the largest sets of domains that leave a quorum when all of them
	// are down, in canonical order; nil when they are more than MaxListed, and the
	// family is a formula.
	MayFail []setsys.NodeSet
}

// MaxListed is how many sets of domains are listed of a family that is a formula.
const MaxListed = 100_000

// HasFatal reports whether there is a set of domains that leaves no quorum, and
// fewer do.
func (a *Analysis) HasFatal() bool { return !a.Fatal.IsEmpty() }

// Analyze finds which of the domains, at least one, may go down with a quorum of
// f left. The error is the cause for which ctx ended, or says that a limit was
// hit, or availability.ErrEmptyQuorum; others are faults of this package.
func Analyze(ctx context.Context, f setsys.Family, domains []setsys.Domain) (*Analysis, error) {
	least, some, err := touched(ctx, f, domains)
	if err != nil {
		return nil, err
	}
	a := &Analysis{Survives: -1}
	switch {
	case !some:
		return a, nil
	case least.Formula() == nil && least.At(0).IsEmpty():
		a.Survives = len(domains)
	default:
		found, err := availability.Analyze(ctx, least, availability.Options{})
		if err != nil {
			return nil, err
		}
		a.Survives, a.Fatal = found.Rows[0].Survives, found.Rows[0].Fatal
	}
	if least.Formula() == nil {
		for i := range least.Len() {
			a.MayFail = append(a.MayFail, least.At(i).Complement())
		}
		sort.Slice(a.MayFail, func(i, j int) bool { return a.MayFail[i].Compare(a.MayFail[j]) < 0 })
	}
	return a, a.confirm(f, domains)
}

// touched returns the minimal sets of domains that quorums touch, as a formula if
// they are too many to list, and whether there are some.
func touched(ctx context.Context, f setsys.Family, domains []setsys.Domain) (_ setsys.Family, some bool, err error) {
	if f.Formula() != nil {
		formula := overDomains(f.Formula(), domains)
		if formula == nil {
			return setsys.NewFamily(len(domains), setsys.NewNodeSet(len(domains))), true, nil
		}
		least := setsys.Unlisted(len(domains), formula, MaxListed)
		if list, err := availability.List(ctx, least); err == nil {
			least = list
		}
		return least, true, nil
	}
	defer yield.Caught(&err)
	watch := yield.NewWatch(ctx)
	b := setsys.NewFamilyBuilder(len(domains))
	for i := range f.Len() {
		watch.Look()
		q := f.At(i)
		if q.IsEmpty() {
			return setsys.Family{}, false, availability.ErrEmptyQuorum
		}
		var touches []int
		for d, domain := range domains {
			if q.Intersects(domain.Nodes) {
				touches = append(touches, d)
			}
		}
		b.Add(setsys.NewNodeSet(len(domains), touches...))
	}
	least := b.Family().Minimal(watch.Step)
	return least, least.Len() > 0, nil
}

// overDomains returns the formula with the domains that are up for its nodes, each
// of which is up when all its domains are; nil when it is satisfied anyway.
func overDomains(f *setsys.Formula, domains []setsys.Domain) *setsys.Formula {
	known := map[*setsys.Formula]*setsys.Formula{}
	var visit func(f *setsys.Formula) *setsys.Formula
	visit = func(f *setsys.Formula) *setsys.Formula {
		g, ok := known[f]
		if ok {
			return g
		}
		defer func() { known[f] = g }()
		if v, ok := f.Node(); ok {
			var in []int
			for d, domain := range domains {
				if domain.Nodes.Has(v) {
					in = append(in, d)
				}
			}
			if len(in) > 0 {
				g = setsys.All(setsys.OfNodes(in...)...)
			}
			return g
		}
		need := f.Need()
		var members []*setsys.Formula
		var weights []int
		for i := range f.Len() {
			m, weight := f.Member(i)
			if m = visit(m); m == nil {
				need -= weight
				continue
			}
			members, weights = append(members, m), append(weights, weight)
		}
		if need > 0 {
			g = setsys.Weighted(need, members, weights)
		}
		return g
	}
	return visit(f)
}

// confirm takes the domains down, and looks which quorums are left.
func (a *Analysis) confirm(f setsys.Family, domains []setsys.Domain) error {
	left := func(down setsys.NodeSet) bool {
		failed := setsys.NewNodeSet(f.Nodes())
		for d := range down.All() {
			failed = failed.Union(domains[d].Nodes)
		}
		if formula := f.Formula(); formula != nil {
			return formula.Satisfied(failed.Complement().Words())
		}
		for _, q := range f.All() {
			if !q.Intersects(failed) {
				return true
			}
		}
		return false
	}
	if a.HasFatal() && left(a.Fatal) {
		return fault.New("domains: the result is wrong: without the domains %s there is a quorum", a.Fatal)
	}
	if a.HasFatal() && a.Fatal.Len() != a.Survives+1 {
		return fault.New("domains: the result is wrong: the number of domains that may fail is wrong")
	}
	for _, down := range a.MayFail {
		if !left(down) {
			return fault.New("domains: the result is wrong: without the domains %s there is no quorum", down)
		}
	}
	return nil
}
