package views

import (
	"context"
	"errors"
	"fmt"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/views/certify"
	"qcheck/setsys/fault"
)

// A Prover proves properties of one protocol without walking its states. Whoever asks whether something is proved asks one of these, and
// nothing else: by views of a requester and a member ([Of]), or of two or three processes (package tuples).
//
// Prove says in its proof, and without an error,
//
//   - Refused, if the protocol is none that its argument is about: then there are no results;
//   - Stopped, if it came to a limit, or the context ended, before all views were there: then there are none either;
//   - otherwise a result for each property that it can decide, in the order of [Properties], and after these what limits ask for besides.
//     It is proved, or there is what blocks: the row of halves, the step or the message that the views do not exclude, a condition of the argument
//     that is not met, or the limit at which it was given up.
//
// What is proved holds in every run, with any number of requests, unless the prover was made for so many. What is not proved
// may hold as well: no proof says that something is violated.
//
// With Limits.Confirm, what is proved was checked by code that shares nothing with the proof, or Unconfirmed says why not. What that refuses
// is a fault of this program, a Contradiction, and nothing is proved then.
type Prover interface {
	Prove(ctx context.Context, limits Limits) *Proof
}

// A Proving is a function as a Prover.
type Proving func(ctx context.Context, limits Limits) *Proof

func (f Proving) Prove(ctx context.Context, limits Limits) *Proof { return f(ctx, limits) }

// Of returns the prover by views of a requester and a member.
func Of[R, M, A, B comparable](p roles.Protocol[R, M, A, B]) Prover {
	return Proving(func(ctx context.Context, limits Limits) *Proof { return Prove(ctx, p, limits) })
}

// Prove closes the views of a protocol, and decides the properties by them.
func Prove[R, M, A, B comparable](ctx context.Context, typed roles.Protocol[R, M, A, B], limits Limits) *Proof {
	p, refused := erase(typed)
	if refused != "" {
		return &Proof{Refused: refused}
	}
	within := limits
	within.Certify = limits.Certify || limits.Confirm
	proof := newClosure(ctx, p, within).prove()
	if limits.Confirm {
		proof.Confirm(proof.unspelled(p.N), func(properties []explore.Property) error {
			return certify.Check(ctx, typed, properties, proof.Certificate)
		})
	}
	if !limits.Certify {
		proof.Certificate = nil
	}
	return proof
}

// mostSpelled is how many views there may be for the second checker, which has all renamings of them: some ten
// seconds, and a GB.
const mostSpelled = 1_500_000

// unspelled says why the second checker is not asked; nothing if it is.
func (p *Proof) unspelled(n int) string {
	spelled := p.Views
	for i := 2; i < n; i++ {
		spelled *= i
	}
	switch {
	case n > certify.MostProcesses || spelled > mostSpelled:
		return fmt.Sprintf("it tries all renamings of %d processes, which are too many", n)
	case p.Certificate == nil:
		return noTime
	}
	return ""
}

const noTime = "there was no time for it"

// Confirm notes what the second checker says of what is proved, or why it is not asked.
func (p *Proof) Confirm(unasked string, check func(properties []explore.Property) error) {
	var proved []explore.Property
	for _, r := range p.Results {
		if r.Proved {
			proved = append(proved, r.Property)
		}
	}
	if len(proved) == 0 {
		return
	}
	if p.Unconfirmed = unasked; unasked != "" {
		return
	}
	switch err, refuted := check(proved), new(certify.Refutation); {
	case err == nil:
		p.Confirmed = true
	case errors.As(err, &refuted):
		p.Results, p.Certificate = nil, nil
		p.Contradiction = fault.New("local views prove what the second checker refuses: %w", err)
	default:
		p.Unconfirmed = noTime
	}
}
