package anyn

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/properties/census"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/phrase"
)

// A Question says what is asked.
type Question struct {
	Algorithm *instance.Algorithm
	Variant   string      // empty for the default
	Kind      setsys.Kind // empty for the one that the algorithm was made for
	K         int         // of kinds that have it; 0 for each
	Nodes     int         // of the largest structures that are tried
	Views     int         // how many local views a proof has at most; 0 for 200,000
	states    int64       // how many are searched for a run that breaks the books; 0 for 50,000
	// Proved, when not nil, is called with the model of each structure of which local views prove what they should.
	Proved func(context.Context, *instance.Model) error
}

// The premises.
const (
	Quorums = "quorums"
	Books   = "books"
	Beyond  = "beyond"
	Defined = "defined" // of a protocol with a contract, instead of Beyond
)

// A Premise is what the answer rests on.
type Premise struct {
	Name    string          `json:"name"`
	Verdict verdict.Verdict `json:"verdict"`
	Says    string          `json:"says"`
	How     string          `json:"how"`
}

// A Report is the answer. Safety is proved for the structures that were tried if Within holds. Guarded is about the protocol with
// its Contract (see roles.Account), which stops instead of a step that breaks its books: that this one is safe is no answer to
// whether the algorithm as written is.
type Report struct {
	Schema    string      `json:"schema"` // Schema
	Algorithm string      `json:"algorithm"`
	Variant   string      `json:"variant,omitempty"`
	Kind      setsys.Kind `json:"kind"`
	K         int         `json:"k,omitempty"` // 0 for each
	Contract  bool        `json:"contract"`
	// Verdict is about every structure of the kind and every number of processes: that of all properties of Every, or that of safety, which nothing makes
	// hold then. Within is about the structures that were tried; Defined says of these, with a contract, that local views prove that no step is undefined.
	Verdict verdict.Verdict `json:"verdict"`
	Within  verdict.Verdict `json:"within"`
	Guarded verdict.Verdict `json:"guarded"`
	Defined bool            `json:"defined"`
	// Nodes is how many the largest structures have that were tried, and Structures how many there were.
	Nodes      int       `json:"nodes"`
	Structures int       `json:"structures"`
	Premises   []Premise `json:"premises"`
	// Every, when not nil, is the answer for every number of processes: then no structures are tried, and there are no premises.
	Every *Every `json:"every,omitempty"`
}

// Schema is the name of the format of a report in JSON.
const Schema = "qcheck/prove/v1"

const (
	mostViews = 200_000
	searched  = 50_000
	searches  = 8 // of so many structures
)

// Ask answers a question, as far as it comes until the context ends. The error says that it is none.
func Ask(ctx context.Context, q Question) (*Report, error) {
	if q.Algorithm.Quorums == nil {
		return nil, fmt.Errorf("algorithm %s has no quorums", q.Algorithm.Name)
	}
	if q.Kind == "" {
		q.Kind = q.Algorithm.Kinds()[0]
	}
	if !slices.Contains(q.Algorithm.Kinds(), q.Kind) || q.Kind == setsys.RequestSets {
		return nil, fmt.Errorf("algorithm %s is not asked about structures of kind %s", q.Algorithm.Name, q.Kind)
	}
	i := slices.IndexFunc(q.Algorithm.Variants, func(v instance.Variant) bool { return v.Name == cmp.Or(q.Variant, q.Algorithm.Default) })
	if i >= 0 {
		q.Variant = q.Algorithm.Variants[i].Name
	}
	x := &asking{Question: q, shapes: map[int]map[string]bool{}}
	if q.Views == 0 {
		x.Views = mostViews
	}
	if q.states == 0 {
		x.states = searched
	}
	if q.Algorithm.Every != nil && q.Kind == setsys.Coterie && i >= 0 {
		e, err := every(ctx, x.Question)
		if err != nil {
			return nil, err
		}
		return &Report{
			Schema: Schema, Algorithm: q.Algorithm.Name, Variant: q.Variant, Kind: q.Kind, Verdict: e.verdict(),
			Within: verdict.Unknown, Guarded: verdict.Unknown, Premises: []Premise{}, Every: e,
		}, nil
	}
	for n := 1; n <= q.Nodes && !x.given(); n++ {
		if err := x.size(ctx, n); err != nil {
			if ctx.Err() == nil {
				return nil, err
			}
			x.stopped = context.Cause(ctx).Error()
			break
		}
	}
	return x.report(), nil
}

