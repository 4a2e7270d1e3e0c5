package check

import (
	"cmp"
	"context"
	"errors"
	"time"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// An Estimation says about how many states the searches of an instance will have.
type Estimation struct {
	Model    *instance.Model
	Broken   *Breach // nil if the quorums are as they should be
	Note     string  // see Report.Note
	Searches []Estimated
}

// Estimated is one of the searches, in the order in which they are made.
type Estimated struct {
	What     string // is searched
	Instance instance.Instance
	*explore.Estimate
}

// Estimate estimates the searches that [Model] makes of the instance. The errors are those
// of [Model], and the cause of the context's end.
func Estimate(ctx context.Context, m *instance.Model, o Options) (*Estimation, error) {
	broken, unread, err := Structure(ctx, m)
	if err != nil {
		return nil, err
	}
	if unread != "" {
		return nil, errors.New(unread)
	}
	r := newReport(m, o)
	x := &Estimation{Model: m, Broken: broken}
	for _, a := range r.plan() {
		o.begin(a.what)
		e, err := explore.EstimateStates(ctx, m.Model, r.options(a))
		if err != nil {
			return nil, err
		}
		x.Searches = append(x.Searches, Estimated{a.what, a.in, e})
	}
	x.Note = r.Note
	return x, nil
}

// longSearch is how much processor time a search takes before its states are estimated. An estimate takes
// seconds of it, which count for a budget, too.
const longSearch = 10 * time.Second

// estimate begins to estimate the states of a search that begins. What it returns ends that.
func (r *Report) estimate(ctx context.Context, search explore.Options) (end func()) {
	o := r.Options
	if o.Estimated == nil {
		return func() {}
	}
	o.Estimated(nil)
	if o.MaxMemory > 0 || o.Levels != nil && o.Levels.Memory > 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	over := make(chan struct{})
	late := errors.New("it is a long search")
	long, enough := r.using(ctx, cmp.Or(o.estimateAfter, longSearch), late)
	go func() {
		defer close(over)
		defer enough()
		if <-long.Done(); context.Cause(long) != late {
			return
		}
		if e, err := explore.EstimateStates(ctx, r.Model.Model, search); err == nil {
			o.Estimated(e)
		}
	}()
	return func() {
		cancel()
		<-over
	}
}

// EstimateSchema names the form of an estimation as JSON, which "qcheck protocol
// --estimate --json" prints.
const EstimateSchema = "qcheck/estimate/v1"

type (
	estimateFile struct {
		Schema string `json:"schema"`
		instance.Named
		Clock string `json:"clock"`
		instance.Placed
		QuorumChoice string          `json:"quorumChoice,omitempty"`
		Searches     []estimatedFile `json:"searches"`
	}
	estimatedFile struct {
		Requests any  `json:"requests"`
		Exact    bool `json:"exact"`
		States   some `json:"states"`
		Kept     some `json:"kept"`
		Depth    int  `json:"depth"`
		Symmetry int  `json:"symmetry"`
	}
	some struct {
		Least int64 `json:"least"`
		Most  int64 `json:"most,omitempty"`
	}
)

// MarshalJSON writes the estimation on one line.
func (x *Estimation) MarshalJSON() ([]byte, error) {
	in := x.Model.Instance
	named, err := in.Named()
	if err != nil {
		return nil, err
	}
	doc := estimateFile{Schema: EstimateSchema, Named: named, Clock: in.Clock.String(), Placed: in.Placed(), QuorumChoice: in.Quorums.Choice}
	for _, e := range x.Searches {
		doc.Searches = append(doc.Searches, estimatedFile{
			e.Instance.RequestsDocument(), e.Exact, some{e.Least, e.Most}, some{e.LeastKept, e.MostKept}, e.Depth, e.Symmetry,
		})
	}
	return setsys.MarshalJSON(doc)
}
