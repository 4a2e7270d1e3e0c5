package roles

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"qcheck/explore"
)

// A Crowd is the peers of a By that have no place of their own in it: nobody knows how many. They fall into classes. Each
// class has one peer or more, whose values are the same but for their stamps, and these lie in one gap between the stamps that
// are known. All peers beside these have the zero value.
//
// A By with a crowd answers what is the same for every number of peers, and wherever in their gaps the stamps lie. If that
// depends, the call ends, and says which class it depends on (see During). Whoever made the call knows that a class
// is not empty, so it has an earliest peer. He gives that a place of its own, in all ways in which what is left
// of the class may lie, and calls again.
//
// What functions are given of a class is the value of one peer, so they must not be able to compare two of them. So no query is
// answered while a By with the same crowd waits for a function that it has called. A function must answer the same for each
// place of a stamp in its gap, and when it is asked again.
type Crowd struct {
	// Classes has, by class, values of three peers of it, as the bytes of the type in the By. Stamps are in ascending order
	// in each, and in the same gap; the i-th stamps of two classes in the same gap are equal.
	Classes [][3]string
	// Gaps has the gap of each class; negative for one without stamps.
	Gaps []int

	// Picks are the peers with which one of several was chosen, so far; where there are more choices, Choice is the next one.
	Picks  []Peer
	Choice *Choice

	id      uint32
	need    int    // 1 more than the class
	refused string // what was asked that has no answer here
	waits   bool   // for a function
	picked  int
	of      *Crowd   // the crowd of the call, if this one was made in it
	made    []*Crowd // in the call
}

// A Choice is one of several peers: of some that have places, and of any of some classes. Which one it is depends on what is not
// known, so that all are tried.
type Choice struct {
	Places  explore.Set
	Classes []int
}

// A crowdOf is the number of a crowd, 0 for none. States are plain values, and a By is one: it has the number in place of an address.
type crowdOf uint32

var (
	crowds     sync.Map
	lastNumber atomic.Uint32
)

// During calls f, which has a By with the crowd: mark is what its bytes have behind those of the places. It returns
// what is needed, if anything: the class whose earliest peer must have a place, from 0; or what was asked that has no answer,
// or what f panicked with. If nothing is needed need is negative.
func (c *Crowd) During(f func(mark uint32)) (need int, refused string, panicked any) {
	c.need, c.refused, c.waits, c.picked, c.Choice, c.made = 0, "", false, 0, nil, nil
	c.register(c)
	defer func() {
		for _, x := range c.made {
			crowds.Delete(x.id)
		}
	}()
	func() {
		defer func() { panicked = recover() }()
		f(c.id)
	}()
	if c.isOver() { // whatever became of the call
		panicked = nil
	}
	return c.need - 1, c.refused, panicked
}

// register gives a number to a crowd that is made in the call of c.
func (c *Crowd) register(x *Crowd) {
	x.id = lastNumber.Add(1)
	crowds.Store(x.id, x)
	c.made = append(c.made, x)
}

// After returns the crowd of the call with a mark: it has the same classes, in which values may be others. It is nil for a mark that is not
// of this call.
func (c *Crowd) After(mark uint32) *Crowd {
	if i := slices.IndexFunc(c.made, func(x *Crowd) bool { return x.id == mark }); i >= 0 {
		return c.made[i]
	}
	return nil
}

// call returns the crowd that the call was made with.
func (c *Crowd) call() *Crowd {
	if c.of != nil {
		return c.of
	}
	return c
}

// isOver reports whether a call has ended without an answer.
func (c *Crowd) isOver() bool { return c.need > 0 || c.refused != "" || c.Choice != nil }

// ended is what a call is ended with.
type ended struct{}

// needs ends the call if there is a class, from 1, on which the answer depends.
func (c *Crowd) needs(class int) {
	if class > 0 {
		c.call().need = class
		panic(ended{})
	}
}

func (c *Crowd) refuse(why string) {
	c.call().refused = why
	panic(ended{})
}

// crowd returns the crowd of a By, nil for none. In a call, it is asked once for each query.
func (b *By[T]) crowd() *Crowd {
	if b.others == 0 {
		return nil
	}
	x, ok := crowds.Load(uint32(b.others))
	if !ok {
		panic("a roles.By was kept from one call to the next")
	}
	c := x.(*Crowd)
	switch call := c.call(); {
	case call.waits:
		c.refuse("a roles.By is asked in a function that one has called")
	case call.isOver():
		panic(ended{}) // the call went on
	}
	return c
}

