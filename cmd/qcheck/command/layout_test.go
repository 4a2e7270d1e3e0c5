package command

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// Lines are as wide as COLUMNS allows, and say the same as without a limit.
func TestLinesFitTheWidth(t *testing.T) {
	trace := data("traces/raymond-printed.json")
	for _, args := range []string{
		"protocol --algorithm maekawa --variant without-inquire --n 3 --requests 1",
		"protocol --algorithm raymond --variant printed --n 3 --k 2 --requests 1,1,2",
		"protocol --algorithm maekawa --n 3 --requests 1 --measure",
		"replay " + trace,
		"certify " + data("certificates/ricart-agrawala-2.certificate"),
		"structure --property every " + data("thesis-3-coterie.json") + " " + data("jiang-2-wr-coterie.json") + " " + data("h3-arbiter-broken.json"),
		"analyze --require domains>=1,write.failures>=3,load(0.9)<=1/2 " + data("aurora.json"),
		"analyze " + data("plane-7-m1.json"),
		"list",
		"corpus kakugawa/table-2 baldoni/local-recovery-weaker baldoni/singhal",
	} {
		t.Setenv("COLUMNS", "")
		free := qcheck("", strings.Fields(args)...)
		for _, width := range []int{80, 120} {
			t.Setenv("COLUMNS", fmt.Sprint(width))
			r := qcheck("", strings.Fields(args)...)
			if r.code != free.code || r.stderr != "" {
				t.Errorf("%s: exit %d, %s", args, r.code, r.stderr)
			}
			for line := range strings.Lines(r.stdout) {
				if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
					t.Errorf("%s: %d columns: %q has %d", args, width, line, n)
				}
			}
			for _, word := range strings.Fields(free.stdout) {
				if !strings.Contains(r.stdout, word) {
					t.Errorf("%s: %d columns: %q is missing", args, width, word)
				}
			}
		}
	}
}
