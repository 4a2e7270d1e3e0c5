package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"

	"qcheck/explore/verdict"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/input"
)

// Schema names the form of a result.
const Schema = "qcheck/sweep-result/v4"

// A Result is what was found of one instance of a grid.
type Result struct {
	Schema   string        `json:"schema"`
	Grid     string        `json:"grid"`  // its digest
	Build    string        `json:"build"` // of qcheck
	Limits   *check.Limits `json:"limits,omitempty"`
	Number   int           `json:"number"`
	Line     int           `json:"line"`
	Flags    string        `json:"flags"`
	Measure  bool          `json:"measure,omitempty"`
	Instance string        `json:"instance"` // a digest of it with its structure in full
	check.Brief
	Report json.RawMessage `json:"report"` // in full, with the runs
	Digest string          `json:"sha256"` // of all this without it
}

// Verdict is that on all that was asked; of a measurement, that no formula is broken.
func (r *Result) Verdict() verdict.Verdict {
	var all []verdict.Verdict
	for _, a := range r.Properties {
		all = append(all, a.Verdict)
	}
	if r.Measure && r.Stopped != "" {
		all = append(all, verdict.Unknown)
	}
	return verdict.All(all...)
}

// A Shard is part I of N of a grid, 1 <= I <= N.
type Shard struct{ I, N int }

// Has reports whether an instance is in the part. Instances are dealt as if at random, but
// always in the same way: in a grid those that take long follow each other in steps, and
// steps of N would put them into one part.
func (s Shard) Has(number int) bool {
	return s.N == 0 || int(mixed(uint64(number))%uint64(s.N)) == s.I%s.N
}

// mixed spreads numbers over all of 64 bits (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", 2014).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// String writes the part as i/N.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.I, s.N) }

// Check checks one instance. The structure files that it names are read by the
// given function, from the disk for nil. The error says that the instance is none, or
// that something is wrong with qcheck; when ctx ends it is ctx's: half a result is
// none.
func (g *Grid) Check(ctx context.Context, it Item, build string, how check.Options, read instance.Reader) (*Result, error) {
	r := &Result{
		Schema: Schema, Grid: g.Digest(), Build: build, Limits: how.Limits(),
		Number: it.Number, Line: it.Line, Flags: it.Flags, Measure: it.Measure,
	}
	err := r.fill(ctx, g.registry, it, how, read)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, g.wrong(it.Line, fmt.Errorf("%s: %w", it.Flags, err))
	}
	return r, nil
}

// fill searches or measures, and notes what was found. Of a structure file that changes
// meanwhile, the result is of another instance.
func (r *Result) fill(ctx context.Context, all instance.Registry, it Item, how check.Options, read instance.Reader) error {
	m, err := input.Await(ctx, "while its model was made", func() (*instance.Model, error) { return r.open(all, it, read) })
	if err != nil {
		return err
	}
	var report interface {
		json.Marshaler
		Brief() check.Brief
	}
	if it.Measure {
		ctx, cancel := ctx, func() {}
		if how.Timeout > 0 {
			ctx, cancel = context.WithTimeout(ctx, how.Timeout)
		}
		defer cancel()
		report, err = check.Measure(ctx, m, how)
	} else {
		report, err = check.Model(ctx, m, how)
	}
	if err == nil {
		r.Brief = report.Brief()
		r.Report, err = report.MarshalJSON()
	}
	return err
}

// open makes the model of the instance, and says which instance it is.
func (r *Result) open(all instance.Registry, it Item, read instance.Reader) (*instance.Model, error) {
	m, err := all.Open(it.Instance, read)
	if err != nil {
		return nil, err
	}
	full, err := all.Full(m.Instance)
	r.Instance = fmt.Sprintf("%x", sha256.Sum256([]byte(full)))
	return m, err
}

// text writes the result with its digest.
func (r Result) text() ([]byte, error) {
	r.Digest = ""
	text, err := setsys.MarshalJSON(r)
	if err != nil {
		return nil, err
	}
	r.Digest = fmt.Sprintf("%x", sha256.Sum256(text))
	text, err = setsys.MarshalJSON(r)
	return append(text, '\n'), err
}

// Options say which instances of a grid are checked, and how.
type Options struct {
	Part  Shard  // the zero value is all of them
	Build string // of qcheck, for the results
	How   check.Options
	// Read reads structure files; nil is from the disk.
	Read instance.Reader
	// Done reports of an instance that it need not be checked; nil for none.
	Done func(Item) (bool, error)
	// AtOnce is how many instances are checked at once; 0 means one.
	AtOnce int
}

// Run checks instances, and calls found with each result, in any order but not
// concurrently. It ends at the first error, of found as well, or with ctx.
func (g *Grid) Run(ctx context.Context, o Options, found func(Item, *Result) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	var workers sync.WaitGroup
	busy := make(chan struct{}, max(o.AtOnce, 1))
	for it, err := range g.All(ctx) {
		skip := err == nil && !o.Part.Has(it.Number)
		if err == nil && !skip && o.Done != nil {
			skip, err = o.Done(it)
		}
		if err != nil {
			cancel(err) // the first one stays
			break
		} else if skip {
			continue
		}
		select {
		case busy <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		workers.Go(func() {
			defer func() { <-busy }()
			r, err := g.Check(ctx, it, o.Build, o.How, o.Read)
			mu.Lock()
			defer mu.Unlock()
			if err == nil && ctx.Err() == nil {
				err = found(it, r)
			}
			if err != nil {
				cancel(err)
			}
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
