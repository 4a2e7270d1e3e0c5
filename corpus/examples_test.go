package corpus

import (
	"context"
	"slices"
	"testing"

	"qcheck/corpus/entry"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/protocols"
	"qcheck/protocols/check"
	"qcheck/setsys"
)

// unshown has what no structure shows: an empty request set violates self-membership,
// too.
var unshown = []string{"request-sets nonempty violated"}

// TestStructureExamples checks that every property of every kind has an example that
// holds and one that does not, that it is small, and that the checks agree.
func TestStructureExamples(t *testing.T) {
	without := map[string]bool{}
	for _, k := range setsys.Kinds() {
		for _, id := range properties.Every(k) {
			for _, want := range []verdict.Verdict{verdict.Holds, verdict.Violated} {
				name := string(k) + " " + string(id) + " " + want.String()
				e := StructureExample(k, string(id), want)
				if e == nil {
					without[name] = true
					continue
				}
				s := e.Structure
				if s.Kind != k || s.Universe.Len() > exampleNodes {
					t.Errorf("%s: a %s of %d nodes", name, s.Kind, s.Universe.Len())
				}
				r, err := properties.Check(context.Background(), s, []properties.ID{id})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				for _, p := range r.Results {
					if p.Property == id && p.Verdict != want {
						t.Errorf("%s: %s", name, p.Verdict)
					}
				}
				if (e.Witness != "") != (want == verdict.Violated) {
					t.Errorf("%s: witness %q", name, e.Witness)
				}
			}
		}
	}
	for name := range without {
		if !slices.Contains(unshown, name) {
			t.Errorf("%s: no example", name)
		}
	}
	for _, name := range unshown {
		if !without[name] {
			t.Errorf("%s: there is an example", name)
		}
	}
}

// TestRunExampleClock: what is shown is what the command shows without --clock, though
// with the integer clock there are fewer states; and the integer clock where no other
// instance is pinned.
func TestRunExampleClock(t *testing.T) {
	if e := RunExample("maekawa", "printed", "", verdict.Violated); e.Witness != "9 steps" || e.Case.Instance.Clock != explore.Causal {
		t.Errorf("%s: %s", e.Case.Name, e.Witness)
	}
	integer := 0
	for _, a := range protocols.All() {
		for _, v := range a.Variants {
			for _, want := range []verdict.Verdict{verdict.Holds, verdict.Violated} {
				e := RunExample(a.Name, v.Name, "", want)
				if e == nil || e.Case.Instance.Clock == explore.Causal {
					continue
				}
				integer++
				for _, run := range smallRuns() {
					algorithm, variant := runOf(run.Case.Instance)
					if algorithm == a.Name && variant == v.Name && run.Case.Instance.Clock == explore.Causal && run.All && run.Verdict == want {
						t.Errorf("%s %s: %s, and not %s", a.Name, v.Name, e.Case.Name, run.Case.Name)
					}
				}
			}
		}
	}
	t.Logf("%d examples with the integer clock", integer)
}

// TestRunExamples checks the examples of algorithms and variants that have few states.
func TestRunExamples(t *testing.T) {
	type key struct{ flags, property string }
	checked := map[key]bool{}
	see := func(algorithm, variant, property string, want verdict.Verdict) bool {
		e := RunExample(algorithm, variant, property, want)
		if e == nil {
			return false
		}
		if a, v := runOf(e.Case.Instance); algorithm != "" && a != algorithm || variant != "" && v != variant {
			t.Errorf("%s %s: the example is one of %s %s", algorithm, variant, a, v)
		}
		x := key{e.Case.Name, e.Property}
		if checked[x] {
			return true
		}
		checked[x] = true
		m, err := entry.Open(e.Case.Name)
		if err != nil {
			t.Fatal(err)
		}
		if e.Property != "" {
			m.Instance.Check = []explore.Property{explore.Property(e.Property)}
		}
		if len(e.Case.Question(entry.CountsQuestion).Counts) > len("999 states, 9999 transitions") {
			return true // larger ones are judged with the corpus
		}
		r, err := check.Model(context.Background(), m, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict() != want {
			t.Errorf("%s: %s %s, want %s", e.Case.Name, e.Property, r.Verdict(), want)
		}
		return true
	}
	for _, p := range explore.Properties() {
		for _, want := range []verdict.Verdict{verdict.Holds, verdict.Violated} {
			if !see("", "", string(p), want) {
				t.Errorf("%s: no example that is %s", p, want)
			}
		}
	}
	for _, a := range protocols.All() {
		if !see(a.Name, "", "", verdict.Holds) {
			t.Errorf("%s: no example that holds", a.Name)
		}
		see(a.Name, "", "", verdict.Violated)
		for _, v := range a.Variants {
			holds, violated := see(a.Name, v.Name, "", verdict.Holds), see(a.Name, v.Name, "", verdict.Violated)
			if !holds && !violated {
				t.Errorf("%s %s: no example", a.Name, v.Name)
			}
		}
	}
	t.Logf("%d examples", len(checked))
}
