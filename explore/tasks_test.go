package explore_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
	"qcheck/explore/levels"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
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
	tasks, err := explore.NextTasks(c.t.Context(), c.m, c.o, 0)
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
	if err := explore.RunTask(c.t.Context(), c.m, o, tasks.Level, shard); err != nil {
		c.t.Fatal(err)
	}
}

// all runs all tasks, in any order, some of them twice, and returns the result, and how
// many tasks there were.
func (c crew) all() (*explore.Result, int) {
	c.t.Helper()
	count := 0
	for tasks := c.next(); tasks.Shards != nil; tasks = c.next() {
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
	if r := found(c.t, c.m, c.o); c.next().Shards == nil {
		return r, count
	}
	r, more := c.all() // the search begins anew because of what it met when it showed a run
	return r, count + more
}

// tasked are searches that tasks must not change. Some begin anew, for lack of symmetry or
// of bits.
func tasked(t *testing.T, count uint64) []kept {
	t.Helper()
	all := keptSearches(t, count)
	for n := 2; n <= 5; n++ {
		p := peerLock(n, 1+n/4)
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		o := explore.Options{Requests: slices.Repeat([]int{1}, n), MaxStates: 1000}
		unsafe := p
		unsafe.Safe = func(all []explore.Observation) string { return crowd(all, n/4) } // not so
		u, err := explore.NewModel(unsafe)
		if err != nil {
			t.Fatal(err)
		}
		decided := o
		decided.Check = []explore.Property{explore.Safety}
		all = append(all, kept{fmt.Sprint("unsafe lock of ", n), u, decided})
		all = append(all, kept{fmt.Sprint("lock of ", n), m, o})
		o.Asymmetric = true
		all = append(all, kept{fmt.Sprint("asymmetric lock of ", n), m, o})
	}
	for i := range all {
		if all[i].o.MaxOrbits > 0 { // a reduction is tried
			continue
		}
		if all[i].o.Full = i%3 > 0; !all[i].o.Full {
			all[i].o = explore.TryReduction(all[i].o, 30)
		}
		if !slow.Tests() {
			all[i].o.MaxStates = min(all[i].o.MaxStates, 500)
		}
	}
	return all
}

// Tasks find what a search in memory finds, whatever the number of shards is, in whatever
// order they are run.
func TestTasks(t *testing.T) {
	count, few := uint64(4), []int{1, 2, 3, 8}
	if slow.Tests() {
		count = 400
	}
	seen := map[string]int{}
	for i, x := range tasked(t, count) {
		if i/4%2 == 1 && !slow.Tests() {
			continue // those that TestLevels has, which are much the same
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			o := x.o
			want := found(t, x.m, o)
			for _, shards := range few {
				if !slow.Tests() && shards != few[i%4] {
					continue
				}
				bits := uint(0)
				if i%3 == 0 && o.MaxOrbits == 0 {
					bits = uint(3 + i%4)
				}
				c := crew{t, x.m, o, rand.New(rand.NewPCG(uint64(i), uint64(shards)))}
				l := explore.Levels{Dir: t.TempDir(), Build: "test", Instance: x.name, Shards: shards}
				c.o = explore.FewBits(o, bits)
				c.o.Levels = &l
				got, tasks := c.all()
				if got.Reduced {
					seen["reduced"]++
				}
				if got.Stopped == "" && !got.Complete {
					left, _ := filepath.Glob(filepath.Join(l.Dir, "search-*", "candidates-*", "*"))
					left = slices.DeleteFunc(left, func(file string) bool { // of searches that began anew
						_, err := os.Stat(filepath.Join(filepath.Dir(filepath.Dir(file)), "ending"))
						return err == nil
					})
					if len(left) > 0 {
						t.Errorf("%s: all was decided, and %v was found", x.name, left)
					}
					seen["decided before the end"]++
				}
				if strings.Contains(got.Unreduced, "between the tasks") {
					seen["in vain"]++
				}
				// What was learned before a try in vain is not known to the next one, which may come to something else.
				if got.Reduced != want.Reduced || got.Reduced && got.Saved != want.Saved {
					// One of the two may have come to a limit.
					if got.Verdict() != want.Verdict() && got.Stopped == "" && want.Stopped == "" ||
						slices.ContainsFunc(got.Properties, func(p explore.PropertyResult) bool {
							i := slices.IndexFunc(want.Properties, func(q explore.PropertyResult) bool { return q.Property == p.Property })
							q := want.Properties[i].Verdict
							return p.Verdict != q && p.Verdict != verdict.Unknown && q != verdict.Unknown
						}) {
						t.Fatalf("%s, %d shards: in memory %+v, by tasks %+v", x.name, shards, want, got)
					}
					seen["reduced in another way"]++
					continue
				}
				got.Unreduced = want.Unreduced
				if d := cmp.Diff(want, got); d != "" {
					t.Fatalf("%s, %d shards, %d tasks: in memory (-), by tasks (+):\n%s", x.name, shards, tasks, d)
				}
				seen["tasks"] += tasks
				endings, _ := filepath.Glob(filepath.Join(l.Dir, "search-*", "ending"))
				seen[fmt.Sprintf("begun anew, few bits %t", bits > 0)] += len(endings)
				seen[fmt.Sprint(shards, " shards")]++
			}
			seen[want.Verdict().String()]++
			if slices.ContainsFunc(want.Properties, func(p explore.PropertyResult) bool { return p.Trace != nil && p.Trace.Loop >= 0 }) {
				seen["lasso"]++
			}
			if want.Symmetry > 1 {
				seen["symmetry"]++
			}
			if want.Complete {
				seen["complete"]++
			}
			if slices.ContainsFunc(want.Properties, func(p explore.PropertyResult) bool { return p.Trace != nil && len(p.Trace.Steps) > 5 }) {
				seen["long run"]++
			}
		})
	}
	t.Log(seen)
	for _, what := range []string{"tasks", "lasso", "reduced", "decided before the end", "in vain", "holds", "violated", "unknown", "symmetry", "complete", "long run",
		"begun anew, few bits true", "begun anew, few bits false", "1 shards", "2 shards", "3 shards", "8 shards"} {
		if seen[what] < 1 {
			t.Errorf("only %d with %s: the test does not test what it should", seen[what], what)
		}
	}
}

