package jiang

import (
	"testing"

	"qcheck/corpus/entry/entrytest"
)

func TestEntries(t *testing.T) {
	entrytest.Paper(t, paper,
		"--algorithm jiang --variant repaired --structure corpus/testdata/wr-majority-of-3.json --quorum-choice fixed --requests 1",
		"--algorithm jiang --variant printed --structure corpus/testdata/wr-singletons-of-2.json --reselect --resource 1 --requests 1 --self-messages queued")
}
