package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/protocols"
	"qcheck/protocols/instance"
	"qcheck/setsys/fault"
)

// Options bound and configure the search of an instance; what is searched is for
// the instance to say. The zero value searches as "qcheck protocol" does without
// flags, with one worker.
type Options struct {
	// Full switches partial-order reduction off, Asymmetric symmetry.
	Full, Asymmetric bool
	// Certify leaves all states that were judged in the report, or the local views of a proof,
	// for a certificate (see package certificate). It needs Full and Asymmetric.
	Certify bool
	// Workers is how many goroutines search; 0 means one.
	Workers int
	// MaxStates and MaxMemory, in bytes, end each search, and Timeout all of them
	// together; 0 means no limit.
	MaxStates int64
	MaxMemory int64
	Timeout   time.Duration
	// MaxViews, if not 0, is how many local views a proof has at most, where searches leave
	// something open; and views of two and of three processes are tried for any requests.
	// Of Timeout, the search before them has half.
	MaxViews int
	// Budget is for all that is done together, where the instance leaves requests open and
	// no levels are kept.
	Budget Budget
	// withinRequests is that of explore.Options, for survives.
	withinRequests bool
	// Paranoid runs each handler twice and compares.
	Paranoid bool
	// Levels, if not nil, keeps the levels of all searches in files, and begins with those
	// that are there. What it says of the instance is filled in.
	Levels *explore.Levels
	// Stats has the report say as JSON what the search cost.
	Stats bool
	// Begin, if not nil, is called with the instance searched from now on, and
	// what was found to be violated by then; Progress about once a second during
	// a search.
	Begin    func(what string)
	Progress func(explore.Progress)
	// Violated, when not nil, is called with each violation that a run shows, once
	// the run is confirmed: while the search goes on, where that is possible. The
	// report has the model and the instance by then.
	Violated func(*Report, Finding)
	// Proved, when not nil, is called when local views have been closed, Tried after each
	// attempt at an instance that leaves requests open, and Viewed now and then in between.
	Proved func(*Report)
	Tried  func(*Report, Attempt)
	Viewed func(views.Progress)

	spent func() time.Duration // for tests; nil for what the system counts
}

// Search returns the options of a search of an instance.
func (o Options) Search(in instance.Instance) explore.Options {
	s := in.Options()
	s.WithinRequests = o.withinRequests
	s.Full, s.Asymmetric, s.Workers, s.MaxStates, s.MaxMemory, s.Paranoid, s.Progress = o.Full, o.Asymmetric, o.Workers, o.MaxStates, o.MaxMemory, o.Paranoid, o.Progress
	return s
}

func (o Options) begin(what string) {
	if o.Begin != nil {
		o.Begin(what)
	}
}

// A Report has the results on an instance.
type Report struct {
	// Model is what was searched, and Instance says so in full, with what was chosen
	// where nothing was said (see Note).
	Model    *instance.Model
	Instance instance.Instance
	Options  Options
	// Broken is the violation of the quorums, nil if there is none.
	Broken *Breach
	// Note says how requests came to be what they are, where they were not said.
	Note string
	// Result is that of the search that Instance describes. Proof is what local views
	// decided, nil if they were not tried. Attempts are all searches of an instance that
	// leaves requests open.
	Result   *explore.Result
	Proof    *views.Proof
	Attempts []Attempt
	// Findings has all properties that were checked.
	Findings []Finding
	// Closure has the states, where the options ask for them; nil if none was judged.
	Closure *explore.Closure

	everything bool // no properties were named
	settled    map[explore.Property]settled
	ends       time.Duration // the processor time at which the budget ends, 0 where none was begun
	ended      error         // why nothing more was tried, nil where that was not time, the budget or an interrupt
}

// A Finding is the result on a property; when it is violated, with a run that was
// confirmed.
type Finding struct {
	Property explore.Property
	Verdict  verdict.Verdict
	// Detail describes the violation, or why the verdict is unknown.
	Detail string
	Trace  *trace.Trace
	Run    *obvious.Run
	// Integer is the verdict with integer clocks, for a run with causal stamps;
	// zero when the question does not arise. IntegerNote says more.
	Integer     verdict.Verdict
	IntegerNote string
	// ByViews says that local views decide it, for requests without bound, or, of two or three
	// processes, for those of the instance.
	ByViews bool
	// Crashes is what comes of crashes, for survives; nil for other properties.
	Crashes []Crash
	// HoldsFor says for which requests it holds, the most that are known, where the instance leaves them open and
	// the verdict is unknown; empty for none.
	HoldsFor string
}

