package setsys_test

import (
	"fmt"
	"strings"
	"testing"

	"qcheck/setsys"
)

func TestNumbered(t *testing.T) {
	for _, n := range []int{1, 2, 64, 65, 130, setsys.MaxNodes} {
		u := must(setsys.Numbered(n))
		if u.Len() != n || !u.IsNumbered() || u.Full().Len() != n || u.Full().Cap() != n {
			t.Errorf("universe of %d: %d nodes, %d in the full set", n, u.Len(), u.Full().Len())
		}
		for i := range n {
			if name := u.Name(i); name != fmt.Sprint(i+1) {
				t.Errorf("node %d has the name %q", i, name)
			}
			if got, ok := u.Index(fmt.Sprint(i + 1)); got != i || !ok {
				t.Errorf("Index(%d) = %d, %v", i+1, got, ok)
			}
		}
		for _, name := range []string{"", "0", "-1", "+1", "01", " 1", "1 ", "1.0", "1e0", "x", fmt.Sprint(n + 1), strings.Repeat("9", 30)} {
			if i, ok := u.Index(name); ok {
				t.Errorf("universe of %d: Index(%q) = %d", n, name, i)
			}
		}
	}
	for _, n := range []int{-1, 0, setsys.MaxNodes + 1} {
		if _, err := setsys.Numbered(n); err == nil || err.Error() != fmt.Sprintf("a universe has 1 to 4096 nodes, not %d", n) {
			t.Errorf("Numbered(%d): %v", n, err)
		}
	}
}

func TestNamed(t *testing.T) {
	names := []string{"b", "a", "1", "é", " "}
	u := must(setsys.Named(names))
	names[0] = "changed"
	if u.IsNumbered() || u.Len() != 5 {
		t.Errorf("numbered %v, %d nodes", u.IsNumbered(), u.Len())
	}
	for i, name := range []string{"b", "a", "1", "é", " "} {
		if u.Name(i) != name {
			t.Errorf("node %d has the name %q", i, u.Name(i))
		}
		if got, ok := u.Index(name); got != i || !ok {
			t.Errorf("Index(%q) = %d, %v", name, got, ok)
		}
	}
	for _, name := range []string{"", "2", "B", "changed", "e\u0301"} {
		if i, ok := u.Index(name); ok {
			t.Errorf("Index(%q) = %d", name, i)
		}
	}
	for _, row := range []struct {
		names []string
		want  string
	}{
		{nil, "a universe has 1 to 4096 nodes, not 0"},
		{make([]string, 4097), "a universe has 1 to 4096 nodes, not 4097"},
		{[]string{"a", ""}, "node 2 has an empty name"},
		{[]string{"a", "b", "a"}, `node "a" is named twice`},
	} {
		if _, err := setsys.Named(row.names); err == nil || err.Error() != row.want {
			t.Errorf("%v, want %s", err, row.want)
		}
	}
}

func TestEmptyUniverse(t *testing.T) {
	var u setsys.Universe
	if _, ok := u.Index("1"); ok || u.Len() != 0 || u.Full().Cap() != 0 {
		t.Error("the zero universe has a node")
	}
	for _, i := range []int{-1, 0} {
		if !panics(func() { u.Name(i) }) {
			t.Errorf("Name(%d) does not panic", i)
		}
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}
