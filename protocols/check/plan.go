package check

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
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
//  3. where these leave nothing open but freedom of deadlock, or safety, and with the former
//     starvation-freedom: searches with one request of each process, which the views direct to what
//     they do not exclude; if one finds a run, searches for a shortest one in which any so many ask;
//  4. of what is still open, in widening steps, what holds when any one process asks,
//     any two, and so on; then all of them once, without bound, and twice. A step that
//     does not end is the last except for all processes once, since the later ones have its
//     states and more.
//
// The strongest sentence that is true is the answer. It is always about the algorithm itself,
// with the quorums that were asked for: a variation that has fewer states is another question.
//
// A budget of time and memory is for all of this together: each step but the last has half
// of the time that is left. Without a budget, the steps of 4 are two, without bound and once,
// with limits on the states kept (see explore.Result.Orbits), so that results do not depend
// on the machine. Limits of the caller's hold for each search.

const (
	// quickStates is how many states a small search keeps.
	quickStates = 50_000
	// UnboundedStates and BoundedStates are how far requests without bound, and one request
	// each, are searched without a budget.
	UnboundedStates = 4_000_000
	BoundedStates   = 10_000_000
	// mostViews is how many local views are tried: a minute and some GB.
	mostViews = 2_000_000
	// mostPairs and mostTriples are how many views of two processes there may be, and of three, with
	// the states of processes: about a second, since more are rarely closed, and some ten.
	mostPairs   = 30_000
	mostTriples = 400_000
	// mostTargets is how many rows of requesters searches are directed to, mostDirected how many states
	// each meets, and mostShorter how many states a search for a shorter run keeps: seconds.
	mostTargets  = 40
	mostDirected = 1000
	mostShorter  = 300_000
)

// A Budget bounds all that is done about an instance that leaves requests open. The zero value
// is none.
type Budget struct {
	Time   time.Duration
	Memory int64 // in bytes, as explore.Options.MaxMemory
}

// String writes the budget as --budget takes it.
func (b Budget) String() string {
	if b == (Budget{}) {
		return ""
	}
	return fmt.Sprintf("%s,%dM", b.Time, b.Memory>>20)
}

// DefaultBudget is that of "qcheck protocol".
var DefaultBudget = Budget{Time: time.Minute, Memory: 2 << 30}

// explore makes the searches.
func (r *Report) explore(ctx context.Context) error {
	if r.Model.Instance.Requests == nil && r.Options.Levels == nil && !r.Options.Certify {
		return r.widen(ctx)
	}
	if r.Options.Certify && r.Model.Instance.Requests == nil {
		within, cancel := r.budgeted(ctx)
		r.prove(within)
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
		if _, err := r.try(ctx, a); err != nil || r.decided(ctx) {
			return err
		}
		if !a.last {
			r.givenUp(plan[i].what + " were tried first")
			r.Result = nil
			r.forget()
		}
	}
	if r.Options.Levels == nil && r.Proof == nil {
		r.prove(ctx)
	}
	return nil
}

func (r *Report) givenUp(what string) {
	if r.Model.Met().Asks.Load() {
		r.Note = what + ", and given up: " + strings.TrimSpace(r.Result.Stopped)
	}
}

// plan returns the searches that are made where their number is known before: each unless
// one before it decides.
func (r *Report) plan() []attempt {
	in := r.Model.Instance
	if in.Requests != nil {
		return []attempt{{what: in.RequestsSentence(), in: in, last: true}}
	}
	once := r.all(1, BoundedStates)
	once.last = true
	if r.integers() {
		return []attempt{once}
	}
	return []attempt{r.all(explore.Unbounded, UnboundedStates), once}
}

// integers reports whether requests without bound have infinitely many states, and notes it.
func (r *Report) integers() bool {
	if in := r.Model.Instance; in.Clock != explore.Integer || in.ClockMax != 0 {
		return false
	}
	r.Note = "requests without bound have infinitely many states with integer clocks"
	return true
}

