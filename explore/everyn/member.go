package everyn

import (
	"cmp"
	"fmt"
	"slices"

	"qcheck/explore"
)

// A class is of peers that have no place: their value without its stamp, and the gap of that among the stamps that are known, which
// is how many of these are before it; unstamped if it has none.
type class struct {
	gap  int
	scal string
}

const unstamped = -1

// nobody is the owner of a stamp of which it is not known whose present request it belongs to.
const nobody = -1

// A member is one of unknown size: some peers have places, the others are in classes. Its stamps are 1, 2, and so on, in their order.
type member struct {
	half   []byte
	named  int
	owners []int // by stamp, from 1: the place of the peer whose latest request it is, as far as the member took one
	rest   []class
}

func (s member) clone() member {
	return member{slices.Clone(s.half), s.named, slices.Clone(s.owners), slices.Clone(s.rest)}
}

// normal sorts the classes, each once.
func (s *member) normal() {
	slices.SortFunc(s.rest, func(a, b class) int { return cmp.Or(cmp.Compare(a.gap, b.gap), cmp.Compare(a.scal, b.scal)) })
	s.rest = slices.Compact(s.rest)
}

// value returns where a place of the By is.
func (x *memberShape) value(half []byte, place int) []byte {
	return half[x.byAt+uintptr(place)*x.size:][:x.size]
}

// stampIn returns the stamp in the By for a place, 0 for none.
func (x *memberShape) stampOf(half []byte, place int) int {
	if !x.by || x.stampIn < 0 {
		return 0
	}
	return get16(x.value(half, place), uintptr(x.stampIn))
}

// eachStamp replaces the stamps in a half.
func (x *memberShape) eachStamp(half []byte, f func(int) int) {
	for _, at := range x.stamps {
		set16(half, at, f(get16(half, at)))
	}
	if x.stampIn >= 0 {
		for i := range explore.MaxProcesses {
			v := x.value(half, i)
			set16(v, uintptr(x.stampIn), f(get16(v, uintptr(x.stampIn))))
		}
	}
}

// scalOf returns a value without its stamp.
func (x *memberShape) scalOf(v []byte) (scal string, stamp int) {
	v = slices.Clone(v)
	if x.stampIn >= 0 {
		stamp = get16(v, uintptr(x.stampIn))
		set16(v, uintptr(x.stampIn), 0)
	}
	return string(v), stamp
}

func (x *memberShape) put(half []byte, place int, scal string, stamp int) {
	v := x.value(half, place)
	copy(v, scal)
	if x.stampIn >= 0 {
		set16(v, uintptr(x.stampIn), stamp)
	}
}

// An about is what a member's half is about one requester, "me": stamps as their places in the order of those that the half or my value has;
// me at place 0, other peers that the half names at the places from 1, without their values; by stamp of the half whose present request
// it is, from 1, 0 for nobody; and the values of all other peers as classes.
type about struct {
	half   string
	owners list
	rest   list
}

