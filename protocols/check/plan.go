package check

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/phrase"
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
// fair. Views of two processes, where they are tried, are of the requests that are given (see
// pairs.Prove).
//
// For a certificate of an instance that leaves requests open, local views come first. If they
// decide all, there is no search; otherwise all states are searched.
//
// Otherwise processes ask without bound, which is needed to decide starvation:
//
//  1. a search that ends if it is small;
//  2. local views, which decide safety, well-definedness and freedom of deadlock: of
//     requesters and members, or, where the algorithm is not made of these, of each two
//     processes;
//  3. of what is still open, in widening steps, what holds when any one process asks,
//     any two, and so on; then all of them once, without bound, and twice. A step that
//     does not end is the last but for all processes once, since the later ones have its
//     states and more.
//
// The strongest sentence that is true is the answer. It is always about the algorithm itself,
// with the quorums that were asked for: a variation that has fewer states is another question.
//
// A budget of time and memory is for all of this together: each step but the last has half
// of the time that is left. Without a budget, the steps of 3 are two, without bound and once,
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
	// mostPairs is how many views of two processes there may be, with the states of
	// processes: about a second, since more are rarely closed.
	mostPairs = 30_000
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

// An Attempt is a step of the plan for an instance that leaves requests open.
type Attempt struct {
	// What is asked: "any 2 processes, 1 request of each".
	What string
	// Searches is how many searches it took, States how many states they had together, Kept
	// how many of these were kept. Depth is that of the deepest.
	Searches     int
	States, Kept int64
	Depth        int
	// Stopped says why it did not end; empty if it did.
	Stopped string
	// Holds are the properties that it decided to hold.
	Holds []explore.Property
}

// An attempt is one search, or several of which each leaves other processes out.
type attempt struct {
	what      string // short
	in        instance.Instance
	workloads [][]int            // the requests of each search, where there are several
	check     []explore.Property // nil for all that the requests allow
	kept      int64              // limit of states kept, 0 for none
	last      bool               // it has all of the time that is left

	levels *explore.Levels // in files, nil for none
}

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
			debug.FreeOSMemory() // what the search used is not held against the next one
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
	in.Requests = instance.Each(in.N, requests)
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
	for _, those := range explore.All(a.in.N).Subsets(asking) {
		bounds := make([]int, a.in.N)
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
	for m := 1; m < r.Model.Instance.N; m++ {
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
	if r.Options.Tried != nil && r.Model.Instance.Requests == nil && a.kept != quickStates {
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
	debug.FreeOSMemory() // what the search used is not held against the next one
	return ended, nil
}

func (r *Report) violated() bool { return r.Result != nil && r.Result.Verdict() == verdict.Violated }

// unbounded returns the instance with requests without bound.
func (r *Report) unbounded() instance.Instance {
	in := r.Model.Instance
	in.Requests = instance.Each(in.N, explore.Unbounded)
	return in
}

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

// memory returns the limit on memory of one search, 0 for none.
func (r *Report) memory() int64 { return least(r.Options.MaxMemory, r.Options.Budget.Memory) }

// open returns the properties of an instance that local views have not proved.
func (r *Report) open(in instance.Instance) []explore.Property {
	return slices.DeleteFunc(slices.Clone(r.checked(in)), r.Proof.Proved)
}

// within bounds a context by the share of an attempt. The last one leaves the other half to
// views, if these are limited and tried afterwards.
func (r *Report) within(ctx context.Context, a attempt) (context.Context, context.CancelFunc) {
	if a.last && (r.Options.MaxViews == 0 || r.Proof != nil) {
		return context.WithCancel(ctx)
	}
	return r.half(ctx)
}

// attempting says that an attempt begins, which a context bounds.
func (r *Report) attempting(ctx context.Context, what string, check []explore.Property) {
	if r.Options.Attempting == nil || r.Model.Instance.Requests != nil {
		return
	}
	most := time.Duration(0)
	if end, ok := ctx.Deadline(); ok {
		most = time.Until(end)
	}
	r.Options.Attempting(what, check, most)
}

// half bounds a context by half of the time that is left, if there is an end.
func (r *Report) half(ctx context.Context) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	half := time.Until(end) / 2
	return context.WithTimeoutCause(ctx, half, fmt.Errorf("half of the time was over, %s", half.Round(time.Millisecond)))
}

// attempt makes one search. Violations are shown as they are found. With a limit
// on memory that waits for the end, since showing them may take memory, too.
func (r *Report) attempt(ctx context.Context, a attempt) (err error) {
	what := r.progress(a)
	r.Options.begin(what)
	whole, stop := context.WithCancel(ctx)
	defer stop()
	ctx = whole
	ctx, cancel := r.within(ctx, a)
	defer cancel()
	o := r.options(a)
	o.Parts = a.levels == nil // a search that goes on has not met all values again
	if r.Closure = nil; r.Options.Certify {
		o.Closure = func(c *explore.Closure) { r.Closure = c }
	}
	defer r.estimate(ctx, o)()
	var showing atomic.Bool
	if progress := o.Progress; progress != nil {
		o.Progress = func(p explore.Progress) {
			if !showing.Load() { // by another search, which has a progress of its own
				progress(p)
			}
		}
	}
	var failed error
	o.Violated = func(pr explore.PropertyResult) {
		what += fmt.Sprintf("; %s is violated after %s", pr.Property, phrase.Count(len(pr.Trace.Steps), "step"))
		again := slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Property == pr.Property }) // the search began anew
		if r.Options.MaxMemory == 0 && !again && failed == nil {
			showing.Store(true)
			if failed = r.conclude(whole, pr); failed != nil {
				stop()
			}
			showing.Store(false)
		}
		r.Options.begin(what)
	}
	r.Result, err = explore.Run(ctx, r.Model.Model, o)
	if failed != nil {
		return failed
	}
	return err
}

