package properties_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		why  string
		kind setsys.Kind
		list string
		want []properties.ID
		err  string
	}{
		{"one", setsys.Coterie, "minimality", []properties.ID{"minimality"}, ""},
		{"the required ones", setsys.KWRCoterie, "required", []properties.ID{
			"nonempty", "write-intersection", "write-non-intersection", "write-read-intersection", "write-minimality", "read-minimality"}, ""},
		{"all", setsys.RequestSets, "every", []properties.ID{
			"nonempty", "self-membership", "arbitration", "pairwise-intersection", "singhal", "local-recovery", "local-recovery-exact", "full-sets"}, ""},
		{"each once, in the order of every", setsys.KCoterie, "nondomination,minimality, intersection,minimality,required", []properties.ID{
			"nonempty", "intersection", "non-intersection", "minimality", "nondomination"}, ""},
		{"nothing required is added", setsys.KCoterie, "strong-non-intersection", []properties.ID{"strong-non-intersection"}, ""},
		{"no such property", setsys.Coterie, "minimality,majority", nil, `unknown property "majority" for kind coterie (known: nonempty, intersection, minimality, nondomination)`},
		{"of another kind", setsys.RequestSets, "nondomination", nil, `unknown property "nondomination" for kind request-sets (known: nonempty, self-membership, arbitration, pairwise-intersection, singhal, local-recovery, local-recovery-exact, full-sets)`},
		{"domination is not defined for k-wr coteries", setsys.KWRCoterie, "nondomination", nil, `unknown property "nondomination" for kind k-wr-coterie (known: nonempty, write-intersection, write-non-intersection, write-read-intersection, write-minimality, read-minimality)`},
		{"those of a read-write quorum system", setsys.ReadWrite, "every", []properties.ID{
			"nonempty", "write-read-intersection", "write-intersection", "read-intersection", "write-minimality", "read-minimality"}, ""},
		{"nearly a name", setsys.Coterie, "nondominaton", nil,
			`unknown property "nondominaton" for kind coterie: did you mean "nondomination"? (known: nonempty, intersection, minimality, nondomination)`},
		{"an empty list", setsys.Coterie, "", nil, `unknown property "" for kind coterie (known: nonempty, intersection, minimality, nondomination)`},
		{"a comma too many", setsys.Coterie, "minimality,", nil, `unknown property "" for kind coterie (known: nonempty, intersection, minimality, nondomination)`},
		{"names are lower case", setsys.Coterie, "Minimality", nil, `unknown property "Minimality" for kind coterie: did you mean "minimality"? (known: nonempty, intersection, minimality, nondomination)`},
	} {
		got, err := properties.Parse(c.kind, c.list)
		if message(err) != c.err {
			t.Errorf("%s: error %q, want %q", c.why, message(err), c.err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.why, diff)
		}
	}
}

