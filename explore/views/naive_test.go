package views_test

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A second implementation of what the package comment of views says, for small n. It has
// no canonical forms: requesters keep their names in a member's half, and every renaming
// of a view is one more view. It calls the handlers for each view again, and keeps
// everything in maps of plain values.

// room is the most messages in a channel here. More end the closure.
const room = 12

type queue[T comparable] struct {
	n  int
	at [room]T
}

func (q queue[T]) with(x T) queue[T] {
	if q.n == room {
		panic(naiveStop("more messages than a channel has room for"))
	}
	q.at[q.n] = x
	q.n++
	return q
}

func (q queue[T]) rest() queue[T] {
	var zero T
	copy(q.at[:], q.at[1:])
	q.n--
	q.at[q.n] = zero
	return q
}

func (q queue[T]) list() []T { return slices.Clone(q.at[:q.n]) }

func queueOf[T comparable](all []T) (q queue[T]) {
	for _, x := range all {
		q = q.with(x)
	}
	return q
}

// A sent is a message of a requester with the stamp that it brings along, 0 for none.
type sent[A comparable] struct {
	msg   A
	stamp int
}

// A naiveView is a view. The requester in focus is called peer in the member's half. The
// stamps are their places in the order, from 1.
type naiveView[R, M, A, B comparable] struct {
	member    M
	peer      int
	half      R // cut to the member
	own, last int
	in        queue[sent[A]]
	out       queue[B]
}

// A naiveEvent is what another requester may have on its channel.
type naiveEvent[A comparable] struct {
	peer int
	msg  A
	// stamp is 0 for none, 2i for stamp i of the member, and 2i+1 for one between its stamps
	// i and i+1.
	stamp int
}

// A naiveMove is a step of some half, seen by one member: takes says that it takes b of this
// member.
type naiveMove[R, A, B comparable] struct {
	takes bool
	b     B
	half  R // afterwards, cut to the member
	stamp roles.StampUse
	send  queue[sent[A]] // to this member; stamp 1 stands for that of the request
}

type naiveStop string

type naive[R, M, A, B comparable] struct {
	p roles.Protocol[R, M, A, B]
	n int

	stampsAt, peersAt []uintptr    // in M
	setsAt            []uintptr    // in M, of Peers
	byAt              [][2]uintptr // in M: offset and size of an element

	views   []naiveView[R, M, A, B]
	known   map[naiveView[R, M, A, B]]int
	met     []int // how many events each view has met, and how many moves it has made
	moved   []int
	halves  []R
	isHalf  map[R]bool
	offered []map[int]int // of each half, by member: how many messages it has been offered

	events  map[M][]naiveEvent[A]
	isEvent map[M]map[naiveEvent[A]]bool
	moves   map[R][]naiveMove[R, A, B]
	isMove  map[R]map[naiveMove[R, A, B]]bool
	offers  map[R][]B
	isOffer map[R]map[B]bool

	cuts      map[R][]R
	undefined string
	refused   bool // some message is not taken
}

func newNaive[R, M, A, B comparable](p roles.Protocol[R, M, A, B]) *naive[R, M, A, B] {
	x := &naive[R, M, A, B]{
		p: p, n: p.N,
		known: map[naiveView[R, M, A, B]]int{}, isHalf: map[R]bool{},
		events: map[M][]naiveEvent[A]{}, isEvent: map[M]map[naiveEvent[A]]bool{},
		moves: map[R][]naiveMove[R, A, B]{}, isMove: map[R]map[naiveMove[R, A, B]]bool{},
		offers: map[R][]B{}, isOffer: map[R]map[B]bool{}, cuts: map[R][]R{},
	}
	x.find(reflect.TypeFor[M](), 0)
	return x
}

// closeNaively closes the views of a protocol. It says why not, if it does not come to an end.
func closeNaively[R, M, A, B comparable](p roles.Protocol[R, M, A, B], most int) (x *naive[R, M, A, B], stopped string) {
	x = newNaive(p)

	defer func() {
		if r := recover(); r != nil {
			why, ok := r.(naiveStop)
			if !ok {
				panic(r)
			}
			stopped = string(why)
		}
	}()
	x.addHalf(p.Requester.Init)
	for i := range p.N {
		for m := range p.N {
			x.add(naiveView[R, M, A, B]{member: p.Member.Init, peer: i, half: x.cut(p.Requester.Init, m)})
		}
	}
	for again := true; again; {
		views, halves, calls := len(x.views), len(x.halves), x.round()
		if len(x.views) > most {
			panic(naiveStop("too many views"))
		}
		again = calls || len(x.views) > views || len(x.halves) > halves
	}
	return x, ""
}

