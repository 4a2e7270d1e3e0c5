package check

import (
	"context"
	"fmt"

	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/protocols/instance"
	"qcheck/setsys/fault"
	"qcheck/setsys/phrase"
)

// A Bypass is what is known of how often a member permits one other process while it has a
// request.
type Bypass struct {
	Views *views.Bypass
	// Met is the most in random runs, of which there were Runs.
	Met  instance.Overtaking
	Runs int
}

// bypass bounds it by local views, and looks for a run that attains the bound.
func (r *Report) bypass(ctx context.Context) (Finding, error) {
	f := Finding{Property: instance.Bypass, Verdict: verdict.Unknown, Bypass: &Bypass{}}
	r.Options.begin(r.Model.Label() + ": local views, for bypass")
	half, cancel := r.half(ctx) // the rest is for what else is checked
	defer cancel()
	b := r.Model.Bypass(half, views.Limits{Views: mostViews, Memory: r.memory(), Progress: r.Options.Viewed})
	f.Bypass.Views = b
	if !b.Bounded {
		f.Detail = b.Why
		return f, nil
	}
	f.Verdict, f.ByViews = verdict.Holds, true
	var err error
	if f.Bypass.Met, f.Bypass.Runs, err = r.Model.Overtake(half, b.Most); err != nil {
		return f, &fault.Fault{Err: err}
	}
	met := f.Bypass.Met
	if met.Permits > b.Most {
		return f, faulty("local views bound bypass by %d, and a run has %d: %v", b.Most, met.Permits, met.Run)
	}
	f.Detail = fmt.Sprintf("at most %d", b.Most)
	switch {
	case b.Most == 0:
	case met.Permits == b.Most:
		f.Detail += ", which a run attains"
	default:
		f.Detail += fmt.Sprintf("; of %s the most is %d", phrase.Count(f.Bypass.Runs, "random run"), met.Permits)
	}
	return f, nil
}
