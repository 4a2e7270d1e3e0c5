package check

import (
	"context"
	"fmt"
	"runtime/debug"

	"qcheck/explore"
	"qcheck/protocols/instance"
)

// What is searched.
//
// Where an instance says how often processes ask, that is searched. Where the search does
// not end, local views are tried (see package views). What views of a requester and a member
// prove is about requests without bound, and so about any list of requests: a run with the
// list is one without it, since a process that may not ask any more is one that does not ask.
// So each state is one of requests without bound, and all that is judged in it is judged as
// there: safety by what is observed, well-definedness by the steps that it has and no others.
// It is a deadlock if a process waits and no step but asking can be taken; whether somebody
// may still ask makes no difference, also where asking is a step as others are
// (explore.Protocol.Obliged), since there it counts beyond the list too. Starvation-freedom
// follows as well where no process has to ask, as in all protocols of roles: the same runs are
// fair. Views of two and of three processes, where they are tried, are of the requests that are
// given (see tuples.Prove).
//
// For a certificate of an instance that leaves requests open, local views come first. If they
// decide all, there is no search; otherwise all states are searched.
//
// Otherwise processes ask without bound, which is needed to decide starvation:
//
//  1. a search that ends if it is small;
//  2. local views, which decide safety, well-definedness and freedom of deadlock: of
//     requesters and members, or, where the algorithm is not made of these, of each two
//     processes, and of each three;
//  3. of what is still open, in widening steps, what holds when any one process asks,
//     any two, and so on; then all of them once, without bound, and twice. A step that
//     does not end is the last except for all processes once, since the later ones have its
//     states and more.
//
// The answer is always about the algorithm itself, with the quorums that were asked for, and requests without bound: a
// variation that has fewer states is another question. What holds for fewer requests is said beside it.
//
// A violation ends nothing: what is still open goes on, and each step asks for that alone.
//
// A budget of processor time and memory is for all of this together. What a step does is counted: in states kept
// (see explore.Result.Orbits), or in views. So results depend on neither the machine nor its other users, unless
// a step but the last comes to half of the time that is left. Without a budget, the steps of 3 are two, without
// bound and once, with limits of their own. Limits of the caller's hold for each search.

const (
	// quickStates is how many states a small search keeps, and stepStates a step within a budget that is not the last.
	quickStates = 50_000
	stepStates  = 2_000_000
	// UnboundedStates and boundedStates are how far requests without bound, and one request
	// each, are searched without a budget.
	UnboundedStates = 4_000_000
	boundedStates   = 10_000_000
	// mostViews is how many local views are tried: a minute and some GB.
	mostViews = 2_000_000
	// mostPairs and mostTriples are how many views of two processes there may be, and of three, with
	// the states of processes: about a second, since more are rarely closed, and some ten.
	mostPairs   = 30_000
	mostTriples = 400_000
)

// explore makes the searches.
func (r *Report) explore(ctx context.Context) error {
	if r.Model.Instance.Requests == nil && r.Options.Levels == nil && !r.Options.Certify {
		return r.widen(ctx)
	}
	if r.Options.Certify && r.Model.Instance.Requests == nil {
		within, cancel := r.budgeted(ctx)
		r.prove(within)
		r.halted(within)
		cancel()
		if r.Proof != nil && r.Proof.Certificate != nil && len(r.open(r.unbounded())) == 0 || ctx.Err() != nil {
			return nil
		}
	}
	plan := r.plan()
	for i, a := range plan {
		var err error
		if a.levels, err = r.levels(i + 1); err != nil {
			return err
		}
		if !a.last {
			a.what += ", then " + plan[i+1].what
		}
		ended, err := r.try(ctx, a)
		if err != nil || ended || ctx.Err() != nil || r.Options.Certify && r.violated() { // a certificate is of one search
			return err
		}
		if !a.last {
			r.givenUp(plan[i].what + " were tried first")
			r.forget()
		}
	}
	if r.Options.Levels == nil && r.Proof == nil {
		r.prove(ctx)
	}
	return nil
}

// givenUp notes that the last attempt was given up.
func (r *Report) givenUp(what string) {
	if why := r.Attempts[len(r.Attempts)-1].Stopped; why != "" && r.Model.Met().Asks.Load() {
		r.Note = what + ", and given up: " + why
	}
}

// plan returns the searches that are made where their number is known before: each unless
// one before it decides.
func (r *Report) plan() []attempt {
	in := r.Model.Instance
	if in.Requests != nil {
		return []attempt{{what: in.RequestsSentence(), in: in, last: true}}
	}
	once := r.all(1, boundedStates)
	once.last = true
	if r.integers() {
		return []attempt{once}
	}
	return []attempt{r.all(explore.Unbounded, UnboundedStates), once}
}

const endless = "requests without bound have infinitely many states with integer clocks"

