package values

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

func TestNames(t *testing.T) {
	for _, test := range []struct {
		reason string
		nodes  []string
		want   Names
	}{
		{"names", []string{"Bern", "Zürich"}, Names{"Bern", "Zürich"}},
		{"fewer names than processes", []string{"Bern"}, nil},
		{"numbers in another order", []string{"2", "1"}, Names{`"2"`, `"1"`}},
		{"what would do something to a terminal", []string{"a\x1b[2J", "b\nc"}, Names{`"a\x1b[2J"`, `"b\nc"`}},
	} {
		u, err := setsys.Named(test.nodes)
		if err != nil {
			t.Fatal(err)
		}
		in := instance.Instance{N: 2, Quorums: instance.Quorums{Structure: &setsys.Structure{Universe: u}}}
		if diff := cmp.Diff(test.want, NamesOf(in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

func TestNoNames(t *testing.T) {
	u, err := setsys.Numbered(2)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*setsys.Structure{nil, {Universe: u}} {
		if names := NamesOf(instance.Instance{N: 2, Quorums: instance.Quorums{Structure: s}}); names != nil {
			t.Errorf("%v", names)
		}
	}
}

func TestNamesInSentences(t *testing.T) {
	names := Names{"Bern", "process 1", "Genf"}
	for sentence, want := range map[string]string{
		"process 3: an OK came":                     "Genf: an OK came",
		"processes 1, 2 and 3 wait":                 "Bern, process 1 and Genf wait",
		"processes 1 and 3 wait":                    "Bern and Genf wait",
		"2 processes, {1,3}, are inside":            "2 processes, {Bern,Genf}, are inside",
		"processes {1,2} have the lock":             "processes {Bern,process 1} have the lock",
		"process 4 waits, and processes 1 and 9 do": "process 4 waits, and processes 1 and 9 do",
		"process 1 waits for resource 2":            "Bern waits for resource 2",
		"3 groups are inside, and 2 may be":         "3 groups are inside, and 2 may be",
	} {
		if got := names.In(sentence); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := Names(nil).In(sentence); got != sentence {
			t.Errorf("without names: %q", got)
		}
	}
	if got := names.set(explore.SetOf(0, 2)); got != "{Bern,Genf}" {
		t.Error(got)
	}
}
