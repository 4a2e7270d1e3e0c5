package mutant

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSwitch: a fault shows while it is on, and at no other time.
func TestSwitch(t *testing.T) {
	defer Set(active)
	list := []int{1, 2, 3}
	for _, test := range []struct {
		on     int
		reason string
		want   []any
	}{
		{0, "none is on", []any{false, false, 5, 5, 5, []int{1, 2, 3}, []int{1, 2, 3}}},
		{7, "this one", []any{true, true, 0, 6, -6, []int{2, 3}, []int{1, 2}}},
		{8, "another one", []any{false, true, 5, 5, 5, []int{1, 2, 3}, []int{1, 2, 3}}},
	} {
		Set(test.on)
		got := []any{Is(7), In(7, 8), Zero(7, 5), Either(7, 5, 6), Never(7, 5), Without(7, 0, list), Without(7, -1, list)}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
		}
	}
	if diff := cmp.Diff([]int{1, 2, 3}, list); diff != "" {
		t.Errorf("the list was changed:\n%s", diff)
	}
}

// TestWithoutTooFew: what is not in the list cannot be left out.
func TestWithoutTooFew(t *testing.T) {
	defer Set(active)
	Set(7)
	for _, index := range []int{-2, 1} {
		if diff := cmp.Diff([]int{1}, Without(7, index, Variadic(1))); diff != "" {
			t.Errorf("index %d: expected (-), found (+):\n%s", index, diff)
		}
	}
}

func TestRound(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a loop without end goes on")
		}
	}()
	rounds := 0
	for range maxRounds {
		Round(&rounds)
	}
	if rounds != maxRounds {
		t.Errorf("%d rounds", rounds)
	}
	Round(&rounds)
}
