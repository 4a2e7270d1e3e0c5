package anyn

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/explore/verdict"
	"qcheck/protocols/agrawalelabbadi"
	"qcheck/protocols/instance"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/maekawa"
	"qcheck/setsys/fault"
	"qcheck/setsys/slow"
)

// What is proved of each variant for every number of processes: it holds where the source was checked, and is unknown where not. No search contradicts it.
func TestEvery(t *testing.T) {
	const safe, deadlock, four = 2, 3, 4 // of safety, well-definedness, freedom of deadlock and of starvation, in this order
	want := map[string]int{
		"maekawa repaired": four, "maekawa told-for-good": four, "maekawa spin": four, "agrawal-el-abbadi printed": four, "agrawal-el-abbadi every-time": four,
		"agrawal-el-abbadi yield-unheld": 0,
	}
	want["kakugawa repaired"] = four
	some := []string{"repaired", "printed", "straightforward", "with-query-refused", "without-settling", "blocking"} // of kakugawa, by default
	violated := 0
	for _, a := range []*instance.Algorithm{maekawa.Algorithm(), agrawalelabbadi.Algorithm(), kakugawa.Algorithm()} {
		kakugawa := a.Name == "kakugawa"
		for _, v := range a.Variants {
			if kakugawa && !slow.Tests() && !slices.Contains(some, v.Name) {
				continue
			}
			for _, checked := range []bool{true, false} {
				name, of := a.Name+" "+v.Name, *a
				if !checked && v.Name != a.Default {
					continue
				}
				if !checked { // as with source that was changed
					of.Files = embed.FS{}
				}
				q := Question{Algorithm: &of, Variant: v.Name, states: 4000}
				r, err := Ask(t.Context(), q)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				proved, ok := want[name]
				if !ok && (!kakugawa || v.Name == "without-earliest-first") {
					proved = safe
				}
				for i, p := range r.Properties {
					if p.Proved != (i < proved) || (p.Verdict == verdict.Holds) != (p.Proved && checked) || !p.Proved && p.Why == "" {
						t.Errorf("%s, checked %t: %+v", name, checked, p)
					}
					if p.Verdict == verdict.Violated {
						violated++
					}
				}
				together := verdict.Holds
				if slices.ContainsFunc(r.Properties, func(p Property) bool { return p.Verdict == verdict.Violated }) {
					together = verdict.Violated
				} else if proved < len(r.Properties) || !checked {
					together = verdict.Unknown
				}
				if r.Every.Checked != checked || r.Every.Searched != map[bool]int{false: 8, true: 11}[kakugawa] || r.Verdict != together {
					t.Errorf("%s: %+v", name, r.Every)
				}
			}
		}
	}
	if violated < 10 {
		t.Errorf("searches find %d violations", violated)
	}
}

// A proof that a search contradicts is a fault; one that could not be compared with searches holds nothing.
func TestContradicted(t *testing.T) {
	a := maekawa.Algorithm()
	a.Every = func(context.Context, string, everyn.Limits) *everyn.Proof {
		return &everyn.Proof{Results: []everyn.Result{{Property: explore.Safety, Proved: true}, {Property: explore.DeadlockFreedom, Proved: true}}}
	}
	q := Question{Algorithm: a, Variant: "printed"}
	r, err := Ask(t.Context(), q)
	if contradiction := new(fault.Fault); !errors.As(err, &contradiction) {
		t.Errorf("%+v, %v", r, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if r, err := Ask(ctx, q); err != nil || r.Every.Stopped != "enough" || r.Verdict != verdict.Unknown || r.Properties[2].Verdict != verdict.Unknown {
		t.Errorf("%s, %v", fmt.Sprint(r), err)
	}
}
