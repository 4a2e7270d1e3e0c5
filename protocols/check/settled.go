package check

import (
	"context"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
)

// A settled is what searches of all processes say of a property: that it holds as it was asked, or why that is not known.
type settled struct {
	explore.PropertyResult
	in   instance.Instance
	what string // that was searched, if it did not end
}

// transfers reports whether what the last search says of a property is so of all that is asked about. A run of fewer requests is one
// of more, whatever it shows: what is wrong, or that something can be reached. What no run shows is said of all states, and of
// these requests alone: that it holds, or that something cannot be reached.
func (r *Report) transfers(pr explore.PropertyResult) bool {
	if pr.Trace != nil || !r.leftOpen() {
		return true
	}
	return !slices.ContainsFunc(r.Instance.Requests, func(n int) bool { return n != explore.Unbounded })
}

// asked returns the properties that are asked about.
func (r *Report) asked() []explore.Property {
	return r.checked(r.Question())
}

// leftOpen reports whether the instance leaves requests open, so that they are without bound.
func (r *Report) leftOpen() bool {
	return r.Model.Instance.Requests == nil && r.Model.Met().Asks.Load()
}

// open returns the properties of an instance that nothing has decided: no run violates them, no search of all
// that is asked about ended, and local views have not proved them.
func (r *Report) open(in instance.Instance) []explore.Property {
	return slices.DeleteFunc(slices.Clone(r.checked(in)), func(p explore.Property) bool { return r.Proof.Proved(p) || r.decided(p) })
}

// decided reports whether a run or a search decides a property as it was asked.
func (r *Report) decided(p explore.Property) bool {
	return r.settled[p].Verdict == verdict.Holds || r.broken(p)
}

// broken reports whether a run violates a property.
func (r *Report) broken(p explore.Property) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Property == p && f.Verdict == verdict.Violated })
}

func (r *Report) violated() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Verdict == verdict.Violated })
}

// try makes the searches of an attempt for what is open, and reports whether they ended, and were not cut while they decided about
// the states that they had met. What they decide is settled. The result is that of the first search in which something was violated; otherwise of the last one for
// all processes, or of an earlier one which ended.
func (r *Report) try(ctx context.Context, a attempt) (ended bool, err error) {
	if a.check == nil {
		a.check = r.open(a.in)
	}
	if len(a.check) == 0 {
		return true, nil
	}
	if r.Options.Budget.Time > 0 && r.Model.Instance.Requests == nil && !a.last && a.kept == 0 {
		a.kept = stepStates
	}
	result, of, before := r.Result, r.Instance, r.violated()
	done := Attempt{What: a.what}
	asked, lacking := a.check, map[explore.Property]bool{} // of which it is not said in each search that it holds
	workloads := a.workloads
	if workloads == nil {
		workloads = [][]int{a.in.Requests}
	}
	for _, requests := range workloads {
		a.in.Requests = requests
		r.Instance = a.in
		if err := r.attempt(ctx, a); err != nil {
			return false, err
		}
		done.Searches++
		done.States += r.Result.States
		done.Kept += r.Result.Orbits
		done.Depth = max(done.Depth, r.Result.Depth)
		ended = r.whole() && (r.Result.Stopped == "" || !slices.ContainsFunc(r.Result.Properties, func(pr explore.PropertyResult) bool { return pr.Verdict == verdict.Unknown }))
		if err := r.conclusions(ctx); err != nil {
			return false, err
		}
		if r.violated() && !before {
			result, of, before = r.Result, r.Instance, true
		}
		for _, pr := range r.Result.Properties {
			lacking[pr.Property] = lacking[pr.Property] || pr.Verdict != verdict.Holds || !r.whole() && pr.Trace == nil
		}
		a.check = slices.DeleteFunc(slices.Clone(a.check), r.decided)
		if !ended || len(a.check) == 0 {
			break
		}
	}
	if !ended {
		done.Stopped = strings.TrimSpace(r.Result.Stopped)
	}
	for _, p := range asked {
		if !lacking[p] || r.decided(p) && !r.broken(p) {
			done.Holds = append(done.Holds, p)
		}
	}
	if a.workloads == nil {
		r.settle(a)
	}
	if r.Options.Tried != nil && r.Model.Instance.Requests == nil && a.kept != quickStates && r.Model.Met().Asks.Load() {
		r.Options.Tried(r, done)
	}
	r.Attempts = append(r.Attempts, done)
	if a.workloads != nil || before && !slices.Equal(r.Instance.Requests, of.Requests) || !ended && result != nil && result.Complete {
		r.Result, r.Instance = result, of
	}
	r.forget()
	return ended, nil
}

// conclusions notes what the last search says of all that is asked about by a run, and shows what it found to be violated, if that
// was not done yet. A deadlock in which a process waits is a run in which it waits for ever, however often others ask.
func (r *Report) conclusions(ctx context.Context) error {
	starves := explore.StarvationFreedom
	for _, pr := range r.Result.Properties {
		if pr.Verdict == verdict.Holds && pr.Trace != nil {
			r.settled[pr.Property] = settled{PropertyResult: pr, in: r.Instance}
		}
		if pr.Verdict != verdict.Violated || !r.transfers(pr) {
			continue
		}
		if !r.broken(pr.Property) {
			if err := r.conclude(ctx, pr); err != nil {
				return err
			}
		}
		if i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Property == pr.Property }); pr.Property == explore.DeadlockFreedom && r.Findings[i].Run != nil && !slices.Contains(r.checked(r.Instance), starves) && slices.Contains(r.asked(), starves) && !r.broken(starves) {
			pr.Property = starves
			pr.Trace = waitsIn(r.Findings[i].Run, pr.Trace)
			if err := r.conclude(ctx, pr); err != nil {
				return err
			}
		}
	}
	return nil
}

// waitsIn returns a trace that ends in a deadlock, as one that is about a process which waits in it.
func waitsIn(run *obvious.Run, t *explore.Trace) *explore.Trace {
	about, last := *t, run.Configs[len(run.Configs)-1]
	for p, o := range slices.Backward(last.Observations) {
		if o.Phase == explore.Waiting && !last.Down.Has(p) {
			about.Process = p
		}
	}
	return &about
}

// whole reports whether the last search met all states, or needed no more.
func (r *Report) whole() bool { return r.Result.Complete || r.Result.Stopped == "" }

// settle notes what an attempt says of all states.
func (r *Report) settle(a attempt) {
	for _, pr := range r.Result.Properties {
		transfers := r.transfers(pr)
		holds := pr.Verdict == verdict.Holds && (r.whole() || pr.Trace != nil)
		if holds && !transfers || pr.Verdict == verdict.Violated && transfers || // see Finding.HoldsFor
			!holds && (a.kept == quickStates || r.settled[pr.Property].Verdict == verdict.Holds) {
			continue
		}
		s := settled{PropertyResult: pr, in: r.Instance}
		if !holds {
			s.Verdict = verdict.Unknown
			if pr.Verdict == verdict.Violated {
				s.Detail = a.what + ": " + pr.Detail
			} else if !r.whole() && r.leftOpen() {
				s.what = a.what
			}
		}
		r.settled[pr.Property] = s
	}
}
