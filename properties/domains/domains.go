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
package domains

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qcheck/properties/availability"
	"qcheck/setsys"
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
	// are down, in canonical order.
	MayFail []setsys.NodeSet
}

// HasFatal reports whether there is a set of domains that leaves no quorum, and
// fewer do.
func (a *Analysis) HasFatal() bool { return !a.Fatal.IsEmpty() }

// Analyze finds which of the domains, at least one, may go down with a quorum of
// f left. The error is the cause for which ctx ended, or says that a limit was
// hit, or availability.ErrEmptyQuorum; others are faults of this package.
func Analyze(ctx context.Context, f setsys.Family, domains []setsys.Domain) (*Analysis, error) {
	touched := setsys.NewFamilyBuilder(len(domains))
	for i := range f.Len() {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		q := f.At(i)
		if q.IsEmpty() {
			return nil, availability.ErrEmptyQuorum
		}
		var touches []int
		for d, domain := range domains {
			if q.Intersects(domain.Nodes) {
				touches = append(touches, d)
			}
		}
		touched.Add(setsys.NewNodeSet(len(domains), touches...))
	}
	least := touched.Family().Minimal()
	a := &Analysis{Survives: -1}
	switch {
	case least.Len() == 0:
		return a, nil
	case least.At(0).IsEmpty():
		a.Survives = len(domains)
	default:
		found, err := availability.Analyze(ctx, least, availability.Options{})
		if err != nil {
			return nil, err
		}
		a.Survives, a.Fatal = found.Rows[0].Survives, found.Rows[0].Fatal
	}
	for i := range least.Len() {
		a.MayFail = append(a.MayFail, least.At(i).Complement())
	}
	slices.SortFunc(a.MayFail, setsys.NodeSet.Compare)
	return a, a.confirm(f, domains)
}

// confirm takes the domains down, and looks which quorums are left.
func (a *Analysis) confirm(f setsys.Family, domains []setsys.Domain) error {
	left := func(down setsys.NodeSet) bool {
		failed := setsys.NewNodeSet(f.Nodes())
		for d := range down.All() {
			failed = failed.Union(domains[d].Nodes)
		}
		for _, q := range f.All() {
			if !q.Intersects(failed) {
				return true
			}
		}
		return false
	}
	if a.HasFatal() && left(a.Fatal) {
		return &Fault{fmt.Errorf("without the domains %s there is a quorum", a.Fatal)}
	}
	if a.HasFatal() && a.Fatal.Len() != a.Survives+1 {
		return &Fault{errors.New("the number of domains that may fail is wrong")}
	}
	for _, down := range a.MayFail {
		if !left(down) {
			return &Fault{fmt.Errorf("without the domains %s there is no quorum", down)}
		}
	}
	return nil
}

// A Fault is an error of this package: what it found is not so.
type Fault struct{ cause error }

func (f *Fault) Error() string { return "domains: the result is wrong: " + f.cause.Error() }
