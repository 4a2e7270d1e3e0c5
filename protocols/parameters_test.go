package protocols

import (
	"testing"

	"qcheck/protocols/instance"
)

// TestParameters: what is given must be a parameter of the algorithm, and of its
// form.
func TestParameters(t *testing.T) {
	for _, c := range []struct {
		reason, flags, want string
	}{
		{"of another algorithm", "--algorithm raymond --n 3 --units 1", "algorithm raymond has no --units"},
		{"too few numbers", "--algorithm raynal --n 3 --m 2 --units 1,2", "--units has 2 numbers for 3 processes"},
		{"no number", "--algorithm raynal --n 3 --m 2 --units 1,x,1", `--units needs an integer, not "x"`},
		{"a number out of range", "--algorithm raynal --n 3 --m 0", `--m needs an integer from 1 to 250, not "0"`},
		{"no such process", "--algorithm mutin --n 3 --l 1 --in-cs 1,4", `--in-cs needs an integer from 1 to 3, not "4"`},
		{"no such word", "--algorithm mutin --n 3 --l 1 --mutex token", `--mutex needs one of maekawa, lock, not "token"`},
		{"too few inside", "--algorithm mutin --n 3 --l 2 --in-cs 1", "algorithm mutin: the number of processes in the critical section initially is 1: it must be 2 to 3"},
		{"k of its own, whatever the coterie's", "--algorithm gcs --n 3 --l 1 --k 2 --construct majority", ""},
		{"units of each", "--algorithm raynal --n 3 --m 2 --units 1,2,1", ""},
		{"units of all", "--algorithm raynal --n 3 --m 2 --units 2", ""},
		{"any units", "--algorithm raynal --n 3 --m 2 --units any", ""},
		{"more inside than processes", "--algorithm complement --n 3 --l 3", "algorithm complement: l is 3: it must be 0 to n-1"},
		{"an l that mutual exclusion is not the complement of", "--algorithm complement --variant ricart-agrawala --n 3 --l 1", "algorithm complement: l is 1, and the complement of mutual exclusion is for l = 2"},
		{"nobody inside", "--algorithm mutin --n 3 --l 0 --in-cs none", ""},
		{"variations", "--n 3 --k 1 --algorithm kakugawa --no-retry --no-answer-no", ""},
		{"quorums by default", "--algorithm jiang --n 4 --k 1", ""},
		{"a construction gives it", "--algorithm jiang --k 1 --construct torus-wr --param rows=2 --param columns=1", ""},
		{"unknown algorithm", "--algorithm dijkstra", `unknown algorithm "dijkstra"; "qcheck list protocols" lists them`},
		{"unknown flag", "--algorithm raymond --n 3 --verbose 1", "unknown flag: --verbose"},
		{"a flag without its value", "--algorithm raymond --n", "--n needs a value"},
		{"a name in short", "--algorithm RA", `unknown algorithm "RA": did you mean "ricart-agrawala"?`},
		{"initials", "--algorithm mt", `unknown algorithm "mt": did you mean "manabe-tajima"?`},
		{"one of two names", "--algorithm suzuki", `unknown algorithm "suzuki": did you mean "suzuki-kasami"?`},
		{"one with a slip", "--algorithm trehl", `unknown algorithm "trehl": did you mean "naimi-trehel"?`},
		{"a name that two share", "--algorithm agrawala", `unknown algorithm "agrawala": did you mean "ricart-agrawala"?`},
		{"written in another way", "--algorithm Suzuki_Kasami", `unknown algorithm "Suzuki_Kasami": did you mean "suzuki-kasami"?`},
		{"in one word", "--algorithm naimitrehel", `unknown algorithm "naimitrehel": did you mean "naimi-trehel"?`},
		{"the other way round", "--algorithm roucairol-carvalho", `unknown algorithm "roucairol-carvalho": did you mean "carvalho-roucairol"?`},
		{"what it is called", "--algorithm maekawa-voting", `unknown algorithm "maekawa-voting": did you mean "maekawa"?`},
		{"what it does", "--algorithm tree-quorums", `unknown algorithm "tree-quorums": did you mean "agrawal-el-abbadi"?`},
		{"what three are", "--algorithm token", `unknown algorithm "token": did you mean "suzuki-kasami" or "naimi-trehel" or "raymond-tree"?`},
		{"more words of one of them", "--algorithm raymonds-tree", `unknown algorithm "raymonds-tree": did you mean "raymond-tree"?`},
		{"no word", "--algorithm -", `unknown algorithm "-"; "qcheck list protocols" lists them`},
		{"no algorithm: the first", "--n 3", ""},
		{"a clock that there is not", "--algorithm raymond --n 3 --clock vector", `--clock needs causal or integer, not "vector"`},
		{"a choice that there is not", "--algorithm maekawa --n 3 --quorum-choice first", `--quorum-choice needs any or fixed, not "first"`},
		{"a way that there is not", "--algorithm maekawa --n 3 --self-messages sent", `--self-messages needs call or queued, not "sent"`},
		{"a bound of clocks that have none", "--algorithm raymond --n 3 --clock-max 5", "--clock-max needs --clock integer"},
		{"too few bounds", "--algorithm raymond --n 3 --requests 1,1", "--requests has 2 numbers for 3 processes"},
		{"too many requests", "--algorithm raymond --n 3 --requests 300", `--requests needs numbers from 0 to 250 or "unbounded", not "300"`},
		{"a choice of no quorums", "--algorithm raymond --n 3 --quorum-choice fixed", "--quorum-choice needs a structure"},
		{"no k", "--algorithm lamport --n 3 --k 1", "algorithm lamport has no --k"},
		{"k out of range", "--algorithm raymond --n 3 --k 0", `--k needs an integer from 1 to 250, not "0"`},
		{"k of 1 by default", "--algorithm kakugawa --n 3", ""},
		{"no processes", "--algorithm raymond --n 0", "--n needs a number of at least 1, not 0"},
		{"a word that is no flag", "--algorithm raymond 3", `"3" is no flag`},
	} {
		in, err := All().Parse(c.flags)
		if err == nil {
			_, err = All().Open(in, nil)
		}
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
	in := instance.Instance{Algorithm: "raynal", N: 2}
	if _, err := All().Open(in.With("speed", "1"), nil); text(err) != "algorithm raynal has no --speed" {
		t.Error(err)
	}
	i, err := All().Open(in.With("m", "2"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := i.Meaning("safety"), "at most 2 units are held at a time"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
