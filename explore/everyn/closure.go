package everyn

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
)

// An upward is a message to a member, which may bring the stamp of a request along.
type upward struct {
	value   value
	stamped bool
}

// A view is one of a member and a requester: what each half is about the other, and what is on the channels between them. A message that neither
// brings a stamp nor carries a permission stands for one or more in a row.
type view struct {
	about, pool int
	up, down    list
}

// A step leads from a view to one that was not known before.
type step struct {
	from int
	name string
}

// most is how many messages a channel has in a view.
const most = 12

type refusal string

type engine struct {
	of         func(n int, lists [][]explore.Set) (*protocol, string)
	any, fewer *protocol // of any quorums, and of others: some functions must not depend on them
	protocols  map[listKey]*protocol
	quorums    map[[2]int][]explore.Set // by quorumsOf
	shape      memberShape
	oracle     oracle
	sets       []uintptr
	setNames   []string
	texts      struct{ up, down, member, requester func(value) string }

	scals  numbered[string]
	abouts numbered[about]
	liked  [][]member
	gives  []giving
	pools  numbered[pool]
	facts  []poolFact
	has    map[value]bool
	ups    numbered[upward]
	downs  numbered[value]
	calls  int
	seated int    // how often members were given numbers
	unsure string // why stamps that members know may not be those of present requests

	locals       map[int][]move
	took         map[[2]int][]move
	known        map[int]*cell    // abouts that are in a view
	offered      map[[2]int]*cell // and have a message first
	headed       map[[2]int]*cell // pools that have a message first
	ownEffects   map[[2]int]*stream[effect]
	otherEffects map[int]*stream[effect]
	otherMoves   map[int]*stream[move]

	views   numbered[view]
	steps   []step
	wrong   []wrongView
	reached map[string]bool
	limit   int
	ctx     context.Context
	cut     string // why not all views are there
}

// A wrongView is one in which something is wrong, or has a step that is.
type wrongView struct {
	property explore.Property
	view     int
	why      string
}

func (e *engine) refuse(format string, args ...any) { panic(refusal(fmt.Sprintf(format, args...))) }

func (e *engine) up(m upward) int {
	i, _ := e.ups.of(m)
	return i
}

func (e *engine) down(m value) int {
	i, _ := e.downs.of(m)
	return i
}

func (e *engine) upText(i int) string   { return e.texts.up(e.ups.all[i].value) }
func (e *engine) downText(i int) string { return e.texts.down(e.downs.all[i]) }

// counted reports whether each message of a kind counts.
func (e *engine) counted(up bool, m int) bool {
	if up {
		return e.ups.all[m].stamped || e.any.Account.Return(e.ups.all[m].value)
	}
	return e.any.Account.Permit(e.downs.all[m])
}

// sent returns a channel with further messages.
func (e *engine) sent(up bool, c, further list) list {
	all := c.all()
	for _, m := range further.all() {
		if len(all) == 0 || all[len(all)-1] != m || e.counted(up, int(m)) {
			all = append(all, m)
		}
	}
	if len(all) > most {
		e.refuse("more and more messages are on their way")
	}
	return listOf(all)
}

// popped returns what may be left of a channel when its first message is taken.
func (e *engine) popped(up bool, c list) []list {
	if e.counted(up, c.at(0)) {
		return []list{c.without()}
	}
	return []list{c.without(), c}
}

func (e *engine) add(v view, from int, name string) {
	if from >= 0 && !slices.Contains(e.any.Steps, name) {
		e.refuse("the step %q is not one that the protocol lists", name)
	}
	e.reached[name] = true
	if _, isNew := e.views.of(v); isNew {
		e.steps = append(e.steps, step{from, name})
	}
}

// found notes what is wrong, once of a kind.
func (e *engine) found(property explore.Property, view int, why string) {
	if !slices.ContainsFunc(e.wrong, func(w wrongView) bool { return w.property == property }) {
		e.wrong = append(e.wrong, wrongView{property, view, why})
	}
}

func (e *engine) isWrong(property explore.Property) bool {
	return slices.ContainsFunc(e.wrong, func(w wrongView) bool { return w.property == property })
}

// close makes all views, until one breaks the books: then what follows says nothing.
func (e *engine) close() {
	k := e.about(member{half: []byte(e.any.Member.Init), named: 1}, 0)
	p := e.pool(e.any.Requester.Init, []kind{e.kindOf(e.any.Requester.Init, ghost{}, 0)})
	for i := range explore.MaxProcesses {
		if e.kindOf(e.any.Requester.Init, ghost{}, i) != 0 {
			e.refuse("a requester names members at the start")
		}
	}
	e.add(view{about: k, pool: p}, -1, "")
	begun := map[meeting]bool{}
	for i, more := 0, true; more; more = e.meet(begun) {
		for ; i < len(e.views.all); i++ {
			switch {
			case i%64 == 0 && e.ctx.Err() != nil:
				e.cut = context.Cause(e.ctx).Error()
				return
			case len(e.views.all) > e.limit:
				e.cut = fmt.Sprintf("there are more than %d local views", e.limit)
				return
			}
			if e.visit(i); e.isWrong(explore.Safety) {
				return
			}
		}
	}
}