// taskedLock is a search of some hundred states with new blocks in all levels, in a
// directory of its own.
func taskedLock(t *testing.T, shards int, bits uint, seed uint64) crew {
	t.Helper()
	m, err := explore.NewModel(peerLock(3, 1))
	if err != nil {
		t.Fatal(err)
	}
	c := crew{t, m, explore.Options{Requests: []int{1, 1, 0}, Full: true, Asymmetric: true}, rand.New(rand.NewPCG(seed, 3))}
	c.o = explore.FewBits(c.o, bits)
	c.o.Levels = &explore.Levels{Dir: t.TempDir(), Build: "test", Instance: "lock", Shards: shards}
	return c
}

// snapshot returns the files of a search, by their names.
func (c crew) snapshot() map[string]string {
	c.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(c.o.Levels.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(c.o.Levels.Dir, path)
		all[name] = string(data)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return all
}

// Two crews write the same files, byte for byte, whatever the order of the tasks is and how
// many workers they have; also what is made again after it was lost.
func TestTasksWriteTheSame(t *testing.T) {
	for _, bits := range []uint{0, 5} {
		first, second := taskedLock(t, 3, bits, 1), taskedLock(t, 3, bits, 2)
		steps, lost := 0, 0
		for tasks := first.next(); tasks.Shards != nil; tasks = first.next() {
			if again := second.next(); !cmp.Equal(tasks, again) {
				t.Fatalf("%+v and %+v", tasks, again)
			}
			for _, i := range first.r.Perm(len(tasks.Shards)) {
				first.task(tasks, tasks.Shards[i])
			}
			for _, i := range second.r.Perm(len(tasks.Shards)) {
				second.task(tasks, tasks.Shards[i])
			}
			steps++
			loses := steps%5 == 0
			if steps%3 > 0 && !loses && !slow.Tests() {
				continue // what there is then stays, mostly
			}
			want := first.snapshot()
			if d := cmp.Diff(want, second.snapshot()); d != "" {
				t.Fatalf("after %+v:\n%s", tasks, d)
			}
			if !loses {
				continue
			}
			// One file is lost, the more of late ones; the tasks that are asked for make it again.
			names := slices.Sorted(maps.Keys(want))
			name := names[len(names)-1-second.r.IntN(min(len(names), 12))]
			if err := os.Remove(filepath.Join(second.o.Levels.Dir, name)); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(name, fmt.Sprintf("candidates-%05d", tasks.Level-1)) {
				continue // nobody needs it any more
			}
			lost++
			for range 4 {
				again := second.next()
				if _, err := os.Stat(filepath.Join(second.o.Levels.Dir, name)); err == nil {
					break
				}
				for _, shard := range again.Shards {
					second.task(again, shard)
				}
			}
			got := second.snapshot()
			for name := range want {
				// What a level was made from is gone when the level is there.
				if got[name] != want[name] && (got[name] != "" || !strings.Contains(name, "candidates-")) {
					t.Fatalf("%s is another after %+v", name, tasks)
				}
			}
		}
		if steps < 16 || lost < 3 {
			t.Errorf("%d steps, %d files lost", steps, lost)
		}
	}
}

// The states of a level, and the numbers of what they are made of, do not depend on the
// number of shards.
func TestTasksNumberByContent(t *testing.T) {
	for bits, numbers := range map[uint][]int{0: {1, 5}, 5: {1, 3}} {
		var before map[string]any
		for _, shards := range numbers {
			c := taskedLock(t, shards, bits, uint64(shards))
			c.all()
			now := map[string]any{}
			names, err := filepath.Glob(filepath.Join(c.o.Levels.Dir, "search-*", "[ln]*-0*"))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				f, err := levels.Open(name)
				if err != nil {
					t.Fatal(err)
				}
				keys, err := allOf(f)
				blocks, err2 := f.Section("blocks")
				pairs, err3 := f.Section("pairs")
				if err := errors.Join(err, err2, err3); err != nil {
					t.Fatal(err)
				}
				level, _, _ := strings.Cut(strings.TrimPrefix(name, c.o.Levels.Dir), ".")
				if strings.Contains(level, "numbers") {
					now[level] = string(blocks) + "," + string(pairs)
					continue
				}
				known, _ := now[level].([]uint64)
				all := slices.Sorted(slices.Values(slices.Concat(known, keys)))
				if len(slices.Compact(slices.Clone(all))) < len(all) {
					t.Fatalf("two shards of %s have the same state", level)
				}
				now[level] = all
			}
			if before != nil {
				if d := cmp.Diff(before, now); d != "" {
					t.Fatalf("%d shards:\n%s", shards, d)
				}
			}
			if before = now; len(now) < 24 {
				t.Errorf("only %d levels", len(now))
			}
		}
	}
}

