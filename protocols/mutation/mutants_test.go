package mutation

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMutants lists all faults of a small package.
func TestMutants(t *testing.T) {
	s, err := New("qcheck/protocols/mutation/testdata/small")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for i, m := range s.Mutants {
		if m.ID != i+1 || m.File != "small.go" || m.Line == 0 || m.Context == "" {
			t.Errorf("%+v", m)
		}
		_, change, _ := strings.Cut(m.Place.String(), "\n\t")
		got[m.Func] = append(got[m.Func], change)
	}
	want := map[string][]string{
		"one": {"s => zero", "send => without the first", "send => without the last"},
		"conditions": {
			"a && (b || !c) => true", "a && (b || !c) => false", "a && (b || !c) => !(a && (b || !c))",
			"a && (b || !c) => a || (b || !c)", "a => true", "a => !a",
			"b || !c => true", "b || !c => !(b || !c)", "b || !c => (b) && (!c)", "b => false", "b => !b", "!c => false", "!c => c",
			"s.Phase == explore.Inside => true", "s.Phase == explore.Inside => false", "s.Phase == explore.Inside => s.Phase != explore.Inside",
			"s.Count == 0 || s.Stamp < 3 => true", "s.Count == 0 || s.Stamp < 3 => false",
			"s.Count == 0 || s.Stamp < 3 => !(s.Count == 0 || s.Stamp < 3)", "s.Count == 0 || s.Stamp < 3 => (s.Count == 0) && (s.Stamp < 3)",
			"s.Count == 0 => false", "s.Count == 0 => s.Count != 0",
			"s.Stamp < 3 => false", "s.Stamp < 3 => s.Stamp >= 3", "s.Stamp < 3 => s.Stamp <= 3",
		},
		"statements": {
			"s.Stamp = 0 => nothing", "s.Count = 1 => nothing", "len(list) => zero",
			"i > 2 => true", "i > 2 => false", "i > 2 => i <= 2", "i > 2 => i >= 2", "continue => nothing",
			"n += list[i] - max(i, 1) => nothing", "list[i] - max(i, 1) => list[i] + max(i, 1)", "max(i, 1) => min(i, 1)",
			"case explore.Thinking => never", "n++ => nothing",
		},
		"messages": {
			"{To: to, Msg: message{Stamp: s.Stamp}} => not sent", "{To: 0} => not sent", "to => zero", "s.Stamp => zero",
			"s.Set.Has(to) => true", "s.Set.Has(to) => false", "s.Set.Has(to) => !s.Set.Has(to)",
			"send => without the first", "send => without the last",
			"out{To: to} => not sent", "to => zero",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("expected (-), found (+):\n%s", diff)
	}
	if len(s.Mutants) != 52 || len(s.Files) != 1 {
		t.Errorf("%d faults, %d files", len(s.Mutants), len(s.Files))
	}
}

func TestNoPackage(t *testing.T) {
	if _, err := New("qcheck/protocols/mutation/testdata/none"); err == nil {
		t.Error("no error")
	}
}
