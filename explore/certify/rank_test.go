package certify

import (
	"testing"

	"qcheck/explore"
)

// What ranks demand of a transition, case by case. Stamps move up by one.
func TestDescends(t *testing.T) {
	after := func(x explore.Stamp) explore.Stamp { return x + 1 }
	for _, c := range []struct {
		from, to string
		place    uint64
		helped   bool
		want     bool
	}{
		{"3/1", "2/2", 0, true, true},
		{"3/1", "3/1", 0, false, true},
		{"3/1", "3/1", 0, true, false},
		{"3/1", "3/2", 0, false, false},
		{"3/1", "4/1", 0, false, false},
		{"3:2.5/1", "3:3.5/1", 0, false, true},
		{"3:2.5/1", "3:3.4/2", 0, true, true},
		{"3:2.5/1", "3:3.6/1", 0, false, false},
		{"3:2.5/1", "3:3.6/2", 2, true, true},
		{"3:2.5/1", "3:3.6/1", 3, false, false},
		{"3:2.5/1", "3:2.5/1", 0, false, false},
		{"3:2.5/1", "3:2.4/1", 1, false, false},
		{"3:2.5/1", "2/1", 0, false, true},
		{"3:2.5/1", "3/1", 0, false, false},
		{"3/1", "3:2.5/1", 0, false, false},
		{"3:2.5:4.1/1", "3:3.5:5.9/2", 4, true, true},
		{"3:2.5:4.1/1", "3:3.5:5.2/1", 5, false, false},
	} {
		r, err := parse(c.from)
		next, err2 := parse(c.to)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if err := r.descends(next, c.place, after, c.helped); (err == nil) != c.want {
			t.Errorf("from %s to %s, place %d, helped %t: %v", c.from, c.to, c.place, c.helped, err)
		}
	}
	for _, text := range []string{"", "3", "/1", "3/", "3/0", "-1/1", "3:0.1/1", "3:1/1", "3.1/1", "3/1 ", "3:1.2:2/1"} {
		if _, err := parse(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
