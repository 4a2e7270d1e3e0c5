package explore

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/protocol"
	"qcheck/explore/verdict"
)

// after returns what is taken for granted after a search that ended.
func (a assumptions) after(e ending, m Model, o Options) assumptions {
	switch e {
	case spilled:
		a.packed = false
	case asymmetric:
		a.renamings = lessSymmetric(m, o, a.renamings)
	}
	return a
}

// Run searches the model. The error says that the options do not fit it, or is a [Mistake].
func Run(ctx context.Context, m Model, o Options) (r *Result, err error) {
	defer protocol.Catch(&err)
	if o, err = o.normalize(m); err != nil {
		return nil, fmt.Errorf("protocol %s: %w", m.Name(), err)
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout, fmt.Errorf("the time limit of %v was reached", o.Timeout))
		defer cancel()
	}
	o.halted, o.wrong = func() bool { return ctx.Err() != nil }, new(error)
	if o.MaxMemory > 0 {
		defer limitMemory(o.MaxMemory)()
	}
	kept, assumed := o.Levels, firstAssumptions()
	said := map[protocol.Property]PropertyResult{}
	if violated := o.Violated; violated != nil {
		o.Violated = func(r PropertyResult) {
			if _, again := said[r.Property]; !again {
				said[r.Property] = r
				violated(r)
			}
		}
	}
	for beginning := 1; ; beginning++ {
		o.Levels = kept.in(fmt.Sprintf("search-%d", beginning))
		r, ending, err := run(ctx, m, o, assumed)
		if err = cmp.Or(err, *o.wrong); err != nil {
			return nil, err
		}
		if ending == ended {
			r.keep(said)
			return r, nil
		}
		assumed = assumed.after(ending, m, o)
	}
}

// keep takes in what was said to be violated by a search that began anew, where the last one came to an end before it met that. It
// holds: no comparison had failed of what that search had met (see package engine, on symmetry), and nothing was left out.
func (r *Result) keep(said map[protocol.Property]PropertyResult) {
	for i, pr := range r.Properties {
		switch found, is := said[pr.Property]; {
		case is && pr.Verdict == verdict.Holds:
			panic("explore: what was violated holds where the search began anew")
		case is && pr.Verdict == verdict.Unknown:
			r.Properties[i] = found
		}
	}
}

// run makes one search. There is a result only if it ended. The error is of its files.
func run(ctx context.Context, m Model, o Options, assumed assumptions) (*Result, ending, error) {
	s := newSearch(m, o, assumed)
	if err := s.openStore(); err != nil {
		return nil, ended, err
	}
	if e, err := s.store.ending(); e != ended || err != nil {
		return nil, e, err
	}
	r, ending := s.run(ctx, m)
	if err := s.Failure(); err != nil {
		return nil, ended, err
	}
	if ending != ended {
		return nil, ending, s.store.end(ending)
	}
	return r, ended, nil
}

// run performs a search, whose files are open. Its result is invalid if s.Failure() is not nil.
func (s *search) run(ctx context.Context, m Model) (*Result, ending) {
	o := s.o
	done := make(chan struct{})
	defer close(done)
	if ctx.Err() != nil {
		s.Halt(context.Cause(ctx).Error())
	}
	go s.watch(ctx, done)
	if r := derive(ctx, s, m); r != nil {
		return r, ended
	}
	s.expand()
	if s.Failure() != nil {
		return nil, ended
	}
	if s.e.Broken() && ctx.Err() == nil {
		return nil, asymmetric
	}
	s.doing.Store(isLooked)
	if s.e.Spilled.Load() {
		if ctx.Err() == nil {
			return nil, spilled
		}
		s.Halt(context.Cause(ctx).Error()) // some successors were left out
	}
	cut := s.e.Spilled.Load()
	r := s.result(m)                    // which may judge more, and compare
	unfit := s.e.Spilled.Load() && !cut // then what runs were chosen among is not all
	if unfit && ctx.Err() == nil {
		return nil, spilled
	}
	if unfit || s.e.Broken() {
		if ctx.Err() == nil {
			return nil, asymmetric
		}
		s.Halt(context.Cause(ctx).Error())
		return nothing(r, s.reason()), ended
	}
	if o.Closure != nil && r.Within >= 0 {
		transitions := r.Transitions // from states that less than Within steps reach, if these are not all
		if !r.Complete {
			transitions = slices.Concat([]int64{0}, s.through)[r.Within]
		}
		var hold []protocol.Property
		for _, pr := range r.Properties {
			if pr.Verdict == verdict.Holds {
				hold = append(hold, pr.Property)
			}
		}
		o.Closure(s.findings().Closure(r.Complete, r.Within, transitions, hold))
	}
	return r, ended
}

// lessSymmetric returns the renamings to compare after one of those tried failed: a group
// of candidates that pass all comparisons in the first states; if that was tried, none.
func lessSymmetric(m Model, o Options, tried []engine.Renaming) []engine.Renaming {
	if tried != nil {
		return []engine.Renaming{}
	}
	o.Workers, o.MaxStates, o.Full, o.Violated, o.Levels = 1, engine.SampleStates, true, nil, nil
	s := newSearch(m, o, assumptions{sampling: true})
	s.expand()
	return s.unbroken()
}
