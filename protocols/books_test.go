package protocols

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/roles"
	"qcheck/explore/simulate"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// keepers are the algorithms that say where permissions are, with instances of theirs.
var keepers = map[string][]string{
	"kakugawa":          {"--n 3 --k 1", "--n 4 --k 2"},
	"maekawa":           {"--n 3", "--construct majority --n 3", "--construct majority --n 4"},
	"manabe-tajima":     {"--n 3 --k 1", "--n 3 --k 2"},
	"agrawal-el-abbadi": {"--n 3"},
	"baldoni":           {"--n 3", "--n 3 --m 2"},
}

// booksOf opens an instance that is required to keep its books.
func booksOf(t *testing.T, algorithm, variant, flags string) *instance.Model {
	t.Helper()
	return modelOf(t, fmt.Sprintf("--algorithm %s --variant %s --check books %s", algorithm, variant, flags))
}

// breakers returns the variants that break their books, with the step that does first.
func breakers() map[string]string {
	want := map[string]string{"kakugawa keep-k": "REQUEST: preempts", "agrawal-el-abbadi yield-unheld": "INQUIRE: yields"}
	for _, x := range []struct{ algorithm, step, variants string }{
		{"kakugawa", "QUERY: gives back", "printed ask-again blocking enter-in-order exit-in-background ok-joins one-query release-any retry-anywhere " +
			"retry-clear-of-waiting retry-fewest retry-within-quorum stamp-each w-all w-with-returned without-query-ignored"},
		{"manabe-tajima", "cancel: given back", "printed cancel-by-text credited-again grant-returns higher-only missing-ignored process-first scan-on"},
		{"baldoni", "INQUIRE: yields", "printed acts-while-waiting head-of-line lamport-clocks release-loop release-unchecked roles-apart stamp-each " +
			"stray-ignored without-waiting"},
	} {
		for name := range strings.FieldsSeq(x.variants) {
			want[x.algorithm+" "+name] = x.step
		}
	}
	return want
}

// No variant violates safety that keeps its books, and where both are broken the books are not
// broken later. Which variants break them, and by which step, is as the texts of the repairs say.
func TestBooks(t *testing.T) {
	want := breakers()
	found := map[string]string{}
	unsafe := 0
	for algorithm, all := range keepers {
		a, _ := All().Lookup(algorithm)
		for i, v := range a.Variants {
			for j, flags := range all {
				m := booksOf(t, algorithm, v.Name, flags)
				for _, requests := range []int{1, 2} {
					known := found[algorithm+" "+v.Name] != "" || want[algorithm+" "+v.Name] == "" && v.Name != a.Default
					if known && (i+j+requests)%2 > 0 && !slow.Tests() {
						continue // it breaks them in another, or in none
					}
					asked := instance.Each(m.Processes(), requests)
					asked[1] = 0 // two or three processes ask
					states := int64(1500)
					if want[algorithm+" "+v.Name] != "" {
						states = 4000
					}
					if slow.Tests() {
						states = 10_000
					}
					r, err := explore.Run(t.Context(), m.Model, explore.Options{
						Requests: asked, Check: []explore.Property{explore.Safety, roles.TheBooks}, MaxStates: states,
					})
					if err != nil {
						t.Fatal(err)
					}
					broken := map[explore.Property]explore.PropertyResult{}
					for _, p := range r.Properties {
						if p.Verdict == verdict.Violated {
							broken[p.Property] = p
						}
					}
					safety, notSafe := broken[explore.Safety]
					books, notKept := broken[roles.TheBooks]
					if notSafe {
						unsafe++
					}
					switch {
					case notSafe && !notKept:
						t.Errorf("%s (%s) %s: safety is violated, and its books are kept", algorithm, v.Name, flags)
					case notSafe && len(books.Trace.Steps) > len(safety.Trace.Steps):
						t.Errorf("%s (%s) %s: safety is violated after %d steps, and its books after %d", algorithm, v.Name, flags, len(safety.Trace.Steps), len(books.Trace.Steps))
					}
					if key := algorithm + " " + v.Name; notKept && found[key] == "" {
						found[key] = books.Trace.Steps[len(books.Trace.Steps)-1].Name
					}
				}
			}
		}
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("broken books (-want +got):\n%s", diff)
	}
	if unsafe == 0 {
		t.Error("no search violates safety")
	}
}