// find notes where a member's half has stamps and peers.
func (x *naive[R, M, A, B]) find(t reflect.Type, at uintptr) {
	switch {
	case t == reflect.TypeFor[roles.Stamp]():
		x.stampsAt = append(x.stampsAt, at)
	case t == reflect.TypeFor[roles.Peer]():
		x.peersAt = append(x.peersAt, at)
	case t == reflect.TypeFor[roles.Peers]():
		x.setsAt = append(x.setsAt, at)
	case t.Kind() == reflect.Struct:
		if roles.IsBy(t) {
			x.byAt = append(x.byAt, [2]uintptr{at, t.Field(0).Type.Elem().Size()})
		}
		for i := range t.NumField() {
			x.find(t.Field(i).Type, at+t.Field(i).Offset)
		}
	case t.Kind() == reflect.Array:
		for i := range t.Len() {
			x.find(t.Elem(), at+uintptr(i)*t.Elem().Size())
		}
	}
}

func peerNamed(i int) roles.Peer {
	p := explore.ProcessOf(i)
	return *(*roles.Peer)(unsafe.Pointer(&p))
}

func processOf(p roles.Peer) int { return (*(*explore.Process)(unsafe.Pointer(&p))).Index() }

func stampNamed(s int) roles.Stamp {
	x := explore.Stamp(s)
	return *(*roles.Stamp)(unsafe.Pointer(&x))
}

// stamps calls f for each stamp of a member's half, and puts what it returns there.
func (x *naive[R, M, A, B]) stamps(m *M, f func(int) int) {
	for _, o := range x.stampsAt {
		s := (*explore.Stamp)(unsafe.Add(unsafe.Pointer(m), o))
		*s = explore.Stamp(f(int(*s)))
	}
}

// renamed returns a member's half with requester i called to[i].
func (x *naive[R, M, A, B]) renamed(m M, to []int) M {
	for _, o := range x.peersAt {
		if p := (*roles.Peer)(unsafe.Add(unsafe.Pointer(&m), o)); !p.None() {
			*p = peerNamed(to[processOf(*p)])
		}
	}
	for _, o := range x.setsAt {
		s := (*roles.Peers)(unsafe.Add(unsafe.Pointer(&m), o))
		var set roles.Peers
		for i, j := range to {
			if s.Has(peerNamed(i)) {
				set = set.With(peerNamed(j))
			}
		}
		*s = set
	}
	before := m
	for _, by := range x.byAt {
		for i, j := range to {
			from := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(&before), by[0]+uintptr(i)*by[1])), by[1])
			copy(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(&m), by[0]+uintptr(j)*by[1])), by[1]), from)
		}
	}
	return m
}

// alone returns a member's half with its stamps as places among its own, and these in
// ascending order.
func (x *naive[R, M, A, B]) alone(m M) (M, []int) {
	var all []int
	x.stamps(&m, func(s int) int {
		if s != 0 && !slices.Contains(all, s) {
			all = append(all, s)
		}
		return s
	})
	slices.Sort(all)
	x.stamps(&m, func(s int) int { return 1 + slices.Index(all, s) })
	return m, all
}

// cut is cutTo, for each member once.
func (x *naive[R, M, A, B]) cut(r R, m int) R {
	if x.cuts[r] == nil {
		for i := range x.n {
			x.cuts[r] = append(x.cuts[r], cutTo(r, i))
		}
	}
	return x.cuts[r][m]
}

