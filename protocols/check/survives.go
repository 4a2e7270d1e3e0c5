package check

import (
	"context"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys/phrase"
)

// Whether live processes wait for ever when others have crashed is freedom of starvation with crashes. What matters is where
// in its request a process is when it crashes, so there is one search for each: with Faults.When.

// A Crash is what comes of a crash, by where a process is in its request.
type Crash struct {
	When    string          `json:"when"` // as explore.MomentNames
	Verdict verdict.Verdict `json:"verdict"`
	// Never says that no process is ever there.
	Never bool `json:"never,omitempty"`
	// Detail says why it is unknown, or what is wrong.
	Detail string `json:"detail,omitempty"`
	// Crashed are the processes that have crashed in the run that was found, of so many steps, and Waiting those
	// that wait for ever in it. Processes count from 1.
	Crashed []int `json:"crashed,omitempty"`
	Waiting []int `json:"waiting,omitempty"`
	Steps   int   `json:"steps,omitempty"`
}

// survives checks the protocol with a crash at each moment.
func (r *Report) survives(ctx context.Context) (Finding, error) {
	f := Finding{Property: instance.Survives}
	var all []verdict.Verdict
	for _, name := range explore.MomentNames() {
		when, _ := explore.MomentNamed(name)
		in := r.Model.Asked
		in.Quorums, in.Check, in.Survives = r.Model.Instance.Quorums, []explore.Property{explore.StarvationFreedom}, false
		if in.Faults.Crash == 0 {
			in.Faults.Crash = 1
		}
		if in.Faults.When != 0 && !in.Faults.When.Has(when) {
			continue
		}
		in.Faults.When = when
		m, err := r.Model.Algorithm.Open(in, nil)
		if err != nil {
			return f, err
		}
		o := Options{
			Full: r.Options.Full, Asymmetric: r.Options.Asymmetric, Workers: r.Options.Workers, MaxStates: r.Options.MaxStates, MaxMemory: r.Options.MaxMemory,
			// Where requests are open, what fewer of them decide is not the answer.
			Budget: r.Options.Budget, withinRequests: in.Requests != nil, Paranoid: r.Options.Paranoid, Begin: r.Options.Begin, Progress: r.Options.Progress,
		}
		report, err := Model(ctx, m, o)
		if err != nil {
			return f, err
		}
		c := crashOf(name, report)
		f.Crashes, all = append(f.Crashes, c), append(all, c.Verdict)
	}
	if f.Verdict = verdict.All(all...); f.Verdict == verdict.Violated {
		f.Detail = f.fails()
	}
	return f, nil
}

// fails says when a live process waits for ever. A run in which nobody crashes is one of each search.
func (f Finding) fails() string {
	if i := slices.IndexFunc(f.Crashes, Crash.needless); i >= 0 {
		return "even without a crash"
	}
	return "after a crash of one that is " + phrase.List(f.after(verdict.Violated))
}

// needless reports whether nobody has crashed in the run that was found.
func (c Crash) needless() bool { return c.Verdict == verdict.Violated && len(c.Crashed) == 0 }

// after lists the places of a crash of which the verdict is this.
func (f Finding) after(v verdict.Verdict) (names []string) {
	for _, c := range f.Crashes {
		if c.Verdict == v {
			names = append(names, c.When)
		}
	}
	return names
}

// crashOf reads what comes of a crash from the report of its search.
func crashOf(when string, report *Report) Crash {
	of := report.Findings[0]
	c := Crash{When: when, Verdict: of.Verdict, Detail: of.Detail}
	c.Never = of.Verdict == verdict.Holds && !slices.ContainsFunc(report.Result.Steps, func(s explore.StepCount) bool { return s.Name == explore.Crashes })
	if of.Verdict != verdict.Violated || of.Run == nil {
		return c
	}
	configs := of.Run.Configs
	last := configs[len(configs)-1]
	from := len(configs) - 1
	if of.Trace.Loop >= 0 {
		from = of.Trace.Loop
	}
	c.Steps = len(of.Trace.Steps)
	for p := range last.Locals {
		if last.Down.Has(p) {
			c.Crashed = append(c.Crashed, p+1)
			continue
		}
		waits := true
		for _, x := range configs[from:] {
			waits = waits && x.Observations[p].Phase == explore.Waiting
		}
		if waits {
			c.Waiting = append(c.Waiting, p+1)
		}
	}
	return c
}

// Text says what comes of the crash.
func (c Crash) Text() string {
	switch {
	case c.Never:
		return "no process is ever there"
	case c.Verdict == verdict.Holds:
		return "nobody waits for ever"
	case c.Verdict == verdict.Unknown:
		return "unknown: " + c.Detail
	case c.needless():
		return fmt.Sprintf("even without a crash, %s for ever: %s", waiting(c.Waiting), phrase.Count(c.Steps, "step"))
	}
	return fmt.Sprintf("%s crashed, and %s for ever: %s", processes(c.Crashed), waiting(c.Waiting), phrase.Count(c.Steps, "step"))
}

func processes(list []int) string {
	var names []string
	for _, p := range list {
		names = append(names, fmt.Sprint(p))
	}
	if len(list) == 1 {
		return "process " + names[0]
	}
	return "processes " + phrase.List(names)
}

func waiting(list []int) string {
	if len(list) == 1 {
		return processes(list) + " waits"
	}
	return processes(list) + " wait"
}
