package certify

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// A column is what ranks are about. Must says which states have a rank, and may which
// ones may; where a goal is concerned, leaving does not count.
type column struct {
	Column
	goal      bool
	must, may func(s obvious.State) bool
}

func (col Column) String() string {
	if col.Process == 0 {
		return string(col.Property)
	}
	return fmt.Sprintf("%s of process %d", col.Property, col.Process)
}

// column returns what the ranks are about that a header names.
func (c *checker) column(named Column) (column, error) {
	col := column{Column: named}
	unbounded := slices.ContainsFunc(c.o.Requests, func(r int) bool { return r < 0 })
	goal := slices.IndexFunc(c.p.Goals, func(g explore.Goal) bool { return g.Name == named.Property })
	need := slices.IndexFunc(c.p.Requires, func(r explore.Requirement[any, any]) bool { return r.Name == named.Property })
	leads := func(s obvious.State) (from, to bool) { return c.p.Requires[need].Leads(c.means.View(s)) }
	switch p := named.Process; {
	case named.Property == explore.StarvationFreedom && unbounded && p >= 1 && p <= c.p.N:
		col.must = func(s obvious.State) bool { return c.means.Observe(s)[p-1].Phase == explore.Waiting }
	case p == 0 && goal >= 0:
		col.goal = true
		col.must = func(s obvious.State) bool { return c.p.Goals[goal].Unmet(c.means.Observe(s)) != "" }
	case p == 0 && need >= 0 && c.p.Requires[need].Kind() == "leads-to":
		col.must = func(s obvious.State) bool { from, to := leads(s); return from && !to }
		col.may = func(s obvious.State) bool { _, to := leads(s); return !to }
		return col, nil
	default:
		return col, fmt.Errorf("nothing is known of ranks for %s with these requests", named)
	}
	col.may = col.must
	return col, nil
}

// A rank is what a column has for a state.
type rank struct {
	numbers []uint64
	stamps  []uint64 // behind all numbers but the last one
	helpful uint64   // the number of a step
}

// written is how ranks other than none are written; their numbers fit into an uint64.
var written = regexp.MustCompile(`^([0-9]{1,9}:[1-9][0-9]{0,3}\.)*[0-9]{1,9}/[1-9][0-9]{0,4}$`)

// parse reads a rank; nil is none.
func parse(text string) (*rank, error) {
	if text == "-" {
		return nil, nil
	}
	if !written.MatchString(text) {
		return nil, fmt.Errorf("%q is not a rank", text)
	}
	number := func(digits string) uint64 { n, _ := strconv.ParseUint(digits, 10, 64); return n }
	places, step, _ := strings.Cut(text, "/")
	r := &rank{helpful: number(step)}
	for place := range strings.SplitSeq(places, ".") {
		first, stamp, behind := strings.Cut(place, ":")
		r.numbers = append(r.numbers, number(first))
		if behind {
			r.stamps = append(r.stamps, number(stamp))
		}
	}
	return r, nil
}

// descends checks a transition between states with ranks: it is one of the three kinds
// that the package comment has. Place is that of its fresh stamp, after says what becomes
// of a stamp, and helped whether the transition is of the helpful step.
func (r *rank) descends(next *rank, place uint64, after func(explore.Stamp) explore.Stamp, helped bool) error {
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
		case after(explore.Stamp(r.stamps[i])) != explore.Stamp(next.stamps[i]):
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
