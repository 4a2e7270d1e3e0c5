package mutation

import (
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
)

// survivors reads the list of the faults of a package that nothing sees. It has
// paragraphs like
//
//	function: the line of source
//		what => becomes of it
//		what => becomes of it #2
//		The reason of both, in lines without an arrow.
//		what else => becomes of it
//		The reason of that.
//
// where #2 is the second such change in equal lines of the function. Lines that
// begin with # are comments.
func survivors(t *testing.T, name string) map[Place]string {
	t.Helper()
	file := "testdata/" + path.Base(name) + ".txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[Place]string{}
	var head string
	var places []Place // those that the next reason is of
	reasoned := true
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		rest, indented := strings.CutPrefix(line, "\t")
		switch {
		case line == "" || line[0] == '#':
		case !indented:
			if !reasoned {
				t.Fatalf("%s: no reason before %q", file, line)
			}
			head, places, reasoned = line, nil, false
		case strings.Contains(rest, " => "):
			if reasoned {
				places, reasoned = nil, false
			}
			places = append(places, place(t, head, rest))
		case len(places) == 0:
			t.Fatalf("%s: no change before %q", file, rest)
		default:
			for _, p := range places {
				if _, ok := reasons[p]; ok && !reasoned {
					t.Fatalf("%s: twice:\n%s", file, p)
				}
				reasons[p] = strings.TrimSpace(reasons[p] + " " + rest)
			}
			reasoned = true
		}
	}
	if !reasoned {
		t.Fatalf("%s: no reason at the end", file)
	}
	return reasons
}

// place returns the place that Place.String writes as a head and a change.
func place(t *testing.T, head, change string) Place {
	t.Helper()
	p := Place{Change: change, Nth: 1}
	if i := strings.LastIndex(change, " #"); i >= 0 {
		if n, err := fmt.Sscanf(change[i:], " #%d", &p.Nth); n == 1 && err == nil {
			p.Change = change[:i]
		}
	}
	var ok bool
	if p.Func, p.Context, ok = strings.Cut(head, ": "); !ok {
		t.Fatalf("%q is no function and line", head)
	}
	return p
}