// integers reports whether requests without bound have infinitely many states, and notes it.
func (r *Report) integers() bool {
	if in := r.Model.Instance; in.Clock != explore.Integer || in.ClockMax != 0 {
		return false
	}
	r.Note = endless
	return true
}

// all returns the attempt in which all processes ask so often, with a limit on the states
// kept. Where there is a budget, or the requests are bounded and there is another limit,
// that is enough.
func (r *Report) all(requests int, kept int64) attempt {
	in, o := r.Model.Instance, r.Options
	in.Requests = in.Each(requests)
	limited := o.MaxStates > 0 || o.MaxMemory > 0 || o.Timeout > 0
	if o.Budget.Time > 0 || requests != explore.Unbounded && limited {
		kept = 0
	}
	what := in.RequestsSentence()
	if requests == 1 {
		what = "one request each"
	}
	return attempt{what: what, in: in, kept: kept}
}

// some returns the attempt in which any so many processes ask so often, and the others do
// not.
func (r *Report) some(asking, requests int) attempt {
	a := attempt{in: r.Model.Instance}
	for _, those := range explore.All(a.in.Processes()).Subsets(asking) {
		bounds := make([]int, a.in.Processes())
		for _, p := range those.Members() {
			bounds[p] = requests
		}
		a.workloads = append(a.workloads, bounds)
	}
	often := "1 request"
	if requests == explore.Unbounded {
		often = "requests without bound"
	} else if asking > 1 {
		often += " of each"
	}
	a.what = fmt.Sprintf("any %d processes, %s", asking, often)
	if asking == 1 {
		a.what = "any one process, " + often
	}
	return a
}

// widen decides an instance that leaves requests open, as the comment above says.
func (r *Report) widen(ctx context.Context) error {
	ctx, cancel := r.budgeted(ctx)
	defer func() {
		r.halted(ctx)
		cancel()
	}()
	bounded := r.integers()
	if most := r.Options.MaxStates; !bounded && (most == 0 || most > quickStates) {
		quick := r.all(explore.Unbounded, 0)
		quick.kept = quickStates
		if ended, err := r.try(ctx, quick); err != nil || ended || ctx.Err() != nil {
			return err
		}
		if r.Attempts = nil; !r.violated() {
			r.Result = nil
		}
		if !r.Model.Met().Asks.Load() { // there is nothing to ask less often
			whole := r.all(explore.Unbounded, boundedStates)
			whole.last = true
			_, err := r.try(ctx, whole)
			return err
		}
	}
	r.prove(ctx)
	without, once := r.all(explore.Unbounded, UnboundedStates), r.all(1, boundedStates)
	once.last = true // what comes after it has its states, and more
	if r.Options.Budget.Time == 0 {
		if !bounded {
			if ok, err := r.try(ctx, without); err != nil || ok || ctx.Err() != nil {
				return err
			}
			r.givenUp(without.what + " were tried first")
		}
		_, err := r.try(ctx, once)
		return err
	}
	if len(r.open(once.in)) == 0 { // only what needs requests without bound, if anything
		if ok, err := r.widening(ctx, explore.Unbounded); bounded || err != nil || !ok || ctx.Err() != nil {
			return err
		}
		without.last = true
		_, err := r.try(ctx, without)
		return err
	}
	if _, err := r.widening(ctx, 1); err != nil || ctx.Err() != nil {
		return err
	}
	if ok, err := r.try(ctx, once); err != nil || !ok || ctx.Err() != nil {
		return err
	}
	if !bounded {
		if ok, err := r.try(ctx, without); err != nil || ok || ctx.Err() != nil {
			return err
		}
	}
	twice := r.all(2, 0)
	twice.last = true
	_, err := r.try(ctx, twice)
	return err
}

// widening asks what holds if any one process asks, any two, and so on but all of them, so
// often. It reports whether all of that was decided.
func (r *Report) widening(ctx context.Context, requests int) (bool, error) {
	for m := 1; m < r.Model.Instance.Processes(); m++ {
		if ok, err := r.try(ctx, r.some(m, requests)); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// Question returns the instance that the verdicts are about. What was searched may have fewer requests.
func (r *Report) Question() instance.Instance {
	if r.Model.Instance.Requests == nil {
		return r.unbounded()
	}
	return r.Instance
}

// unbounded returns the instance with requests without bound.
func (r *Report) unbounded() instance.Instance {
	in := r.Model.Instance
	in.Requests = in.Each(explore.Unbounded)
	return in
}

// forget gives back what a search used, so that a limit on memory does not hold it against
// the next one.
func (r *Report) forget() {
	if r.memory() > 0 {
		debug.FreeOSMemory()
	}
}

// memory returns the limit on memory of one search, 0 for none.
func (r *Report) memory() int64 { return least(r.Options.MaxMemory, r.Options.Budget.Memory) }

// least returns the smaller limit; 0 means none.
func least(limit, other int64) int64 {
	if other == 0 {
		return limit
	}
	return min(limit, other)
}
