package check

import (
	"context"
	"slices"

	"qcheck/explore"
	"qcheck/explore/views"
	"qcheck/protocols/instance"
)

// prove tries local views.
func (r *Report) prove(ctx context.Context) {
	check := r.checked(r.unbounded())
	if !slices.ContainsFunc(views.Properties(), func(p explore.Property) bool { return slices.Contains(check, p) }) {
		return
	}
	pairs := r.pairs()
	if !r.Model.Composed() && !pairs {
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
	r.attempting(ctx, "local views, for requests without bound", views.Properties())
	r.Options.begin(r.Model.Label() + ": local views, for requests without bound")
	limits := views.Limits{Views: mostViews, Memory: r.memory(), Certify: r.Options.Certify, Progress: r.Options.Viewed}
	most := r.Options.MaxViews
	if most > 0 {
		limits.Views = most
	}
	if r.Proof = r.Model.Prove(ctx, limits); r.Proof.Refused != "" && pairs {
		if most == 0 {
			limits.Views = mostPairs
		}
		r.Proof = r.Model.ProvePairs(ctx, r.Model.Instance.Requests, limits)
	}
	if r.Options.Proved != nil && len(r.Proof.Results) > 0 {
		r.Options.Proved(r)
	}
}

// pairs reports whether views of two processes are tried: within a limit on views, and for
// what is asked without bound within a budget. They have no certificate, and with clocks that
// have no bound searches decide about bounded requests.
func (r *Report) pairs() bool {
	in := r.Model.Instance
	budgeted := in.Requests == nil && r.Options.Budget.Time > 0 && (in.Clock != explore.Integer || in.ClockMax > 0)
	return (budgeted || r.Options.MaxViews > 0) && !r.Options.Certify
}

// proofBounded reports whether the proof is about the requests of the instance, and no more.
func (r *Report) proofBounded() bool {
	in := r.Model.Instance
	return r.Proof.Pairs && in.Requests != nil && r.Model.Bounded(in)
}

// open returns the properties of an instance that local views have not proved.
func (r *Report) open(in instance.Instance) []explore.Property {
	return slices.DeleteFunc(slices.Clone(r.checked(in)), r.Proof.Proved)
}
