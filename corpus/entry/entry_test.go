package entry

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// good is an entry that is not refused; the tests below spoil it.
func good() *Entry {
	return &Entry{
		Name: "test/good", Source: Source{Paper: "A paper", Section: "section 1", Says: "two quorums"}, Claim: "it is a coterie", Reason: "a test",
		Cases: []Case{{
			Build: listed(`{"kind": "coterie", "universe": 3, "quorums": [[1], [2,3]]}`),
			Ask: []Question{
				{Name: "intersection", Claimed: verdict.Holds, Pinned: verdict.Violated, Witness: "{1} {2,3}"},
				{Name: string(properties.Minimality), Claimed: verdict.Holds, Pinned: verdict.Holds},
				{Name: "two-quorums", Claimed: verdict.Holds, Pinned: verdict.Holds, Decide: On(func(s *setsys.Structure) string {
					if s.Quorums.Len() != 2 {
						return "not two"
					}
					return ""
				}).on(nil)},
			},
		}},
	}
}

func TestRunRefusesIncompleteEntries(t *testing.T) {
	for _, test := range []struct {
		reason string
		spoil  func(e *Entry)
		want   string
	}{
		{"no name to select it by", func(e *Entry) { e.Name = "" }, "refused: the entry has no name"},
		{"nobody to blame", func(e *Entry) { e.Source.Paper = "" }, "refused: the entry has no paper"},
		{"nowhere to look", func(e *Entry) { e.Source.Section = "" }, "refused: the entry has no section"},
		{"nothing to compare with", func(e *Entry) { e.Source.Says = "" }, "refused: the entry has no sentence of its source"},
		{"nothing to judge", func(e *Entry) { e.Claim = "" }, "refused: the entry has no claim"},
		{"nobody knows why", func(e *Entry) { e.Reason = "" }, "refused: the entry has no reason"},
		{"no case", func(e *Entry) { e.Cases = nil }, "refused: the entry has no case"},
		{"no question", func(e *Entry) { e.Cases[0].Ask = nil }, `refused: case "": nothing is asked`},
		{"question without a name", func(e *Entry) { e.Cases[0].Ask[1].Name = "" }, `refused: case "": question "" has no name of its own`},
		{"a question twice", func(e *Entry) { e.Cases[0].Ask[1].Name = "intersection" },
			`refused: case "": question "intersection" has no name of its own`},
		{"two cases without a name", func(e *Entry) { e.Cases = append(e.Cases, e.Cases[0]) }, `refused: case "" has no name of its own`},
		{"a property of nothing", func(e *Entry) { e.Cases[0].Build = nil },
			`refused: case "": property intersection is asked without a structure`},
		{"a violation without a witness", func(e *Entry) { e.Cases[0].Ask[0].Witness = "" },
			`refused: case "": intersection: a witness is pinned if and only if a violation is`},
		{"a witness without a violation", func(e *Entry) { e.Cases[0].Ask[1].Witness = "{1}" },
			`refused: case "": minimality: a witness is pinned if and only if a violation is`},
		{"a fault of its text", func(e *Entry) { e.Faults = []string{"good.entries:7: no"} }, "refused: good.entries:7: no"},
		{"a structure that cannot be built", func(e *Entry) { e.Cases[0].Build = listed(`{`) }, ""},
		{"a property of another kind", func(e *Entry) { e.Cases[0].Ask[1].Name = "arbitration" },
			`unknown property "arbitration" for kind coterie (known: nonempty, intersection, minimality, nondomination)`},
		{"a statement that cannot be decided", func(e *Entry) {
			e.Cases[0].Ask[2].Decide = func(context.Context, *setsys.Structure) (string, error) { return "", errors.New("no idea") }
		}, "two-quorums: no idea"},
	} {
		e := good()
		test.spoil(e)
		for r := range Run(t.Context(), []*Entry{e}, Options{}) {
			if r.Err == nil || test.want != "" && r.Err.Error() != test.want {
				t.Errorf("%s: got %v, want %s", test.reason, r.Err, test.want)
			}
			if r.Verdict() != verdict.Violated || !strings.HasPrefix(r.Found(), "error: ") {
				t.Errorf("%s: verdict %s, found %s", test.reason, r.Verdict(), r.Found())
			}
		}
	}
}

