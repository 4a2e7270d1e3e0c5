package counterexample

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A value that is wider than its column is broken behind a comma, if it has one.
func TestBrokenBehindCommas(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  []string
	}{
		{"Quorum={genf,bern}", 15, []string{"Quorum={genf,", "bern}"}},
		{"abcdefgh", 3, []string{"abc", "def", "gh"}},
		{"a,b,cdefg", 4, []string{"a,b,", "cdef", "g"}},
	} {
		if got := broken(test.text, test.width); !slices.Equal(got, test.want) {
			t.Errorf("%q in %d: %q, want %q", test.text, test.width, got, test.want)
		}
	}
}

// Lines are broken within their columns, and remarks under the second one.
func TestLayOutWithin(t *testing.T) {
	lines := []any{
		[]string{"step", "what happens", "none", "then"},
		[]string{"1", "Zürich takes REQUEST 1a from Genf", "", "Zürich in the critical section"},
		"and here is something to remark upon",
		[]string{"12", "x", "", ""},
	}
	for _, test := range []struct {
		width int
		want  string
	}{
		{0, `
step  what happens                       then
   1  Zürich takes REQUEST 1a from Genf  Zürich in the critical section
      and here is something to remark upon
  12  x
`},
		{32, `
step  what happens  then
   1  Zürich takes  Zürich in
      REQUEST 1a    the critical
      from Genf     section
      and here is something to
      remark upon
  12  x
`},
		{1, `
step  what      then
      happens
   1  Zürich    Zürich
      takes     in the
      REQUEST   critical
      1a from   section
      Genf
      and here
      is
      somethin
      g to
      remark
      upon
  12  x
`},
	} {
		if diff := cmp.Diff(test.want, "\n"+layOut(lines, test.width)); diff != "" {
			t.Errorf("width %d (-want +got):\n%s", test.width, diff)
		}
	}
}

func TestBroken(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 3, ""},
		{"one two", 7, "one two"},
		{"one two", 6, "one|two"},
		{"one two three", 7, "one two|three"},
		{"Zürich", 6, "Zürich"},
		{"Zürich", 4, "Züri|ch"},
		{"a Zürich", 4, "a|Züri|ch"},
		{"one two", 0, "one two"},
		{"one; two three", 14, "one; two three"},
		{"one; two three", 13, "one;|two three"},
		{"one; two three", 5, "one;|two|three"},
		{"one; two; ", 6, "one;|two;"},
	} {
		if got := strings.Join(broken(test.text, test.width), "|"); got != test.want {
			t.Errorf("%q within %d: %q, want %q", test.text, test.width, got, test.want)
		}
	}
}