func faulty(format string, args ...any) error { return faultOf(fmt.Errorf(format, args...)) }

// faultOf returns a fault, unless the error is that of a protocol's author.
func faultOf(err error) error {
	if m := new(explore.Mistake); errors.As(err, &m) {
		return m
	}
	return &fault.Fault{Err: err}
}

// Protocol checks an instance of one of the project's algorithms. When ctx ends,
// what was found by then is the result. An error says that the instance is none,
// or is a [fault.Fault].
func Protocol(ctx context.Context, in instance.Instance, o Options) (*Report, error) {
	m, err := protocols.All().Open(in, nil)
	if err != nil {
		return nil, err
	}
	return Model(ctx, m, o)
}

// Model checks a model, of any algorithm.
func Model(ctx context.Context, m *instance.Model, o Options) (*Report, error) {
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout, fmt.Errorf("the time limit of %s was reached", o.Timeout))
		defer cancel()
	}
	r := newReport(m, o)
	var unread string
	var err error
	if r.Broken, unread, err = Structure(ctx, m); err != nil {
		return nil, err
	}
	if unread != "" {
		r.unverified(unread)
		return r, nil
	}
	if err := r.search(ctx); err != nil {
		return nil, r.blamed(ctx, err)
	}
	if r.Proof != nil && r.Proof.Contradiction != nil {
		return nil, r.blamed(ctx, r.Proof.Contradiction)
	}
	return r, nil
}

// blamed returns an error, or what the author of the protocol did to bring it about: if its functions
// are none, runs do not confirm.
func (r *Report) blamed(ctx context.Context, err error) error {
	if !errors.As(err, new(*fault.Fault)) {
		return err
	}
	o := r.Options.Search(r.Instance)
	o.Paranoid, o.MaxOrbits = true, quickStates
	if _, found := explore.Run(ctx, r.Model.Model, o); errors.As(found, new(*explore.Mistake)) {
		return found
	}
	return err
}

// started is when the program began, about.
var started = time.Now()

func newReport(m *instance.Model, o Options) *Report {
	return &Report{Model: m, Instance: m.Instance, Options: o, everything: m.Instance.Check == nil, settled: map[explore.Property]settled{}}
}

// search explores the instance and confirms the violations.
func (r *Report) search(ctx context.Context) error {
	var besides []Finding
	if r.Model.Instance.Survives {
		within, cancel := r.budgeted(ctx)
		defer cancel()
		f, err := r.survives(within)
		if err != nil {
			return err
		}
		besides = []Finding{f}
	}
	if len(r.checked(r.Model.Instance)) > 0 {
		if err := r.explore(ctx); err != nil {
			return err
		}
	}
	if r.Options.Certify && r.Result != nil {
		if r.Note != "" {
			r.Note += "; "
		}
		r.Note += "for the certificate, neither symmetry nor reduction was used"
	}
	err := r.findings(ctx)
	r.Findings = append(r.Findings, besides...)
	return err
}

