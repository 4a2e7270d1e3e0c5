// Package slow says whether the tests that take long are to run: "make check-long" sets
// the variable QCHECK_LONG. Only tests, and what they share, import it.
package slow

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
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

// Main runs the tests of a package that may allocate so many megabytes in their default
// form, and fails if they allocate more. It is for TestMain.
//
// What tests take must not grow unseen, and no test asks a clock: on a busy machine it says
// nothing. What is allocated is nearly the same in each run, and most of what is slow here
// (searches, decision diagrams, runs of the command) allocates all the time. The garbage of
// tests is collected less often than usual: their heaps are small, and most of the work would be
// to collect it and to get from the system what was given back a moment ago.
func Main(m interface{ Run() int }, megabytes uint64) {
	debug.SetGCPercent(400)
	ballast := make([]byte, ballastMB<<20)
	code := m.Run()
	runtime.KeepAlive(ballast)
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	used := s.TotalAlloc>>20 - ballastMB
	if testing.Verbose() {
		fmt.Printf("allocated %d of %d MB\n", used, megabytes)
	}
	if code == 0 && used > megabytes && !Tests() && whole() {
		fmt.Printf("The tests of this package allocate %d MB, and %d MB are their budget: make them search less, move what is exhaustive behind QCHECK_LONG, or raise the budget here and in docs/testing.md.\n", used, megabytes)
		code = 1
	}
	os.Exit(code)
}

// ballastMB is how many megabytes a heap of tests begins with, so that it is first collected at five
// times as many. Nothing is written there, so they are no memory.
const ballastMB = 64

// whole reports whether all tests were run, once, and nothing else.
func whole() bool {
	for _, name := range []string{"test.run", "test.skip", "test.bench", "test.fuzz"} {
		if f := flag.Lookup(name); f != nil && f.Value.String() != "" {
			return false
		}
	}
	f := flag.Lookup("test.count")
	return f == nil || f.Value.String() == "1"
}
