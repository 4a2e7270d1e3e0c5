package tuples

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/obvious"
)

// contained looks for the views and the outlines of the first states of a protocol. as is how the
// closure has a local state.
func contained[L, M comparable](t *testing.T, p explore.Protocol[L, M], c *closure, as func(*closure, L) plain.Value, seed uint64, o obvious.Options, most int, count map[string]int) {
	t.Helper()
	c.Limits.Views = 0
	look := lookFor[L, M](c, as)
	x := obvious.New(p, o)
	seen := map[string]bool{x.Starts()[0].Key(): true}
	for level := []obvious.State{x.Starts()[0]}; len(level) > 0 && len(seen) < most; {
		var next []obvious.State
		for _, s := range level {
			count["states"]++
			if what := look(s); what != "" {
				t.Errorf("seed %d, views of %d: %s: %+v", seed, c.size, what, s)
				return
			}
			x.Outcomes(s, func(o obvious.Outcome) {
				if o.Undefined() || o.Spent() || o.Overflow() != "" {
					return
				}
				for _, after := range o.After() {
					if key := after.State.Key(); !seen[key] {
						seen[key] = true
						next = append(next, after.State)
					}
				}
			})
		}
		level = next
	}
}

// A shape is a frame without clocks, owners of stamps, and what is remembered: these are not in a
// state.
type shape struct {
	half [mostTogether]half
	msgs [mostTogether * mostTogether]string
}

// shaped returns the shape of a frame, and the clocks.
func (c *closure) shaped(x frame) (s shape, clocks []explore.Stamp) {
	c.number(&x)
	c.each(&x, func(s *explore.Stamp) { *s &^= anyOwner })
	for i, h := range x.half {
		clocks = append(clocks, h.Clock)
		h.Clock, h.Seen = 0, 0
		s.half[i] = h
	}
	for i, all := range x.msgs {
		for _, m := range all {
			s.msgs[i] += "|" + string(m)
		}
	}
	return s, clocks
}

// lookFor returns a function that says what of a state is not in a closure: the half of a
// process, the view of a tuple, or the outline.
func lookFor[L, M comparable](c *closure, as func(*closure, L) plain.Value) func(obvious.State) string {
	type known map[shape][][]explore.Stamp
	halves, tuples := make([]known, c.p.N), make([]known, len(c.tuples))
	for p, all := range c.whole {
		halves[p] = known{}
		for _, id := range all {
			s, clocks := c.shaped(frame{half: []half{c.halves.All[id]}})
			halves[p][s] = append(halves[p][s], clocks)
		}
	}
	for i := range c.tuples {
		tuples[i] = known{}
		for j := range c.tuples[i].all {
			s, clocks := c.shaped(c.frameOf(i, &c.tuples[i].all[j]))
			tuples[i][s] = append(tuples[i][s], clocks)
		}
	}
	has := func(k known, x frame) bool {
		s, clocks := c.shaped(x)
		return slices.ContainsFunc(k[s], func(all []explore.Stamp) bool { return slices.Equal(all, clocks) })
	}
	reach := decision{c}.reach(func(*outline) bool { return false })
	return func(s obvious.State) string {
		stampOf := func(x *explore.Stamp) { *x = at(*x, 0) }
		msgsOf := func(from, to int) (all []plain.Value) {
			for _, m := range s.Channels[from*c.p.N+to] {
				msg := plain.Pack(c.p.Message, m.Msg.(M))
				c.inMsg(&msg, stampOf)
				all = append(all, msg)
			}
			return all
		}
		halfOf := func(p int) half {
			h := half{L: as(c, s.Local[p].(L)), Clock: at(explore.Stamp(s.Heard[p]), anyOwner)}
			if s.Own[p] > 0 {
				h.Last = explore.Stamp(s.Heard[p])
			}
			c.inHalf(&h, stampOf)
			h.Selfs = uint8(copy(h.Self[:], msgsOf(p, p)))
			return h
		}
		var o outline
		whole, all := make([]half, c.p.N), []explore.Stamp{}
		for p := range c.p.N {
			whole[p] = halfOf(p)
			core, ok := reach.ids.Known(c.alone(whole[p].L))
			if !ok {
				return fmt.Sprintf("process %d has no core", p+1)
			}
			o[p].core, o[p].seen = core, c.p.Observe(p, whole[p].L)
			all = append(all, c.stampsOf(whole[p])...)
			for q := range c.p.N {
				for _, m := range msgsOf(p, q) {
					all = append(all, c.stampsIn(m)...)
				}
			}
		}
		all = append(distinct(all), 0)
		// Some clocks, no later than those of the state, are the same in all views.
		missing := ""
		var fits func(p int) bool
		fits = func(p int) bool {
			if p == c.p.N {
				return true
			}
			heard := whole[p].Clock
			defer func() { whole[p].Clock = heard }()
		next:
			for _, clock := range all {
				if clock = at(place(clock), anyOwner); clock > heard {
					continue
				}
				whole[p].Clock = clock
				if !has(halves[p], frame{half: []half{whole[p]}}) {
					continue
				}
				for i, t := range c.tuples {
					if t.members[len(t.members)-1] != p {
						continue
					}
					x := frame{}
					for _, p := range t.members {
						x.half = append(x.half, c.cut(whole[p], t.of))
						for _, q := range t.members {
							if q == p {
								x.msgs = append(x.msgs, nil)
							} else {
								x.msgs = append(x.msgs, msgsOf(p, q))
							}
						}
					}
					if !has(tuples[i], x) {
						missing = fmt.Sprintf("processes %v have no view", t.of)
						continue next
					}
				}
				if fits(p + 1) {
					return true
				}
			}
			return false
		}
		if !fits(0) {
			return "there are no clocks with which all halves and views are there; " + missing
		}
		if !reach.all[o] {
			return "it has no outline"
		}
		return ""
	}
}
