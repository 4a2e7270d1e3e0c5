package kakugawa

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/corpus/entry"
	"qcheck/setsys/slow"
)

// The tables have so many values. Without the formula it is seen that two of table 2 cannot be right: p_l for
// r and for k+1-r make 1 everywhere else.
func TestTables(t *testing.T) {
	counts, values := map[string]int{}, map[string]int{}
	for _, e := range Entries() {
		if table, ok := strings.CutPrefix(e.Name, "kakugawa/table-"); ok {
			counts[table] = len(e.Cases)
		}
	}
	for line := range strings.Lines(tables) {
		of := map[string]string{"p_u": "1", "p_l": "2", "maj_k": "3", "sgl_k": "3"}[strings.Fields(line + " .")[0]]
		if _, text, _ := strings.Cut(line, ": "); of != "" {
			values[of] += len(strings.Fields(text))
		}
	}
	if diff := cmp.Diff(values, counts); diff != "" || counts["3"] != 88 {
		t.Errorf("numbers of values (-want +found):\n%s", diff)
	}
	sums := map[string]int{}
	for line := range strings.Lines(tables) {
		if !strings.HasPrefix(line, "p_l ") {
			continue
		}
		_, text, _ := strings.Cut(line, ": ")
		values := strings.Fields(text)
		for i := range values {
			var a, b float64
			fmt.Sscan(values[i], &a)
			fmt.Sscan(values[len(values)-1-i], &b)
			sums[fmt.Sprintf("%.7f", a+b)]++
		}
	}
	if diff := cmp.Diff(map[string]int{"1.0000000": 17, "1.1429766": 2, "0.9108911": 2}, sums); diff != "" {
		t.Errorf("sums of opposite values (-want +found):\n%s", diff)
	}
}

// Where the k-majority and the k-singleton are the best, as another search found that listed all k-coteries
// with all names of nodes, and with its own polynomials of sets.
func TestStudy(t *testing.T) {
	if !slow.Tests() {
		t.Skip("the entries judge it; QCHECK_LONG=1 runs it")
	}
	want := map[string]string{
		"3 1 1": "[[1/2, 1)] [(0, 1/2]]", "5 1 1": "[[1/2, 1)] [(0, 1/2]]",
		"5 2 1": "[[0.3596118, 1)] [(0, 0.3596118]]", "5 2 2": "[[3/4, 1)] [(0, 1/2]]",
		"7 1 1": "[[1/2, 1)] [(0, 1/2]]", "7 3 1": "[[0.2801579, 1)] [(0, 0.2801579]]",
		"7 3 2": "[[1/2, 1)] [(0, 1/2]]", "7 3 3": "[[9/10, 1)] [(0, 1/2]]",
		"4 2 1": "[] [(0, 1/2]]", "6 1 1": "[] [(0, 1/2]]", "6 2 1": "[] [(0, 0.3596118]]", "6 2 2": "[] [(0, 1/2]]",
		"6 3 1": "[] [(0, 0.3596118]]", "6 3 2": "[] [(0, 1/2]]", "6 3 3": "[] [(0, 1/2]]", "6 6 6": "[(0, 1)] [(0, 1)]",
	}
	cases, got := 0, map[string]string{}
	for _, b := range (&study{}).all(entry.Asked{Context: t.Context()}) {
		at := fmt.Sprint(b.n, b.k, b.r)
		if _, ok := want[at]; ok {
			got[at] = fmt.Sprint(b.majority(), b.singleton())
		}
		cases++
	}
	if diff := cmp.Diff(want, got); diff != "" || cases != 67 {
		t.Errorf("%d cases; where they are the best (-want +found):\n%s", cases, diff)
	}
}
