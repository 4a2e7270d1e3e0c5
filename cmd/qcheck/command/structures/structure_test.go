package structures

import (
	"path/filepath"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/fault"
)

// report returns the true report on a structure file of the repository.
func report(t *testing.T, name string) *properties.Report {
	t.Helper()
	s, err := readStructure(t.Context(), nil, filepath.Join("../../../../testdata", name), 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := properties.Check(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestConfirm(t *testing.T) {
	broken := func() (*properties.Report, *properties.Result) {
		r := report(t, "stuck-3-coterie.json")
		for i := range r.Results {
			if r.Results[i].Verdict == verdict.Violated {
				return r, &r.Results[i]
			}
		}
		t.Fatal("nothing is violated")
		return nil, nil
	}
	r, _ := broken()
	if err := r.Confirm(); err != nil {
		t.Errorf("a true report does not confirm: %v", err)
	}
	for _, c := range []struct {
		reason string
		change func(*properties.Result)
		want   string
	}{
		{"a violation without a witness", func(p *properties.Result) { p.Witness = nil }, "no witness"},
		{"a witness against what is said to hold", func(p *properties.Result) { p.Verdict = verdict.Holds }, "is holds, but there is a witness"},
		{"a witness that is none", func(p *properties.Result) {
			p.Witness.Members[1].Set = setsys.NewNodeSet(6, 4, 5) // leaves {3,4}
		}, "does not confirm"},
	} {
		r, result := broken()
		c.change(result)
		err := r.Confirm()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.reason, err)
		}
		if code, _ := (fileResult{err: &fault.Fault{Err: err}}).judge(nil); code != console.ExitInternal {
			t.Errorf("%s: exit %d, want %d", c.reason, code, console.ExitInternal)
		}
	}
}
