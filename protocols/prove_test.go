package protocols

import (
	"fmt"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/views"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// provable are instances whose safety, well-definedness and freedom of deadlock local views
// prove, for requests without bound, with the views and the requesters' halves that it takes.
var provable = []struct {
	instance.Instance
	views, halves int
}{
	{of("kakugawa", "", 3, instance.K, "2"), 1369, 30},
	{of("kakugawa", "", 4, instance.K, "2"), 7750, 115},
	{of("kakugawa", "", 5, instance.K, "2"), 48695, 473},
	{of("kakugawa", "", 6, instance.K, "3"), 357262, 1692},
	{majorities(3), 204, 34},
	{majorities(4), 418, 157},
	{majorities(5), 743, 391},
	{of("manabe-tajima", "", 4, instance.K, "2"), 1594, 33},
	{of("baldoni", "asks-itself", 4), 230, 17},
	{of("baldoni", "asks-itself", 3, "m", "2", "units", instance.Any), 1425, 17},
	{of("baldoni", "asks-itself", 4, "m", "2", "units", instance.Any), 5760, 33},
}

func of(algorithm, variant string, n int, params ...string) instance.Instance {
	in := instance.Instance{Algorithm: algorithm, Variant: variant, N: n}
	for i := 0; i < len(params); i += 2 {
		in = in.With(params[i], params[i+1])
	}
	return in
}

// majorities has each process of maekawa ask any majority.
func majorities(n int) instance.Instance {
	in := of("maekawa", "", n)
	in.Quorums = instance.Quorums{Construct: "majority", Choice: instance.Any}
	return in
}

func prove(t testing.TB, in instance.Instance) *views.Proof {
	t.Helper()
	m, err := All().Open(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m.Prover().Prove(t.Context(), views.Limits{Views: 500_000})
}

func TestProvable(t *testing.T) {
	for _, x := range provable {
		if (x.N > 4 || x.views > 5000) && !slow.Tests() {
			continue
		}
		if p := prove(t, x.Instance); !strings.HasPrefix(proved(p), "safety well-defined deadlock-freedom") || p.Views != x.views || p.Halves != x.halves {
			t.Errorf("%s: %d views, %d halves: %s", All().Format(x.Instance), p.Views, p.Halves, proved(p))
		}
	}
}

func BenchmarkProve(b *testing.B) {
	for _, x := range provable {
		b.Run(strings.ReplaceAll(All().Format(x.Instance), " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				prove(b, x.Instance)
			}
			b.ReportMetric(float64(x.views), "views")
			b.ReportMetric(float64(x.halves), "halves")
		})
	}
}

// proved lists what is proved, or says why nothing can be.
func proved(p *views.Proof) string {
	if p.Refused != "" {
		return p.Refused
	}
	var list []string
	for _, r := range p.Results {
		if r.Proved {
			list = append(list, string(r.Property))
		}
	}
	if p.Stopped != "" {
		list = append(list, p.Stopped)
	}
	return strings.Join(list, " ")
}

// TestProved: what local views prove of each variant, with three processes and the quorums
// that these have by default. Why nothing is proved of
// the others: they go beyond the types of package roles, or their views are too many.
func TestProved(t *testing.T) {
	const (
		three  = "safety well-defined deadlock-freedom"
		all    = three + " starvation-freedom"
		but    = "safety well-defined" // there is a deadlock, or views do not exclude it
		late   = "safety deadlock-freedom"
		itself = "an arbiter looks at what its own process asks for, in all variants but asks-itself"
	)
	most := 4000 // views where there are too many
	if slow.Tests() {
		most = 20_000
	}
	many := fmt.Sprintf("there are more than %d local views", most)
	for algorithm, want := range map[string]struct {
		variants map[string]string
		others   string
	}{
		"kakugawa": {map[string]string{
			"repaired": all, "without-earliest-first": all, "without-settling": but, "with-query-refused": but,
			"stamp-each": `the step "WAIT: retries" takes a message and makes a fresh stamp`,
		}, many},
		"maekawa": {map[string]string{"repaired": all, "told-for-good": all}, but},
		"manabe-tajima": {map[string]string{
			"repaired": three, "missing-ignored": three, "cancel-on-grant": but, "without-cancel": but, "credited-again": many, "cancel-by-text": many,
			"cancel-by-request": `the step "request: waits, cancels" answers with a stamp, which local views do not follow`,
			"process-first":     "a member compares the numbers of processes",
		}, late},
		"baldoni": {map[string]string{"asks-itself": all}, itself},
	} {
		a, _ := All().Lookup(algorithm)
		expect, got := map[string]string{}, map[string]string{}
		for _, v := range a.Variants {
			m, err := a.Open(of(algorithm, v.Name, 3), nil)
			if err != nil {
				t.Fatal(err)
			}
			text, ok := want.variants[v.Name]
			if !ok {
				text = want.others
			}
			limit := 20_000
			if text == many {
				limit = most
			}
			expect[v.Name], got[v.Name] = text, proved(m.Prover().Prove(t.Context(), views.Limits{Views: limit}))
		}
		if diff := cmp.Diff(expect, got); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", algorithm, diff)
		}
	}
}

// TestProvedAgainstSearches: nothing that a search of a small instance finds violated is
// proved, in any variant.
func TestProvedAgainstSearches(t *testing.T) {
	count := map[string]int{}
	most, states := 1000, int64(2000)
	if slow.Tests() {
		most, states = 20_000, 20_000
	}
	for _, a := range All() {
		for _, in := range a.Small {
			for _, v := range a.Variants {
				in.Algorithm, in.Variant = a.Name, v.Name
				m, err := a.Open(in, nil)
				if err != nil {
					t.Fatal(err)
				}
				p := m.Prover().Prove(t.Context(), views.Limits{Views: most})
				o := m.Instance.Options()
				o.MaxStates = states
				r, err := explore.Run(t.Context(), m.Model, o)
				if err != nil {
					t.Fatal(err)
				}
				for _, x := range r.Properties {
					found := fmt.Sprintf("%s, proved: %t", x.Verdict, p.Proved(x.Property))
					count[found]++
					if found == "violated, proved: true" {
						t.Errorf("%s: %s is proved and violated", All().Format(m.Instance), x.Property)
					}
				}
			}
		}
	}
	if count["holds, proved: true"] < 100 || count["violated, proved: false"] < 20 {
		t.Errorf("%v: the test does not test what it should", count)
	}
	t.Log(count)
}
