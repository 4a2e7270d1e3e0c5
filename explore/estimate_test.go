package explore_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/setsys/slow"
)

// What is estimated of random protocols contains what there is. That holds always where it
// is said to be exact, and else almost always.
func TestEstimate(t *testing.T) {
	count := 13
	if slow.Tests() {
		count = 1000
	}
	exact, bounded, unbounded, wrong := 0, 0, 0, 0
	check := func(name string, m explore.Model, err error, o explore.Options, size int) {
		if err != nil {
			t.Fatal(err)
		}
		o.Full, o.MaxStates = true, 0
		there, err := explore.Reachable(m, o, 20_000)
		if err != nil {
			t.Fatal(err)
		}
		if there == nil {
			return // too many
		}
		e, err := explore.EstimateBySamples(t.Context(), m, o, size)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case e.Exact:
			exact++
			if e.Least != there.States || e.Most != there.States || e.LeastKept != there.Orbits || e.MostKept != there.Orbits {
				t.Errorf("%s, samples of %d: %+v is not exactly %d states, of which %d are kept", name, size, *e, there.States, there.Orbits)
			}
		case e.Most == 0:
			unbounded++
		default:
			bounded++
		}
		if !e.Exact && (e.Least > 3*there.States || e.Most != 0 && e.Most < there.States || e.LeastKept > 3*there.Orbits || e.MostKept != 0 && e.MostKept < there.Orbits) {
			wrong++
			t.Logf("%s, samples of %d: %+v, and %d states, of which %d are kept", name, size, *e, there.States, there.Orbits)
		}
	}
	for i := range count {
		toy, lock := newToy(5e6+uint64(i)), newLock(5e6+uint64(i))
		for _, size := range []int{4, 16, 1000} {
			m, err := explore.NewModel(toy.p)
			check(toy.String(), m, err, toy.o, size)
			m, err = explore.NewModel(lock.p)
			check(lock.String(), m, err, lock.o, size)
		}
	}
	t.Logf("exact %d, bounded %d, unbounded %d, wrong %d", exact, bounded, unbounded, wrong)
	if exact < count || bounded < count/4 || wrong > (bounded+unbounded)/20 {
		t.Errorf("exact %d, bounded %d, unbounded %d, wrong %d", exact, bounded, unbounded, wrong)
	}
}

// The same samples are taken each time, and a search that does not end has no most.
func TestEstimateSame(t *testing.T) {
	m, err := explore.NewModel(peerLock(3, 1))
	if err != nil {
		t.Fatal(err)
	}
	var all []explore.Estimate
	for _, workers := range []int{1, 2} {
		e, err := explore.EstimateBySamples(t.Context(), m, explore.Options{Workers: workers}, 256)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, *e)
	}
	if all[0] != all[1] {
		t.Errorf("%+v, then %+v", all[0], all[1])
	}
	count, err := explore.NewModel(counters(5))
	if err != nil {
		t.Fatal(err)
	}
	e, err := explore.EstimateBySamples(t.Context(), count, explore.Options{}, 16)
	if err != nil || e.Exact || e.Most != 0 || e.Least < 10_000 {
		t.Errorf("states without end: %+v, %v", e, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	if _, err := explore.EstimateStates(ctx, count, explore.Options{}); !errors.Is(err, why) {
		t.Errorf("after the end of the context: %v", err)
	}
	if _, err := explore.EstimateStates(t.Context(), count, explore.Options{Requests: slices.Repeat([]int{1}, 7)}); err == nil {
		t.Error("seven bounds for two processes are not refused")
	}
}

// There is a most only if the samples have a twentieth of what they are about, meet in levels
// with half of it, and come to an end.
func TestEstimateBounded(t *testing.T) {
	for _, c := range []struct {
		taken      int
		kept, weak float64
		unfinished bool
		want       bool
	}{
		{100, 1000, 0, false, true}, {100, 1000, 499, false, true}, {100, 1000, 500, false, false},
		{100, 1999, 0, false, true}, {100, 2000, 0, false, false}, {100, 1000, 0, true, false},
	} {
		if got := explore.Bounds(c.taken, c.kept, c.weak, c.unfinished); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}