// about returns what s is about the peer at a place.
func (e *engine) about(s member, me int) int {
	x := &e.shape
	half := slices.Clone(s.half)
	var known []int
	know := func(t int) {
		if t != 0 && !slices.Contains(known, t) {
			known = append(known, t)
		}
	}
	for _, at := range x.stamps {
		know(get16(half, at))
	}
	mine := x.stampOf(half, me)
	know(mine)
	slices.Sort(known)
	t := member{}
	before := func(stamp int) int { // which may be a gap
		i, _ := slices.BinarySearch(known, stamp+1)
		return i
	}
	if x.by {
		for i := range s.named {
			scal, stamp := x.scalOf(x.value(half, i))
			switch {
			case i == me || !nonzero(x.value(half, i)):
			case stamp == 0:
				t.rest = append(t.rest, class{unstamped, scal})
			case slices.Contains(known, stamp):
				e.refuse("a member keeps the stamp of a request at two places, and loses sight of whose it is")
			default:
				t.rest = append(t.rest, class{before(stamp), scal})
			}
		}
		for _, c := range s.rest {
			if c.gap != unstamped {
				c.gap = before(c.gap)
			}
			t.rest = append(t.rest, c)
		}
		my := slices.Clone(x.value(half, me))
		for i := range explore.MaxProcesses {
			clear(x.value(half, i))
		}
		copy(x.value(half, 0), my)
	}
	t.normal()
	var others []int
	for _, at := range x.names {
		switch p := int(half[at]) - 1; {
		case p < 0:
		case p == me:
			half[at] = 1
		default:
			if !slices.Contains(others, p) {
				others = append(others, p)
			}
			half[at] = byte(2 + slices.Index(others, p))
		}
	}
	var a about
	var owners []uint32
	for _, at := range x.stamps {
		owner := 0
		if stamp := get16(half, at); stamp != 0 {
			switch p := s.owners[stamp-1]; {
			case p == me:
				owner = 1
			case slices.Contains(others, p):
				owner = 2 + slices.Index(others, p)
			}
		}
		owners = append(owners, uint32(owner))
	}
	x.eachStamp(half, func(t int) int {
		if t == 0 {
			return 0
		}
		return before(t)
	})
	a.half, a.owners = string(half), listOf(owners)
	a.rest = e.listed(t.rest)
	k, isNew := e.abouts.of(a)
	if isNew {
		e.gives = append(e.gives, e.given(k))
	}
	return k
}

// listed returns classes as a list, and unlisted the classes of one.
func (e *engine) listed(classes []class) list {
	var all []uint32
	for _, c := range classes {
		id, _ := e.scals.of(c.scal)
		all = append(all, uint32(c.gap+1), uint32(id))
	}
	return listOf(all)
}

func (e *engine) unlisted(l list) (classes []class) {
	for i := 0; i < l.len(); i += 2 {
		classes = append(classes, class{l.at(i) - 1, e.scals.all[l.at(i+1)]})
	}
	return classes
}

func nonzero(b []byte) bool { return slices.ContainsFunc(b, func(x byte) bool { return x != 0 }) }

// likes returns the members that are so about the requester at place 0, which nobody may change. A peer that the half names may have a value of each class, or none.
func (e *engine) likes(k int) []member {
	for len(e.liked) <= k {
		e.liked = append(e.liked, nil)
	}
	if e.liked[k] == nil {
		e.liked[k] = e.allLike(k)
	}
	return e.liked[k]
}

func (e *engine) allLike(k int) []member {
	a, x := e.abouts.all[k], &e.shape
	s := member{half: []byte(a.half), named: 1}
	stamps := x.stampOf(s.half, 0)
	for _, at := range x.stamps {
		stamps = max(stamps, get16(s.half, at))
	}
	s.owners = slices.Repeat([]int{nobody}, stamps)
	for i, at := range x.stamps {
		if stamp := get16(s.half, at); stamp > 0 && a.owners.at(i) > 0 {
			s.owners[stamp-1] = a.owners.at(i) - 1
		}
	}
	if mine := x.stampOf(s.half, 0); mine > 0 {
		s.owners[mine-1] = 0
	}
	for _, at := range x.names {
		s.named = max(s.named, int(s.half[at]))
	}
	s.rest = e.unlisted(a.rest)
	all := []member{s}
	if x.by {
		for place := 1; place < s.named; place++ {
			for _, y := range slices.Clone(all) {
				for c := range y.rest {
					all = append(all, e.take(y, c, place, false)...)
				}
			}
		}
	}
	return all
}

// mostNamed is how many peers may have places: some places are left to peers of which nothing is known.
const mostNamed = explore.MaxProcesses - 4

