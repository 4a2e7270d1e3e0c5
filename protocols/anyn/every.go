package anyn

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/explore/verdict"
	"qcheck/properties/census"
	"qcheck/protocols/gate"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/fault"
	"qcheck/setsys/phrase"
)

// An Every is what is proved of an algorithm as it is written for every number of processes, every coterie and requests without bound: from its
// handlers, by the views of a member of any size (package everyn), and then small instances are searched, which must not contradict.
type Every struct {
	Properties []Property `json:"properties"`
	// Refused says why the algorithm is none that the argument is about, Stopped why not all views are there; then nothing is proved.
	Refused string `json:"refused,omitempty"`
	Stopped string `json:"stopped,omitempty"`
	Views   int    `json:"views"`
	Calls   int    `json:"calls"`
	// Checked reports whether the handlers' source was checked for what the proof takes for granted of it (package gate). Without that, nothing holds.
	Checked bool `json:"checked"`
	// Searched is how many small instances were searched, and Whole how many of these to the end.
	Searched int `json:"searched"`
	Whole    int `json:"whole"`
}

// A Property is what is known of one.
type Property struct {
	Name    explore.Property `json:"name"`
	Verdict verdict.Verdict  `json:"verdict"`
	// Proved says that the views prove it, and Why why they do not, with the steps to the view that blocks.
	Proved bool     `json:"proved"`
	Why    string   `json:"why,omitempty"`
	Path   []string `json:"path,omitempty"`
	// Run says where a search finds it violated.
	Run string `json:"run,omitempty"`
}

// verdict returns that of all properties together.
func (e *Every) verdict() verdict.Verdict {
	var all []verdict.Verdict
	for _, p := range e.Properties {
		all = append(all, p.Verdict)
	}
	return verdict.All(all...)
}

// every answers for every number of processes.
func every(ctx context.Context, q Question) (*Every, error) {
	p := q.Algorithm.Every(ctx, q.Variant, everyn.Limits{})
	e := &Every{Refused: p.Refused, Stopped: p.Stopped, Views: p.Views, Calls: p.Calls, Checked: gate.Checked(q.Algorithm)}
	for _, name := range []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom, explore.StarvationFreedom} {
		x := Property{Name: name, Verdict: verdict.Unknown, Why: p.Refused + p.Stopped}
		for _, r := range p.Results {
			if r.Property == name {
				x.Proved, x.Why, x.Path = r.Proved, r.Why, r.Path
			}
		}
		if x.Proved && e.Checked {
			x.Verdict = verdict.Holds
		}
		e.Properties = append(e.Properties, x)
	}
	err := e.search(ctx, q)
	if ctx.Err() != nil { // nothing holds that could not be searched for
		e.Stopped, err = context.Cause(ctx).Error(), nil
		for i := range e.Properties {
			if p := &e.Properties[i]; p.Verdict == verdict.Holds {
				p.Verdict = verdict.Unknown
			}
		}
	}
	return e, err
}

// smallest are instances that are searched: with the coteries on n nodes, or the k-coteries with k = 1 and k = 2, or with those alone that have one member.
var smallest = []struct {
	n, requests int
	alone       bool
}{{2, explore.Unbounded, false}, {3, 1, false}, {4, 1, true}}

// structures returns those on n nodes that are searched.
func (q Question) structures(ctx context.Context, n int) (all []*setsys.Structure, err error) {
	from, to := 0, 0
	if q.Kind.HasK() {
		from, to = max(q.K, 1), min(cmp.Or(q.K, 2), n)
	}
	for k := from; k <= to; k++ {
		some, err := census.Structures(ctx, census.Class{Kind: q.Kind, N: n, K: k})
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// search looks for runs that violate a property, and contradict what is proved.
func (e *Every) search(ctx context.Context, q Question) error {
	for _, x := range smallest {
		all, err := q.structures(ctx, x.n)
		if err != nil {
			return err
		}
		for _, s := range all {
			in := instance.Instance{Variant: q.Variant, Quorums: instance.Quorums{Structure: s}}
			m, err := q.Algorithm.Open(in, nil)
			if err != nil {
				return err
			}
			if sets := m.Setup.Families()[0]; x.alone && (len(sets) != 1 || sets[0].Len() != 1) {
				continue
			}
			r, err := explore.Run(ctx, m.Model, explore.Options{Requests: instance.Each(x.n, x.requests), MaxStates: q.states})
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if e.Searched++; r.Complete {
				e.Whole++
			}
			for _, found := range r.Properties {
				i := slices.IndexFunc(e.Properties, func(p Property) bool { return p.Name == found.Property })
				if i < 0 || found.Verdict != verdict.Violated {
					continue
				}
				p := &e.Properties[i]
				if p.Verdict != verdict.Violated {
					p.Verdict, p.Run = verdict.Violated, fmt.Sprintf("with %d processes and the quorums %v, by a run of %s", x.n, m.Setup.Families()[0], phrase.Count(len(found.Trace.Steps), "step"))
				}
				if p.Proved && e.Checked { // otherwise handlers may do more than the proof takes for granted
					return fault.New("%s of %s (%s) is proved for every number of processes, and violated %s", p.Name, q.Algorithm.Name, q.Variant, p.Run)
				}
			}
		}
	}
	return nil
}
