package mutation

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/mutation/mutant"
)

// An outcome is the result of a search.
type outcome struct {
	Verdicts map[explore.Property]string
	// Counts has everything else that a test can pin.
	Counts string
	// Stopped and Panic say what ended the search, or a handler.
	Stopped, Panic string
}

func (i instance) run() (outcome, error) {
	var o outcome
	m, err := i.build(func(r any) { o.Panic = fmt.Sprint(r) })
	if err != nil {
		return o, err
	}
	r, err := explore.Run(context.Background(), m, i.options)
	if err != nil {
		return o, err
	}
	o.Verdicts = map[explore.Property]string{}
	lengths := map[explore.Property]int{}
	for _, p := range r.Properties {
		o.Verdicts[p.Property] = p.Verdict.String()
		if p.Verdict == verdict.Unknown && r.Complete {
			o.Verdicts[p.Property] = vacuous
		}
		if p.Trace != nil {
			lengths[p.Property] = len(p.Trace.Steps)
		}
	}
	steps := map[string]int64{}
	for _, s := range r.Steps {
		steps[s.Name] = s.Count
	}
	o.Stopped = r.Stopped
	o.Counts = fmt.Sprint(r.Complete, r.States, r.Transitions, r.Depth, lengths, steps)
	return o, nil
}

// A class says what first tells a fault from the algorithm.
type class string

const (
	byVerdict class = "verdict" // a verdict holds instead of being violated, or the other way round
	byCrash   class = "crash"   // a handler panics, or the search does not come back
	byCounts  class = "counts"  // the states, the steps, the lengths of traces, or there being no end of states
	byTests   class = "tests"   // a test of the package
	survives  class = "survives"
)

// A fate is what becomes of a mutant.
type fate struct {
	ID       int
	Class    class
	Instance string // that shows it
	Detail   string
}

// vacuous stands for a verdict where a whole search had nothing to see, because
// no process ever entered.
const vacuous = "vacuous"

// decided reports a property with another verdict, which a limit is not; one
// that is violated comes before one that there is nothing to see of.
func decided(want, got outcome) (explore.Property, bool) {
	final := []string{verdict.Violated.String(), verdict.Holds.String(), vacuous}
	properties := slices.Sorted(maps.Keys(want.Verdicts))
	for _, g := range final {
		for _, p := range properties {
			if w := want.Verdicts[p]; got.Verdicts[p] == g && w != g && slices.Contains(final, w) {
				return p, true
			}
		}
	}
	return "", false
}

// judge runs the instances with the mutant, until a property holds instead of
// being violated, or the reverse.
func (s subject) judge(id int, want []outcome) (fate, error) {
	mutant.Set(id)
	defer mutant.Set(0)
	f := fate{ID: id, Class: survives}
	for i, x := range s.instances {
		got, err := x.run()
		if err != nil {
			return f, err
		}
		p, differs := decided(want[i], got)
		found := fate{id, byVerdict, x.name, fmt.Sprintf("%s %s", p, got.Verdicts[p])}
		switch {
		case got.Panic != "":
			return fate{id, byCrash, x.name, got.Panic}, nil
		case differs && got.Verdicts[p] != vacuous:
			return found, nil
		case differs && f.Class != byVerdict:
			f = found
		case got.Counts != want[i].Counts && f.Class == survives:
			f = fate{id, byCounts, x.name, got.Counts}
		}
	}
	return f, nil
}

// baseline is what the instances come to without faults.
func (s subject) baseline() ([]outcome, error) {
	mutant.Set(0)
	var all []outcome
	for _, x := range s.instances {
		o, err := x.run()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.name, err)
		}
		if o.Stopped+o.Panic != "" {
			return nil, fmt.Errorf("%s: %s", x.name, o.Stopped+o.Panic)
		}
		all = append(all, o)
	}
	return all, nil
}

// The environment of the program that has the rewritten packages in it, which
// is this test built again.
const (
	envSubject = "QCHECK_MUTATION_SUBJECT"
	envMutants = "QCHECK_MUTATION_MUTANTS"
)

// hangs is the exit code for a search that does not come back, and patience how
// long it may take.
const (
	hangs    = 9
	patience = 100 * time.Second
)

