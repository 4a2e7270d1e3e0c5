package certify

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// A column is what ranks are about. Must says which states have a rank, and may which
// ones may; where a goal is concerned, leaving does not count.
type column[L, M comparable] struct {
	Column
	goal      bool
	must, may func(s obvious.State[L, M]) bool
}

func (col Column) String() string {
	if col.Process == 0 {
		return string(col.Property)
	}
	return fmt.Sprintf("%s of process %d", col.Property, col.Process)
}

// column returns what the ranks are about that a header names.
func (c *checker[L, M]) column(named Column) (col column[L, M], err error) {
	col.Column = named
	unbounded := slices.ContainsFunc(c.o.Requests, func(r int) bool { return r < 0 })
	if named.Property == explore.StarvationFreedom && unbounded && named.Process >= 1 && named.Process <= c.p.N {
		col.must = func(s obvious.State[L, M]) bool {
			return c.means.Observe(s)[named.Process-1].Phase == explore.Waiting
		}
		col.may = col.must
		return col, nil
	}
	for _, g := range c.p.Goals {
		if g.Name == named.Property && named.Process == 0 {
			col.goal = true
			col.must = func(s obvious.State[L, M]) bool { return g.Unmet(c.means.Observe(s)) != "" }
			col.may = col.must
			return col, nil
		}
	}
	for _, r := range c.p.Requires {
		if r.Name == named.Property && named.Process == 0 && r.Kind() == "leads-to" {
			leads := func(s obvious.State[L, M]) (from, to bool) { return r.Leads(c.means.View(s)) }
			col.must = func(s obvious.State[L, M]) bool { from, to := leads(s); return from && !to }
			col.may = func(s obvious.State[L, M]) bool { _, to := leads(s); return !to }
			return col, nil
		}
	}
	return col, fmt.Errorf("nothing is known of ranks for %s with these requests", named)
}

// A rank is what a column has for a state.
type rank struct {
	numbers []uint64
	stamps  []explore.Stamp // behind all numbers but the last one
	helpful int             // the number of a step
}

// parse reads a rank; nil is none.
func parse(text string) (*rank, error) {
	if text == "-" {
		return nil, nil
	}
	r := &rank{}
	places, step, _ := strings.Cut(text, "/")
	var err, bad error
	r.helpful, bad = strconv.Atoi(step)
	for place := range strings.SplitSeq(places, ".") {
		number, stamp, behind := strings.Cut(place, ":")
		x, y := uint64(0), uint64(0)
		x, err = strconv.ParseUint(number, 10, 32)
		bad = errors.Join(bad, err)
		if behind {
			y, err = strconv.ParseUint(stamp, 10, 15)
			bad = errors.Join(bad, err)
			r.stamps = append(r.stamps, explore.Stamp(y))
		}
		r.numbers = append(r.numbers, x)
	}
	if bad != nil || len(r.stamps) != len(r.numbers)-1 || slices.Contains(r.stamps, 0) {
		return nil, fmt.Errorf("%q is not a rank", text)
	}
	return r, nil
}

// descends checks a transition between states with ranks: it is one of the three kinds
// that the package comment has. Place is that of its fresh stamp, after says what becomes
// of a stamp, and helped whether the transition is of the helpful step.
func (r *rank) descends(next *rank, place explore.Stamp, after func(explore.Stamp) explore.Stamp, helped bool) error {
	for i, x := range r.numbers {
		switch y := next.numbers[i]; {
		case y < x:
			return nil
		case y > x:
			return errors.New("the rank grows")
		case (i < len(r.stamps)) != (i < len(next.stamps)):
			return errors.New("the stamp of the rank is not on both sides")
		case i == len(r.stamps):
			continue
		case after(r.stamps[i]) != next.stamps[i]:
			return errors.New("the stamp of the rank is another one")
		case place > 0 && place <= r.stamps[i]:
			return nil
		}
	}
	if helped || r.helpful != next.helpful {
		return errors.New("the rank stays, and its helpful step does not")
	}
	return nil
}
