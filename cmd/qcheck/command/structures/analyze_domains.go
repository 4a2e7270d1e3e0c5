package structures

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties/availability"
	"qcheck/properties/domains"
	"qcheck/setsys"
	"qcheck/setsys/fault"
)

// A domainSet has the names of failure domains.
type domainSet []string

// domains returns the domains of a set of their indices.
func (a *analysis) domains(indices setsys.NodeSet) domainSet {
	names := domainSet{}
	for d := range indices.All() {
		names = append(names, a.structure.Domains[d].Name)
	}
	return names
}

func (d domainSet) String() string {
	var names []string
	for _, name := range d {
		names = append(names, setsys.Printable(name))
	}
	return "{" + strings.Join(names, ",") + "}"
}

var tooManyDomains = fmt.Sprintf("more than %s largest sets of domains, which are not listed", console.Thousands(domains.MaxListed))

// analyzeDomains finds which failure domains may go down, if there are any. The error is a fault.
func (a *analysis) analyzeDomains(ctx context.Context, x *familyAnalysis) error {
	if len(a.structure.Domains) == 0 {
		return nil
	}
	x.Domains = &domainsReport{Failures: -1, MayFail: []domainSet{}}
	x.spread, x.spreadErr = domains.Analyze(ctx, listedIfFew(ctx, x.family), a.structure.Domains)
	switch err := x.spreadErr; {
	case errors.As(err, new(*fault.Fault)):
		return err
	case errors.Is(err, availability.ErrEmptyQuorum):
		x.Domains.Note = "not defined: a quorum is empty"
		return nil
	case err != nil:
		x.Domains.Note = "unknown: " + err.Error()
		return nil
	}
	x.Domains.Failures = x.spread.Survives
	if x.spread.HasFatal() {
		x.Domains.Fatal = a.domains(x.spread.Fatal)
	}
	for _, set := range x.spread.MayFail {
		x.Domains.MayFail = append(x.Domains.MayFail, a.domains(set))
	}
	if x.spread.MayFail == nil && x.spread.Survives >= 0 {
		x.Domains.Note = tooManyDomains
	}
	return nil
}

// writeDomains writes which failure domains may go down: what an operator reads first.
func writeDomains(s console.Streams, a *analysis, f *familyAnalysis) {
	all, d := len(a.structure.Domains), f.Domains
	if d == nil {
		return
	}
	defer s.Out.WriteByte('\n')
	fmt.Fprintf(s.Out, "  failure domains: which may go down together with a quorum left\n")
	switch {
	case f.spreadErr != nil:
		fmt.Fprintf(s.Out, "  %s\n", d.Note)
		return
	case d.Failures < 0:
		fmt.Fprintf(s.Out, "  failures   there is no quorum even when all domains are up\n")
		return
	case !f.spread.HasFatal():
		fmt.Fprintf(s.Out, "  failures   all %s, as a quorum has no node in any\n", console.Count(all, "domain"))
		return
	}
	fmt.Fprintf(s.Out, "  failures   %d of %s, whichever they are\n", d.Failures, console.Count(all, "domain"))
	fmt.Fprintf(s.Out, "  fatal      %s: no quorum is left without them\n", d.Fatal)
	const most = 20
	var sets []string
	for i, set := range d.MayFail {
		if i == most {
			sets = append(sets, fmt.Sprintf("and %d more", len(d.MayFail)-most))
			break
		}
		sets = append(sets, set.String())
	}
	if d.Note != "" {
		sets = append(sets, d.Note)
	}
	fmt.Fprintf(s.Out, "  may fail   %s\n", strings.Join(sets, " "))
}
