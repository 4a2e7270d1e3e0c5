package search_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"qcheck/properties/census"
	"qcheck/properties/search"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// TestPublishedCounts compares the table of counts in docs/findings-sizes.md; without
// QCHECK_LONG only what takes no seconds.
func TestPublishedCounts(t *testing.T) {
	text, err := os.ReadFile("../../docs/findings-sizes.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text2, ok := strings.Cut(string(text), "\n| nodes | k | k-coteries | nondominated | k-arbiters | nondominated |\n")
	if !ok {
		t.Fatal("there is no table")
	}
	compared := 0
	for line := range strings.Lines(text2) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) != 6 {
			if strings.HasPrefix(line, "|---") {
				continue
			}
			break
		}
		n, err1 := strconv.Atoi(strings.TrimPrefix(cells[0], "| "))
		k, err2 := strconv.Atoi(cells[1])
		if err1 != nil || err2 != nil {
			t.Fatal(line)
		}
		for i, kind := range []setsys.Kind{setsys.KCoterie, setsys.KArbiter} {
			if !slow.Tests() && (n > 6 || i == 0 || k < 3) {
				continue
			}
			c := census.Class{Kind: kind, N: n, K: k}
			x, err := search.TakeCensus(t.Context(), c)
			all, nondominated := "not listed", "not listed"
			if err == nil && x.Cut == nil {
				all, nondominated = said(&x.All), said(x.Nondominated)
			}
			if got := strings.TrimSuffix(cells[3+2*i], " |"); cells[2+2*i] != all || got != nondominated {
				t.Errorf("%+v: %s, nondominated %s, not %s, %s; %v", c, cells[2+2*i], got, all, nondominated, err)
			}
			compared++
		}
	}
	if compared < 4 {
		t.Errorf("%d were compared", compared)
	}
}

// said returns a count as the table has it.
func said(c *search.Count) string {
	if c == nil {
		return "not listed"
	}
	return fmt.Sprintf("%s (%s)", grouped(c.UpToRenaming), grouped(c.Labelled))
}

func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
