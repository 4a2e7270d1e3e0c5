package manabetajima

import (
	"testing"

	"qcheck/corpus/entry/entrytest"
)

func TestEntries(t *testing.T) {
	entrytest.Judge(t, Entries())
	entrytest.Files(t, files, Entries())
}
