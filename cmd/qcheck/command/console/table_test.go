package console

import (
	"bufio"
	"bytes"
	"testing"
)

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
