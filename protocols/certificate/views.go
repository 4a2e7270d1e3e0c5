package certificate

import (
	"context"
	"errors"
	"slices"

	"qcheck/explore"
	"qcheck/explore/certify"
	"qcheck/explore/verdict"
	local "qcheck/explore/views/certify"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

// ByViews reports whether the certificate of a report is one of local views: these prove
// something, and no search ended, or found a violation.
func ByViews(r *check.Report) bool {
	if r.Proof == nil || r.Proof.Certificate == nil || r.Closure != nil && (r.Closure.Closed || r.Verdict() == verdict.Violated) {
		return false
	}
	return slices.ContainsFunc(r.Findings, func(f check.Finding) bool { return f.ByViews })
}

// ofViews returns the certificate of local views. What these do not prove, or the file does
// not carry, is unknown.
func ofViews(r *check.Report, all instance.Registry) (*Certificate, error) {
	m := *r.Model
	m.Instance.Requests = m.Instance.Each(explore.Unbounded)
	text, err := all.Full(m.Instance)
	if err != nil {
		return nil, err
	}
	c := &Certificate{Model: &m, Instance: text, Views: r.Proof.Certificate, lines: slices.Values(r.Proof.Certificate)}
	for _, f := range r.Findings {
		claim := Claim{Property: f.Property, Verdict: verdict.Unknown}
		if slices.Contains(local.Carried(), f.Property) && f.ByViews {
			claim.Verdict = verdict.Holds
		}
		c.Claims = append(c.Claims, claim)
	}
	return c, nil
}

// checkViews checks a certificate of local views.
func (c *Certificate) checkViews(ctx context.Context) (*Proof, error) {
	p := &Proof{}
	var properties []explore.Property
	for _, claim := range c.Claims {
		f := Finding{Property: claim.Property, Verdict: claim.Verdict, By: "local views, for any number of requests"}
		if claim.Verdict == verdict.Holds {
			properties = append(properties, claim.Property)
		} else {
			f.By = "it is not in the certificate"
		}
		p.Findings = append(p.Findings, f)
	}
	err := c.Model.Confirm(ctx, properties, c.Views)
	if refuted := new(local.Refutation); errors.As(err, &refuted) {
		return nil, &certify.Refutation{Line: refuted.Line, Err: refuted.Err}
	}
	return p, err
}

// unbounded reports whether an instance is as those of certificates of local views.
func unbounded(in instance.Instance) bool {
	return !slices.ContainsFunc(in.Requests, func(r int) bool { return r != explore.Unbounded })
}
