package properties

import (
	"fmt"

	"qcheck/explore/verdict"
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
