package explore_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
	"qcheck/explore/levels"
	"qcheck/setsys/slow"
)

// found is the result of a search without what it cost.
func found(t *testing.T, m explore.Model, o explore.Options) *explore.Result {
	t.Helper()
	r, err := explore.Run(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	r.Stats = explore.Stats{}
	return r
}

// files returns the names of the levels in a directory, by beginning and depth.
func files(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "search-*", "level-*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// A kept is a search that levels in files must not change.
type kept struct {
	name string
	m    explore.Model
	o    explore.Options
}

// keptSearches returns toys, locks with and without reduction and symmetry, and locks that
// are not safe.
func keptSearches(t *testing.T, count uint64) []kept {
	t.Helper()
	var all []kept
	model := func(m explore.Model, err error) explore.Model {
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for seed := range count {
		toy, lock := newToy(5e6+seed), newLock(5e6+seed)
		toy.o.MaxStates, lock.o.MaxStates = 1000, 1000
		all = append(all, kept{toy.String(), model(explore.NewModel(toy.p)), toy.o}, kept{lock.String(), model(explore.NewModel(lock.p)), lock.o})
	}
	for seed, lassos := uint64(0), 0; lassos < 2 && seed < 1000; seed++ {
		toy := newToy(6e6 + seed)
		toy.o.MaxStates = 1000
		m := model(explore.NewModel(toy.p))
		r := found(t, m, toy.o)
		if slices.ContainsFunc(r.Properties, func(p explore.PropertyResult) bool { return p.Trace != nil && p.Trace.Loop >= 0 }) {
			all = append(all, kept{toy.String(), m, toy.o})
			lassos++
		}
	}
	for _, o := range []explore.Options{
		{Requests: []int{1, 1, 1}}, {Requests: []int{2, 1, 1}, Clock: explore.Integer}, {Requests: []int{-1, -1, -1}},
		{Requests: []int{2, 1, 0}, Clock: explore.Integer, ClockMax: 2}, explore.TryReduction(explore.Options{Requests: []int{1, 1, 1}, Asymmetric: true, MaxOrbits: 3000}, 400), {Requests: []int{2, 2, 1}, Check: []explore.Property{explore.Safety, explore.DeadlockFreedom}},
	} {
		o.MaxStates = 6000
		for k := 1; k <= 2; k++ {
			p := peerLock(3, k)
			all = append(all, kept{fmt.Sprintf("lock k=%d %+v", k, o), model(explore.NewModel(p)), o})
			p.Safe = func(all []explore.Observation) string { return crowd(all, k-1) } // not so
			all = append(all, kept{fmt.Sprintf("unsafe lock k=%d %+v", k, o), model(explore.NewModel(p)), o})
		}
	}
	return all
}

// Levels in files change no result, wherever a search was ended; nor does it what is in
// memory. A search that is ended leaves whole levels, so each number of levels stands for
// all moments at which it may be ended.
func TestLevels(t *testing.T) {
	count := uint64(4)
	if slow.Tests() {
		count = 400
	}
	seen := map[string]int{}
	for i, x := range keptSearches(t, count) {
		if i/4%2 == 0 && i != 8 && i != 26 && !slow.Tests() { // one is with a cycle, one is reduced
			continue // those that TestTasks has, which are much the same
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			o := x.o
			o.Workers = 1 + i%2
			want := found(t, x.m, o)
			dir := t.TempDir()
			o.Levels = &explore.Levels{Dir: dir, Build: "test", Instance: x.name}
			if d := cmp.Diff(want, found(t, x.m, o)); d != "" {
				t.Fatalf("%s: in memory (-), in files (+):\n%s", x.name, d)
			}
			names := files(t, dir)
			r := rand.New(rand.NewPCG(uint64(i), 1))
			for j := range 4 {
				// Later levels go as in the order in which they were made.
				for _, name := range names[min(r.IntN(len(names)+1), len(names)):] {
					os.Remove(name)
				}
				again := o
				again.Workers = 1 + r.IntN(3)
				again = explore.Dense(again, j%2 == 0) // states are kept compactly
				if d := cmp.Diff(want, found(t, x.m, again)); d != "" {
					t.Fatalf("%s, from %d of %d levels: in one go (-), with an end (+):\n%s", x.name, len(files(t, dir)), len(names), d)
				}
			}
			seen["levels"] += len(names)
			seen[want.Verdict().String()]++
			if want.Reduced {
				seen["reduced"]++
			}
			if want.Beyond > 0 && want.Complete {
				seen["beyond"]++
			}
			if want.Symmetry > 1 {
				seen["symmetry"]++
			}
			for _, p := range want.Properties {
				if p.Trace != nil && p.Trace.Loop >= 0 {
					seen["lasso"]++
				}
			}
		})
	}
	t.Log(seen)
	for _, what := range []string{"levels", "holds", "violated", "unknown", "reduced", "symmetry", "lasso", "beyond"} {
		if seen[what] < 1 {
			t.Errorf("only %d with %s: the test does not test what it should", seen[what], what)
		}
	}
}

// A directory with something wrong is refused, by the name of the file.
func TestLevelsRefused(t *testing.T) {
	p := peerLock(3, 1)
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	o := explore.Options{Requests: []int{1, 1, 1}, Workers: 2}
	level := func(dir string, depth int) string {
		return filepath.Join(dir, "search-1", fmt.Sprintf("level-%05d", depth))
	}
	move := func(from, to int) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			data, err := os.ReadFile(level(dir, from))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(level(dir, to), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, x := range []struct {
		name   string
		change func(t *testing.T, dir string)
		use    func(o *explore.Options, m *explore.Model)
		file   int
		says   string
	}{
		{name: "another build", use: func(o *explore.Options, _ *explore.Model) { o.Levels.Build = "other" }, says: "by another build: test"},
		{name: "another instance", use: func(o *explore.Options, _ *explore.Model) { o.Levels.Instance = "other" }, says: "of another search"},
		{name: "other requests", use: func(o *explore.Options, _ *explore.Model) { o.Requests = []int{1, 1, 2} }, says: "of another search"},
		{name: "other properties", use: func(o *explore.Options, _ *explore.Model) { o.Check = []explore.Property{explore.Safety} }, says: "of another search"},
		{name: "another clock", use: func(o *explore.Options, _ *explore.Model) { o.Clock = explore.Integer }, says: "of another search"},
		{name: "no symmetry", use: func(o *explore.Options, _ *explore.Model) { o.Asymmetric = true }, says: "of another search"},
		{name: "a truncated file", file: 4, says: "torn", change: func(t *testing.T, dir string) {
			if err := os.Truncate(level(dir, 4), 200); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "an empty file", file: 3, says: "no level of a search", change: func(t *testing.T, dir string) {
			if err := os.Truncate(level(dir, 3), 0); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "a missing level", file: 2, says: "missing", change: func(t *testing.T, dir string) { os.Remove(level(dir, 2)) }},
		{name: "a level in another's place", file: 5, change: move(6, 5), says: "it belongs elsewhere: it has states of level 6"},
		{name: "a level twice", file: 6, change: move(5, 6), says: "it belongs elsewhere: it has states of level 5"},
		{name: "a level that was written again", file: 4, says: "does not follow", change: func(t *testing.T, dir string) {
			f, err := levels.Open(level(dir, 3))
			if err != nil {
				t.Fatal(err)
			}
			var header json.RawMessage
			err = f.Header(&header)
			w, err2 := levels.Create(level(dir, 3))
			for i := range f.Chunks() {
				keys, err3 := f.Chunk(i, nil)
				err = errors.Join(err, err3, w.Add(keys[:len(keys)-1])) // without a state
			}
			blocks, err3 := f.Section("blocks")
			if err := errors.Join(err, err2, err3, w.Section("blocks", blocks), w.Commit(header)); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			dir := t.TempDir()
			o, m := o, m
			o.Levels = &explore.Levels{Dir: dir, Build: "test", Instance: "lock"}
			if _, err := explore.Run(t.Context(), m, o); err != nil {
				t.Fatal(err)
			}
			if x.change != nil {
				x.change(t, dir)
			}
			if x.use != nil {
				x.use(&o, &m)
			}
			_, err := explore.Run(t.Context(), m, o)
			var wrong *levels.Error
			if !errors.As(err, &wrong) || !strings.Contains(wrong.Why, x.says) || wrong.File != level(dir, x.file) {
				t.Errorf("%v; want %s of %s", err, x.says, level(dir, x.file))
			}
		})
	}
}

// An error of the disk in the middle of a search ends it, and is told: a level that could
// not be written is not taken for one without states.
func TestLevelsErrors(t *testing.T) {
	dir, broken := t.TempDir(), false
	p := peerLock(3, 1)
	safe := p.Safe
	p.Safe = func(all []explore.Observation) string { // breaks when some process is inside for the first time
		if !broken && slices.ContainsFunc(all, func(o explore.Observation) bool { return o.Phase == explore.Inside }) {
			broken = true
			if err := os.RemoveAll(filepath.Join(dir, "search-1")); err != nil {
				t.Error(err)
			}
		}
		return safe(all)
	}
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	o := explore.Options{Requests: []int{1, 1, 1}, Workers: 1, Asymmetric: true, Full: true}
	o.Levels = &explore.Levels{Dir: dir, Build: "test", Instance: "lock"}
	if r, err := explore.Run(t.Context(), m, o); err == nil || !broken {
		t.Errorf("broken %t, error %v: %+v", broken, err, r)
	}
}

// Levels of several chunks say the same when they are read again.
func TestLevelsLarge(t *testing.T) {
	m, err := explore.NewModel(peerLock(3, 2))
	if err != nil {
		t.Fatal(err)
	}
	o := explore.Options{Requests: []int{2, 2, 1}, Workers: 2, Asymmetric: true, Full: true, MaxStates: 60_000}
	want := found(t, m, o)
	o.Levels = &explore.Levels{Dir: t.TempDir(), Build: "test"}
	for _, how := range []string{"in files", "read again"} {
		if d := cmp.Diff(want, found(t, m, o)); d != "" {
			t.Errorf("in memory (-), %s (+):\n%s", how, d)
		}
	}
	if want.States < 60_000 {
		t.Errorf("only %d states", want.States)
	}
}

// A closure of a search that goes on is that of one that does not.
func TestLevelsClosure(t *testing.T) {
	m, err := explore.NewModel(peerLock(3, 1))
	if err != nil {
		t.Fatal(err)
	}
	o := explore.Options{Requests: []int{1, 1, 1}, Asymmetric: true, Full: true, MaxStates: 900}
	closure := func(o explore.Options) (all string) {
		o.Closure = func(c *explore.Closure) {
			all = fmt.Sprintln(c.Closed, c.Depth, c.Transitions, c.States, slices.Collect(c.Lines))
		}
		found(t, m, o)
		return all
	}
	want := closure(o)
	o.Levels = &explore.Levels{Dir: t.TempDir(), Build: "test"}
	for range 2 {
		if got := closure(o); got != want || want == "" {
			t.Errorf("%d bytes, want %d", len(got), len(want))
		}
	}
}
