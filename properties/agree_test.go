package properties_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"qcheck/corpus/entry"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// structure returns s as the checks take it, over the nodes 1..n.
func (s plain) structure() *setsys.Structure {
	u, err := setsys.Numbered(s.n)
	if err != nil {
		panic(err)
	}
	var families []setsys.Family
	for _, f := range s.families {
		b := setsys.NewFamilyBuilder(s.n)
		for _, q := range f {
			b.AddWords([]uint64{q})
		}
		families = append(families, b.Family())
	}
	r := &setsys.Structure{Kind: s.kind, K: s.k, M: s.m, Universe: u}
	switch s.kind {
	case setsys.HKArbiter:
		r.ByUnits = families
	case setsys.KWRCoterie, setsys.ReadWrite:
		r.Write, r.Read = families[0], families[1]
	case setsys.RequestSets:
		r.Requests = families[0]
	default:
		r.Quorums = families[0]
	}
	return r
}

func (s plain) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s n=%d k=%d m=%d", s.kind, s.n, s.k, s.m)
	for _, f := range s.structure().Families() {
		fmt.Fprintf(&b, " %s=%v", f.Role, f.Family)
	}
	return b.String()
}

// A domination says whether another structure dominates one.
type domination func(plain) bool

// in returns the domination among the given structures, which must be all.
func in(all []plain) domination { return func(s plain) bool { return s.dominated(all) } }

// disagreement judges the structure by every property of its kind, but
// nondomination when dominated is nil, and reports the first verdict that is
// not the obvious one, or the first witness that is not the obvious one.
func disagreement(s plain, dominated domination) error {
	var ids []properties.ID
	for _, id := range properties.Every(s.kind) {
		if id != properties.Nondomination || dominated != nil {
			ids = append(ids, id)
		}
	}
	report, err := properties.Check(context.Background(), s.structure(), ids)
	if err != nil {
		return fmt.Errorf("%v: %v", s, err)
	}
	if len(report.Results) != len(ids) {
		return fmt.Errorf("%v: %d results for %d properties", s, len(report.Results), len(ids))
	}
	all := verdict.Holds
	for i, r := range report.Results {
		if r.Property != ids[i] {
			return fmt.Errorf("%v: result %d is about %s, not %s", s, i, r.Property, ids[i])
		}
		first, broken := s.first(r.Property)
		byOthers := !broken && r.Property == properties.Nondomination && dominated(s)
		want := verdict.Holds
		if broken || byOthers {
			want, all = verdict.Violated, verdict.Violated
		}
		if r.Verdict != want || (r.Witness != nil) != (want == verdict.Violated) {
			return fmt.Errorf("%v: %s: %v, want %v; witness %s, note %q", s, r.Property, r.Verdict, want, show(r.Witness), r.Note)
		}
		if r.Witness == nil {
			continue
		}
		if err := r.Witness.Confirm(); err != nil {
			return fmt.Errorf("%v: %s: witness %s not confirmed: %v", s, r.Property, show(r.Witness), err)
		}
		if broken && show(r.Witness) != first {
			return fmt.Errorf("%v: %s: witness %s, but the first is %s", s, r.Property, show(r.Witness), first)
		}
		if byOthers {
			if err := s.needs(r.Witness); err != nil {
				return fmt.Errorf("%v: witness %s: %v", s, show(r.Witness), err)
			}
		}
	}
	if report.Verdict != all {
		return fmt.Errorf("%v: verdict %v, want %v", s, report.Verdict, all)
	}
	return nil
}

// needs checks that the added quorums of the witness make a structure that
// dominates s, and no fewer of them do.
func (s plain) needs(w *properties.Witness) error {
	if !s.dominatedBy(w.Added) {
		return fmt.Errorf("the result does not dominate it")
	}
	for i := range w.Added {
		if s.dominatedBy(slices.Delete(slices.Clone(w.Added), i, i+1)) {
			return fmt.Errorf("%v need not be added", w.Added[i].Set)
		}
	}
	return nil
}

func show(w *properties.Witness) string {
	if w == nil {
		return "none"
	}
	return entry.Evidence(w)
}