// A meeting is of what a member is about one requester with a message of another one, or of a pool with one of another member.
type meeting struct {
	member  bool
	of, msg int
}

func (x meeting) rank() int { return map[bool]int{true: 0, false: 1}[x.member] }

// meet begins what was not begun with all messages that there are, and reports whether there was something.
func (e *engine) meet(begun map[meeting]bool) bool {
	var all []meeting
	for k := range e.otherEffects {
		for msg := range e.ups.all {
			all = append(all, meeting{true, k, msg})
		}
	}
	for p := range e.otherMoves {
		for msg := range e.downs.all {
			all = append(all, meeting{false, p, msg})
		}
	}
	all = slices.DeleteFunc(all, func(x meeting) bool { return begun[x] })
	slices.SortFunc(all, func(a, b meeting) int { // requesters first
		return cmp.Or(cmp.Compare(b.rank(), a.rank()), cmp.Compare(a.of, b.of), cmp.Compare(a.msg, b.msg))
	})
	for _, x := range all {
		if begun[x] = true; x.member {
			e.others(x.of, x.msg, e.otherEffects[x.of])
			continue
		}
		for _, m := range e.othersTake(x.of, x.msg) {
			after([]*cell{cellOf(e.headed, [2]int{m.from, x.msg})}, func() { e.otherMoves[x.of].put(m) })
		}
	}
	return len(all) > 0
}

// visit judges a view, and follows its steps.
func (e *engine) visit(i int) {
	v := e.views.all[i]
	if why := e.law(v); why != "" {
		e.found(explore.Safety, i, why)
		return
	}
	move := func(m move, down list) {
		if m.wrong != "" {
			e.found(explore.WellDefined, i, m.wrong)
			return
		}
		to := e.facts[m.to].phase
		if m.kind == explore.Leave {
			e.reached[leaving] = true
		} else if to == explore.Inside && e.facts[v.pool].phase != explore.Inside {
			e.reached[entering] = true
		}
		e.add(view{v.about, m.to, e.sent(true, v.up, m.sends), down}, i, m.name)
	}
	for _, m := range e.local(v.pool) {
		move(m, v.down)
	}
	if v.down != "" {
		for _, m := range e.takes(v.pool, v.down.at(0)) {
			for _, left := range e.popped(false, v.down) {
				move(m, left)
			}
		}
	}
	if e.otherMoves[v.pool] == nil {
		e.otherMoves[v.pool] = &stream[everyMove]{}
	}
	e.otherMoves[v.pool].read(func(m everyMove) { move(m, v.down) })
	effects := func(x effect, up list) {
		if x.wrong != "" {
			e.found(explore.WellDefined, i, x.wrong)
			return
		}
		e.add(view{x.to, v.pool, up, e.sent(false, v.down, x.outs)}, i, x.name)
	}
	if v.up != "" {
		key := [2]int{v.about, v.up.at(0)}
		if e.ownEffects[key] == nil {
			e.ownEffects[key] = &stream[effect]{}
			e.own(key[0], key[1], e.ownEffects[key])
		}
		e.ownEffects[key].read(func(x effect) {
			for _, left := range e.popped(true, v.up) {
				effects(x, left)
			}
		})
	}
	if e.otherEffects[v.about] == nil {
		e.otherEffects[v.about] = &stream[effect]{}
	}
	e.otherEffects[v.about].read(func(x effect) {
		if x.wrong == "" { // which is seen where the sender is in question
			effects(x, v.up)
		}
	})
	cellOf(e.known, v.about).fire()
	if v.up != "" {
		cellOf(e.offered, [2]int{v.about, v.up.at(0)}).fire()
	}
	if v.down != "" {
		cellOf(e.headed, [2]int{v.pool, v.down.at(0)}).fire()
	}
}

// everyMove is a move, under a name that no variable hides.
type everyMove = move

// The steps that must be reached, besides those that the protocol lists.
const entering, leaving = "entering", "leaving"

// law says how a view breaks the books (see roles.Account).
func (e *engine) law(v view) string {
	gives, fact, there := e.gives[v.about], e.facts[v.pool], 0
	var way []string
	if fact.has {
		there++
		way = append(way, "with the requester")
	}
	for _, m := range v.up.all() {
		if e.any.Account.Return(e.ups.all[m].value) {
			there++
			way = append(way, "in "+e.upText(int(m))+" on its way back")
		}
	}
	for _, m := range v.down.all() {
		if e.any.Account.Permit(e.downs.all[m]) {
			there++
			way = append(way, "in "+e.downText(int(m))+" on its way")
		}
	}
	switch {
	case gives.wrong != "":
		return gives.wrong
	case gives.me && there != 1, !gives.me && there != 0:
		given := map[bool]string{true: "has given", false: "has not given"}[gives.me]
		return fmt.Sprintf("a member %s a requester its permission, and that is %s", given, cmp.Or(strings.Join(way, ", and "), "nowhere"))
	case fact.phase == explore.Inside && !fact.quorum:
		return "a requester is inside without the permissions of all members of a quorum of its list"
	}
	return ""
}

// path returns the steps to a view, and it.
func (e *engine) path(i int) (all []string) {
	for ; e.steps[i].from >= 0; i = e.steps[i].from {
		all = append(all, e.steps[i].name)
	}
	slices.Reverse(all)
	return all
}