// take returns the ways in which a peer of a class, or its earliest one, has a place.
func (e *engine) take(s member, c, place int, earliest bool) []member {
	if place >= mostNamed {
		e.refuse("a member asks for more than %d peers, one after the other: how it goes on does not follow for every number", mostNamed-1)
	}
	x := s.rest[c]
	if x.gap == unstamped {
		alone := s.clone()
		alone.rest = slices.Delete(alone.rest, c, c+1)
		all := []member{s.clone(), alone}
		for i := range all {
			all[i].named = max(s.named, place+1)
			e.shape.put(all[i].half, place, x.scal, 0)
		}
		return all
	}
	all := e.insert(s, x.gap, c, earliest)
	for i := range all {
		all[i].named = max(s.named, place+1)
		all[i].owners[x.gap] = place
		e.shape.put(all[i].half, place, x.scal, x.gap+1)
	}
	return all
}

// insert returns the ways in which a new stamp lies in a gap: what is in the gap is before it, behind it, or both. If the stamp is that of a peer
// of class own, there may be no others of that class, and none before it if it is the earliest.
func (e *engine) insert(s member, gap, own int, earliest bool) []member {
	s = s.clone()
	e.shape.eachStamp(s.half, func(t int) int {
		if t > gap {
			t++
		}
		return t
	})
	s.owners = slices.Insert(s.owners, gap, nobody)
	var all []member
	var lay func(i int, rest []class)
	lay = func(i int, rest []class) {
		if i == len(s.rest) {
			t := s.clone()
			t.rest = slices.Clone(rest)
			t.normal()
			all = append(all, t)
			return
		}
		c := s.rest[i]
		later := class{c.gap + 1, c.scal}
		switch {
		case c.gap < gap: // or unstamped
			lay(i+1, append(slices.Clone(rest), c))
			return
		case c.gap > gap:
			lay(i+1, append(slices.Clone(rest), later))
			return
		}
		lay(i+1, append(slices.Clone(rest), later))
		if i != own || !earliest {
			lay(i+1, append(slices.Clone(rest), c))
			lay(i+1, append(slices.Clone(rest), c, later))
		}
		if i == own {
			lay(i+1, slices.Clone(rest))
		}
	}
	lay(0, nil)
	return all
}

// holder returns the place of the peer that has the permission of a member, -1 for nobody.
func (e *engine) holder(s member) int {
	g := e.gives[e.about(s, 0)]
	if g.me || g.to == 0 {
		return map[bool]int{true: 0, false: -1}[g.me]
	}
	var others []int // as about counts them
	for _, at := range e.shape.names {
		if p := int(s.half[at]) - 1; p > 0 && !slices.Contains(others, p) {
			others = append(others, p)
		}
	}
	return others[g.to-1]
}

// A giving is what a member has given, in what it is about a requester.
type giving struct {
	me    bool
	to    int // the place of another one that has it; 0 for nobody
	wrong string
}

// given says to whom a member has given its permission. That must not depend on what is left out.
func (e *engine) given(k int) (g giving) {
	for i, s := range e.likes(k) {
		var all explore.Set
		crowd := e.crowd(s, spread{by: 8})
		need, refused, panicked := crowd.During(func(mark uint32) {
			all = setOf(e.any.Account.Gave(e.spread(s, mark, spread{by: 8})))
		})
		switch {
		case panicked != nil:
			e.refuse("Account.Gave panics: %v", panicked)
		case need >= 0 || refused != "" || crowd.Choice != nil || all>>s.named != 0:
			e.refuse("whom a member has given its permission to is not said by the peers that its half names")
		}
		this := giving{me: all.Has(0)}
		if others := all.Without(0); others != 0 {
			this.to = others.First()
		}
		if all.Len() > e.any.Account.Most {
			this.wrong = fmt.Sprintf("a member has given its permission to %d requesters, and may give it to %d", all.Len(), e.any.Account.Most)
		}
		if i > 0 && this != g {
			e.refuse("whom a member has given its permission to depends on the values in its table")
		}
		g = this
	}
	return g
}
