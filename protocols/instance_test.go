package protocols

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

func TestRequests(t *testing.T) {
	u := explore.Unbounded
	for _, c := range []struct {
		text string
		n    string
		want []int
	}{
		{"1", "3", []int{1, 1, 1}}, {"unbounded", "2", []int{u, u}}, {"1,2,0", "3", []int{1, 2, 0}},
		{"'1, unbounded'", "2", []int{1, u}}, {"250", "1", []int{250}}, {"0", "2", []int{0, 0}},
		{"1,2", "3", nil}, {"''", "1", nil}, {"1,,2", "3", nil}, {"251", "1", nil}, {"-1", "1", nil}, {"all", "1", nil}, {"1,2,3", "2", nil},
	} {
		var got []int
		in, err := All().Parse("--algorithm raymond --n " + c.n + " --requests " + c.text)
		if err == nil {
			var m *instance.Model
			if m, err = All().Open(in, nil); err == nil {
				got = m.Instance.Requests
			}
		}
		if !slices.Equal(got, c.want) || (err == nil) != (c.want != nil) {
			t.Errorf("%s for %s: %v, %v; want %v", c.text, c.n, got, err, c.want)
		}
	}
}

func TestCheck(t *testing.T) {
	check := func(text string) ([]explore.Property, error) {
		in, err := All().Parse("--algorithm raymond --n 2 --check '" + text + "'")
		if err != nil {
			return nil, err
		}
		m, err := All().Open(in, nil)
		if err != nil {
			return nil, err
		}
		return m.Instance.Check, nil
	}
	for text, want := range map[string][]explore.Property{
		"safety":                               {explore.Safety},
		"starvation-freedom, safety":           {explore.Safety, explore.StarvationFreedom},
		"starvation, safety":                   {explore.Safety, explore.StarvationFreedom},
		"deadlock-freedom,deadlock":            {explore.DeadlockFreedom},
		"deadlock,well-defined,safety":         {explore.Safety, explore.WellDefined, explore.DeadlockFreedom},
		"deadlock-freedom,well-defined,safety": {explore.Safety, explore.WellDefined, explore.DeadlockFreedom},
	} {
		if got, err := check(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "safe", "safety,", " ", "Safety", "def", "dead", "-freedom", "safety-freedom", "deadlock-freedom-freedom"} {
		if _, err := check(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestRequestsTexts(t *testing.T) {
	u := explore.Unbounded
	for _, c := range []struct {
		bounds         []int
		text, sentence string
	}{
		{[]int{u, u}, "without bound", "requests without bound"},
		{[]int{1, 1}, "1 of each process", "1 request of each process"},
		{[]int{2, 2}, "2 of each process", "2 requests of each process"},
		{[]int{0, 0}, "0 of each process", "0 requests of each process"},
		{[]int{1, u, 0}, "1, unbounded, 0, by process", "requests (1, unbounded, 0) by process"},
	} {
		in := instance.Instance{Requests: c.bounds}
		if text, sentence := in.RequestsText(), in.RequestsSentence(); text != c.text || sentence != c.sentence {
			t.Errorf("%v: %q, %q", c.bounds, text, sentence)
		}
	}
}

// Words with blanks, quotes and backslashes are read as they were.
func TestQuotedWords(t *testing.T) {
	all := All()
	for _, file := range []string{"a b.json", "it's.json", `c:\quorums.json`, "'", " ", "tab\there"} {
		in := instance.Instance{Quorums: instance.Quorums{File: file}}
		line := all.Format(in)
		if again, err := all.Parse(line); err != nil || again.Quorums.File != file {
			t.Errorf("%q is written %s and read %q, %v", file, line, again.Quorums.File, err)
		}
	}
	for _, line := range []string{"--structure 'a", `--structure a\`} {
		if _, err := all.Parse(line); err == nil {
			t.Errorf("%s is read", line)
		}
	}
}

func TestCyclicSets(t *testing.T) {
	for n, want := range map[int][]explore.Set{
		1: {explore.SetOf(0)},
		2: {explore.SetOf(0, 1), explore.SetOf(0, 1)},
		3: {explore.SetOf(0, 1), explore.SetOf(1, 2), explore.SetOf(0, 2)},
		4: {explore.SetOf(0, 1, 2), explore.SetOf(1, 2, 3), explore.SetOf(0, 2, 3), explore.SetOf(0, 1, 3)},
	} {
		if diff := cmp.Diff(want, instance.CyclicSets(n)); diff != "" {
			t.Errorf("n = %d: expected (-), found (+):\n%s", n, diff)
		}
	}
}

// The text of a structure file is as good as its name.
func TestStructureAsText(t *testing.T) {
	all := All()
	const text = `{"kind": "coterie", "universe": 3, "quorums": [[1, 2], [1, 3], [2, 3]]}`
	in, err := all.Parse(all.Format(instance.Instance{Algorithm: "maekawa", Quorums: instance.Quorums{File: text}}))
	if err != nil {
		t.Fatal(err)
	}
	m, err := all.Open(in, func(file string) (*setsys.Structure, error) { return nil, fmt.Errorf("%s is read", file) })
	if err != nil || m.Instance.N != 3 || m.Instance.Quorums.FileName() != "" || m.Instance.Quorums.Structure.Quorums.Len() != 3 {
		t.Errorf("%+v, %v", m, err)
	}
	in.Quorums.File = `{"kind": "coterie", "universe": 3, "quorums": [[1, 4]]}`
	if _, err := all.Open(in, nil); err == nil || !strings.HasPrefix(err.Error(), "--structure:1:") {
		t.Errorf("%v", err)
	}
}
