package near

import "testing"

func TestName(t *testing.T) {
	known := []string{"nonempty", "intersection", "non-intersection", "minimality", "nondomination", "k", "grid", "cube", "raymond"}
	for _, c := range []struct{ reason, wrong, want string }{
		{"a letter too few", "nondominaton", "nondomination"},
		{"a letter too many", "non-domination", "nondomination"},
		{"another letter", "minimalyty", "minimality"},
		{"two exchanged", "gird", "grid"},
		{"two slips", "intresection", "intersection"},
		{"the end is missing", "raymon", "raymond"},
		{"upper case", "Raymond", "raymond"},
		{"three slips", "minmlty", ""},
		{"two slips in a short name", "gids", ""},
		{"a short name", "m", ""},
		{"nothing", "", ""},
		{"something else", "acyclic", ""},
		{"as near to two, the first", "cuid", ""},
		{"the nearer of two", "non-intersecton", "non-intersection"},
	} {
		if got := Name(c.wrong, known); got != c.want {
			t.Errorf("%s: %q for %q, want %q", c.reason, got, c.wrong, c.want)
		}
	}
	if got := Name("aab", []string{"aac", "aad"}); got != "aac" {
		t.Errorf("of two as near %q", got)
	}
}

// TestDistance compares the table with the definition.
func TestDistance(t *testing.T) {
	var slips func(a, b string) int
	slips = func(a, b string) int {
		if a == "" || b == "" {
			return len(a) + len(b)
		}
		least := min(slips(a[1:], b), slips(a, b[1:])) + 1
		d := slips(a[1:], b[1:])
		if a[0] != b[0] {
			d++
		}
		least = min(least, d)
		if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
			least = min(least, slips(a[2:], b[2:])+1)
		}
		return least
	}
	words := []string{""}
	for from := 0; len(words[len(words)-1]) < 4; from++ {
		for _, letter := range "abc" {
			words = append(words, words[from]+string(letter))
		}
	}
	for _, a := range words {
		for _, b := range words {
			if got, want := distance(a, b, 100), slips(a, b); got != want {
				t.Fatalf("%q, %q: %d, want %d", a, b, got, want)
			}
		}
	}
}

func TestHint(t *testing.T) {
	for wrong, want := range map[string]string{
		"rows":   " (known: n, columns)",
		"m":      " (known: n, columns)",
		"colums": `: did you mean "columns"? (known: n, columns)`,
	} {
		if got := Hint(wrong, []string{"n", "columns"}); got != want {
			t.Errorf("%q: %s, want %s", wrong, got, want)
		}
	}
}