// findings says of each property what was found: by a run, by local views, which know about requests without
// bound, or by a search.
func (r *Report) findings(ctx context.Context) error {
	known := r.Findings
	r.Findings = nil
	r.halted(ctx)
	searched := r.Result != nil
	if !searched {
		r.Model.Met().Assume()
		r.Result = &explore.Result{Within: -1, Symmetry: 1}
		if r.Instance = r.Model.Instance; r.Instance.Requests == nil {
			r.Instance = r.unbounded()
		}
	}
	for _, p := range r.asked() {
		s, proved := r.settled[p], r.Proof.Proved(p)
		switch i := slices.IndexFunc(known, func(f Finding) bool { return f.Property == p }); {
		case i >= 0 && proved:
			return faulty("local views prove %s, and a run violates it", p)
		case i >= 0:
			r.Findings = append(r.Findings, known[i])
		case proved && (s.Verdict != verdict.Holds || r.Model.Bounded(s.in) && !r.proofBounded()):
			r.Findings = append(r.Findings, Finding{Property: p, Verdict: verdict.Holds, ByViews: true})
		case s.Property == "":
			r.Findings = append(r.Findings, Finding{Property: p, Verdict: verdict.Unknown, Detail: r.untried(p)})
		default:
			of := r.Instance
			if s.Verdict == verdict.Unknown && s.what != "" && r.ended == nil && !slices.Equal(s.in.Requests, of.Requests) {
				s.Detail = s.what + ": " + s.Detail
			}
			r.Instance = s.in
			err := r.conclude(ctx, s.PropertyResult)
			if r.Instance = of; err != nil {
				return err
			}
		}
		if f := &r.Findings[len(r.Findings)-1]; f.Verdict == verdict.Unknown && r.Model.Instance.Requests == nil {
			for _, a := range r.Attempts {
				if slices.Contains(a.Holds, p) {
					f.HoldsFor = a.What
				}
			}
		}
	}
	// What was tried before, and came to a limit of its own, is not why the rest is open.
	if r.halted(ctx); (!searched || !r.Result.Complete && r.Result.Stopped != "") && r.ended != nil && slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Verdict == verdict.Unknown }) {
		r.Result.Stopped = r.ended.Error()
	}
	return nil
}

// untried says why no search of all processes was about a property.
func (r *Report) untried(p explore.Property) string {
	if r.ended != nil {
		return r.ended.Error()
	}
	a := r.lastStopped()
	switch {
	case strings.HasPrefix(r.Note, endless) && (a == nil || p == explore.StarvationFreedom):
		return endless
	case a != nil:
		return a.What + ": " + a.Stopped
	}
	return "no search was made"
}

// conclude adds the finding on a property.
func (r *Report) conclude(ctx context.Context, pr explore.PropertyResult) (err error) {
	f := Finding{Property: pr.Property, Verdict: pr.Verdict, Detail: pr.Detail}
	switch {
	case pr.Verdict == verdict.Violated:
		err = r.show(ctx, pr, &f)
	case pr.Trace != nil: // to a state that must be reachable
		if f.Trace, f.Run, err = Confirmed(r.Model, r.Instance, pr); err == nil {
			f.Detail = "shown by " + f.Trace.Form()
		}
	}
	if err != nil {
		return err
	}
	r.Findings = append(r.Findings, f)
	if f.Verdict == verdict.Violated && f.Trace != nil && r.Options.Violated != nil {
		r.Options.Violated(r, f)
	}
	return nil
}

// Verdict is the verdict on all properties.
func (r *Report) Verdict() verdict.Verdict {
	var all []verdict.Verdict
	for _, f := range r.Findings {
		all = append(all, f.Verdict)
	}
	return verdict.All(all...)
}

// Violation returns the first finding of a violation that a run shows, nil for
// none.
func (r *Report) Violation() *Finding {
	i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Verdict == verdict.Violated && f.Trace != nil })
	if i < 0 {
		return nil
	}
	return &r.Findings[i]
}

// checked returns what is checked of an instance: what it says, otherwise all
// that its requests allow.
func (r *Report) checked(in instance.Instance) []explore.Property { return checked(r.Model, in) }

func checked(m *instance.Model, in instance.Instance) []explore.Property {
	if in.Check != nil {
		return in.Check
	}
	check := m.Properties()
	if !slices.Contains(in.Requests, explore.Unbounded) {
		check = slices.DeleteFunc(check, func(p explore.Property) bool { return p == explore.StarvationFreedom })
	}
	return check
}

// unverified makes a report of a search that did not begin.
func (r *Report) unverified(why string) {
	if r.Instance.Requests == nil {
		r.Instance.Requests = r.Instance.Each(explore.Unbounded)
	}
	r.Result = &explore.Result{Stopped: why, Within: -1}
	for _, p := range r.checked(r.Instance) {
		r.Result.Properties = append(r.Result.Properties, explore.PropertyResult{Property: p, Verdict: verdict.Unknown, Detail: why})
		r.Findings = append(r.Findings, Finding{Property: p, Verdict: verdict.Unknown, Detail: why})
	}
}
