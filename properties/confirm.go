package properties

import (
	"context"
	"errors"
	"fmt"

	"qcheck/explore/verdict"
	"qcheck/setsys/input"
)

// Confirm checks a report against itself: each violation has a witness that code
// independent of the search confirms, and nothing else has one.
func (r *Report) Confirm() error {
	for _, result := range r.Results {
		if result.Verdict != verdict.Violated {
			if result.Witness != nil {
				return fmt.Errorf("%s is %s, but there is a witness against it", result.Property, result.Verdict)
			}
			continue
		}
		if result.Witness == nil {
			return fmt.Errorf("%s is violated, but there is no witness", result.Property)
		}
		if err := result.Witness.Confirm(); err != nil {
			return fmt.Errorf("the witness against %s does not confirm: %w", result.Property, err)
		}
	}
	return nil
}

// ConfirmUntil is Confirm until ctx ends. A witness that is not confirmed by then shows
// nothing: its property is unknown.
func (r *Report) ConfirmUntil(ctx context.Context) error {
	for i := range r.Results {
		one := &Report{Results: r.Results[i : i+1]}
		_, err := input.Await(ctx, "while the witness was confirmed", func() (struct{}, error) { return struct{}{}, one.Confirm() })
		if errors.As(err, new(*input.Interrupted)) {
			r.Results[i] = Result{Property: r.Results[i].Property, Verdict: verdict.Unknown, Note: err.Error()}
		} else if err != nil {
			return err
		}
	}
	r.conclude()
	return nil
}
