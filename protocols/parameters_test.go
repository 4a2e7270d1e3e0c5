package protocols

import (
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// TestParameters: what is given must be a parameter of the algorithm, and of its
// form.
func TestParameters(t *testing.T) {
	for _, c := range []struct {
		reason, flags, want string
	}{
		{"of another algorithm", "--algorithm raymond --n 3 --units 1", "algorithm raymond has no units"},
		{"too few numbers", "--algorithm raynal --n 3 --m 2 --units 1,2", "units has 2 numbers for 3 processes"},
		{"no number", "--algorithm raynal --n 3 --m 2 --units 1,x,1", `units needs a number from 1 to 250, not "x"`},
		{"a number out of range", "--algorithm raynal --n 3 --m 0", `m needs a number from 1 to 250, not "0"`},
		{"no such process", "--algorithm mutin --n 3 --l 1 --in-cs 1,4", `in-cs needs a number from 1 to 3, not "4"`},
		{"no such word", "--algorithm mutin --n 3 --l 1 --mutex token", `mutex needs maekawa or lock, not "token"`},
		{"too few inside", "--algorithm mutin --n 3 --l 2 --in-cs 1", "algorithm mutin: {1}, in the critical section initially, are less than l, which is 2"},
		{"k of its own, whatever the coterie's", "--algorithm gcs --n 3 --l 1 --k 2 --construct majority", ""},
		{"units of each", "--algorithm raynal --n 3 --m 2 --units 1,2,1", ""},
		{"units of all", "--algorithm raynal --n 3 --m 2 --units 2", ""},
		{"any units", "--algorithm raynal --n 3 --m 2 --units any", ""},
		{"nobody inside", "--algorithm mutin --n 3 --l 0 --in-cs none", ""},
		{"variations", "--n 3 --k 1 --algorithm kakugawa --no-retry --no-answer-no", ""},
		{"a structure is needed", "--algorithm jiang --n 3 --k 1", "algorithm jiang needs a structure of kind k-wr-coterie"},
		{"a construction gives it", "--algorithm jiang --k 1 --construct torus-wr --param rows=2 --param columns=1", ""},
		{"unknown algorithm", "--algorithm dijkstra", `unknown algorithm "dijkstra"`},
		{"unknown flag", "--algorithm raymond --n 3 --verbose 1", "unknown flag --verbose"},
		{"a flag without its value", "--algorithm raymond --n", "--n needs a value"},
		{"no algorithm", "--n 3", "no --algorithm"},
		{"a clock that there is not", "--algorithm raymond --n 3 --clock vector", `--clock needs integer or causal, not "vector"`},
		{"a choice that there is not", "--algorithm maekawa --n 3 --quorum-choice first", `--quorum-choice needs fixed or any, not "first"`},
		{"a way that there is not", "--algorithm maekawa --n 3 --self-messages sent", `--self-messages needs queued or call, not "sent"`},
	} {
		_, err := ParseWorkload(c.flags, func(file string) (*setsys.Structure, error) {
			return setsys.Decode(file, nil, setsys.DecodeOptions{Construct: construct.Build})
		})
		if got := text(err); got != c.want {
			t.Errorf("%s: %q, want %q", c.reason, got, c.want)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestSettings: a parameter that no algorithm has is an error, too.
func TestSettings(t *testing.T) {
	a, _ := Lookup("raynal")
	if _, err := a.Build(Params{N: 2, Settings: Settings{"speed": "1"}}); text(err) != `no algorithm has a parameter "speed"` {
		t.Error(err)
	}
	i, err := a.Build(Params{N: 2, Settings: Settings{"m": "2"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := i.Meaning("safety"), "at most 2 units are held at a time"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