// writeAgain writes a file of a search again: without its last state if so, and with what
// change makes of its header.
func writeAgain(t *testing.T, path string, without bool, change func(header string) string) {
	t.Helper()
	f, err := levels.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var header json.RawMessage
	err = f.Header(&header)
	if change != nil {
		changed := change(string(header))
		if changed == string(header) {
			t.Fatalf("%s: nothing was changed", header)
		}
		header = json.RawMessage(changed)
	}
	w, err2 := levels.Create(path)
	err = errors.Join(err, err2)
	keys, err2 := allOf(f)
	if without && len(keys) > 0 {
		keys, without = keys[:len(keys)-1], false
	}
	err = errors.Join(err, err2, w.Add(keys))
	for _, name := range []string{"part-1", "part-2", "part-3", "part-4", "blocks", "pairs"} {
		data, err2 := f.Section(name)
		if keys, ok := levels.Keys(data, nil); without && ok && strings.HasPrefix(name, "part") && len(keys) > 1 {
			data, without = levels.Append(nil, keys[:len(keys)-1]), false
		}
		if err = errors.Join(err, err2); data != nil {
			err = errors.Join(err, w.Section(name, data))
		}
	}
	if err := errors.Join(err, w.Commit(header)); err != nil {
		t.Fatal(err)
	}
}

