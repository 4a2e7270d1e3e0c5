package kakugawa

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
	"qcheck/setsys/slow"
)

// A trial is a Config without a variant, and a workload.
type trial struct {
	Config
	requests []int
}

// The instances that tell the combinations of changes apart.
var (
	twoSingles  = trial{Config{N: 2, K: 2, Quorums: singles}, nil}
	twoSingles2 = trial{Config{N: 2, K: 2, Quorums: singles}, instance.Each(2, 2)}
	center      = trial{Config{N: 3, K: 1, Quorums: one1}, nil}
	center2     = trial{Config{N: 3, K: 1, Quorums: one1}, instance.Each(3, 2)}
	triangle    = trial{Config{N: 3, K: 1, Quorums: majority3, Fixed: true, NoRetry: true}, instance.Each(3, 2)}
	retrying    = trial{Config{N: 3, K: 1, Quorums: majority3, Fixed: true}, []int{2, 1, 2}}
	clients     = trial{Config{N: 4, K: 1, Quorums: pair}, []int{0, 1, 1, 1}}
)

// No combination of the changes other than all four does; one-query may join.
func TestNothingLessDoes(t *testing.T) {
	type meaning struct {
		owed       owed
		returnLate bool
	}
	bools := []bool{false, true}
	joins := []bool{false}
	if slow.Tests() {
		joins = bools
	}
	for _, w := range []meaning{{owedWait, false}, {owedTaken, false}, {owedAll, false}, {owedWait, true}} {
		for _, unheld := range []unheld{unheldReturns, unheldIgnores, unheldRefuses} {
			for _, settle := range bools {
				for _, first := range bools {
					for _, oneQuery := range joins {
						r := reading{owed: w.owed, returnLate: w.returnLate, unheld: unheld, settle: settle, first: first, oneQuery: oneQuery}
						t.Run(fmt.Sprintf("%+v", r), func(t *testing.T) { settled(t, r) })
					}
				}
			}
		}
	}
}

func settled(t *testing.T, r reading) {
	var in trial
	property := explore.DeadlockFreedom
	switch {
	case r.owed != owedAll && !r.returnLate:
		in, property = twoSingles, explore.WellDefined
	case !r.settle && r.unheld == unheldReturns && r.returnLate:
		in, property = center, explore.Safety
	case !r.settle && r.unheld == unheldReturns:
		in, property = twoSingles2, explore.WellDefined
	case !r.settle:
		in = center
	case r.unheld == unheldReturns:
		in, property = center2, explore.Safety
	case r.unheld == unheldRefuses:
		in = triangle
	case r.returnLate:
		slow.Only(t, "a second, as the printed one in TestPrinted")
		in = retrying
	case !r.first:
		in = clients
	default:
		trials := []trial{twoSingles, twoSingles2, center, center2}
		if slow.Tests() {
			trials = append(trials, triangle, clients)
		}
		for _, in := range trials {
			if f := search(t, strict(build(in.Config, r)), explore.Options{Requests: in.requests}); f.findings != (findings{}) {
				t.Errorf("%d processes, %v: %+v", in.N, in.Quorums, f)
			}
		}
		return
	}
	f := search(t, build(in.Config, r), explore.Options{Requests: in.requests, Check: []explore.Property{property}})
	if f.findings == (findings{}) {
		t.Errorf("%d processes, %v: %s holds", in.N, in.Quorums, property)
	}
}