// options returns the options of one search.
func (r *Report) options(a attempt) explore.Options {
	o := r.Options.Search(a.in)
	o.MaxOrbits, o.Check, o.Levels, o.MaxMemory = a.kept, a.check, a.levels, r.memory()
	if o.Check == nil {
		o.Check = r.checked(a.in)
	}
	return o
}

// ByTasks returns the options of the search that [Model] makes, where tasks make its levels
// (see [explore.RunTask]). There must be one only.
func ByTasks(m *instance.Model, o Options) (explore.Options, error) {
	r := newReport(m, o)
	plan := r.plan()
	if len(plan) > 1 {
		return explore.Options{}, errors.New("tasks make one search: --requests says how often each process requests, 1 or unbounded")
	}
	var err error
	r.Instance = plan[0].in
	plan[0].levels, err = r.levels(1)
	return r.options(plan[0]), err
}

// decided reports whether the last search decided every property, or there is no time for
// another one.
func (r *Report) decided(ctx context.Context) bool {
	return r.Result.Complete || r.Result.Stopped == "" || r.violated() || ctx.Err() != nil
}

// progress describes a search: what is asked, and how far it may go.
func (r *Report) progress(a attempt) string {
	text := r.Model.Label()
	if r.Model.Instance.Requests == nil {
		text += ": " + a.what
	}
	if limit := r.Options.MaxStates; limit > 0 {
		text += fmt.Sprintf(", up to %s states", thousands(limit))
	} else if a.kept > 0 {
		text += fmt.Sprintf(", until %s states are kept", thousands(a.kept)) // it ends after a whole level
	}
	return text
}

// least returns the smaller limit; 0 means none.
func least(limit, other int64) int64 {
	if other == 0 {
		return limit
	}
	return min(limit, other)
}

// thousands writes a number with commas.
func thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// levels returns where the levels of an attempt are kept, nil for nowhere.
func (r *Report) levels(attempt int) (*explore.Levels, error) {
	if r.Options.Levels == nil {
		return nil, nil
	}
	l := *r.Options.Levels
	l.Dir = filepath.Join(l.Dir, fmt.Sprintf("attempt-%d", attempt))
	// All that decides which steps there are, but for what the search says itself.
	in := r.Model.Instance
	l.Instance = fmt.Sprintf("%s, n = %d, parameters %v", r.Model.Label(), in.N, in.Params)
	if q := in.Quorums; q.Structure != nil {
		sum := sha256.New()
		if err := setsys.Encode(sum, q.Structure); err != nil {
			return nil, err
		}
		l.Instance += fmt.Sprintf(", quorums %s, sha256 %x, choice %q", in.StructureName(), sum.Sum(nil), q.Choice)
	}
	return &l, nil
}
