package values

import (
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

type colour uint8

func (c colour) String() string { return [...]string{"red", "green"}[c] }

type letter struct {
	Colour colour
	At     explore.Stamp
	Count  int8
}

type twoStamps struct{ Own, Lock explore.Stamp }

type place struct {
	Open    bool
	X       int16
	hidden  uint8
	Who     explore.Set
	Letters [3]letter
	Best    letter
	Seen    [2]explore.Stamp
	Turn    explore.Process
	Calls   explore.PerProcess[int8]
}

func TestShow(t *testing.T) {
	l := Labels{Stamps: map[explore.Stamp]string{1: "2a", 2: "1a"}}
	for _, test := range []struct {
		value any
		want  string
	}{
		{nil, "nothing"},
		{uint8(3), "3"},
		{int64(-3), "-3"},
		{true, "true"},
		{colour(1), "green"},
		{explore.Stamp(0), "no stamp"},
		{explore.Stamp(2), "1a"},
		{explore.Stamp(9), "stamp 9"},
		{explore.SetOf(0, 2), "{p1,p3}"},
		{letter{}, "red"},
		{letter{Colour: 1, At: 1}, "green 2a"},
		{letter{Colour: 1, At: 1, Count: -2}, "green 2a Count=-2"},
		{place{}, "nothing"},
		{place{Open: true, X: -7, hidden: 4, Who: 1}, "Open=true X=-7 hidden=4 Who={p1}"},
		{place{Letters: [3]letter{1: {At: 2}}, Best: letter{Count: 1, At: 1}}, "Letters=[2:(red 1a)] Best=(red 2a Count=1)"},
		{[2]uint8{0, 5}, "[2:5]"},
		{explore.Process(0), "none"},
		{explore.Process(3), "p3"},
		{explore.PerProcess[explore.Process]{1: 3}, "[p2:p3]"},
		{[2]explore.PerProcess[uint8]{1: {2: 5}}, "[2:[p3:5]]"},
		{place{Turn: 2, Calls: explore.PerProcess[int8]{2: 1}}, "Turn=p2 Calls=[p3:1]"},
		{twoStamps{Own: 1, Lock: 2}, "Own=2a Lock=1a"},
		{twoStamps{Lock: 2}, "Lock=1a"},
	} {
		if got := l.Show(test.value); got != test.want {
			t.Errorf("%T: %q, want %q", test.value, got, test.want)
		}
	}
}

// Values that differ only in the numbers of stamps have not changed.
func TestChanges(t *testing.T) {
	before := Labels{Stamps: map[explore.Stamp]string{1: "2a", 2: "1a"}}
	after := Labels{Stamps: map[explore.Stamp]string{1: "1a", 2: "3a"}}
	for _, test := range []struct {
		old, now any
		want     string
	}{
		{explore.Stamp(2), explore.Stamp(1), ""},
		{explore.Stamp(1), explore.Stamp(1), "state=1a"},
		{place{Best: letter{At: 2}}, place{Best: letter{At: 1}}, ""},
		{place{Best: letter{At: 1}}, place{Best: letter{At: 1}}, "Best=(red 1a)"},
		{place{Best: letter{At: 1}}, place{}, "Best=none"},
		{place{Open: true, X: 1}, place{}, "Open=false X=0"},
		{place{Seen: [2]explore.Stamp{2, 1}}, place{Seen: [2]explore.Stamp{1, 0}}, "Seen[2]=none"},
		{place{}, place{Letters: [3]letter{2: {Count: 1}}}, "Letters[3]=(red Count=1)"},
		{place{Who: 1}, place{}, "Who={}"},
		{uint8(1), uint8(2), "state=2"},
		{[2]uint8{1, 1}, [2]uint8{1, 2}, "[2]=2"},
		{place{Turn: 2}, place{Calls: explore.PerProcess[int8]{1: 4}}, "Turn=none Calls[p2]=4"},
		{explore.PerProcess[explore.PerProcess[bool]]{}, explore.PerProcess[explore.PerProcess[bool]]{1: {2: true}}, "[p2][p3]=true"},
	} {
		var parts []string
		for _, c := range Changes(before, after, test.old, test.now) {
			parts = append(parts, c.Name+"="+c.Now)
		}
		if got := strings.Join(parts, " "); got != test.want {
			t.Errorf("%+v to %+v: %q, want %q", test.old, test.now, got, test.want)
		}
	}
}

func TestLater(t *testing.T) {
	c := obvious.Config{Stamps: map[explore.Stamp]string{1: "3a", 2: "1a", 3: "2b"}}
	for name, want := range map[string]string{"3a": "1a", "1a": "2b", "2b": "", "2a": ""} {
		if got := Later(c, name); got != want {
			t.Errorf("after %s comes %q, want %q", name, got, want)
		}
	}
}
