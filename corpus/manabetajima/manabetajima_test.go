package manabetajima

import (
	"testing"

	"qcheck/corpus/entry/entrytest"
)

func TestEntries(t *testing.T) { entrytest.Paper(t, paper) }
