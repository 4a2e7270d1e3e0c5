package table

import (
	"slices"
	"testing"
)

func TestNumbers(t *testing.T) {
	var n Numbers[string]
	if i, ok := n.Known("a"); ok {
		t.Errorf("a has number %d before it comes", i)
	}
	for want, x := range []string{"b", "a", "c"} {
		for range 2 {
			if i := n.Of(x); int(i) != want {
				t.Errorf("%s has number %d, not %d", x, i, want)
			}
		}
		if i, ok := n.Known(x); !ok || int(i) != want {
			t.Errorf("%s is known as %d (%t), not %d", x, i, ok, want)
		}
	}
	if !slices.Equal(n.All, []string{"b", "a", "c"}) {
		t.Errorf("all are %v", n.All)
	}
}
