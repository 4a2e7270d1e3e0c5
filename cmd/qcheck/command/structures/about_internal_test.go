package structures

import (
	"testing"

	"qcheck/setsys"
)

// A remark stands in a row of its own, and is taken out of the description where it is a sentence at its end.
func TestAbout(t *testing.T) {
	for _, test := range []struct {
		description string
		remarks     []string
		want        string
	}{
		{"a b", []string{"b"}, "a b"},
		{"The b is first. A guess b.", []string{"b"}, "The b is first. A guess b."},
		{"Some nodes. One is guessed. So is another.", []string{"One is guessed.", "So is another."}, "Some nodes."},
		{"One is guessed.", []string{"One is guessed."}, ""},
		{"One is guessed. Some nodes.", []string{"One is guessed."}, "One is guessed. Some nodes."},
	} {
		s := &setsys.Structure{Description: test.description, Remarks: test.remarks}
		if got := about(s); got != test.want {
			t.Errorf("%q without %q: %q, want %q", test.description, test.remarks, got, test.want)
		}
	}
}
