package prototest

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/ricartagrawala"

	"github.com/google/go-cmp/cmp"
)

func TestBoth(t *testing.T) {
	p, err := ricartagrawala.New(ricartagrawala.Config{N: 3})
	if err != nil {
		t.Fatal(err)
	}
	f := Both(t, p, Options{Each: explore.Unbounded})
	if f.States != 2464 || len(f.Violations) > 0 {
		t.Errorf("ricart-agrawala, 3 processes, requests without bound: %+v", f)
	}
	q, err := maekawa.New(maekawa.Config{N: 3, Variant: "without-inquire"})
	if err != nil {
		t.Fatal(err)
	}
	want := Found{States: 437, Transitions: 906, Depth: 15, Violations: map[string]int{"deadlock-freedom": 7}}
	if diff := cmp.Diff(want, Both(t, q, Options{Integer: true})); diff != "" {
		t.Errorf("maekawa without-inquire: expected (-), found (+):\n%s", diff)
	}
}
