package explore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// A crew runs the tasks of a search.
type crew struct {
	t *testing.T
	m explore.Model
	o explore.Options
	r *rand.Rand
}

// next sums up, and returns the tasks to be run.
func (c crew) next() explore.Tasks {
	c.t.Helper()
	tasks, err := explore.NextTasks(c.m, c.o)
	if err != nil {
		c.t.Fatal(err)
	}
	return tasks
}

// task runs one task, with any number of workers.
func (c crew) task(tasks explore.Tasks, shard int) {
	c.t.Helper()
	o := c.o
	o.Workers = 1 + c.r.IntN(3)
	if err := explore.RunTask(c.t.Context(), c.m, o, tasks.Kind, tasks.Level, shard); err != nil {
		c.t.Fatal(err)
	}
}

// all runs all tasks, in any order, some of them twice, and returns the result, and how
// many tasks there were.
func (c crew) all() (*explore.Result, int) {
	c.t.Helper()
	count := 0
	for tasks := c.next(); tasks.Kind != ""; tasks = c.next() {
		if count += len(tasks.Shards); count > 100_000 {
			c.t.Fatal("tasks without end")
		}
		for _, i := range c.r.Perm(len(tasks.Shards)) {
			c.task(tasks, tasks.Shards[i])
			if c.r.IntN(8) == 0 {
				c.task(tasks, tasks.Shards[i])
			}
		}
	}
	return found(c.t, c.m, c.o), count
}

// withoutGraph replaces what tasks cannot decide by what was expected, and returns how
// often.
func withoutGraph(got, want *explore.Result) int {
	n := 0
	for i, p := range got.Properties {
		if p.Verdict == verdict.Unknown && p.Detail == "the states were found by tasks, which make no graph of them" {
			got.Properties[i] = want.Properties[i]
			n++
		}
		// A run that ends shows that a process waits for ever, though one with a cycle may
		// have a shorter stem.
		if w := want.Properties[i]; p.Verdict == verdict.Violated && w.Verdict == verdict.Violated && w.Trace.Loop >= 0 && p.Trace.Loop < 0 {
			got.Properties[i] = w
			n++
		}
	}
	return n
}

// Tasks find what a search in memory finds, whatever the number of shards is, in whatever
// order they are run.
func TestTasks(t *testing.T) {
	count := uint64(6)
	if long() {
		count = 400
	}
	seen := map[string]int{}
	for i, x := range keptSearches(t, count) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			o := x.o
			o.Full = true
			o.MaxStates = min(o.MaxStates, 2000)
			want := found(t, x.m, o)
			for _, shards := range []int{1, 2, 3, 8} {
				if !long() && shards != []int{1, 2, 3, 8}[i%4] && shards != 2 {
					continue
				}
				slots := 0
				if i%2 == 0 {
					slots = x.slots
				}
				c := crew{t, x.m, o, rand.New(rand.NewPCG(uint64(i), uint64(shards)))}
				c.o.Levels = explore.SmallLevels(explore.Levels{Dir: t.TempDir(), Build: "test", Instance: x.name, Shards: shards}, slots, false)
				got, tasks := c.all()
				seen["without graph"] += withoutGraph(got, want)
				if d := cmp.Diff(want, got); d != "" {
					t.Fatalf("%s, %d shards, %d tasks: in memory (-), by tasks (+):\n%s", x.name, shards, tasks, d)
				}
				seen["tasks"] += tasks
			}
			seen[want.Verdict().String()]++
			if want.Symmetry > 1 {
				seen["symmetry"]++
			}
			if slices.ContainsFunc(want.Properties, func(p explore.PropertyResult) bool { return p.Trace != nil && len(p.Trace.Steps) > 5 }) {
				seen["long run"]++
			}
		})
	}
	t.Log(seen)
	for _, what := range []string{"tasks", "without graph", "holds", "violated", "unknown", "symmetry", "long run"} {
		if seen[what] < 1 {
			t.Errorf("only %d with %s: the test does not test what it should", seen[what], what)
		}
	}
}
