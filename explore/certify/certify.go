package certify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// A checker checks a file.
type checker struct {
	p       explore.Protocol[any, any]
	o       obvious.Options
	means   obvious.Semantics
	h       Header
	entries []Entry
	columns []column
	reached []*obvious.State // by entry, until its steps were taken
	facts   Facts
}

// Check checks the lines of a file, in their order, for a protocol that is run as the
// options say. An error is a [Refutation], or the end of the context.
func Check[L, M comparable](ctx context.Context, p explore.Protocol[L, M], o obvious.Options, h Header, entries []Entry) (*Facts, error) {
	return Of(ctx, obvious.Of(p, &explore.Met{}), o, h, entries)
}

// Of is [Check] of a protocol whatever its types.
func Of(ctx context.Context, p obvious.Erased, o obvious.Options, h Header, entries []Entry) (*Facts, error) {
	means := p.Semantics(o)
	c := &checker{p: means.Protocol(), o: o, means: means, h: h, entries: entries, reached: make([]*obvious.State, len(entries))}
	c.facts.First = map[explore.Property]int{}
	if err := c.header(); err != nil {
		return nil, &Refutation{0, err}
	}
	order := make([]int, len(entries)) // by level
	for i, e := range entries {
		if order[i] = i; i > 0 && e.State <= entries[i-1].State {
			return nil, &Refutation{i + 1, errors.New("the state does not come after the one before it, in the order of bytes")}
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(entries[i].Level, entries[j].Level) })
	for _, start := range c.means.Starts() {
		if _, err := c.reach(start, 0); err != nil {
			return nil, &Refutation{0, fmt.Errorf("an initial state: %w", err)}
		}
	}
	for done, at := range order {
		if done%1024 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("after %d of %d states: %w", done, len(order), context.Cause(ctx))
		}
		if err := c.state(at); err != nil {
			return nil, &Refutation{at + 1, err}
		}
		c.reached[at] = nil
	}
	switch depth := entries[order[len(order)-1]].Level; {
	case depth != h.Depth:
		return nil, &Refutation{0, fmt.Errorf("the largest level is %d, not %d", depth, h.Depth)}
	case c.facts.Transitions != h.Transitions:
		return nil, &Refutation{0, fmt.Errorf("there are %d transitions, not %d", c.facts.Transitions, h.Transitions)}
	case c.facts.Beyond > 0 && len(c.columns) > 0:
		return nil, &Refutation{0, errors.New("some runs pass the bound of the clocks, and ranks say nothing of these")}
	}
	return &c.facts, nil
}

// header checks what stands before the states.
func (c *checker) header() error {
	local, message := c.means.Numbers()
	bounded := slices.ContainsFunc(c.o.Requests, func(r int) bool { return r >= 0 })
	switch {
	case !slices.Equal(local, c.h.Local) || !slices.Equal(message, c.h.Message):
		return errors.New("local states or messages consist of other numbers than those of the protocol")
	case c.h.States != len(c.entries) || len(c.entries) == 0:
		return fmt.Errorf("there are %d states, not %d", len(c.entries), c.h.States)
	case len(c.h.Ranks) > 0 && !c.h.Closed:
		return errors.New("there are ranks, and not all states that can be reached")
	case len(c.h.Ranks) > 0 && c.p.Obliged && bounded:
		return errors.New("there are ranks, and bounds on requests, though processes rely on it that others ask again")
	}
	for _, named := range c.h.Ranks {
		col, err := c.column(named)
		if err != nil {
			return err
		}
		c.columns = append(c.columns, col)
	}
	return nil
}

// reach returns which entry a state has that so many steps reach.
func (c *checker) reach(s obvious.State, steps int) (int, error) {
	text := s.Text()
	at, ok := sort.Find(len(c.entries), func(i int) int { return strings.Compare(text, c.entries[i].State) })
	if !ok {
		return 0, errors.New("it is not there")
	}
	if level := c.entries[at].Level; level > steps {
		return 0, fmt.Errorf("%d steps reach it, and its level is %d", steps, level)
	} else if level == steps {
		c.reached[at] = &s
	}
	return at, nil
}

