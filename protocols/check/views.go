package check

import (
	"context"
	"slices"

	"qcheck/explore"
	"qcheck/explore/views"
)

// prove tries local views.
func (r *Report) prove(ctx context.Context) {
	asked := r.unbounded()
	if r.Model.Instance.Requests != nil {
		asked = r.Model.Instance // of so many requests nobody asks for freedom of starvation
	}
	check := r.open(asked)
	if !slices.ContainsFunc(views.Properties(), func(p explore.Property) bool { return slices.Contains(check, p) }) {
		return
	}
	tuples := r.tuples()
	if !r.Model.Composed() && !tuples {
		return
	}
	if r.Instance.Requests == nil { // no search came before
		r.Instance = r.unbounded()
	}
	if !r.entered(ctx) { // before the proof, which may take all of its time
		r.Proof = nothingToJudge()
		return
	}
	ctx, cancel := r.half(ctx)
	defer cancel()
	r.Options.begin(r.Model.Label() + ": local views, for requests without bound")
	limits := views.Limits{Confirm: true, Brief: !slices.Contains(check, explore.StarvationFreedom), Views: mostViews, Memory: r.memory(), Certify: r.Options.Certify, Progress: r.Options.Viewed}
	if r.Options.MaxViews > 0 {
		limits.Views = r.Options.MaxViews
	}
	if r.Proof = r.Model.Prover().Prove(ctx, limits); r.Proof.Refused != "" && tuples {
		r.Proof = r.proveTuples(ctx, limits)
	}
	if r.Options.Proved != nil && len(r.Proof.Results) > 0 {
		r.Options.Proved(r)
	}
}

// proveTuples tries views of two processes, and of three where these leave something open.
func (r *Report) proveTuples(ctx context.Context, limits views.Limits) (best *views.Proof) {
	wanted := slices.DeleteFunc(slices.Clone(r.open(r.unbounded())), func(p explore.Property) bool {
		return p == explore.StarvationFreedom || !slices.Contains(views.Properties(), p)
	})
	open := len(wanted)
	for size, most := range []int{mostPairs, mostTriples} {
		if r.Options.MaxViews == 0 {
			limits.Views = most
		}
		proof := r.Model.Tuples(2+size, r.Model.Instance.Requests).Prove(ctx, limits)
		left := len(slices.DeleteFunc(slices.Clone(wanted), proof.Proved))
		if best == nil || left < open {
			best, open = proof, left
		}
		if open == 0 || best.Refused != "" || r.Model.Processes() < 3 {
			break
		}
	}
	return best
}

// tuples reports whether views of two and of three processes are tried: within a limit on views, and for
// what is asked without bound within a budget. They have no certificate, and with clocks that
// have no bound searches decide about bounded requests.
func (r *Report) tuples() bool {
	in := r.Model.Instance
	budgeted := in.Requests == nil && r.Options.Budget.Time > 0 && (in.Clock != explore.Integer || in.ClockMax > 0)
	return (budgeted || r.Options.MaxViews > 0) && !r.Options.Certify
}

// proofBounded reports whether the proof is about the requests of the instance, and no more.
func (r *Report) proofBounded() bool {
	in := r.Model.Instance
	return r.Proof.Processes > 0 && in.Requests != nil && r.Model.Bounded(in)
}
