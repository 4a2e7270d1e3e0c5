package baldoni

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/prototest"
)

// shortest returns the length of the shortest trace that violates the property
// checked, safety if there is none named; 0 when it holds.
func shortest(t *testing.T, p explore.Protocol[State, Message], o explore.Options) int {
	t.Helper()
	if o.Check == nil {
		o.Check = []explore.Property{explore.Safety}
	}
	o.MaxStates = 3_000_000
	r := prototest.Search(t, p, o)
	switch r.Properties[0].Verdict {
	case verdict.Violated:
		return len(r.Properties[0].Trace.Steps)
	case verdict.Unknown:
		t.Fatalf("unknown: %s", r.Properties[0].Detail)
	}
	return 0
}
