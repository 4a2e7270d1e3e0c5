package console

import (
	"bufio"
	"bytes"
	"testing"
)

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 724274: "724,274", 20000000: "20,000,000", -1: "-1", -1000: "-1,000", -100: "-100"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestCapital(t *testing.T) {
	for _, test := range []struct{ reason, text, want string }{
		{"a word", "the sets", "The sets"},
		{"an article", "a row", "A row"},
		{"a symbol", "c(n,k,r) grows", "c(n,k,r) grows"},
		{"a single letter", "l is not k", "l is not k"},
		{"a capital already", "MUTIN(l) says", "MUTIN(l) says"},
	} {
		if got := Capital(test.text); got != test.want {
			t.Errorf("%s: %q", test.reason, got)
		}
	}
}

// Columns are as wide as their cells have characters, not bytes.
func TestWriteColumns(t *testing.T) {
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	WriteColumns(Streams{Out: w}, [][]string{{"r", "nodes", "n"}, {"1", "{Zürich,Köln}", "10"}, {"12", "{Bern}", "9"}})
	w.Flush()
	const want = "   r  nodes           n\n   1  {Zürich,Köln}  10\n  12  {Bern}          9\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