// carried says which messages carry a permission, by their names: +1 to their receiver, and -1 back
// from their sender.
var carried = map[string]int{
	"OK": +1, "GRANT": +1, "REPLY": +1,
	"RELEASE": -1, "ANSWER_RELEASE": -1, "RELINQUISH": -1, "YIELD": -1, "release": -1, "cancelled": -1,
}

// The books as what people are told of a state has them: what each process has and gave, and the messages.
// Both say the same of each state of random runs, of up to 16 processes, also of those that break
// them; the repaired ones do not.
func TestBooksOfRandomRuns(t *testing.T) {
	instances := maps.Clone(keepers)
	instances["kakugawa"] = append(instances["kakugawa"], "--n 7 --k 2", "--n 16 --k 3 --construct k-singleton", "--n 9 --k 1 --construct grid")
	instances["maekawa"] = append(instances["maekawa"], "--n 7", "--n 16 --construct grid")
	instances["manabe-tajima"] = append(instances["manabe-tajima"], "--n 6 --k 3", "--n 12 --k 2")
	states, steps, broken := 0, 80, map[string]bool{}
	if slow.Tests() {
		steps = 400
	}
	for algorithm, all := range instances {
		a, _ := All().Lookup(algorithm)
		for nth, v := range a.Variants {
			for i, flags := range all {
				if v.Name != a.Default && v.Name != "printed" && (i+nth)%len(keepers[algorithm]) != 0 && !slow.Tests() {
					continue
				}
				m := booksOf(t, algorithm, v.Name, flags)
				o := simulate.Options{P: 0.7, Units: 8, Delay: i % 2, Seed: uint64(i), Record: true}
				if m.Processes() > 5 && v.Name != a.Default {
					continue
				}
				sim, err := m.Simulate(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				sim.Trace = sim.Trace[:min(len(sim.Trace), steps)]
				in := m.Instance
				in.Requests = instance.Each(m.Processes(), explore.Unbounded)
				run, err := m.Replay(in.ReplayOptions(), sim.Trace)
				if err != nil {
					t.Fatalf("%s (%s) %s: %v", algorithm, v.Name, flags, err)
				}
				for at, c := range run.Configs {
					states++
					wrong := c.Required[roles.TheBooks].Wrong
					if (wrong == "") != inOrder(c, m.Setup) {
						t.Fatalf("%s (%s) %s: after %d steps the books say %q", algorithm, v.Name, flags, at, wrong)
					}
					if wrong != "" {
						broken[algorithm+" "+v.Name] = true
					}
				}
			}
		}
	}
	for _, name := range []string{"kakugawa repaired", "maekawa repaired", "manabe-tajima repaired", "agrawal-el-abbadi printed", "baldoni repaired"} {
		if broken[name] {
			t.Errorf("%s does not keep its books", name)
		}
	}
	if !broken["kakugawa printed"] || states < 4000 {
		t.Errorf("%d states were compared, and the books broken in %v", states, slices.Sorted(maps.Keys(broken)))
	}
}

func inOrder(c obvious.Config, s *instance.Setup) bool {
	n := len(c.Locals)
	for p, o := range c.Observations {
		units := 0
		for _, r := range c.Standings[p][0].Gave.Members() {
			units += c.Standings[r][0].Count() * boolean(c.Standings[r][0].Has.Has(p))
		}
		has := c.Standings[p][0].Has
		quorum := slices.ContainsFunc(slices.Concat(s.Families()...), has.Contains)
		if units > c.Standings[p][0].Most || o.Phase == explore.Inside && !quorum {
			return false
		}
	}
	count := func(from, to, kind int) (messages int) {
		for _, m := range c.Channels[from*n+to] {
			name, _, _ := strings.Cut(fmt.Sprint(m), "(")
			if k := fmt.Sprintf("%v", m); strings.HasPrefix(k, "{") {
				name = strings.Fields(strings.Trim(k, "{}"))[0]
			}
			if carried[name] == kind {
				messages++
			}
		}
		return messages
	}
	for m := range n {
		for r := range n {
			there := count(m, r, +1) + count(r, m, -1)
			if c.Standings[r][0].Has.Has(m) {
				there++
			}
			gave := 0
			if c.Standings[m][0].Gave.Has(r) {
				gave = 1
			}
			if gave != there {
				return false
			}
		}
	}
	return true
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
