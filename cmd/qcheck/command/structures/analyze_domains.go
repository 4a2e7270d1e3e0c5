package structures

import (
	"errors"
	"fmt"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties/availability"
	"qcheck/properties/domains"
	"qcheck/setsys"
)

// domainNames returns the names of the domains in the set.
func domainNames(s *setsys.Structure, set setsys.NodeSet) []string {
	names := []string{}
	for d := range set.All() {
		names = append(names, s.Domains[d].Name)
	}
	return names
}

// domainSet writes a set of domains.
func domainSet(s *setsys.Structure, set setsys.NodeSet) string {
	names := domainNames(s, set)
	for i := range names {
		names[i] = setsys.Printable(names[i])
	}
	return "{" + strings.Join(names, ",") + "}"
}

var tooManyDomains = fmt.Sprintf("more than %s largest sets of domains, which are not listed", console.Thousands(domains.MaxListed))

// domainsNote says why there is no analysis of the domains.
func domainsNote(err error) string {
	if errors.Is(err, availability.ErrEmptyQuorum) {
		return "not defined: a quorum is empty"
	}
	return "unknown: " + err.Error()
}

// writeDomains writes which failure domains may go down.
func writeDomains(s console.Streams, a *analysis, f familyAnalysis) {
	all := len(a.structure.Domains)
	if all == 0 {
		return
	}
	fmt.Fprintf(s.Out, "\n  failure domains: which may go down together with a quorum left\n")
	if f.spreadErr != nil {
		fmt.Fprintf(s.Out, "  %s\n", domainsNote(f.spreadErr))
		return
	}
	switch d := f.spread; {
	case d.Survives < 0:
		fmt.Fprintf(s.Out, "  failures   there is no quorum even when all domains are up\n")
		return
	case !d.HasFatal():
		fmt.Fprintf(s.Out, "  failures   all %s, as a quorum has no node in any\n", console.Count(all, "domain"))
		return
	default:
		fmt.Fprintf(s.Out, "  failures   %d of %s, whichever they are\n", d.Survives, console.Count(all, "domain"))
		fmt.Fprintf(s.Out, "  fatal      %s: no quorum is left without them\n", domainSet(a.structure, d.Fatal))
	}
	const most = 20
	var sets []string
	for i, set := range f.spread.MayFail {
		if i == most {
			sets = append(sets, fmt.Sprintf("and %d more", len(f.spread.MayFail)-most))
			break
		}
		sets = append(sets, domainSet(a.structure, set))
	}
	if f.spread.MayFail == nil {
		sets = append(sets, tooManyDomains)
	}
	fmt.Fprintf(s.Out, "  may fail   %s\n", strings.Join(sets, " "))
}
