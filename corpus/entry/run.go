package entry

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/input"
)

// Options say how entries are judged.
type Options struct {
	// Long judges also the cases that take more than a minute. Without it their
	// answers are those that are pinned, marked so.
	Long bool
	// Workers is how many cores search; 0 means one.
	Workers int
}

// Run judges the entries one after the other, in their order, and yields each
// result when it is there. When ctx ends, what was not decided by then is
// unknown; the remaining entries are still yielded.
func Run(ctx context.Context, entries []*Entry, o Options) iter.Seq[*Result] {
	return func(yield func(*Result) bool) {
		for _, e := range entries {
			if !yield(e.judge(ctx, o)) {
				return
			}
		}
	}
}

func (e *Entry) judge(ctx context.Context, o Options) *Result {
	r := &Result{Entry: e}
	if r.Err = e.Validate(); r.Err != nil {
		r.Err = fmt.Errorf("refused: %w", r.Err)
		return r
	}
	for _, c := range e.Cases {
		rows, err := c.judge(ctx, o)
		if err != nil {
			r.Err = err
			if c.Name != "" {
				r.Err = fmt.Errorf("%s: %w", c.Name, err)
			}
			return r
		}
		r.Rows = append(r.Rows, rows...)
	}
	return r
}

// judge answers the questions of the case, in their order. The error says why
// the structure could not be built or judged at all.
func (c Case) judge(ctx context.Context, o Options) ([]Row, error) {
	rows := c.rows()
	if ctx.Err() != nil {
		for i := range rows {
			rows[i].Note = "not judged: " + context.Cause(ctx).Error()
		}
		return rows, nil
	}
	if c.Long && !o.Long {
		for i := range rows {
			r := &rows[i]
			r.Found, r.Skipped = r.Pinned, true
			if r.Witness = c.Ask[i].Witness; r.Witness != "" {
				r.Witness = "a run of " + r.Witness
			}
			r.Note = strings.TrimPrefix(c.Ask[i].Counts+"; pinned, not judged now", "; ")
		}
		return rows, nil
	}
	if c.Explored() {
		return rows, c.judgeRun(ctx, o, rows)
	}
	var s *setsys.Structure
	if c.Build != nil {
		var err error
		if s, err = input.Await(ctx, "while it was built", c.Build); errors.As(err, new(*input.Interrupted)) {
			return c.judge(ctx, o) // whose context has ended
		} else if err != nil {
			return nil, err
		}
	}
	var results []properties.Result
	if ids := c.properties(); len(ids) > 0 {
		report, err := properties.Check(ctx, s, ids)
		if err != nil {
			return nil, err
		}
		results = report.Results
	}
	for i, q := range c.Ask {
		if q.Decide != nil {
			if err := rows[i].state(ctx, s, q.Decide); err != nil {
				return nil, fmt.Errorf("%s: %w", q.Name, err)
			}
			continue
		}
		rows[i].take(results[0])
		results = results[1:]
	}
	return rows, nil
}

// rows returns a row for each question, without an answer.
func (c Case) rows() (rows []Row) {
	for _, q := range c.Ask {
		rows = append(rows, Row{
			Case: c.Name, Question: q.Name, Claimed: q.Claimed, Pinned: q.Pinned,
			Found: verdict.Unknown, Pin: q.Witness + q.Counts, Long: c.Long, Instance: c.Instance, Of: c.Of, Swept: c.Swept,
		})
	}
	return rows
}

// state fills the row with the answer of a statement.
func (r *Row) state(ctx context.Context, s *setsys.Structure, decide Statement) error {
	counterexample, err := input.Await(ctx, "while it was decided", func() (string, error) { return decide(ctx, s) })
	switch {
	case err != nil && ctx.Err() != nil:
		r.Note = "not judged: " + context.Cause(ctx).Error()
	case err != nil:
		return err
	case counterexample == "":
		r.Found = verdict.Holds
	default:
		r.Found, r.Witness, r.Evidence = verdict.Violated, counterexample, counterexample
	}
	return nil
}

// take fills the row with the verdict on a property.
func (r *Row) take(p properties.Result) {
	r.Found, r.Note = p.Verdict, p.Note
	if p.Witness == nil {
		return
	}
	r.Witness, r.Evidence = p.Witness.Text(), Evidence(p.Witness)
	if err := p.Witness.Confirm(); err != nil {
		r.Unconfirmed, r.Note = true, "not confirmed: "+err.Error()
	}
}

// Pinned returns the results that Run would yield if everything were found as
// pinned, without judging anything.
func Pinned(entries []*Entry) []*Result {
	var results []*Result
	for _, e := range entries {
		r := &Result{Entry: e}
		if err := e.Validate(); err != nil {
			r.Err = fmt.Errorf("refused: %w", err)
		}
		for _, c := range e.Cases {
			for i, row := range c.rows() {
				row.Found, row.Skipped, row.Witness, row.Evidence = row.Pinned, c.Long, c.Ask[i].Witness, row.Pin
				r.Rows = append(r.Rows, row)
			}
		}
		results = append(results, r)
	}
	return results
}