// What each reading does on top of the repair.
func TestReadingsOfRepaired(t *testing.T) {
	repaired, err := variant.Find(forms(), "", "repaired")
	if err != nil {
		t.Fatal("no variant repaired")
	}
	free := trial{Config{N: 3, K: 1, Quorums: majority3}, nil}
	fixed := trial{Config{N: 3, K: 1, Quorums: majority3, Fixed: true}, nil}
	if slow.Tests() {
		fixed.requests = instance.Each(3, explore.Unbounded)
	}
	for _, c := range []struct {
		name   string
		change func(*reading)
		in     trial
		want   findings
	}{
		{"retry-clear-of-waiting", func(r *reading) { r.avoid = avoidWaiting }, fixed, findings{}},
		{"retry-anywhere", func(r *reading) { r.avoid = avoidNone }, fixed, findings{}},
		{"retry-fewest", func(r *reading) { r.fewest = true }, fixed, findings{}},
		{"retry-clear-of-waiting, retry-fewest", func(r *reading) { r.avoid, r.fewest = avoidWaiting, true }, free, findings{}},
		{"retry-within-quorum", func(r *reading) { r.untilWithin = true }, fixed, findings{}},
		{"stamp-each", func(r *reading) { r.restamp = true }, fixed, findings{}},
		{"enter-in-order", func(r *reading) { r.inOrder = true }, fixed, findings{}},
		{"one-query", func(r *reading) { r.oneQuery = true }, fixed, findings{}},
		{"keep-k", func(r *reading) { r.keepsK = true }, free, findings{safety: 6, defined: 6}},
		{"ask-again", func(r *reading) { r.askAgain = true }, free, findings{defined: 8}},
		{"exit-in-background", func(r *reading) { r.asksEarly = true }, twoSingles2, findings{defined: 13}},
		{"blocking", func(r *reading) { r.blocking = true }, center, findings{deadlock: 7}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := explore.Options{Requests: c.in.requests}
			switch {
			case len(c.in.Quorums) < 3 || c.in.Fixed:
			case c.want == (findings{}):
				slow.Only(t, "a second")
			case !slow.Tests():
				o.Check = c.want.violated() // the search ends when it has them
			}
			f := search(t, build(c.in.Config, variant.With(repaired, c.change)), o)
			if f.findings != c.want {
				t.Errorf("%+v, want %+v", f, c.want)
			}
		})
	}
}

// Permissions are held by one process at a time, and who exits gets out.
func TestRepairedStrictly(t *testing.T) {
	for _, c := range []struct {
		trial
		integer, long bool
	}{
		{trial: trial{Config{N: 3, K: 1, Quorums: majority3, Fixed: true}, nil}},
		{trial: trial{Config{N: 3, K: 1, Quorums: majority3}, nil}, long: true},
		{trial: trial{Config{N: 3, K: 1, Quorums: majority3, Fixed: true}, instance.Each(3, explore.Unbounded)}, long: true},
		{trial: trial{Config{N: 3, K: 2, Quorums: singles}, nil}},
		{trial: trial{Config{N: 3, K: 2, Quorums: singles, Fixed: true}, instance.Each(3, explore.Unbounded)}, long: true},
		{trial: trial{Config{N: 3, K: 2, Quorums: uneven}, nil}, long: true},
		{trial: trial{Config{N: 3, K: 1, Quorums: majority3, NoAnswerNo: true}, nil}, long: true},
		{trial: trial{Config{N: 3, K: 1, Quorums: one1}, instance.Each(3, 2)}, integer: true},
	} {
		if c.long && !slow.Tests() {
			continue
		}
		o := explore.Options{Requests: c.requests}
		if c.integer {
			o.Clock = explore.Integer
		}
		c.Variant = "repaired"
		if f := search(t, strict(protocol(t, c.Config)), o); f.findings != (findings{}) {
			t.Errorf("%d processes, k=%d, %v: %+v", c.N, c.K, c.Quorums, f)
		}
	}
}

// The strict observation sees more: it finds permissions given twice where
// nobody is inside wrongly, as the quorums' other members prevent it.
func TestStrictIsStricter(t *testing.T) {
	c := Config{N: 3, K: 1, Quorums: pair, Variant: "printed"}
	if f := search(t, protocol(t, c), explore.Options{}); f.safety != 0 {
		t.Fatalf("%+v: safety is violated anyway", f)
	}
	if f := search(t, strict(protocol(t, c)), explore.Options{}); f.safety == 0 {
		t.Errorf("%+v: permissions given twice are not seen", f)
	}
}

// Every handler runs in some instance.
func TestEveryStepRuns(t *testing.T) {
	for _, v := range []string{"printed", "repaired"} {
		p := protocol(t, Config{N: 3, K: 1, Quorums: majority3, Variant: v, Fixed: !slow.Tests()})
		if r := run(t, p, explore.Options{}); !r.Complete || len(r.NeverRan) > 0 {
			t.Errorf("%s: complete %v, never ran %q", v, r.Complete, r.NeverRan)
		}
	}
}
