package everyn

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A Covering has the views of a family, to compare with runs.
type Covering struct {
	e   *engine
	Met map[int]bool
}

// CoveringOf closes the views.
func CoveringOf[R, M, A, B comparable](family Family[R, M, A, B]) (*Covering, error) {
	e, err := newEngine(family)
	if err != nil {
		return nil, err
	}
	e.ctx, e.limit = context.Background(), 200_000
	if p := e.prove(); p.Refused != "" {
		return nil, fmt.Errorf("%s", p.Refused)
	}
	return &Covering{e, map[int]bool{}}, nil
}

func (c *Covering) Views() int { return len(c.e.views.all) }

// Withhold takes away a part of the views that were met.
func (c *Covering) Withhold(part int) {
	for i := range c.Met {
		if i%part == 0 {
			delete(c.e.views.number, c.e.views.all[i])
		}
	}
}

// A run is one of the composed protocol, by the rules of package roles alone: channels keep their order, and each message is a step of its own.
type run struct {
	*Covering
	p          *protocol
	r          *rand.Rand
	requesters []value
	members    []value
	ghosts     []ghost
	own, clock []int      // stamps are clocks, with the process behind it
	up, down   [][][]sent // by sender and receiver
	latest     [][]int    // by member and requester: the stamp of the last request taken
}

type sent struct{ msg, stamp int }

// Run makes random steps of n processes, and checks the views of each pair that is touched. It returns how many, and a view that is not there.
func (c *Covering) Run(r *rand.Rand, n int, lists [][]explore.Set, steps int) (pairs int, missing string) {
	p, why := c.e.of(n, lists)
	if why != "" {
		return 0, why
	}
	if p.Structure != nil {
		p.Structure.Ask(nil)
	}
	x := &run{
		Covering: c, p: p, r: r, requesters: slices.Repeat([]value{p.Requester.Init}, n), members: slices.Repeat([]value{p.Member.Init}, n),
		ghosts: make([]ghost, n), own: make([]int, n), clock: make([]int, n),
	}
	for range n {
		x.up, x.down, x.latest = append(x.up, make([][]sent, n)), append(x.down, make([][]sent, n)), append(x.latest, make([]int, n))
	}
	asks := []int{1, 3, 30}[r.IntN(3)] // how rarely
	for range steps {
		requester, member := x.step(asks)
		for i := range n {
			for _, pair := range [][2]int{{i, requester}, {member, i}} {
				if pair[0] < 0 || pair[1] < 0 {
					continue
				}
				pairs++
				if missing = x.check(pair[0], pair[1]); missing != "" {
					return pairs, missing
				}
			}
		}
	}
	return pairs, ""
}

// step takes one, and returns the requester or the member that took it; -1 for none.
func (x *run) step(asks int) (requester, member int) {
	n := len(x.members)
	type choice struct{ kind, p, q int }
	var all []choice
	for p := range n {
		if local := x.p.Requester.Local(p, x.requesters[p]); len(local) > 0 && (local[0].Kind != explore.Ask || x.r.IntN(asks) == 0) {
			all = append(all, choice{0, p, 0})
		}
		for q := range n {
			if len(x.up[p][q]) > 0 {
				all = append(all, choice{1, p, q})
			}
			if len(x.down[p][q]) > 0 {
				all = append(all, choice{2, p, q})
			}
		}
	}
	if len(all) == 0 {
		return -1, -1
	}
	switch c := all[x.r.IntN(len(all))]; c.kind {
	case 0:
		local := x.p.Requester.Local(c.p, x.requesters[c.p])
		x.act(c.p, local[x.r.IntN(len(local))])
		return c.p, -1
	case 1:
		m := x.up[c.p][c.q][0]
		x.up[c.p][c.q] = x.up[c.p][c.q][1:]
		if m.stamp != 0 {
			x.latest[c.q][c.p] = m.stamp
			x.clock[c.q] = max(x.clock[c.q], m.stamp/explore.MaxProcesses)
		}
		replies := x.p.Member.Take(x.members[c.q], peerOf(c.p), x.e.ups.all[m.msg].value, stampOf(m.stamp))
		y := replies[x.r.IntN(len(replies))]
		x.members[c.q] = y.Next
		for _, o := range y.Send {
			x.down[c.q][placeOf(o.To)] = append(x.down[c.q][placeOf(o.To)], sent{x.e.down(o.Msg), 0})
		}
		return -1, c.q
	default:
		m := x.down[c.p][c.q][0]
		x.down[c.p][c.q] = x.down[c.p][c.q][1:]
		all := x.p.Requester.Take(c.q, x.requesters[c.q], c.p, x.e.downs.all[m.msg], false)
		x.act(c.q, all[x.r.IntN(len(all))])
		return c.q, -1
	}
}

