package measure

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"sync"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
)

// Ended is the goal by which runs that end with a number of messages are found.
const Ended explore.Property = "ended"

// A Count sums up the runs of an instance, for the request of one process.
type Count struct {
	// Process is the one measured.
	Process int
	// Least and Most are the numbers of messages; both are 0 when Ends is.
	Least, Most int
	// Totals has all numbers of messages that occur, ascending.
	Totals []int
	// Unserved says that some run ends with the request not served.
	Unserved bool
	// States is how many states were searched, with marks and counts, and Stopped
	// why the search ended before all were, if it did.
	States  int64
	Stopped string
}

// A Subject is a protocol whose messages can be measured, whatever its types.
type Subject struct {
	n        int
	searched func(process int, way Way, ended explore.Goal) (explore.Model, error)
	replayed func(process int, way Way) obvious.Erased
}

// Of returns a protocol and a rule as a Subject.
func Of[L, M comparable](p explore.Protocol[L, M], r Rule[L, M]) *Subject {
	return &Subject{
		n: p.N,
		searched: func(process int, way Way, ended explore.Goal) (explore.Model, error) {
			w := Wrap(p, r, process, way)
			w.Goals = []explore.Goal{ended}
			return explore.NewModel(w)
		},
		replayed: func(process int, way Way) obvious.Erased { return obvious.Of(Wrap(p, r, process, way), &explore.Met{}) },
	}
}

// Messages measures the request of a process. It asks once; how often the
// others ask is in the options, and bounded.
func (x *Subject) Messages(ctx context.Context, process int, way Way, o explore.Options) (Count, error) {
	c := Count{Process: process}
	o, err := bounded(x.n, process, o)
	if err != nil {
		return c, err
	}
	var mu sync.Mutex
	totals := map[int]bool{}
	result, err := x.search(ctx, process, way, o, true, func(all []explore.Observation) bool {
		mu.Lock()
		defer mu.Unlock()
		if sum, served := total(all, process); served {
			totals[sum] = true
		} else if all[process].Phase == explore.Waiting {
			c.Unserved = true
		}
		return true
	})
	if err != nil {
		return c, err
	}
	for sum := range totals {
		c.Totals = append(c.Totals, sum)
	}
	slices.Sort(c.Totals)
	if len(c.Totals) > 0 {
		c.Least, c.Most = c.Totals[0], c.Totals[len(c.Totals)-1]
	}
	if c.States, c.Stopped = result.States, result.Stopped; c.Stopped == "" && result.Beyond > 0 {
		c.Stopped = fmt.Sprintf("%d steps pass the clocks' bound of %d", result.Beyond, o.ClockMax)
	}
	return c, nil
}

// Run returns a shortest run that ends with the request served by so many
// messages. It was replayed, and counted, by code that shares nothing with the
// search.
func (x *Subject) Run(ctx context.Context, process int, way Way, messages int, o explore.Options) ([]explore.TraceStep, error) {
	o, err := bounded(x.n, process, o)
	if err != nil {
		return nil, err
	}
	result, err := x.search(ctx, process, way, o, false, func(all []explore.Observation) bool {
		sum, served := total(all, process)
		return served && sum == messages
	})
	if err != nil {
		return nil, err
	}
	found := result.Properties[0]
	if found.Verdict != verdict.Violated {
		return nil, fmt.Errorf("no run was found that ends with %d messages: %s", messages, result.Stopped)
	}
	again := obvious.Options{Requests: o.Requests, Integer: o.Clock == explore.Integer, ClockMax: o.ClockMax, Queued: o.Queued}
	run, err := x.replayed(process, way).Replay(again, found.Trace.Steps)
	if err != nil {
		return nil, fmt.Errorf("the run with %d messages does not replay: %w", messages, err)
	}
	last := run.Configs[len(run.Configs)-1]
	if sum, served := total(last.Observations, process); !served || sum != messages || len(last.Enabled) > 0 {
		return nil, fmt.Errorf("the run with %d messages does not end with them: %d messages, served %t, still enabled: %v", messages, sum, served, last.Enabled)
	}
	return found.Trace.Steps, nil
}

// bounded returns the options with one request of the process measured.
func bounded(n, process int, o explore.Options) (explore.Options, error) {
	if o.Requests == nil {
		o.Requests = slices.Repeat([]int{1}, n)
	}
	if process < 0 || process >= n || len(o.Requests) != n {
		return o, fmt.Errorf("process %d of %d, with %d bounds of requests", process+1, n, len(o.Requests))
	}
	if slices.Contains(o.Requests, explore.Unbounded) {
		return o, fmt.Errorf("requests without bound: a run would have no end to count at")
	}
	o.Requests = slices.Clone(o.Requests)
	o.Requests[process] = 1
	return o, nil
}

// total returns how many messages were sent for the request of a process, and
// whether it is served.
func total(all []explore.Observation, process int) (sum int, served bool) {
	for _, o := range all {
		sum += int(o.Units)
	}
	return sum, all[process].Resource == 1
}

// search calls ends for what is observed in states in which no step except asking
// is possible. It goes through all states, or to the first for which ends returns
// true.
func (x *Subject) search(ctx context.Context, process int, way Way, o explore.Options, all bool, ends func([]explore.Observation) bool) (*explore.Result, error) {
	m, err := x.searched(process, way, explore.Goal{Name: Ended, Unmet: func(all []explore.Observation) string {
		if ends(all) {
			return "the run ends"
		}
		return ""
	}})
	if err != nil {
		return nil, err
	}
	o.Check, o.Full = []explore.Property{Ended}, true
	if all {
		o.Check = append(o.Check, explore.Safety) // which is decided at the end
	}
	r, err := explore.Run(ctx, m, o)
	if err != nil {
		return nil, err
	}
	sort.SliceStable(r.Properties, func(i, j int) bool { return r.Properties[i].Property == Ended && r.Properties[j].Property != Ended })
	return r, nil
}