func TestRunComparesWithWhatIsPinned(t *testing.T) {
	for _, test := range []struct {
		reason  string
		change  func(e *Entry)
		verdict verdict.Verdict
		first   string // the question of the first row worth showing
	}{
		{"as pinned", func(*Entry) {}, verdict.Holds, "intersection"},
		{"another witness", func(e *Entry) { e.Cases[0].Ask[0].Witness = "{1} {3}" }, verdict.Violated, "intersection"},
		{"pinned to hold", func(e *Entry) { e.Cases[0].Ask[0].Pinned, e.Cases[0].Ask[0].Witness = verdict.Holds, "" }, verdict.Violated, "intersection"},
		{"pinned to be violated", func(e *Entry) {
			e.Cases[0].Ask[1].Pinned, e.Cases[0].Ask[1].Witness = verdict.Violated, "{1} {2,3}"
		},
			verdict.Violated, "minimality"},
		{"statement pinned to be false", func(e *Entry) { e.Cases[0].Ask[2].Pinned, e.Cases[0].Ask[2].Witness = verdict.Violated, "not two" },
			verdict.Violated, "two-quorums"},
	} {
		e := good()
		test.change(e)
		for r := range Run(t.Context(), []*Entry{e}, Options{}) {
			if r.Err != nil || r.Verdict() != test.verdict || r.First().Question != test.first || !r.Refuted() {
				t.Errorf("%s: error %v, verdict %s, first %+v, refuted %t", test.reason, r.Err, r.Verdict(), r.First(), r.Refuted())
			}
		}
	}
}

func TestSummaries(t *testing.T) {
	row := func(c, q string, claimed, found verdict.Verdict) Row {
		return Row{Case: c, Question: q, Claimed: claimed, Pinned: found, Found: found}
	}
	u := verdict.Unknown
	for _, test := range []struct {
		reason         string
		rows           []Row
		claimed, found string
	}{
		{"one case, all well", []Row{row("", "a", verdict.Holds, verdict.Holds), row("", "b", 0, verdict.Holds)}, "holds", "holds"},
		{"one case, refuted", []Row{row("", "a", verdict.Holds, verdict.Violated), row("", "b", verdict.Holds, verdict.Violated), row("", "c", verdict.Holds, verdict.Holds)},
			"holds", "violated: a, b"},
		{"one case, nothing claimed", []Row{row("", "a", 0, verdict.Violated)}, "nothing", "violated: a"},
		{"claimed to be violated", []Row{row("", "a", verdict.Holds, verdict.Holds), row("", "b", verdict.Violated, verdict.Violated)}, "violated: b", "violated: b"},
		{"cut short", []Row{row("", "a", verdict.Holds, verdict.Holds), row("", "b", verdict.Holds, u)}, "holds", "unknown"},
		{"violated before it was cut short", []Row{row("", "a", verdict.Holds, verdict.Violated), row("", "b", verdict.Holds, u)}, "holds", "violated: a"},
		{"a grid", []Row{row("1", "a", verdict.Holds, verdict.Holds), row("1", "b", verdict.Holds, verdict.Holds), row("2", "a", verdict.Holds, verdict.Violated), row("2", "b", verdict.Holds, verdict.Holds),
			row("3", "a", 0, verdict.Violated), row("3", "b", 0, verdict.Violated), row("4", "a", 0, u), row("4", "b", 0, verdict.Holds)},
			"holds in 2 of 4", "holds in 1 of 4, violated in 1 of 4: a; not claimed: violated in 1 of 4, unknown in 1 of 4: a, b"},
		{"more found than claimed", []Row{row("", "a", verdict.Holds, verdict.Holds), row("", "b", 0, verdict.Violated)}, "holds", "holds; not claimed: violated: b"},
		{"nothing", nil, "nothing", "not judged"},
	} {
		r := &Result{Entry: good(), Rows: test.rows}
		if diff := cmp.Diff([]string{test.claimed, test.found}, []string{r.Claimed(), r.Found()}); diff != "" {
			t.Errorf("%s:\n%s", test.reason, diff)
		}
	}
	if r := (&Result{Rows: []Row{row("", "a", 0, verdict.Holds)}}); r.First() != nil {
		t.Errorf("first of nothing is %+v", r.First())
	}
}

// Where a structure is built, or a statement decided, by what knows of no context, the end of the context ends the case all the
// same: its rows are unknown, and say why.
func TestEndOfTheContext(t *testing.T) {
	for _, where := range []string{"build", "decide"} {
		ctx, end := context.WithCancelCause(t.Context())
		e := good()
		stay := make(chan struct{}) // what never ends by itself
		t.Cleanup(func() { close(stay) })
		if where == "build" {
			e.Cases[0].Build = func() (*setsys.Structure, error) { end(errors.New("time is over")); <-stay; return nil, nil }
		} else {
			e.Cases[0].Ask[2].Decide = func(context.Context, *setsys.Structure) (string, error) {
				end(errors.New("time is over"))
				<-stay
				return "", nil
			}
		}
		for r := range Run(ctx, []*Entry{e}, Options{}) {
			last := r.Rows[2]
			if r.Err != nil || last.Found != verdict.Unknown || last.Note != "not judged: time is over" {
				t.Errorf("%s: %v, %+v", where, r.Err, last)
			}
		}
	}
}
