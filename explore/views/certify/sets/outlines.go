package sets

import (
	"slices"

	"qcheck/explore"
)

// A core is what is left of a state without stamps, and of what is about any process.
type core struct {
	shape int
	seen  explore.Observation
}

// A move is what a step does to a core, from a whole half, by its key, and what it takes of another process, or nobody (-1).
type move struct {
	half, from, msg int
	next            core
}

// coreOf returns that of a whole half, by its key.
func (c *checker) coreOf(p, id int) core {
	x, ok := c.cores[[2]int{p, id}]
	if !ok {
		h := c.byKey[p][id]
		x = core{c.bare(h), c.observe(p, h)}
		c.cores[[2]int{p, id}] = x
	}
	return x
}

// bare returns a number of what is the same in the cores of halves.
func (c *checker) bare(h half) int { return c.shape([2]int{c.cutValue(h.local, 0).shape, h.left}) }

func (c *checker) notes(id, to int, x deed) {
	m := move{id, -1, 0, c.coreOf(x.p, to)}
	if x.from != x.p && x.from >= 0 {
		m.from, m.msg = x.from, x.taken[0].shape
	}
	c.moved[x.p][m] = true
}

// unsafe says which outline is unsafe that is reached from the first one by moves which the views allow; nothing if none is. An outline has
// the core of each process. A view of each tuple with the process that moves must have its half, the cores of the others, and what it takes.
func (c *checker) unsafe() string {
	type outline [explore.MaxProcesses]core
	type showing struct{ tuple, side, face, from, msg int }
	shown := map[showing]map[[3]int]bool{}
	for i, t := range c.tuples {
		for _, v := range t.views {
			c.Pause()
			for s := range t.members {
				var others [3]int
				for r := range t.members {
					if r != s {
						others[r] = c.bare(v.halves[r])
					}
				}
				note := func(from, msg int) {
					x := showing{i, s, v.faces[s], from, msg}
					if shown[x] == nil {
						shown[x] = map[[3]int]bool{}
					}
					shown[x][others] = true
				}
				note(-1, 0)
				for r, q := range t.members {
					if v.offers[s][r] >= 0 {
						note(q, v.msgs[r*len(t.members)+s][0].shape)
					}
				}
			}
		}
	}
	type change struct {
		move
		faces []int
	}
	changes := make([]map[core][]change, c.p.N)
	var first outline
	for p, all := range c.moved {
		changes[p] = map[core][]change{}
		first[p] = c.coreOf(p, c.first[p])
		for m := range all {
			h, faces := c.byKey[p][m.half], make([]int, len(c.tuples))
			for i, t := range c.tuples {
				faces[i] = c.key(scene{halves: []half{c.cut(h, t.of)}})
			}
			before := c.coreOf(p, m.half)
			changes[p][before] = append(changes[p][before], change{m, faces})
		}
	}
	allows := func(p int, o *outline, x *change) bool {
		for i, t := range c.tuples {
			if !t.of.Has(p) {
				continue
			}
			y := showing{i, slices.Index(t.members, p), x.faces[i], -1, 0}
			if x.from >= 0 && t.of.Has(x.from) {
				y.from, y.msg = x.from, x.msg
			}
			var others [3]int
			for r, q := range t.members {
				if q != p {
					others[r] = o[q].shape
				}
			}
			if !shown[y][others] {
				return false
			}
		}
		return true
	}
	known := map[outline]bool{first: true}
	for work := []outline{first}; len(work) > 0; {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		seen := make([]explore.Observation, c.p.N)
		for p := range seen {
			seen[p] = o[p].seen
		}
		if bad := c.p.Safe(seen); bad != "" {
			return bad
		}
		for p := range c.p.N {
			for i := range changes[p][o[p]] {
				x := &changes[p][o[p]][i]
				next := o
				next[p] = x.next
				if c.Pause(); !known[next] && allows(p, &o, x) {
					known[next] = true
					work = append(work, next)
				}
			}
		}
	}
	return ""
}