// A search begins anew when a task that settles says so. What it wrote has no states then,
// and must not be taken for a level.
func TestTasksBeginAnew(t *testing.T) {
	m, err := explore.NewModel(peerLock(3, 1))
	if err != nil {
		t.Fatal(err)
	}
	c := crew{t, m, explore.Options{Requests: []int{1, 1, 0}, Full: true}, rand.New(rand.NewPCG(1, 1))}
	want := found(t, c.m, c.o)
	c.o.Levels = &explore.Levels{Dir: t.TempDir(), Build: "test", Instance: "lock", Shards: 2}
	tasks := c.next()
	for ; tasks.Level < 4; tasks = c.next() {
		for _, shard := range tasks.Shards {
			c.task(tasks, shard)
		}
	}
	for _, shard := range tasks.Shards {
		c.task(tasks, shard)
	}
	const asymmetric = `"states":0,"ending":3`
	writeAgain(t, filepath.Join(c.o.Levels.Dir, "search-1", "level-00004.2-of-2"), true, func(header string) string {
		return regexp.MustCompile(`"states":\d+,"ending":0`).ReplaceAllString(header, asymmetric)
	})
	got, _ := c.all()
	got.Symmetry, want.Symmetry = 0, 0
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("in memory (-), by tasks (+):\n%s", d)
	}
	if _, err := os.Stat(filepath.Join(c.o.Levels.Dir, "search-1", "ending")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(c.o.Levels.Dir, "search-2", "numbers-00004")); err != nil {
		t.Error(err)
	}
}

// allOf returns the keys of a file.
func allOf(f *levels.File) ([]uint64, error) {
	var all []uint64
	for i := range f.Chunks() {
		keys, err := f.Chunk(i, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, keys...)
	}
	return all, nil
}