func (x *run) act(p int, a roles.Act[value, value]) {
	switch a.Stamp {
	case roles.New:
		x.clock[p]++
		x.own[p] = x.clock[p]*explore.MaxProcesses + p + 1
	case roles.Drop:
		x.own[p] = 0
	}
	before, after := x.p.Requester.Observe(x.requesters[p]).Phase, x.p.Requester.Observe(a.Next).Phase
	x.requesters[p] = a.Next
	var stamped explore.Set
	for _, o := range a.Send {
		if o.Stamped {
			stamped = stamped.With(o.Member)
		}
	}
	switch g := &x.ghosts[p]; {
	case a.Kind == explore.Ask: // the algorithms that are run ask a quorum of their list
		*g = ghost{stamped, stamped}
	case after == explore.Thinking:
		*g = ghost{0, g.sent & x.e.named(a.Next)}
	default:
		if has := x.p.Account.Has(a.Next); after == explore.Inside && before != after && !has.Contains(g.quorum) { // they enter if that is enough
			g.quorum = has
		} else {
			g.quorum |= stamped
		}
		g.sent |= stamped
	}
	for _, o := range a.Send {
		m := sent{x.e.up(upward{o.Msg, o.Stamped}), 0}
		if o.Stamped {
			m.stamp = x.own[p]
		}
		x.up[p][o.Member] = append(x.up[p][o.Member], m)
	}
}

// tabled returns a half with the lists of its requests as the table that they are in proofs.
func (e *engine) tabled(half []byte) []byte {
	if !e.shape.noted {
		return half
	}
	half = slices.Clone(half)
	at := e.shape.lists[0]
	of := reflect.TypeFor[roles.Noted]().Field(2)
	all := *(*roles.Noted)(unsafe.Pointer(&half[at]))
	clear(half[at:e.shape.lists[1]])
	put := func(r roles.Request, state int) {
		v := e.shape.value(half, placeOf(r.From))
		if nonzero(v) {
			panic("two requests of a peer")
		}
		set16(v, 0, numberOf(r.Stamp))
		set16(v, 2, state)
	}
	for _, r := range all.Queue {
		if !r.From.None() {
			put(r, 0)
		}
	}
	for _, q := range all.Queries {
		if !q.For.From.None() {
			put(q.For, 1)
			*(*roles.Request)(unsafe.Pointer(&half[at+of.Offset+of.Type.Field(1).Offset])) = q.Of
		}
	}
	return half
}

// check returns the view of a pair if it is not there.
func (x *run) check(m, r int) string {
	n := len(x.members)
	s := member{half: x.e.tabled([]byte(x.members[m])), named: n}
	var stamps []int
	x.e.shape.eachStamp(s.half, func(t int) int {
		if t != 0 && !slices.Contains(stamps, t) {
			stamps = append(stamps, t)
		}
		return t
	})
	slices.Sort(stamps)
	for _, t := range stamps {
		s.owners = append(s.owners, slices.Index(x.latest[m], t))
	}
	x.e.shape.eachStamp(s.half, func(t int) int { return slices.Index(stamps, t) + 1 })
	kinds := []kind{x.e.kindOf(x.requesters[r], x.ghosts[r], m)}
	for i := range n {
		if i != m {
			kinds = append(kinds, x.e.kindOf(x.requesters[r], x.ghosts[r], i))
		}
	}
	v := view{about: x.e.about(s, r), pool: x.e.pool(x.requesters[r], kinds)}
	for _, w := range x.up[r][m] {
		v.up = x.e.sent(true, v.up, listOf([]uint32{uint32(w.msg)}))
	}
	for _, w := range x.down[m][r] {
		v.down = x.e.sent(false, v.down, listOf([]uint32{uint32(w.msg)}))
	}
	if i, ok := x.e.views.number[v]; ok {
		x.Met[i] = true
		return ""
	}
	return fmt.Sprintf("with %d processes, of member %d and requester %d: %+v", n, m+1, r+1, v)
}
