package anyn

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// A Question says what is asked.
type Question struct {
	Algorithm *instance.Algorithm
	Variant   string      // empty for the default
	Kind      setsys.Kind // empty for the one that the algorithm was made for
	K         int         // of kinds that have it; 0 for each
	states    int64       // how many states of a small instance are searched; 0 for 50,000
}

// A Report is the answer.
type Report struct {
	Schema    string      `json:"schema"` // Schema
	Algorithm string      `json:"algorithm"`
	Variant   string      `json:"variant"`
	Kind      setsys.Kind `json:"kind"`
	K         int         `json:"k,omitempty"` // 0 for each
	// Verdict is that of all properties.
	Verdict verdict.Verdict `json:"verdict"`
	*Every
}

// Schema is the name of the format of a report in JSON.
const Schema = "qcheck/prove/v2"

// Ask answers a question, as far as it comes until the context ends. The error says that it is none.
func Ask(ctx context.Context, q Question) (*Report, error) {
	a := q.Algorithm
	if a.Every == nil {
		return nil, fmt.Errorf("algorithm %s is not asked about every number of processes (qcheck sweep asks about every structure on some nodes)", a.Name)
	}
	q.Kind = cmp.Or(q.Kind, a.Kinds()[0])
	if !slices.Contains(a.Kinds(), q.Kind) || q.Kind != setsys.Coterie && q.Kind != setsys.KCoterie {
		return nil, fmt.Errorf("algorithm %s is not asked about structures of kind %s", a.Name, q.Kind)
	}
	v, err := a.Named(q.Variant)
	if err != nil {
		return nil, err
	}
	q.Variant = v.Name
	q.states = cmp.Or(q.states, 50_000)
	e, err := every(ctx, q)
	if err != nil {
		return nil, err
	}
	return &Report{Schema: Schema, Algorithm: a.Name, Variant: q.Variant, Kind: q.Kind, K: q.K, Verdict: e.verdict(), Every: e}, nil
}
