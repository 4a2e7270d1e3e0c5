package instance

import (
	"context"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/explore/roles"
)

// Every returns what proves properties of a variant for every number of processes and every list of quorums: of the roles of the very
// configurations that instances have.
func Every[C any, W, R, M, A, B comparable](
	config func(*Setup) C, of func(C) (roles.Protocol[R, M, A, B], roles.Wire[W, A, B], error),
) func(ctx context.Context, variant string, limits everyn.Limits) *everyn.Proof {
	return func(ctx context.Context, variant string, limits everyn.Limits) *everyn.Proof {
		return everyn.Prove(ctx, func(n int, lists [][]explore.Set) (p roles.Protocol[R, M, A, B], err error) {
			p, wire, err := of(config(&Setup{Variant: variant, N: n, lists: lists}))
			if err != nil {
				return p, err
			}
			return roles.Through(p, wire), nil
		}, limits)
	}
}
