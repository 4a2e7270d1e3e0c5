package check

import (
	"context"
	"slices"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
)

// directs reports whether searches directed by local views are made, where they leave something
// open: if what is asked leaves requests open, with causal stamps.
func (r *Report) directs() bool {
	in := r.Model.Instance
	return in.Requests == nil && in.Clock == explore.Causal && r.Options.Levels == nil && !r.Options.Certify && r.Options.MaxViews == 0
}

// guide returns a guide to what local views leave open, if nothing else is open but starvation-freedom.
func (r *Report) guide() *views.Guide {
	if r.Proof == nil || !r.directs() {
		return nil
	}
	open := slices.DeleteFunc(r.open(r.unbounded()), func(p explore.Property) bool { return p == explore.StarvationFreedom })
	if len(open) != 1 {
		return nil
	}
	i := slices.IndexFunc(r.Proof.Guides, func(g *views.Guide) bool { return g.Property == open[0] })
	if i < 0 {
		return nil
	}
	return r.Proof.Guides[i]
}

// direct searches for a run to what local views leave open, with one request of each process.
func (r *Report) direct(ctx context.Context) error {
	g := r.guide()
	if r.Proof != nil {
		r.Proof.Guides = nil // they have all views
	}
	if g == nil {
		return nil
	}
	within, cancel := r.half(ctx)
	defer cancel()
	a := r.all(1, 0)
	a.check = []explore.Property{g.Property}
	done := Attempt{What: a.what + ", directed by local views"}
	r.Options.begin(r.Model.Label() + ": " + done.What)
	most := mostDirected
	if n := r.Options.MaxStates; n > 0 {
		most = int(min(n, mostDirected))
	}
	found, err := r.Model.Direct(within, a.in, g, most)
	if err != nil {
		return faultOf(err)
	}
	done.Searches, done.States, done.Kept, done.Stopped = found.Targets, int64(found.States), int64(found.States), found.Stopped
	if done.Depth = len(found.Steps); found.Steps == nil && done.Stopped == "" {
		done.Stopped = "no run was found"
	}
	if r.Options.Tried != nil {
		r.Options.Tried(r, done)
	}
	r.Attempts = append(r.Attempts, done)
	if found.Steps == nil {
		return nil
	}
	return r.directed(within, a, found.Steps, int64(found.States))
}

// directed concludes from a run of an attempt: searches in which any so many processes ask as in
// the run may find a shortest one; otherwise this one is shown.
func (r *Report) directed(ctx context.Context, a attempt, steps []explore.TraceStep, states int64) error {
	run, err := r.Model.Replay(a.in.ReplayOptions(), steps)
	if err != nil {
		return faulty("a run that local views led to is none: %w", err)
	}
	var asked explore.Set
	for _, m := range run.Moves {
		if m.Kind == explore.Ask {
			asked = asked.With(m.Process)
		}
	}
	shorter := a
	if asked.Len() < a.in.N {
		shorter = r.some(asked.Len(), 1)
		shorter.check = a.check
	}
	shorter.kept = mostShorter
	if _, err := r.try(ctx, shorter); err != nil || r.broken(a.check[0]) {
		return err
	}
	result, of, before := r.Result, r.Instance, r.violated()
	r.Instance = a.in
	r.Result = &explore.Result{Within: -1, Symmetry: 1, States: states, Orbits: states, Depth: len(steps), Properties: []explore.PropertyResult{{
		Property: a.check[0], Verdict: verdict.Violated, Trace: &explore.Trace{Steps: steps, Loop: -1, Process: -1},
	}}}
	err = r.conclusions(ctx)
	if before {
		r.Result, r.Instance = result, of
	}
	return err
}