func TestMain(m *testing.M) {
	name := os.Getenv(envSubject)
	if name == "" {
		code := m.Run()
		if few.dir != "" {
			os.RemoveAll(few.dir)
		}
		os.Exit(code)
	}
	work := child
	if os.Getenv(envProofs) != "" {
		work = confrontAll
	}
	if err := work(name, strings.Fields(os.Getenv(envMutants))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// child writes the outcomes without faults in a line, and one for each mutant.
func child(name string, ids []string) error {
	i := slices.IndexFunc(subjects, func(s subject) bool { return s.name == name })
	if i < 0 {
		return fmt.Errorf("no subject %s", name)
	}
	s := subjects[i]
	out := json.NewEncoder(os.Stdout)
	want, err := s.baseline()
	if err != nil {
		return err
	}
	if err := out.Encode(want); err != nil {
		return err
	}
	for _, text := range ids {
		id, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		watch := time.AfterFunc(patience, func() { os.Exit(hangs) })
		f, err := s.judge(id, want)
		watch.Stop()
		if err != nil {
			return err
		}
		if err := out.Encode(f); err != nil {
			return err
		}
	}
	return nil
}

// A workshop is where a rewritten package is built.
type workshop struct {
	dir     string
	schema  *Schema
	subject subject
}

func open(t *testing.T, s subject) *workshop {
	t.Helper()
	return openAll(t, t.TempDir(), s)[0]
}

// few is what the tests that seed few faults share: a program with two packages rewritten, since most of
// what they take is to build one. A number is a fault in each, and the instances of one do not run the other.
var few struct {
	sync.Once
	dir, program string
	shops        []*workshop
}

// fewOf returns the workshop of one of the two packages, and the program.
func fewOf(t *testing.T, name string) (*workshop, string) {
	t.Helper()
	few.Do(func() {
		dir, err := os.MkdirTemp("", "mutation")
		if err != nil {
			t.Fatal(err)
		}
		few.dir = dir
		few.shops = openAll(t, dir, subjectOf("ricartagrawala"), subjectOf("maekawa"))
		few.program = few.shops[0].build(t, "qcheck/protocols/mutation")
	})
	for _, w := range few.shops {
		if w.subject.name == name && few.program != "" {
			return w, few.program
		}
	}
	t.Fatalf("%s is not built", name)
	return nil, ""
}

func subjectOf(name string) subject {
	return subjects[slices.IndexFunc(subjects, func(s subject) bool { return s.name == name })]
}

// openAll returns workshops that share a directory, in which all of their packages are rewritten.
func openAll(t *testing.T, dir string, all ...subject) (shops []*workshop) {
	t.Helper()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for i, s := range all {
		schema, err := New(s.path())
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range slices.Sorted(maps.Keys(schema.Files)) {
			to := filepath.Join(dir, fmt.Sprint(i, filepath.Base(name)))
			if err := os.WriteFile(to, schema.Files[name], 0o600); err != nil {
				t.Fatal(err)
			}
			overlay.Replace[name] = to
		}
		shops = append(shops, &workshop{dir, schema, s})
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	return shops
}

// build builds the tests of a package, with the rewritten one, and returns the
// program.
func (w *workshop) build(t *testing.T, path string) string {
	t.Helper()
	program := filepath.Join(w.dir, filepath.Base(path)+".test")
	out, err := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", filepath.Join(w.dir, "overlay.json"), "-o", program, path).CombinedOutput()
	if err != nil {
		t.Fatalf("building the tests of %s: %v\n%s", path, err, out)
	}
	return program
}

// judge returns the fates of the mutants, in their order, as far as verdicts and
// counts tell, and the outcomes without faults.
func (w *workshop) judge(t *testing.T, program string, ids []int) ([]outcome, []fate) {
	t.Helper()
	var want []outcome
	var fates []fate
	for len(fates) < len(ids) {
		outcomes, got, err := w.run(t, program, ids[len(fates):])
		want = outcomes
		fates = append(fates, got...)
		if len(fates) < len(ids) {
			// It is the next one that the program ended with.
			fates = append(fates, fate{ids[len(fates)], byCrash, "", fmt.Sprint(err)})
		}
	}
	return want, fates
}

// run returns the fates up to the one that the program ends with.
func (w *workshop) run(t *testing.T, program string, ids []int) (want []outcome, fates []fate, ended error) {
	t.Helper()
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), envSubject+"="+w.subject.name, envMutants+"="+strings.Trim(fmt.Sprint(ids), "[]"), "GOMEMLIMIT=2GiB", "GOGC=400")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	lines := json.NewDecoder(bytes.NewReader(out))
	if lines.Decode(&want) != nil {
		t.Fatalf("%s: %v\n%s", program, err, stderr.Bytes())
	}
	for lines.More() {
		var f fate
		if err := lines.Decode(&f); err != nil {
			t.Fatal(err)
		}
		fates = append(fates, f)
	}
	first, _, _ := strings.Cut(stderr.String(), "\n")
	return want, fates, fmt.Errorf("%w: %s", err, first)
}

// passes reports whether the package's own tests, built as the program, pass
// with the mutant.
func (w *workshop) passes(t *testing.T, program string, id int) bool {
	t.Helper()
	// Searches without end are stopped by the limit on memory.
	cmd := exec.Command("sh", "-c", `ulimit -v 4000000; exec "$0" "$@"`, program, "-test.failfast", "-test.timeout=15m", "-test.skip="+w.slow())
	cmd.Dir = filepath.Dir(w.source())
	cmd.Env = append(os.Environ(), fmt.Sprint("QCHECK_MUTANT=", id), "GOMEMLIMIT=2GiB", "QCHECK_LONG=")
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return err == nil
}

// slow matches the tests that are not run with each fault.
func (w *workshop) slow() string { return cmp.Or(w.subject.slow, "^$") }

// source is one of the files that are rewritten.
func (w *workshop) source() string { return slices.Sorted(maps.Keys(w.schema.Files))[0] }