// TestAsked compares the properties that a structure names with those of a list.
func TestAsked(t *testing.T) {
	for list, names := range map[string][]string{
		"required":                       nil,
		"minimality":                     {"minimality"},
		"nonempty,nondomination":         {"nondomination", "nonempty"},
		"required,nondomination":         {"nondomination", "required"},
		"minimality,every,nondomination": {"every"},
	} {
		s := coteries.of(1, []uint64{1}).structure()
		s.Properties = names
		want, err := properties.Parse(s.Kind, list)
		if err != nil {
			t.Fatal(err)
		}
		got, err := properties.Asked(s)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v: error %v (-want +got)\n%s", names, err, diff)
		}
		for _, name := range names {
			if err := properties.Known(s.Kind, name); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, name := range []string{"arbitration", "minimality,intersection", "", "none"} {
		s := coteries.of(1, []uint64{1}).structure()
		s.Properties = []string{name}
		want := fmt.Sprintf(`unknown property %q for kind coterie (known: nonempty, intersection, minimality, nondomination)`, name)
		if _, err := properties.Asked(s); message(err) != want {
			t.Errorf("%q: error %q", name, message(err))
		}
		if err := properties.Known(s.Kind, name); message(err) != want {
			t.Errorf("%q: error %q", name, message(err))
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestCheckErrors(t *testing.T) {
	for _, c := range []struct {
		why   string
		s     *setsys.Structure
		ids   []properties.ID
		error string
	}{
		{"no universe", &setsys.Structure{Kind: setsys.Coterie}, nil, "the universe has no nodes"},
		{"an unknown kind", plain{kind: "quorum", n: 1, families: [][]uint64{{1}}}.structure(), nil, `unknown kind "quorum"`},
		{"k of 0", class{setsys.KCoterie, 0}.of(1, []uint64{1}).structure(), nil, "kind k-coterie needs k of 1 to 1000000, not 0"},
		{"m of 0", plain{kind: setsys.RequestSets, n: 1, families: [][]uint64{{1}}}.structure(), nil, "kind request-sets needs m of 1 to 1000000, not 0"},
		{"a Q_h is missing", class{setsys.HKArbiter, 2}.of(1, []uint64{1}).structure(), nil, "kind hk-arbiter with k = 2 needs 2 families, not 1"},
		{"a request set is missing", plain{kind: setsys.RequestSets, n: 2, m: 1, families: [][]uint64{{1}}}.structure(), nil, "1 request sets for 2 processes"},
		{"a property of another kind", coteries.of(1, []uint64{1}).structure(), []properties.ID{"arbitration"}, `unknown property "arbitration" for kind coterie (known: nonempty, intersection, minimality, nondomination)`},
	} {
		report, err := properties.Check(context.Background(), c.s, c.ids)
		if message(err) != c.error || report != nil {
			t.Errorf("%s: report %v, error %q, want %q", c.why, report, message(err), c.error)
		}
	}
}

// TestCheckDefault asks for no property by name, and for an empty list.
func TestCheckDefault(t *testing.T) {
	for _, kind := range setsys.Kinds() {
		s := plain{kind: kind, n: 1, k: 1, m: 1, families: [][]uint64{{1}}}
		if kind.HasReads() {
			s.families = append(s.families, []uint64{1})
		}
		report, err := properties.Check(context.Background(), s.structure(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []properties.ID
		for _, r := range report.Results {
			got = append(got, r.Property)
		}
		if diff := cmp.Diff(properties.Required(kind), got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", kind, diff)
		}
		if report.Verdict != verdict.Holds {
			t.Errorf("%v is %v", s, report.Verdict)
		}
		report, err = properties.Check(context.Background(), s.structure(), []properties.ID{})
		if err != nil || report.Verdict != verdict.Unknown || len(report.Results) != 0 {
			t.Errorf("nothing asked of %v: %v, %v", s, report, err)
		}
	}
	if properties.Required("quorum") != nil || properties.Optional("quorum") != nil {
		t.Error("properties of an unknown kind")
	}
}

// TestNothingToCheck looks for the remark on verdicts that hold because the
// definition speaks of nothing.
func TestNothingToCheck(t *testing.T) {
	requests := func(m int, sets ...uint64) plain {
		return plain{kind: setsys.RequestSets, n: len(sets), m: m, families: [][]uint64{sets}}
	}
	for _, c := range []struct {
		why  string
		s    plain
		id   properties.ID
		note bool
	}{
		{"one quorum is no pair", coteries.of(2, []uint64{1}), properties.Intersection, true},
		{"two quorums are", coteries.of(2, []uint64{1, 3}), properties.Intersection, false},
		{"no quorum", coteries.of(2, nil), properties.Intersection, true},
		{"2 quorums are fewer than k+1", coteries2.of(2, []uint64{1, 2}), properties.Intersection, true},
		{"3 quorums are k+1", coteries2.of(2, []uint64{1, 2, 3}), properties.Intersection, false},
		{"h < k = 1", class{setsys.KCoterie, 1}.of(2, []uint64{1, 2}), properties.NonIntersection, true},
		{"h < k = 2 of no quorums", coteries2.of(2, nil), properties.NonIntersection, true},
		{"h < k = 2", coteries2.of(2, []uint64{1, 2}), properties.NonIntersection, false},
		{"l <= k-1 = 0", class{setsys.KCoterie, 1}.of(2, []uint64{1, 2}), properties.StrongNonIntersection, true},
		{"l <= k-1 = 1", coteries2.of(2, []uint64{1, 2}), properties.StrongNonIntersection, false},
		{"no quorum to repeat", arbiters2.of(2, nil), properties.Intersection, true},
		{"one quorum three times", arbiters2.of(2, []uint64{1}), properties.Intersection, false},
		{"N = M", requests(2, 3, 2), properties.Arbitration, true},
		{"N < M", requests(3, 3, 2), properties.Arbitration, true},
		{"N > M", requests(1, 3, 2), properties.Arbitration, false},
		{"N = M", requests(2, 3, 2), properties.LocalRecovery, true},
		{"N = M", requests(2, 3, 2), properties.LocalRecoveryExact, true},
		{"N > M", requests(1, 3, 2), properties.LocalRecoveryExact, false},
		{"one process", requests(1, 1), properties.PairwiseIntersection, true},
		{"one process", requests(1, 1), properties.Singhal, true},
		{"two processes", requests(1, 3, 2), properties.Singhal, false},
		{"no read quorum", class{setsys.KWRCoterie, 1}.of(2, []uint64{1}, nil), properties.WriteReadIntersection, true},
		{"both", class{setsys.KWRCoterie, 1}.of(2, []uint64{1}, []uint64{1}), properties.WriteReadIntersection, false},
	} {
		report, err := properties.Check(context.Background(), c.s.structure(), []properties.ID{c.id})
		if err != nil {
			t.Fatal(err)
		}
		r := report.Results[0]
		if r.Verdict != verdict.Holds || strings.Contains(r.Note, "nothing to check") != c.note {
			t.Errorf("%s: %v: %s is %v, note %q", c.why, c.s, c.id, r.Verdict, r.Note)
		}
	}
}

// TestNondominationOfAnotherKind asks for nondomination of structures that are
// not of their kind.
func TestNondominationOfAnotherKind(t *testing.T) {
	for _, c := range []struct {
		why      string
		s        plain
		violates properties.ID
		text     string
	}{
		{"no quorum", coteries.of(2, nil), "nonempty", "it violates nonempty, so it is not a valid coterie: there is no quorum in the family"},
		{"disjoint quorums", coteries.of(2, []uint64{1, 2}), "intersection", "it violates intersection, so it is not a valid coterie: quorums {1} and {2} are disjoint"},
		{"three disjoint quorums", coteries2.of(3, []uint64{1, 2, 4}), "intersection",
			"it violates intersection, so it is not a valid 2-coterie: quorums {1}, {2} and {3} are pairwise disjoint"},
		{"one quorum of a 2-coterie", coteries2.of(2, []uint64{1}), "non-intersection",
			"it violates non-intersection, so it is not a valid 2-coterie: every other quorum meets {1}"},
		{"a quorum within another", arbiters2.of(2, []uint64{1, 3}), "minimality", "it violates minimality, so it is not a valid 2-arbiter: quorum {1,2} contains quorum {1}"},
		{"no quorum for 2 units", class{setsys.HKArbiter, 2}.of(2, []uint64{1}, nil), "nonempty",
			"it violates nonempty, so it is not a valid (h,2)-arbiter: there is no quorum in Q_2"},
	} {
		report, err := properties.Check(context.Background(), c.s.structure(), []properties.ID{properties.Nondomination})
		if err != nil {
			t.Fatal(err)
		}
		r := report.Results[0]
		if r.Verdict != verdict.Violated || r.Witness.Violates != c.violates || r.Witness.Text() != c.text || r.Witness.Confirm() != nil {
			t.Errorf("%s: %v, %q, %v", c.why, r.Verdict, r.Witness.Text(), r.Witness.Confirm())
		}
	}
}

// TestCancelled ends the context before the check and during a long one: what
// was not decided is unknown, and the note says why.
func TestCancelled(t *testing.T) {
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(reason)
	report, err := properties.Check(ctx, coteries.of(2, []uint64{1, 2}).structure(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range report.Results {
		if r.Verdict != verdict.Unknown || r.Witness != nil || !strings.Contains(r.Note, "enough") {
			t.Errorf("%s is %v, note %q", r.Property, r.Verdict, r.Note)
		}
	}
	if report.Verdict != verdict.Unknown {
		t.Errorf("verdict %v", report.Verdict)
	}

	// Nondomination of a 2-coterie of many quorums takes long.
	s := coteries2.of(17, uniform(17, 6))
	ctx, stop := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer stop()
	start := time.Now()
	report, err = properties.Check(ctx, s.structure(), []properties.ID{properties.NonEmpty, properties.Nondomination, properties.Minimality})
	if err != nil {
		t.Fatal(err)
	}
	if spent := time.Since(start); spent > 5*time.Second {
		t.Errorf("stopped after %v", spent)
	}
	if v := report.Results[0].Verdict; v != verdict.Holds {
		t.Errorf("nonempty, decided before the end, is %v", v)
	}
	for _, r := range report.Results[1:] {
		if r.Verdict != verdict.Unknown || !strings.Contains(r.Note, "deadline") {
			t.Errorf("%s is %v, note %q", r.Property, r.Verdict, r.Note)
		}
	}
}
