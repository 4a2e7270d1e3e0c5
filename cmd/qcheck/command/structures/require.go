package structures

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample/page"
	"qcheck/properties/requirement"
	"qcheck/setsys"
)

// requirements are the flag --require: bounds such as failures>=2.
type requirements []requirement.Requirement

// add adds those of a list. The error says what is needed.
func (r *requirements) add(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		x, err := readRequirement(strings.TrimSpace(part))
		if err != nil {
			return err
		}
		*r = append(*r, x)
	}
	return nil
}

// forms are how requirements are written.
func forms() []string {
	var all []string
	for _, m := range requirement.Metrics() {
		all = append(all, form(m))
	}
	return all
}

func form(m requirement.Metric) string {
	switch {
	case m == requirement.Availability:
		return string(m) + "(P)>=X"
	case m.AtMost():
		return string(m) + "<=X"
	case m.IsCount():
		return string(m) + ">=N"
	}
	return string(m) + ">=X"
}

// readRequirement reads one: [FAMILY.]METRIC[(P)]>=BOUND. The error says what is
// needed.
func readRequirement(text string) (requirement.Requirement, error) {
	at := strings.IndexAny(text, "<>=")
	if at < 0 {
		return requirement.Requirement{}, fmt.Errorf("bounds such as %s", strings.Join(forms(), ", "))
	}
	left := strings.TrimSpace(text[:at])
	bound := strings.TrimLeft(text[at:], "<>=")
	operator := text[at : len(text)-len(bound)]
	name, p, hasP := strings.Cut(left, "(")
	name = strings.TrimSpace(name)
	r := requirement.Requirement{Text: text}
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		r.Family, name = name[:dot], name[dot+1:]
		if r.Family == "" {
			return r, errors.New("the name of a family before the point")
		}
	}
	known := false
	var metrics []string
	for _, m := range requirement.Metrics() {
		metrics = append(metrics, string(m))
		if string(m) == name {
			r.Metric, known = m, true
		}
	}
	if !known {
		return r, fmt.Errorf("a bound on one of %s", strings.Join(metrics, ", "))
	}
	wanted := ">="
	if r.Metric.AtMost() {
		wanted = "<="
	}
	mayHaveP := r.Metric == requirement.Load || r.Metric == requirement.Capacity
	ok := operator == wanted && (hasP == (r.Metric == requirement.Availability) || hasP && mayHaveP)
	if ok && hasP {
		inner, closed := strings.CutSuffix(p, ")")
		r.P, ok = console.Fraction(strings.TrimSpace(inner))
		ok = ok && closed && r.P.Cmp(big.NewRat(1, 1)) <= 0
	}
	switch {
	case !ok && hasP && mayHaveP:
		return r, fmt.Errorf("the form %s(R)%sX with R from 0 to 1", r.Metric, wanted)
	case !ok && hasP && r.Metric == requirement.Availability:
		return r, fmt.Errorf("the form %s with P from 0 to 1", form(r.Metric))
	case !ok:
		return r, fmt.Errorf("the form %s", form(r.Metric))
	}
	if r.Bound, ok = console.Fraction(strings.TrimSpace(bound)); !ok {
		return r, fmt.Errorf("a number or a fraction after %s", operator)
	}
	if r.Metric.IsCount() && !r.Bound.IsInt() {
		return r, fmt.Errorf("the form %s with a whole number N", form(r.Metric))
	}
	return r, nil
}

// check reports a requirement that means nothing for the structure.
func (r requirements) check(a *analysis) error {
	var facts []requirement.Facts
	for _, f := range a.structure.Families() {
		facts = append(facts, requirement.Facts{Role: f.Role, Domains: a.structure.Domains})
	}
	for _, x := range r {
		if err := x.Check(facts); err != nil {
			return fmt.Errorf("%s: %w", x.Text, err)
		}
	}
	return nil
}

// judge judges each requirement for the families that it is about. The error is a
// fault.
func (r requirements) judge(ctx context.Context, a *analysis) ([]requirement.Judgement, error) {
	var judged []requirement.Judgement
	for _, x := range r {
		if x.OfBoth() {
			mixes, err := a.mixesOf(ctx, []*big.Rat{x.P})
			if err != nil {
				return nil, err
			}
			j, err := x.Judge(a.mixFacts(mixes[0]))
			if err != nil {
				return nil, err
			}
			judged = append(judged, j)
			continue
		}
		for _, f := range a.Families {
			if x.Family != "" && x.Family != string(f.Role) {
				continue
			}
			j, err := x.Judge(a.facts(f))
			if err != nil {
				return nil, err
			}
			judged = append(judged, j)
		}
	}
	return judged, nil
}

func (a *analysis) facts(f *familyAnalysis) requirement.Facts {
	return requirement.Facts{
		Universe: a.structure.Universe, Role: f.Role, Family: f.family,
		Availability: f.counted, AvailabilityErr: f.cut,
		Loads: f.loads.nodes, Proof: f.loads.found, LoadErr: f.loads.err, Capacities: capacities(a.structure, f.Role) != nil,
		Domains: a.structure.Domains, Spread: f.spread, DomainsErr: f.spreadErr,
	}
}

func (a *analysis) mixFacts(m *mixAnalysis) requirement.Facts {
	s := a.structure
	f := requirement.Facts{
		Universe: s.Universe, Proof: m.found, LoadErr: m.err,
		Capacities: capacities(s, setsys.WriteRole) != nil || capacities(s, setsys.ReadRole) != nil,
	}
	if m.err == nil {
		f.Loads = m.found.Nodes
	}
	return f
}

// judgements returns what was required, with the family for which it was judged, and whether it is so.
func judgements(a *analysis) (all []page.Verdict) {
	for _, j := range a.Requirements {
		text := setsys.Printable(j.Requirement.Text)
		if j.Requirement.Family == "" && j.Role != "" && len(a.Families) > 1 {
			text = string(j.Role) + "." + text
		}
		all = append(all, page.Verdict{Verdict: j.Verdict, Property: text, Meaning: j.Reason})
	}
	return all
}