// all returns the attempt in which all processes ask so often, with a limit on the states
// kept. Where there is a budget, or the requests are bounded and there is another limit,
// that is enough.
func (r *Report) all(requests int, kept int64) attempt {
	in, o := r.Model.Instance, r.Options
	in.Requests = in.Each(requests)
	limited := o.MaxStates > 0 || o.MaxMemory > 0 || o.Timeout > 0 || o.Levels != nil && o.Levels.Memory > 0
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
func (r *Report) some(asking, requests int, check []explore.Property) attempt {
	a := attempt{in: r.Model.Instance, check: check}
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
	budget := r.Options.Budget
	ctx, cancel := r.budgeted(ctx)
	defer cancel()
	bounded := r.integers()
	if most := r.Options.MaxStates; !bounded && (most == 0 || most > quickStates) {
		quick := r.all(explore.Unbounded, 0)
		quick.kept = quickStates
		if _, err := r.try(ctx, quick); err != nil || r.decided(ctx) {
			return err
		}
		r.Result, r.Attempts = nil, nil
		if !r.Model.Met().Asks.Load() { // there is nothing to ask less often
			whole := r.all(explore.Unbounded, BoundedStates)
			whole.last = true
			_, err := r.try(ctx, whole)
			return err
		}
	}
	r.prove(ctx)
	if found, err := r.direct(ctx); found || err != nil {
		return err
	}
	without, once := r.all(explore.Unbounded, UnboundedStates), r.all(1, BoundedStates)
	switch open := r.open(once.in); {
	case len(r.open(without.in)) == 0:
		return nil
	case len(open) == 0: // only what needs requests without bound
		if bounded {
			return nil
		}
		if ok, err := r.widening(ctx, explore.Unbounded, r.open(without.in)); err != nil || !ok || ctx.Err() != nil {
			return err
		}
		without.last = true
		_, err := r.try(ctx, without)
		return err
	case budget.Time == 0:
		if !bounded {
			if ok, err := r.try(ctx, without); err != nil || ok || r.decided(ctx) {
				return err
			}
			r.givenUp(without.what + " were tried first")
		}
		once.last = true
		_, err := r.try(ctx, once)
		return err
	default:
		if _, err := r.widening(ctx, 1, open); err != nil || r.violated() || ctx.Err() != nil {
			return err
		}
		once.last = true // what comes after it has its states, and more
		if ok, err := r.try(ctx, once); err != nil || !ok || r.violated() || ctx.Err() != nil {
			return err
		}
		if !bounded {
			if ok, err := r.try(ctx, without); err != nil || ok || r.violated() || ctx.Err() != nil {
				return err
			}
		}
		twice := r.all(2, 0)
		twice.last = true
		_, err := r.try(ctx, twice)
		return err
	}
}

// budgeted bounds a context by the budget, if there is one and it ends before.
func (r *Report) budgeted(ctx context.Context) (context.Context, context.CancelFunc) {
	most := r.Options.Budget.Time
	if end, ok := ctx.Deadline(); most == 0 || ok && time.Until(end) <= most {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, most, fmt.Errorf("the budget of %s was used (--budget)", most))
}

// widening asks what holds if any one process asks, any two, and so on but all of them, so
// often. It reports whether all of that was decided, and holds.
func (r *Report) widening(ctx context.Context, requests int, open []explore.Property) (bool, error) {
	if r.Options.Budget.Time == 0 {
		return true, nil
	}
	for m := 1; m < r.Model.Instance.Processes(); m++ {
		if ok, err := r.try(ctx, r.some(m, requests, open)); err != nil || !ok || r.violated() {
			return false, err
		}
	}
	return true, nil
}

// try makes the searches of an attempt, and reports whether they ended. If they did not, the
// result is that of an earlier attempt for all processes which did; the result of one for
// some of the processes is kept if it is violated only.
func (r *Report) try(ctx context.Context, a attempt) (ended bool, err error) {
	result, of := r.Result, r.Instance
	done := Attempt{What: a.what}
	workloads := a.workloads
	if workloads == nil {
		workloads = [][]int{a.in.Requests}
	}
	ended = true
	if a.kept != quickStates {
		within, cancel := r.within(ctx, a)
		r.attempting(within, a.what, r.options(a).Check)
		cancel()
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
		if ended = r.Result.Complete || r.Result.Stopped == ""; !ended || r.violated() {
			break
		}
	}
	if ended {
		for _, p := range r.Result.Properties {
			if p.Verdict == verdict.Holds {
				done.Holds = append(done.Holds, p.Property)
			}
		}
	} else {
		done.Stopped = strings.TrimSpace(r.Result.Stopped)
	}
	if r.Options.Tried != nil && r.Model.Instance.Requests == nil && a.kept != quickStates && r.Model.Met().Asks.Load() {
		r.Options.Tried(r, done)
	}
	r.Attempts = append(r.Attempts, done)
	if r.violated() {
		return ended, nil
	}
	if earlier := result != nil && result.Complete; a.workloads != nil || !ended && earlier {
		if earlier && a.workloads == nil {
			r.givenUp(a.what + " were tried then")
		}
		r.Result, r.Instance = result, of
	}
	r.forget()
	return ended, nil
}

func (r *Report) violated() bool { return r.Result != nil && r.Result.Verdict() == verdict.Violated }

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
