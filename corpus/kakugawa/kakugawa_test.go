package kakugawa

import (
	"testing"

	"qcheck/corpus/entry/entrytest"
)

func TestEntries(t *testing.T) {
	entrytest.Paper(t, paper(),
		"--algorithm kakugawa --variant repaired --structure corpus/testdata/majority-of-3.json --quorum-choice fixed --requests 2",
		"--algorithm kakugawa --variant printed --structure corpus/testdata/2-coterie-of-3.json --requests 1",
		"--algorithm kakugawa --variant repaired --structure corpus/testdata/quorum-12-of-3.json --no-retry --requests 2",
		"--algorithm kakugawa --variant repaired --structure corpus/testdata/2-coterie-of-3.json --requests 1")
}