type asking struct {
	Question
	model    *instance.Model // the last
	tried    int
	proved   int    // of these, by local views
	checked  int    // of these, by the second checker
	doubt    string // why one of these was not
	stopped  string // why not all were tried
	views    int
	apart    string // quorums that do not meet
	failed   string // why the books are not proved to be kept
	broken   bool   // a run breaks them
	searches int
	shapes   map[int]map[string]bool
	biggest  int
}

// given reports whether the question is given up: a run breaks the books, or enough was searched for one.
func (x *asking) given() bool { return x.broken || x.searches == searches }

// size tries the structures on n nodes.
func (x *asking) size(ctx context.Context, n int) error {
	from, to := 0, 0
	if x.Kind.HasK() {
		if from, to = 1, n; x.K > 0 {
			from, to = x.K, min(x.K, n)
		}
	}
	x.shapes[n], x.biggest = map[string]bool{}, n
	for k := from; k <= to; k++ {
		all, err := census.Structures(ctx, census.Class{Kind: x.Kind, N: n, K: k})
		if err != nil {
			return err
		}
		for _, s := range all {
			if err := x.structure(ctx, s); err != nil || x.given() {
				return err
			}
		}
	}
	return nil
}

// structure tries one.
func (x *asking) structure(ctx context.Context, s *setsys.Structure) error {
	in := instance.Instance{Variant: x.Variant, Quorums: instance.Quorums{Structure: s}}
	if _, ok := x.Algorithm.Param("units"); ok {
		in = in.With("units", instance.Any)
	}
	m, err := x.Algorithm.Open(in, nil)
	if err != nil {
		return err
	}
	if x.model = m; !m.Composed() {
		return fmt.Errorf("algorithm %s is not made of a requester and a member", x.Algorithm.Name)
	}
	if err := m.Require(roles.TheBooks); err != nil {
		return err
	}
	x.tried++
	if x.apart == "" {
		x.apart = apart(m.Setup.Families(), load{inside: m.Setup.K(), member: m.Setup.Gives()})
	}
	if x.failed != "" {
		return x.search(ctx, m)
	}
	prover := m.Prover()
	if m.Contract() {
		prover = m.Contracted()
	}
	p := prover.Prove(ctx, views.Limits{Books: true, Brief: true, Views: x.Views, Confirm: true})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if p.Contradiction != nil {
		return p.Contradiction
	}
	x.views = max(x.views, p.Views)
	if !p.Proved(x.wanted()) {
		x.failed = p.Refused + p.Stopped
		for _, r := range p.Results {
			if r.Property == x.wanted() {
				x.failed = r.Why
			}
		}
		return x.search(ctx, m)
	}
	if x.Proved != nil {
		if err := x.Proved(ctx, m); err != nil {
			return err
		}
	}
	if x.proved++; p.Confirmed {
		x.checked++
	} else {
		x.doubt = p.Unconfirmed
	}
	for _, shape := range p.Shapes {
		x.shapes[m.Processes()][shape] = true
	}
	return nil
}

// wanted is what local views have to prove: that the books are kept, or, where no step may break them, that no step is
// undefined.
func (x *asking) wanted() explore.Property {
	if x.model.Contract() {
		return explore.WellDefined
	}
	return roles.TheBooks
}

// search looks for a run that breaks the books.
func (x *asking) search(ctx context.Context, m *instance.Model) error {
	x.searches++
	for _, requests := range []int{1, 2} {
		r, err := explore.Run(ctx, m.Model, explore.Options{Requests: instance.Each(m.Processes(), requests), Check: []explore.Property{roles.TheBooks}, MaxStates: x.states})
		if err != nil {
			return err
		}
		if p := r.Properties[0]; p.Verdict == verdict.Violated {
			last := p.Trace.Steps[len(p.Trace.Steps)-1]
			x.failed = fmt.Sprintf("with n = %d, the step %q of process %d breaks them after %s: %s", m.Processes(), last.Name, last.Process+1,
				phrase.Count(len(p.Trace.Steps), "step"), p.Detail)
			x.broken = true
			return nil
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
