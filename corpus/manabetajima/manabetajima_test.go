package manabetajima

import (
	"testing"

	"qcheck/corpus/entry/entrytest"
)

func TestEntries(t *testing.T) {
	entrytest.Paper(t, paper, "missing-ignored n=3 k=1 arbiters=5 requests=1", "cancel-by-request n=3 k=1 arbiters=5 requests=1",
		"printed n=3 k=1 arbiters=5 requests=1")
}
