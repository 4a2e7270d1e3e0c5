package explore

import (
	"context"

	"qcheck/explore/verdict"
)

func (s *search) starvation(ctx context.Context, complete bool) PropertyResult {
	return PropertyResult{Property: Starvation, Verdict: verdict.Unknown, Detail: "not implemented"}
}
