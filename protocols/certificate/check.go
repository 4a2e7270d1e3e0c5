package certificate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/certify"
	"qcheck/explore/verdict"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

// A Proof is what a certificate proves.
type Proof struct {
	Facts    *certify.Facts // nil for local views
	Findings []Finding
}

// Verdict is the verdict on all properties.
func (p *Proof) Verdict() verdict.Verdict {
	var all []verdict.Verdict
	for _, f := range p.Findings {
		all = append(all, f.Verdict)
	}
	return verdict.All(all...)
}

// A Finding is what is proved of a property.
type Finding struct {
	Property explore.Property `json:"name"`
	Verdict  verdict.Verdict  `json:"verdict"`
	By       string           `json:"by"` // what proves it
	// Within says of an unknown property that no run up to the depth of the file violates it.
	Within bool `json:"within,omitempty"`
}

// Check checks the certificate. Its error is a [certify.Refutation] if the certificate does
// not prove what it says, or the end of the context.
func (c *Certificate) Check(ctx context.Context) (*Proof, error) {
	if c.Views != nil {
		return c.checkViews(ctx)
	}
	facts, err := c.Model.Certify(ctx, c.Header, c.Entries)
	if err != nil {
		return nil, err
	}
	p := &Proof{Facts: facts}
	for _, claim := range c.Claims {
		by, err := c.claim(claim, facts)
		if err != nil {
			return nil, &certify.Refutation{Err: fmt.Errorf("%s %s, it says: %w", claim.Property, is(claim.Verdict), err)}
		}
		kind := c.Model.Kind(claim.Property)
		p.Findings = append(p.Findings, Finding{
			Property: claim.Property, Verdict: claim.Verdict, By: by,
			Within: claim.Verdict == verdict.Unknown && (kind == instance.States || kind == instance.Always),
		})
	}
	return p, nil
}

func is(v verdict.Verdict) string {
	if v == verdict.Holds {
		return "holds"
	}
	return "is " + v.String()
}

// claim checks a claim. It returns what proves it.
func (c *Certificate) claim(claim Claim, facts *certify.Facts) (string, error) {
	p := claim.Property
	length, decided := facts.First[p]
	kind := c.Model.Kind(p)
	switch {
	case claim.Trace != nil:
		return c.run(claim, length, kind)
	case claim.Verdict == verdict.Violated && kind == instance.Sometimes && c.Header.Closed && !decided && facts.Beyond == 0:
		return "no state is such a state", nil
	case claim.Verdict == verdict.Violated:
		return "", errors.New("nothing shows it")
	case decided:
		return "", fmt.Errorf("a run of %d steps shows something else", length)
	case claim.Verdict == verdict.Unknown && (kind == instance.States || kind == instance.Always):
		return fmt.Sprintf("no run of at most %d steps violates it", c.Header.Depth), nil
	case claim.Verdict == verdict.Unknown:
		return "nothing is said about it", nil
	case !c.Header.Closed || kind == instance.Sometimes:
		return "", errors.New("not all states that can be reached are there")
	case (kind == instance.States || kind == instance.FairRuns) && !facts.Entered && slices.Contains(c.Model.Properties(), explore.Safety):
		return "", errors.New("no process is ever inside, so there is nothing to judge")
	case kind == instance.States || kind == instance.Always:
		return "no state, and no step, violates it", nil
	case !c.ranked(p):
		return "", errors.New("there are no ranks for it")
	}
	return "ranks of the states show that no fair run violates it", nil
}

// run checks a claim that a run shows.
func (c *Certificate) run(claim Claim, length int, kind instance.Kind) (string, error) {
	t := *claim.Trace
	if want := verdict.Violated; claim.Verdict != want && !(kind == instance.Sometimes && claim.Verdict == verdict.Holds) {
		return "", errors.New("there is a run, which shows something else")
	}
	if _, err := t.Confirm(check.Replayer(c.Model, &t)); err != nil {
		return "", fmt.Errorf("its run: %w", err)
	}
	switch {
	case !t.Shortest:
		return t.Form(), nil
	case kind == instance.FairRuns || kind == instance.LeadsTo:
		return t.Form() + "; that no run is shorter is not checked", nil
	case length != len(t.Steps):
		return "", fmt.Errorf("its run has %d steps and is said to be a shortest one, and the levels do not show that", len(t.Steps))
	}
	return t.Form() + ", and no run is shorter", nil
}
