package slow

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Seed returns the seed of a test of random cases: the number in QCHECK_SEED, which .ci/run
// sets anew for each change, and 1 where there is none. A test that fails says which it was.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := uint64(1)
	if text := os.Getenv("QCHECK_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("QCHECK_SEED: %v", err)
		}
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("random cases of QCHECK_SEED=%d", seed)
		}
	})
	return seed
}

// Random returns the numbers of the seed. Tests that take several kinds of cases give each a number of its own.
func Random(t testing.TB, kind uint64) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(Seed(t), kind))
}

// Reached reports how many of the random cases of a test reached the code that they are for, and
// fails where they are too few to mean anything. The line is printed by "go test -v", and appended to the
// file that QCHECK_CASES names, which .ci/run prints.
func Reached(t testing.TB, what string, reached, cases, least int) {
	t.Helper()
	line := fmt.Sprintf("%s: %s: %d of %d random cases", t.Name(), what, reached, cases)
	t.Log(line)
	if reached < least {
		t.Errorf("%s, and fewer than %d say little", line, least)
	}
	name := os.Getenv("QCHECK_CASES")
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintln(f, line); err != nil {
		t.Error(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
