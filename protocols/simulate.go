package protocols

import (
	"context"

	"qcheck/explore/simulate"
)

// Simulate runs the instance along one random schedule (see
// [simulate.Simulate]).
func (i *Instance) Simulate(ctx context.Context, o simulate.Options) (*simulate.Run, error) {
	return i.simulate(ctx, o)
}
