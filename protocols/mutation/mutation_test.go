package mutation

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/setsys/slow"
)

// TestSurvivorsAreThere finds each place that is listed as one where a fault is
// not seen, by content, in the source as it is.
func TestSurvivorsAreThere(t *testing.T) {
	for _, s := range subjects {
		schema, err := New(s.path())
		if err != nil {
			t.Fatal(err)
		}
		listed := survivors(t, s.name)
		for _, m := range schema.Mutants {
			delete(listed, m.Place)
		}
		for p := range listed {
			t.Errorf("%s has no such place; QCHECK_LONG=1 go test ./protocols/mutation -run TestFaults/%s says what is to be listed:\n%s", s.name, s.name, p)
		}
	}
}

// TestSample seeds a dozen faults in a package. The rest of TestFaults takes
// long.
func TestSample(t *testing.T) {
	sample := []struct {
		reason, function, change string
		nth                      int
		want                     class
		shows                    string
	}{
		{"nobody ever asks", "actions", "case explore.Thinking => never", 1, byVerdict, "deadlock-freedom vacuous"},
		{"nobody ever leaves", "actions", "case explore.Inside => never", 1, byVerdict, "deadlock-freedom violated"},
		{"requests have no time, and are answered at once", "ask", "request.Stamp = explore.Fresh => nothing", 1, byVerdict, "safety violated"},
		{"the process of the highest number is not asked", "ask", "send => without the last", 1, byVerdict, "deadlock-freedom violated"},
		{"a request that is over keeps its time stamp: more states", "leave", "s.Stamp = 0 => nothing", 1, byCounts, ""},
		{"a REPLY is sent again", "leave", "s.Deferred = 0 => nothing", 1, byVerdict, "well-defined violated"},
		{"the later request is first", "request", "s.Stamp < m.Stamp => s.Stamp >= m.Stamp", 1, byVerdict, "safety violated"},
		{"time stamps are never equal", "request", "s.Stamp < m.Stamp => s.Stamp <= m.Stamp", 1, survives, ""},
		{"the lowest number seen, in one variant", "request", "max(s.Highest, m.Number) => min(s.Highest, m.Number)", 1, byVerdict, "safety violated"},
		{"an answer is not sent", "request", "out{To: from, Msg: Message{Kind: REPLY}} => not sent", 1, byVerdict, "deadlock-freedom violated"},
		{"no REPLY is counted", "reply", "s.Missing-- => nothing", 1, byVerdict, "deadlock-freedom violated"},
		{"the first REPLY will do", "reply", "s.Missing == 0 => true", 2, byVerdict, "safety violated"},
	}
	w, program := fewOf(t, "ricartagrawala")
	var ids []int
	for _, x := range sample {
		n := len(ids)
		for _, m := range w.schema.Mutants {
			if m.Func == x.function && m.Change == x.change && m.Nth == x.nth {
				ids = append(ids, m.ID)
			}
		}
		if len(ids) != n+1 {
			t.Fatalf("%s: %s is in %d places", x.function, x.change, len(ids)-n)
		}
	}
	want, fates := w.judge(t, program, ids)
	checkBaseline(t, w.subject, want)
	for i, f := range fates {
		x := sample[i]
		if f.Class != x.want || x.shows != "" && f.Detail != x.shows {
			t.Errorf("%s: %s: %s, %s; want %s, %s", x.reason, x.change, f.Class, f.Detail, x.want, x.shows)
		}
	}
}

// TestFaults seeds every fault in every package.
func TestFaults(t *testing.T) {
	slow.Only(t, "an hour")
	for _, s := range subjects {
		t.Run(s.name, func(t *testing.T) {
			w := open(t, s)
			var ids []int
			for _, m := range w.schema.Mutants {
				ids = append(ids, m.ID)
			}
			tests := w.build(t, s.path())
			if !w.passes(t, tests, 0) {
				t.Fatal("the package's tests fail without a fault")
			}
			want, fates := w.judge(t, w.build(t, "qcheck/protocols/mutation"), ids)
			checkBaseline(t, s, want)
			listed := survivors(t, s.name)
			count := map[class]int{}
			for i, f := range fates {
				m := w.schema.Mutants[i]
				if f.Class == survives && !w.passes(t, tests, m.ID) {
					f.Class = byTests
				}
				count[f.Class]++
				if f.Class == byVerdict && strings.HasSuffix(f.Detail, vacuous) {
					count[vacuous]++
				}
				_, expected := listed[m.Place]
				switch {
				case expected && f.Class != survives:
					t.Errorf("%s:%d: listed as unseen, but it is seen by %s\n%s\n%s %s", m.File, m.Line, f.Class, m.Place, f.Instance, f.Detail)
				case !expected && f.Class == survives:
					t.Errorf("%s:%d: seen by nothing, and not listed:\n%s", m.File, m.Line, m.Place)
				case f.Class != byVerdict || strings.HasSuffix(f.Detail, vacuous):
					t.Logf("%s:%d: %s\n%s\n%s %s", m.File, m.Line, f.Class, m.Place, f.Instance, f.Detail)
				}
			}
			row := fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %d | %d |", s.name, len(fates), count[byVerdict], count[vacuous], count[byCrash], count[byCounts], count[byTests], count[survives])
			doc, err := os.ReadFile("../../docs/mutation.md")
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(doc), row) {
				t.Errorf("docs/mutation.md lacks\n%s", row)
			}
		})
	}
}

// checkBaseline compares the outcomes of a rewritten package without faults
// with those of the package.
func checkBaseline(t *testing.T, s subject, got []outcome) {
	t.Helper()
	want, err := s.baseline()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("the package (-), and rewritten, without faults (+):\n%s", diff)
	}
}
