package counterexample

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
)

func TestNames(t *testing.T) {
	for _, test := range []struct {
		reason, structure string
		n                 int
		want              processNames
	}{
		{"no structure", ``, 2, nil},
		{"numbers", `{"universe": 2}`, 2, nil},
		{"names", `{"universe": ["Bern", "Zürich"]}`, 2, processNames{"Bern", "Zürich"}},
		{"behind blanks", "\n\n   " + `{"universe": ["Bern", "Zürich"]}`, 2, processNames{"Bern", "Zürich"}},
		{"fewer names than processes", `{"universe": ["Bern"]}`, 2, nil},
		{"numbers in another order", `{"universe": ["2", "1"]}`, 2, processNames{`"2"`, `"1"`}},
		{"what would do something to a terminal", `{"universe": ["a\u001b[2J", "b\nc"]}`, 2, processNames{`"a\x1b[2J"`, `"b\nc"`}},
	} {
		in := &Instance{N: test.n, Structure: []byte(test.structure)}
		if diff := cmp.Diff(test.want, in.names()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

func TestNamesInSentences(t *testing.T) {
	names := processNames{"Bern", "process 1", "Genf"}
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
		if got := names.in(sentence); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := processNames(nil).in(sentence); got != sentence {
			t.Errorf("without names: %q", got)
		}
	}
	if got := names.set(explore.SetOf(0, 2)); got != "{Bern,Genf}" {
		t.Error(got)
	}
}
