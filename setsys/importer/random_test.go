package importer_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"qcheck/setsys/slow"
)

// generators returns two generators of random cases: one with a fixed seed, and one with a
// fresh seed, which is printed where the test fails. QCHECK_SEED is taken in its place.
func generators(t *testing.T) []*rand.Rand {
	t.Helper()
	fresh := rand.Uint64()
	if text := os.Getenv("QCHECK_SEED"); text != "" {
		fresh, _ = strconv.ParseUint(text, 10, 64)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("QCHECK_SEED=%d", fresh)
		}
	})
	return []*rand.Rand{rand.New(rand.NewPCG(49, 1)), rand.New(rand.NewPCG(fresh, 2))}
}

// some returns how many cases are tried: few, or thousands where long tests run.
func some(few int) int {
	if slow.Tests() {
		return 30 * few
	}
	return few
}
