package instance

import (
	"context"
	"errors"
	"fmt"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/views"
	local "qcheck/explore/views/certify"
	"qcheck/setsys/fault"
)

// mostSpelled is how many views there may be for the second checker, which has all renamings of them: some ten
// seconds, and a GB.
const mostSpelled = 1_500_000

// proved proves what local views can prove of a protocol. If that is to be confirmed, what is proved goes through package certify, which
// shares no code with the proof: what that refuses is an error of this program, and is not proved.
func proved[R, M, A, B comparable](ctx context.Context, p roles.Protocol[R, M, A, B], l views.Limits) *views.Proof {
	with := l
	with.Certify = l.Certify || l.Confirm
	proof := views.Prove(ctx, p, with)
	if properties := properties(proof); l.Confirm && len(properties) > 0 {
		spelled := proof.Views
		for i := 2; i < p.N; i++ {
			spelled *= i
		}
		switch {
		case p.N > local.MostProcesses || spelled > mostSpelled:
			proof.Unconfirmed = fmt.Sprintf("it tries all renamings of %d processes, which are too many", p.N)
		case proof.Certificate == nil:
			proof.Unconfirmed = noTime
		default:
			confirm(proof, local.Check(ctx, p, properties, proof.Certificate))
		}
	}
	if !l.Certify {
		proof.Certificate = nil
	}
	return proof
}

// properties returns what is proved.
func properties(proof *views.Proof) (all []explore.Property) {
	for _, r := range proof.Results {
		if r.Proved {
			all = append(all, r.Property)
		}
	}
	return all
}

const noTime = "there was no time for it"

// confirm notes what the second checker said of a proof.
func confirm(proof *views.Proof, err error) {
	switch refuted := new(local.Refutation); {
	case err == nil:
		proof.Confirmed = true
	case errors.As(err, &refuted):
		proof.Results, proof.Certificate = nil, nil
		proof.Contradiction = fault.New("local views prove what the second checker refuses: %w", err)
	default:
		proof.Unconfirmed = noTime
	}
}