// What is wrong with a directory is refused by the name of the file.
func TestTasksRefused(t *testing.T) {
	c := taskedLock(t, 2, 0, 1)
	tasks := c.next()
	for ; tasks.Level < 4; tasks = c.next() {
		for _, shard := range tasks.Shards {
			c.task(tasks, shard)
		}
	}
	dir := c.o.Levels.Dir
	whole := c.snapshot()
	other := taskedLock(t, 2, 0, 1)
	other.o.Requests = []int{1, 2, 0}
	other.next()
	file := func(name string) string { return filepath.Join(dir, "search-1", name) }
	write := func(name, data string) func() {
		return func() {
			if err := os.WriteFile(file(name), []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	there := func(name string) string { return whole["search-1/"+name] }
	settle := func(o explore.Options) error { return explore.RunTask(t.Context(), c.m, o, 4, 1) }
	expand := func(o explore.Options) error { return explore.RunTask(t.Context(), c.m, o, 3, 1) }
	next := func(o explore.Options) error {
		_, err := explore.NextTasks(t.Context(), c.m, o, 0)
		return err
	}
	expand3 := func(o explore.Options) error {
		os.Remove(file("candidates-00003/1-of-2"))
		return expand(o)
	}
	recounted := func(header string) string {
		return strings.Replace(header, `"counts":{"transitions":`, `"counts":{"transitions":1`, 1)
	}
	torn := func(name string) func() { return write(name, there(name)[:len(there(name))-30]) }
	changed := func(name string) func() { // in a place where it is only found when it is read
		data := []byte(there(name))
		data[20] ^= 4
		return write(name, string(data))
	}
	again := func(name string) func() { return func() { writeAgain(t, file(name), true, nil) } }
	for _, x := range []struct {
		name   string
		change func()
		does   func(o explore.Options) error
		file   string
		says   string
	}{
		{"torn numbers", torn("numbers-00002"), settle, "numbers-00002", "torn"},
		{"torn numbers, the step between", torn("numbers-00002"), next, "numbers-00002", "torn"},
		{"a torn level", torn("level-00002.1-of-2"), settle, "level-00002.1-of-2", "torn"},
		{"a torn level, the step between", torn("level-00002.2-of-2"), next, "level-00002.2-of-2", "torn"},
		{"a changed level", changed("level-00003.1-of-2"), settle, "level-00003.1-of-2", "torn"},
		{"torn candidates", torn("candidates-00003/2-of-2"), settle, "candidates-00003/2-of-2", "torn"},
		{"torn candidates, the step between", torn("candidates-00003/2-of-2"), next, "candidates-00003/2-of-2", "torn"},
		{"torn candidates, the task that made them", torn("candidates-00003/1-of-2"), expand, "candidates-00003/1-of-2", "torn"},
		{"missing candidates", func() { os.Remove(file("candidates-00003/2-of-2")) }, settle, "candidates-00003/2-of-2", "missing"},
		{"missing numbers", func() { os.Remove(file("numbers-00004")) }, settle, "numbers-00004", "missing"},
		{"a missing level", func() { os.Remove(file("level-00002.1-of-2")) }, settle, "level-00002.1-of-2", "missing"},
		{"another shard", write("level-00002.1-of-2", there("level-00002.2-of-2")), settle, "level-00002.1-of-2", "belongs elsewhere"},
		{"another level", write("numbers-00003", there("numbers-00002")), settle, "numbers-00003", "belongs elsewhere"},
		{"another kind", write("numbers-00003", there("level-00003.1-of-2")), settle, "numbers-00003", "belongs elsewhere"},
		{"another search", write("numbers-00000", other.snapshot()["search-1/numbers-00000"]), settle, "numbers-00000", "of another search"},
		{"a level written again, the step between", again("level-00002.1-of-2"), next, "level-00002.1-of-2", "from which later levels were made"},
		{"candidates written again", again("candidates-00003/2-of-2"), settle, "candidates-00003/2-of-2", "from which the numbers were made"},
		{"a level written again, of which the candidates are", func() {
			os.Remove(file("numbers-00004"))
			again("level-00003.2-of-2")()
		}, next, "candidates-00003/2-of-2", "does not come from"},
		{"numbers written again", func() { writeAgain(t, file("numbers-00002"), false, recounted) }, settle, "numbers-00003", "does not follow"},
		{"numbers written again, the last", func() {
			os.Remove(file("numbers-00004"))
			writeAgain(t, file("numbers-00003"), false, recounted)
		}, expand3, "level-00003.1-of-2", "does not follow"},
		{"no file of levels", write("level-00003.2-of-2", "note"), next, "level-00003.2-of-2", "no level of a search"},
	} {
		t.Run(x.name, func(t *testing.T) {
			x.change()
			o := c.o
			err := x.does(o)
			var wrong *levels.Error
			if !errors.As(err, &wrong) || !strings.Contains(wrong.Why, x.says) || wrong.File != file(x.file) {
				t.Errorf("%v; want %s of %s", err, x.says, file(x.file))
			}
			for name, data := range whole {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	// Another build, and another number of shards.
	o := c.o
	l := *o.Levels
	o.Levels = &l
	l.Build = "other"
	if err := settle(o); err == nil || !strings.Contains(err.Error(), "by another build: test") {
		t.Errorf("another build: %v", err)
	}
	l.Build, l.Shards = "test", 3
	if err := settle(o); err == nil || !strings.Contains(err.Error(), "numbers-00000: it is of another search: 2 shards") {
		t.Errorf("other shards: %v", err)
	}
	// What is no task, and what tasks do not do.
	for says, err := range map[string]error{
		"no task for level 0 of shard 3 of 2":  explore.RunTask(t.Context(), c.m, c.o, 0, 3),
		"no task for level -1 of shard 1 of 2": explore.RunTask(t.Context(), c.m, c.o, -1, 1),
		"numbers-00005: it is missing":         explore.RunTask(t.Context(), c.m, c.o, 9, 1),
	} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v; want %s", err, says)
		}
	}
	// A task that is ended leaves no file, and what is not finished is no verdict.
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("interrupted"))
	var unfinished *explore.Unfinished
	if err := explore.RunTask(ctx, c.m, c.o, 4, 1); !errors.As(err, &unfinished) || unfinished.Why != "interrupted" {
		t.Errorf("interrupted: %v", err)
	}
	if d := cmp.Diff(whole, c.snapshot()); d != "" {
		t.Errorf("the directory is another:\n%s", d)
	}
	r := found(t, c.m, c.o)
	if r.Complete || r.Stopped != "tasks still have to make level 4" || r.Within != 2 || r.Depth != 3 || r.Verdict() != verdict.Unknown {
		t.Errorf("%+v", r)
	}
}
