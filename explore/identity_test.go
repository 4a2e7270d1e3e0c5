package explore_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"qcheck/explore"
)

// What files are one search by: every option is either among what identifies it, or in this
// list of those that decide neither which states a level has, nor what is counted.
func TestIdentity(t *testing.T) {
	unimportant := map[string]string{
		"Workers":   "no result depends on it",
		"MaxStates": "it ends a search after a level", "MaxOrbits": "as MaxStates", "MaxMemory": "levels that are not finished are not kept", "Timeout": "as MaxMemory",
		"Paranoid":       "it ends a search that is wrong",
		"WithinRequests": "it says what is made of the states",
		"Closure":        "it is made of what was found", "Violated": "it is called", "Progress": "as Violated",
		"Levels": "Instance is in the text beside it, Build has a line of its own, and Dir may change",
		"halted": "it is about the time", "wrong": "such a search has no files", "learner": "such a search has no files", "dense": "for tests: they do not change it between searches",
	}
	fields := reflect.TypeFor[explore.Options]()
	for i := range fields.NumField() {
		name := fields.Field(i).Name
		_, listed := unimportant[name]
		if identifies := slices.Contains(explore.Identifying, name); listed == identifies {
			t.Errorf("option %s: identifies a search: %t, and is listed as one that does not matter: %t", name, identifies, listed)
		}
	}
	if all := len(explore.Identifying) + len(unimportant); all != fields.NumField() {
		t.Errorf("%d options are listed, of %d", all, fields.NumField())
	}
	m, err := explore.NewModel(peerLock(2, 1))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	identity := func(o explore.Options) string {
		t.Helper()
		id, err := explore.Identity(m, o)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	first := explore.Options{Levels: &explore.Levels{Dir: dir}}
	base := identity(first)
	for name, value := range map[string]any{
		"Requests": []int{1, 2}, "Check": []explore.Property{explore.Safety}, "Clock": explore.Integer, "ClockMax": 7,
		"Queued": true, "Full": true, "Derive": true, "Asymmetric": true,
		"Workers": 3, "MaxStates": int64(5), "MaxOrbits": int64(5), "MaxMemory": int64(1 << 40), "Timeout": time.Hour, "Paranoid": true,
		"Violated": func(explore.PropertyResult) {}, "Progress": func(explore.Progress) {},
		"Levels": &explore.Levels{Dir: t.TempDir()},
	} {
		o := first
		reflect.ValueOf(&o).Elem().FieldByName(name).Set(reflect.ValueOf(value))
		if differs, want := identity(o) != base, slices.Contains(explore.Identifying, name); differs != want {
			t.Errorf("option %s: another search: %t, want %t", name, differs, want)
		}
	}
	// A closure needs a search in full, and is a function, which has an address.
	first.Full, first.Asymmetric = true, true
	base = identity(first)
	if first.Closure = func(*explore.Closure) {}; identity(first) != base {
		t.Error("a function identifies a search")
	}
	if identity(explore.FewBits(first, 3)) != base {
		t.Error("a switch of tests identifies a search")
	}
}
