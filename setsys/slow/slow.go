// Package slow says whether the tests that take long are to run: "make check-long" sets
// the variable QCHECK_LONG. Only tests, and what they share, import it.
package slow

import (
	"os"
	"testing"
)

// Tests reports whether they are to run.
func Tests() bool { return os.Getenv("QCHECK_LONG") != "" }

// Only skips a test that takes long, unless such are to run. It takes what is said.
func Only(t testing.TB, takes string) {
	t.Helper()
	if !Tests() {
		t.Skip("takes " + takes + "; QCHECK_LONG=1 runs it")
	}
}