// state checks a state and its steps.
func (c *checker) state(at int) error {
	e, s := c.entries[at], c.reached[at]
	if s == nil {
		return fmt.Errorf("no run of %d steps reaches it, and this is its level", e.Level)
	}
	ranks, err := c.ranks(e)
	if err != nil {
		return err
	}
	for i, col := range c.columns {
		if ranks[i] == nil && col.must(*s) || ranks[i] != nil && !col.may(*s) {
			return fmt.Errorf("it has no rank for %s and must have one, or has one and must have none", col)
		}
	}
	ended := true                       // nothing has to follow
	enabled := make([]bool, len(ranks)) // the helpful steps
	c.means.Outcomes(*s, func(o obvious.Outcome) {
		ended = ended && !o.Fair()
		for i, r := range ranks {
			enabled[i] = enabled[i] || r != nil && c.helps(r, o) && !(c.columns[i].goal && o.Leaves())
		}
		if failed := c.outcome(o, e.Level, ranks); err == nil && failed != nil {
			process, from, name := o.Step()
			err = fmt.Errorf("%s: %w", obvious.Label(process, from, name), failed)
		}
	})
	for i, r := range ranks {
		if err == nil && r != nil && !enabled[i] {
			err = fmt.Errorf("the helpful step of its rank for %s is not enabled", c.columns[i])
		}
	}
	c.judge(*s, e.Level, ended)
	return err
}

// judge notes which properties a state decides.
func (c *checker) judge(s obvious.State, level int, ended bool) {
	all, view := c.means.Observe(s), c.means.View(s)
	in := func(phase explore.Phase) bool {
		return slices.ContainsFunc(all, func(o explore.Observation) bool { return o.Phase == phase })
	}
	c.facts.Entered = c.facts.Entered || in(explore.Inside)
	c.first(explore.Safety, level, c.p.Safe != nil && c.p.Safe(all) != "")
	c.first(explore.DeadlockFreedom, level, ended && in(explore.Waiting))
	for _, r := range c.p.Requires {
		c.first(r.Name, level, r.Wrong(view) != "" || r.Happens(view))
	}
}

// first notes that a run of some length decides a property, if it does. States come by their levels, so
// that the first is shortest.
func (c *checker) first(p explore.Property, length int, decided bool) {
	if _, ok := c.facts.First[p]; decided && !ok {
		c.facts.First[p] = length
	}
}

// outcome checks where an outcome of a step from a state of some level leads.
func (c *checker) outcome(o obvious.Outcome, level int, ranks []*rank) error {
	followed := c.h.Closed || level < c.h.Depth
	switch {
	case o.Overflow() != "" && followed:
		return fmt.Errorf("a bound of the model is passed: %s", o.Overflow())
	case o.Undefined():
		c.first(explore.WellDefined, level+1, true)
		return nil
	case o.Spent() || !followed:
		return nil
	case o.Beyond():
		c.facts.Beyond++
		return nil
	}
	for _, t := range o.After() {
		c.facts.Transitions++
		at, err := c.reach(t.State, level+1)
		if err != nil {
			return fmt.Errorf("where it leads: %w", err)
		}
		next, err := c.ranks(c.entries[at])
		if err != nil {
			return fmt.Errorf("line %d of the states: %w", at+1, err)
		}
		for i, r := range ranks {
			switch col := c.columns[i]; {
			case r == nil || col.goal && o.Leaves():
			case next[i] != nil:
				err = r.descends(next[i], uint64(t.Place), t.Stamp, c.helps(r, o))
			case col.may(t.State):
				err = errors.New("there is no rank")
			}
			if err != nil {
				return fmt.Errorf("where it leads, on line %d of the states: %w (%s)", at+1, err, c.columns[i])
			}
		}
	}
	return nil
}

// helps reports whether an outcome is of the helpful step of a rank.
func (c *checker) helps(r *rank, o obvious.Outcome) bool {
	process, from, name := o.Step()
	if from >= 0 {
		name = ""
	}
	return o.Fair() && c.h.Helpful[r.helpful-1] == Step{process + 1, from + 1, name}
}

// ranks returns the ranks of an entry.
func (c *checker) ranks(e Entry) ([]*rank, error) {
	var all []*rank
	for text := range strings.FieldsSeq(e.Ranks) {
		r, err := parse(text)
		if err == nil && r != nil && r.helpful > uint64(len(c.h.Helpful)) {
			err = fmt.Errorf("there is no helpful step %d", r.helpful)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	if len(all) != len(c.columns) {
		return nil, fmt.Errorf("there are %d ranks, not %d", len(all), len(c.columns))
	}
	return all, nil
}