// cutTo keeps of a requester's half what concerns member m, which it calls process 0; others
// are process 1.
func cutTo[R comparable](r R, m int) R {
	v := reflect.ValueOf(&r).Elem()
	var cut func(v reflect.Value)
	cut = func(v reflect.Value) {
		at := reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
		switch old := at.Interface().(type) {
		case explore.Process:
			switch {
			case old == explore.ProcessOf(m):
				at.Set(reflect.ValueOf(explore.ProcessOf(0)))
			case old != 0:
				at.Set(reflect.ValueOf(explore.ProcessOf(1)))
			}
		case explore.Set:
			if old.Has(m) {
				at.Set(reflect.ValueOf(explore.SetOf(0)))
			} else {
				at.Set(reflect.ValueOf(explore.Set(0)))
			}
		default:
			switch {
			case explore.IsPerProcess(v.Type()):
				at.Index(0).Set(at.Index(m))
				for i := 1; i < at.Len(); i++ {
					at.Index(i).SetZero()
				}
			case v.Kind() == reflect.Struct:
				for i := range v.NumField() {
					cut(v.Field(i))
				}
			case v.Kind() == reflect.Array:
				for i := range v.Len() {
					cut(v.Index(i))
				}
			}
		}
	}
	cut(v)
	return r
}

