package everyn_test

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/protocols/kakugawa"
)

var trying = familyOf(kakugawa.Roles, func(variant string, n int, lists [][]explore.Set) kakugawa.Config {
	return kakugawa.Config{N: n, K: 1, Quorums: lists[0], Variant: variant}
})

func TestKak(t *testing.T) {
	p := everyn.Prove(t.Context(), trying("repaired"), everyn.Limits{})
	t.Log(short(p))
	for _, r := range p.Results {
		t.Log(r.Property, r.Why, r.Path)
	}
}
