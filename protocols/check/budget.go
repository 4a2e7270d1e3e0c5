package check

import (
	"context"
	"fmt"
	"time"
)

// A Budget bounds all that is done about an instance that leaves requests open. The zero value
// is none. Its time is processor time of the whole program, so that no verdict depends on who else uses the
// machine; where the system does not count that, it is time of the clock.
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

// DefaultBudget is that of "qcheck protocol": about a minute on two cores that do nothing else.
var DefaultBudget = Budget{Time: 2 * time.Minute, Memory: 2 << 30}

// spent returns how much processor time was used by now.
func (r *Report) spent() time.Duration {
	if r.Options.spent != nil {
		return r.Options.spent()
	}
	return processorTime()
}

// using bounds a context by so much processor time from now on.
func (r *Report) using(ctx context.Context, most time.Duration, why error) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	end := r.spent() + most
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			if r.spent() >= end {
				cancel(why)
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return ctx, func() { cancel(nil) }
}

// budgeted bounds a context by the budget, if there is one and no part of it was begun.
func (r *Report) budgeted(ctx context.Context) (context.Context, context.CancelFunc) {
	most := r.Options.Budget.Time
	if most == 0 || r.ends > 0 {
		return context.WithCancel(ctx)
	}
	r.ends = r.spent() + most
	return r.using(ctx, most, fmt.Errorf("the budget of %s of processor time was used (--budget)", most))
}

// halted notes why a context has ended, if it has.
func (r *Report) halted(ctx context.Context) {
	if ctx.Err() != nil && r.ended == nil {
		r.ended = context.Cause(ctx)
	}
}

// left returns how much time is left, and of what: of the budget, or of a limit by the clock; 0 if there is none.
func (r *Report) left(ctx context.Context) (left time.Duration, of string) {
	if r.ends > 0 {
		return max(1, r.ends-r.spent()), "processor time"
	}
	if end, ok := ctx.Deadline(); ok {
		return max(1, time.Until(end)), "time"
	}
	return 0, ""
}

// half bounds a context by half of the time that is left, if there is an end.
func (r *Report) half(ctx context.Context) (context.Context, context.CancelFunc) {
	left, of := r.left(ctx)
	if left == 0 {
		return context.WithCancel(ctx)
	}
	why := fmt.Errorf("half of the %s was over, %s", of, (left / 2).Round(time.Millisecond))
	if r.ends > 0 {
		return r.using(ctx, left/2, why)
	}
	return context.WithTimeoutCause(ctx, left/2, why)
}