// stampsOf returns the stamps that are in a part of a view, in order.
func (x *naive[R, M, A, B]) stampsOf(v naiveView[R, M, A, B]) []int {
	_, all := x.alone(v.member)
	note := func(s int) {
		if s != 0 && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	note(v.own)
	for _, k := range v.in.list() {
		note(k.stamp)
	}
	slices.Sort(all)
	return all
}

// restamped returns a view with other stamps.
func (x *naive[R, M, A, B]) restamped(v naiveView[R, M, A, B], f func(int) int) naiveView[R, M, A, B] {
	x.stamps(&v.member, f)
	v.own, v.last = f(v.own), f(v.last)
	for i := range v.in.n {
		v.in.at[i].stamp = f(v.in.at[i].stamp)
	}
	return v
}

// normal returns a view with its stamps as places in the order of those in it. The last
// stamp of the requester is one if another part has it.
func (x *naive[R, M, A, B]) normal(v naiveView[R, M, A, B]) naiveView[R, M, A, B] {
	all := x.stampsOf(v)
	if !slices.Contains(all, v.last) {
		v.last = 0
	}
	return x.restamped(v, func(s int) int { return 1 + slices.Index(all, s) })
}

// places calls f with the view for each place of one more stamp that is later than low
// places and earlier than those after high, stamps being made room for.
func (x *naive[R, M, A, B]) places(v naiveView[R, M, A, B], low, high int, f func(v naiveView[R, M, A, B], s int)) {
	for place := low + 1; place <= high+1; place++ {
		f(x.restamped(v, func(s int) int {
			if s >= place {
				return s + 1
			}
			return s
		}), place)
	}
}

func (x *naive[R, M, A, B]) add(v naiveView[R, M, A, B]) int {
	v = x.normal(v)
	at, ok := x.known[v]
	if !ok {
		at = len(x.views)
		x.known[v] = at
		x.views = append(x.views, v)
		x.met, x.moved = append(x.met, 0), append(x.moved, -1)
	}
	return at
}

func (x *naive[R, M, A, B]) addHalf(h R) {
	if !x.isHalf[h] {
		x.isHalf[h] = true
		x.halves = append(x.halves, h)
		x.offered = append(x.offered, map[int]int{})
	}
}

// insert puts a value into a list of a table that does not have it.
func insert[K, V comparable](lists map[K][]V, has map[K]map[V]bool, k K, v V) {
	if has[k] == nil {
		has[k] = map[V]bool{}
	}
	if !has[k][v] {
		has[k][v] = true
		lists[k] = append(lists[k], v)
	}
}

// round does with each view and each half what was not done, and reports whether there was
// something.
func (x *naive[R, M, A, B]) round() (did bool) {
	for at := 0; at < len(x.views); at++ {
		v := x.views[at]
		key, own := x.alone(v.member)
		if x.moved[at] < 0 {
			did = true
			x.moved[at] = 0
			x.tell(v, key, own)
			x.take(v)
			if x.p.Member.Local != nil {
				for _, r := range x.p.Member.Local(v.member) {
					x.replied(v, r)
				}
			}
		}
		for ; x.met[at] < len(x.events[key]); x.met[at]++ {
			did = true
			x.meet(v, own, x.events[key][x.met[at]])
		}
		for ; x.moved[at] < len(x.moves[v.half]); x.moved[at]++ {
			did = true
			x.move(v, x.moves[v.half][x.moved[at]])
		}
	}
	for at := 0; at < len(x.halves); at++ {
		h := x.halves[at]
		if x.offered[at][-1] == 0 {
			did = true
			x.offered[at][-1] = 1
			var none B
			for self := range x.n {
				x.acted(h, -1, none, x.p.Requester.Local(self, h))
			}
		}
		for m := range x.n {
			for ; x.offered[at][m] < len(x.offers[x.cut(h, m)]); x.offered[at][m]++ {
				did = true
				b := x.offers[x.cut(h, m)][x.offered[at][m]]
				for self := range x.n {
					acts := x.p.Requester.Take(self, h, m, b, false)
					x.refused = x.refused || len(acts) == 0
					x.acted(h, m, b, acts)
				}
			}
		}
	}
	return did
}

// tell notes what others may do because a view is there.
func (x *naive[R, M, A, B]) tell(v naiveView[R, M, A, B], key M, own []int) {
	if v.out.n > 0 {
		insert(x.offers, x.isOffer, v.half, v.out.at[0])
	}
	if v.in.n > 0 {
		e := naiveEvent[A]{peer: v.peer, msg: v.in.at[0].msg}
		if s := v.in.at[0].stamp; s != 0 {
			e.stamp = position(own, s)
		}
		insert(x.events, x.isEvent, key, e)
	}
}

// position says where a stamp is among others: 2i for the i-th of them, and 2i+1 for between
// it and the next.
func position(among []int, s int) int {
	if i := slices.Index(among, s); i >= 0 {
		return 2 * (i + 1)
	}
	below := 0
	for _, o := range among {
		if o < s {
			below++
		}
	}
	return 2*below + 1
}

// take lets the member take the first message of the requester in focus, and returns the
// views that there are then.
func (x *naive[R, M, A, B]) take(v naiveView[R, M, A, B]) (to []int) {
	if v.in.n == 0 {
		return nil
	}
	k := v.in.at[0]
	replies := x.p.Member.Take(v.member, peerNamed(v.peer), k.msg, stampNamed(k.stamp))
	x.refused = x.refused || len(replies) == 0
	v.in = v.in.rest()
	for _, r := range replies {
		to = append(to, x.replied(v, r)...)
	}
	return to
}

// meet lets the member take the first message of another requester.
func (x *naive[R, M, A, B]) meet(v naiveView[R, M, A, B], own []int, e naiveEvent[A]) {
	if e.peer == v.peer {
		return
	}
	with := func(v naiveView[R, M, A, B], s int) {
		replies := x.p.Member.Take(v.member, peerNamed(e.peer), e.msg, stampNamed(s))
		x.refused = x.refused || len(replies) == 0
		for _, r := range replies {
			x.replied(v, r)
		}
	}
	switch {
	case e.stamp == 0:
		with(v, 0)
	case e.stamp%2 == 0:
		with(v, own[e.stamp/2-1])
	default:
		low, high := 0, len(x.stampsOf(v))
		if i := e.stamp / 2; i > 0 {
			low = own[i-1]
		}
		if i := e.stamp / 2; i < len(own) {
			high = own[i] - 1
		}
		x.places(v, low, high, with)
	}
}

// replied lets the member of a view go on.
func (x *naive[R, M, A, B]) replied(v naiveView[R, M, A, B], r roles.Reply[M, B]) (to []int) {
	if x.notDefined(r.Name, r.Undefined, r.Overflow) {
		return nil
	}
	v.member = r.Next
	for _, s := range r.Send {
		if processOf(s.To) == v.peer {
			v.out = v.out.with(s.Msg)
		}
	}
	return []int{x.add(v)}
}

func (x *naive[R, M, A, B]) notDefined(name, undefined, overflow string) bool {
	if overflow != "" {
		panic(naiveStop(overflow))
	}
	if undefined != "" {
		x.undefined = name + ": " + undefined
	}
	return undefined != ""
}

// acted notes the steps of a half: with message b of a member, or local ones (from < 0).
func (x *naive[R, M, A, B]) acted(h R, from int, b B, acts []roles.Act[R, A]) {
	for _, a := range acts {
		if x.notDefined(a.Name, a.Undefined, a.Overflow) {
			continue
		}
		x.addHalf(a.Next)
		for m := range x.n {
			move := naiveMove[R, A, B]{half: x.cut(a.Next, m), stamp: a.Stamp}
			if move.takes = m == from; move.takes {
				move.b = b
			}
			for _, s := range a.Send {
				k := sent[A]{msg: s.Msg}
				if s.Stamped {
					k.stamp = 1
				}
				if s.Member == m {
					move.send = move.send.with(k)
				}
			}
			insert(x.moves, x.isMove, x.cut(h, m), move)
		}
	}
}

// move lets the requester of a view go on, and returns the views that there are then.
func (x *naive[R, M, A, B]) move(v naiveView[R, M, A, B], a naiveMove[R, A, B]) (to []int) {
	if a.takes {
		if v.out.n == 0 || v.out.at[0] != a.b {
			return nil
		}
		v.out = v.out.rest()
	}
	v.half = a.half
	with := func(v naiveView[R, M, A, B], s int) {
		v.own = s
		for _, k := range a.send.list() {
			if k.stamp != 0 {
				k.stamp = s
			}
			v.in = v.in.with(k)
		}
		to = append(to, x.add(v))
	}
	switch a.stamp {
	case roles.Keep:
		with(v, v.own)
	case roles.Drop:
		with(v, 0)
	case roles.New:
		x.places(v, 0, len(x.stampsOf(v)), func(v naiveView[R, M, A, B], s int) {
			if !x.p.Clock.TickOnFresh {
				v.last = s
			}
			with(v, s)
		})
		if !x.p.Clock.TickOnFresh && v.last != 0 {
			with(v, v.last)
		}
	}
	return to
}

// wellDefined says why it is not proved that every step is defined.
func (x *naive[R, M, A, B]) wellDefined() string {
	if x.undefined != "" {
		return x.undefined
	}
	// A path of messages between the two may have as many steps as there are views, and
	// no more than a step of the protocol handles. steps has the longest from each view.
	steps := make([]int, len(x.views))
	next := make([][]int, len(x.views))
	for i, v := range x.views {
		next[i] = x.take(v)
		for _, a := range x.moves[v.half] {
			if a.takes {
				next[i] = append(next[i], x.move(v, a)...)
			}
		}
	}
	for longer := true; longer; {
		longer = false
		for i := range next {
			for _, j := range next[i] {
				if steps[i] < steps[j]+1 {
					steps[i] = steps[j] + 1
					longer = true
				}
				if steps[i] > 1000 {
					return "messages to oneself without end"
				}
			}
		}
	}
	return ""
}

// A naiveSeat is a requester as it is seen by a member.
type naiveSeat[R comparable] struct {
	peer   int
	half   R
	stamps bool // its request has a stamp
}

// A naiveRequester is one of a row.
type naiveRequester[R comparable] struct {
	half   R
	stamps bool
}

// seats returns which places the stamps have of requesters that a member sees, by the number of the member's half,
// in the views that are wanted; and how many such halves there are. The place of no stamp is 0.
func (x *naive[R, M, A, B]) seats(wanted func(naiveView[R, M, A, B]) bool) (seats map[naiveSeat[R]][][]int, members int) {
	seats = map[naiveSeat[R]][][]int{}
	known := map[M]int{}
	for _, v := range x.views {
		if !wanted(v) {
			continue
		}
		key, own := x.alone(v.member)
		member, ok := known[key]
		if !ok {
			member = len(known)
			known[key] = member
		}
		seat, at := naiveSeat[R]{v.peer, v.half, v.own != 0}, 0
		if v.own != 0 {
			at = position(own, v.own)
		}
		for len(seats[seat]) <= member {
			seats[seat] = append(seats[seat], nil)
		}
		if places := &seats[seat][member]; !slices.Contains(*places, at) {
			*places = append(*places, at)
		}
	}
	return seats, len(known)
}

// seated returns where the requesters of a row are seen by member m, by the number of its half, which
// all have.
func (x *naive[R, M, A, B]) seated(row []naiveRequester[R], m int, seats map[naiveSeat[R]][][]int, members int) [][][]int {
	all := make([][][]int, len(row))
	for p, r := range row {
		all[p] = make([][]int, members)
		copy(all[p], seats[naiveSeat[R]{p, x.cut(r.half, m), r.stamps}])
	}
	return all
}

// rows calls f for each row of halves, with a stamp or without, until it returns true.
func (x *naive[R, M, A, B]) rows(wanted func(R) bool, f func(row []naiveRequester[R]) bool) bool {
	row := make([]naiveRequester[R], x.n)
	var fill func(p int) bool
	fill = func(p int) bool {
		if p == x.n {
			return f(row)
		}
		return slices.ContainsFunc(x.halves, func(r R) bool {
			if !wanted(r) {
				return false
			}
			row[p] = naiveRequester[R]{r, false}
			if fill(p + 1) {
				return true
			}
			row[p].stamps = true
			return fill(p + 1)
		})
	}
	return fill(0)
}

// observed returns what is observed of a row.
func (x *naive[R, M, A, B]) observed(row []naiveRequester[R]) (all []explore.Observation) {
	for _, r := range row {
		all = append(all, x.p.Requester.Observe(r.half))
	}
	return all
}

// safe says why safety is not proved.
func (x *naive[R, M, A, B]) safe() string {
	if x.p.Safe == nil {
		return ""
	}
	seats, members := x.seats(func(naiveView[R, M, A, B]) bool { return true })
	why := ""
	x.rows(func(R) bool { return true }, func(row []naiveRequester[R]) bool {
		if why = x.p.Safe(x.observed(row)); why == "" {
			return false
		}
		for m := range x.n {
			// Every renaming of a member's half is one: peer p may stand for the p-th of the row.
			seated, fits := x.seated(row, m, seats, members), false
			for key := range members {
				fits = fits || !slices.ContainsFunc(seated, func(of [][]int) bool { return len(of[key]) == 0 })
			}
			if !fits {
				why = ""
				return false
			}
		}
		why += fmt.Sprintf(": %+v", row)
		return true
	})
	return why
}

// live says why freedom of deadlock is not proved.
func (x *naive[R, M, A, B]) live() string {
	if x.refused {
		return "some message is not taken"
	}
	seats, members := x.seats(func(v naiveView[R, M, A, B]) bool {
		return v.in.n == 0 && v.out.n == 0 && (x.p.Member.Local == nil || len(x.p.Member.Local(v.member)) == 0)
	})
	quiet := func(h R) bool {
		for self := range x.n {
			if !slices.ContainsFunc(x.p.Requester.Local(self, h), func(a roles.Act[R, A]) bool { return a.Kind != explore.Ask }) {
				return true
			}
		}
		return false
	}
	why, orders := "", permutations(x.n)
	x.rows(quiet, func(row []naiveRequester[R]) bool {
		if !slices.ContainsFunc(x.observed(row), func(o explore.Observation) bool { return o.Phase == explore.Waiting }) {
			return false
		}
		var seated [][][][]int // by member
		for m := range x.n {
			seated = append(seated, x.seated(row, m, seats, members))
		}
		// order[i] is whose stamp is the i-th.
		for _, order := range orders {
			if fitsInOrder(order, members, seated) {
				why = fmt.Sprintf("%+v", row)
				return true
			}
		}
		return false
	})
	return why
}

// fitsInOrder reports whether each member may see requesters whose stamps are in that order.
func fitsInOrder(order []int, members int, seated [][][][]int) bool {
	for _, of := range seated {
		some := false
		for key := range members {
			// Requesters in the order of their stamps: each is seen later than those before,
			// or in the same gap.
			var fits func(i, after int) bool
			fits = func(i, after int) bool {
				if i == len(order) {
					return true
				}
				return slices.ContainsFunc(of[order[i]][key], func(at int) bool {
					switch {
					case at == 0:
						return fits(i+1, after)
					case at > after || at == after && at%2 == 1:
						return fits(i+1, at)
					}
					return false
				})
			}
			some = some || fits(0, 0)
		}
		if !some {
			return false
		}
	}
	return true
}

func permutations(n int) (all [][]int) {
	var extend func(p []int)
	extend = func(p []int) {
		if len(p) == n {
			all = append(all, slices.Clone(p))
		}
		for i := range n {
			if !slices.Contains(p, i) {
				extend(append(p, i))
			}
		}
	}
	extend(nil)
	return all
}