// some returns one of the peers whose value is wanted, of which there are some, and of which it is not known which one it is.
func (b *By[T]) some(wanted func(T) bool) Peer {
	c, all := b.wanted(wanted)
	x := Choice{}
	for _, g := range all {
		if x.Places |= g.peers; g.class > 0 {
			x.Classes = append(x.Classes, g.class-1)
		}
	}
	call := c.call()
	if call.picked == len(call.Picks) {
		call.Choice = &x
		panic(ended{})
	}
	p := call.Picks[call.picked]
	if call.picked++; !x.Places.Has(p.process.Index()) {
		c.refuse("a choice that is another one when a handler is called again")
	}
	return p
}

// each returns b with other values, by a function that keeps stamps, and zero.
func (b By[T]) each(f func(T) T) By[T] {
	for i, v := range b.of {
		b.of[i] = f(v)
	}
	c := b.crowd()
	d := &Crowd{Gaps: c.Gaps, of: c.call()}
	for _, x := range c.Classes {
		for i := range x {
			v := f(element[T](x[i]))
			x[i] = string(unsafe.Slice((*byte)(unsafe.Pointer(&v)), unsafe.Sizeof(v)))
		}
		d.Classes = append(d.Classes, x)
	}
	d.of.register(d)
	b.others = crowdOf(d.id)
	return b
}

// asking calls a function that a handler gave to a By with a crowd.
func asking[V comparable](c *Crowd, f func() V) V {
	c.call().waits = true
	defer func() { c.call().waits = false }()
	v := f()
	if f() != v {
		c.refuse("a function that a roles.By has called answers otherwise when it is called again")
	}
	return v
}

// element returns a value of a class, from its bytes.
func element[T comparable](bytes string) (v T) {
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&v)), unsafe.Sizeof(v)), bytes)
	return v
}

// with adds the classes of a crowd to groups.
func with[T comparable](c *Crowd, all []group[T]) []group[T] {
	for i, x := range c.Classes {
		g := group[T]{value: element[T](x[0]), class: i + 1}
		if x[1] != x[0] {
			g.further = []T{element[T](x[1]), element[T](x[2])}
		}
		all = append(all, g)
	}
	return all
}

// about calls f for the values of a group, and returns what it says of all.
func about[T, V comparable](c *Crowd, g group[T], f func(T) V) V {
	v := asking(c, func() V { return f(g.value) })
	for _, x := range g.further {
		if asking(c, func() V { return f(x) }) != v {
			c.refuse("a function that a roles.By has called answers otherwise for another stamp in the same gap")
		}
	}
	return v
}

// ordered returns the peers of groups in the order, as far as that is the same for every member that looks so; next says
// whether there are others behind these, and of which class the next one is.
func ordered[T comparable](c *Crowd, all []group[T], before func(a, b T) bool) (peers []Peer, next int) {
	type place struct {
		group[T]
		value T
		at    int // of the stamp in the gap
	}
	var places []place
	for _, g := range all {
		if g.class > 0 && c.Gaps[g.class-1] < 0 {
			c.needs(g.class) // if there is another one, the two are equal
		}
		places = append(places, place{g, g.value, 0})
		for i, v := range g.further {
			places = append(places, place{g, v, i + 1})
		}
	}
	is := make([][]bool, len(places))
	apart := func(x, y place) bool { // they may be the values of two peers
		return x.class == 0 && (y.class > 0 || x.peers != y.peers) || x.class > 0 &&
			(y.class == 0 || c.Gaps[x.class-1] != c.Gaps[y.class-1] || x.at != y.at)
	}
	for i, x := range places {
		for j, y := range places {
			is[i] = append(is[i], apart(x, y) && asking(c, func() bool { return before(x.value, y.value) }))
			if j < i && apart(x, y) && is[i][j] == is[j][i] {
				if !is[i][j] {
					panic(equal)
				}
				c.refuse(notAnOrder)
			}
		}
	}
	for i, x := range places {
		for j, y := range places {
			for k, z := range places {
				if is[i][j] && is[j][k] && apart(x, z) && !is[i][k] {
					c.refuse(notAnOrder)
				}
			}
			if x.class > 0 && y.class == 0 && is[i][j] != is[slices.IndexFunc(places, func(p place) bool { return p.class == x.class })][j] {
				c.refuse("an order answers otherwise for another stamp in the same gap")
			}
		}
	}
	for {
		least := -1
		for i, x := range places {
			if x.class == 0 && !slices.Contains(peers, x.peer()) && (least < 0 || is[i][least]) {
				least = i
			}
		}
		for i, x := range places {
			if x.class > 0 && (least < 0 || is[i][least]) {
				return peers, x.class
			}
		}
		if least < 0 {
			return peers, 0
		}
		peers = append(peers, places[least].peer())
	}
}

const notAnOrder = "a function that is given as an order is none"

func (g group[T]) peer() Peer { return Peer{explore.ProcessOf(g.peers.First())} }
