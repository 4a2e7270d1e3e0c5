package sets

import (
	"encoding/binary"
	"reflect"
	"slices"

	"qcheck/explore"
)

// A mark is a stamp on a line: its place, and its owner, 0 for no stamp.
type mark struct{ at, of int }

// A value is one of the protocol: the number of what is left without its stamps, and these.
type value struct {
	shape int
	marks []mark
}

// A half is a Half on a line; its clock has passed what is up to a place.
type half struct {
	local       value
	own         []value
	seen        explore.Set
	left, clock int
	last        mark
}

// A scene has halves and messages on one line.
type scene struct {
	halves []half
	msgs   [][]value
}

// spread is how far apart the marks of a line are, so that others fit between.
const spread = 1 << 8

func (v value) moved(f func(mark) mark) value {
	marks := make([]mark, len(v.marks))
	for i, m := range v.marks {
		if m.of != 0 {
			marks[i] = f(m)
		}
	}
	return value{v.shape, marks}
}

func (h half) moved(f func(mark) mark) half {
	h.local, h.own = h.local.moved(f), moved(h.own, f)
	if h.last.of != 0 {
		h.last = f(h.last)
	}
	return h
}

func moved(all []value, f func(mark) mark) []value {
	var list []value
	for _, v := range all {
		list = append(list, v.moved(f))
	}
	return list
}

// marks returns all marks, in the order in which they stand there.
func (s scene) marks() (all []mark) {
	note := func(m mark) mark { all = append(all, m); return m }
	for _, h := range s.halves {
		h.moved(note)
	}
	for _, msgs := range s.msgs {
		moved(msgs, note)
	}
	return all
}

// points returns the marks, each once, by their places.
func points(all []mark) []mark {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b mark) int { return a.at - b.at })
	return slices.Compact(all)
}

// after returns the place of the first of the points that is after another one.
func after(all []mark, at int) int {
	for _, m := range all {
		if m.at > at {
			return m.at
		}
	}
	return farthest
}

const farthest = 1 << 40

// key returns a number of a scene, the same for all that are equal but for places of the same order.
func (c *checker) key(s scene, more ...int) int {
	all := points(s.marks())
	var b []byte
	add := func(n int) { b = binary.AppendVarint(b, int64(n)) }
	rank := func(at int) int {
		n, has := slices.BinarySearchFunc(all, at, func(m mark, at int) int { return m.at - at })
		if has {
			n++
		}
		return n
	}
	note := func(m mark) mark { add(rank(m.at)); add(m.of); return m }
	write := func(v value) {
		add(v.shape)
		for _, m := range v.marks {
			if m.of == 0 {
				add(0)
			} else {
				note(m)
			}
		}
	}
	list := func(all []value) {
		add(len(all))
		for _, v := range all {
			write(v)
		}
	}
	for _, h := range s.halves {
		write(h.local)
		list(h.own)
		add(int(h.seen))
		add(h.left)
		write(value{marks: []mark{h.last}})
		add(rank(h.clock))
	}
	for _, msgs := range s.msgs {
		list(msgs)
	}
	for _, x := range more {
		add(x)
	}
	id, ok := c.keys[string(b)]
	if !ok {
		id = len(c.keys)
		c.keys[string(b)] = id
	}
	return id
}

// parse returns a value of the protocol, with marks by its stamps.
func (c *checker) parse(v any, of func(explore.Stamp) mark) value {
	x := reflect.New(reflect.TypeOf(v)).Elem()
	x.Set(reflect.ValueOf(v))
	var marks []mark
	walk(x, everybody, func(s *explore.Stamp, _ bool) {
		marks = append(marks, of(*s))
		*s = 0
	})
	return value{c.shape(x.Interface()), marks}
}

func (c *checker) shape(v any) int {
	id, ok := c.shapes[v]
	if !ok {
		id = len(c.values)
		c.shapes[v] = id
		c.values = append(c.values, v)
	}
	return id
}

// typed returns a value as the protocol has it.
func (c *checker) typed(v value, of func(mark) explore.Stamp) any {
	x := reflect.New(reflect.TypeOf(c.values[v.shape])).Elem()
	x.Set(reflect.ValueOf(c.values[v.shape]))
	i := 0
	walk(x, everybody, func(s *explore.Stamp, _ bool) {
		if v.marks[i].of != 0 {
			*s = of(v.marks[i])
		}
		i++
	})
	return x.Interface()
}

const everybody = ^explore.Set(0)

// walk calls f for each stamp of a value, and clears what is about other processes than some; it says which stamps are kept.
func walk(v reflect.Value, keep explore.Set, f func(s *explore.Stamp, kept bool)) {
	var at func(v reflect.Value, kept bool)
	at = func(v reflect.Value, kept bool) {
		switch t := v.Type(); {
		case t == reflect.TypeFor[explore.Stamp]():
			f((*explore.Stamp)(v.Addr().UnsafePointer()), kept)
		case t == reflect.TypeFor[explore.Set]():
			*(*explore.Set)(v.Addr().UnsafePointer()) &= keep
		case t.Kind() == reflect.Array:
			for i := range v.Len() {
				left := !explore.IsPerProcess(t) || keep.Has(i)
				at(v.Index(i), kept && left)
				if x := v.Index(i); !left {
					reflect.NewAt(x.Type(), x.Addr().UnsafePointer()).Elem().SetZero()
				}
			}
		case t.Kind() == reflect.Struct:
			for i := range v.NumField() {
				at(v.Field(i), kept)
			}
		}
	}
	at(v, true)
}

// A cutting is of a shape to some processes; slimmed is what is left, and which marks are.
type cutting struct {
	shape int
	keep  explore.Set
}

type slimmed struct {
	shape int
	kept  []bool
}

func (c *checker) cutValue(v value, keep explore.Set) value {
	to, ok := c.cuts[cutting{v.shape, keep}]
	if !ok {
		x := reflect.New(reflect.TypeOf(c.values[v.shape])).Elem()
		x.Set(reflect.ValueOf(c.values[v.shape]))
		walk(x, keep, func(_ *explore.Stamp, kept bool) { to.kept = append(to.kept, kept) })
		to.shape = c.shape(x.Interface())
		c.cuts[cutting{v.shape, keep}] = to
	}
	marks := slices.Clone(v.marks)
	for i, kept := range to.kept {
		if !kept {
			marks[i] = mark{}
		}
	}
	return value{to.shape, marks}
}

func (c *checker) cut(h half, keep explore.Set) half {
	h.local, h.seen, h.own = c.cutValue(h.local, keep), h.seen&keep, slices.Clone(h.own)
	for i := range h.own {
		h.own[i] = c.cutValue(h.own[i], keep)
	}
	return h
}

// A pin is a mark that goes onto a line: to a place, or, with none, anywhere; but not onto another one if it is fresh.
type pin struct {
	mark
	fixed int
	fresh bool
}

// lay puts pins, in the order of their places, onto a line in all ways: those that are free go between its points, or onto one of
// the same owner.
func lay(base []mark, pins []pin, at []int, f func(at []int)) {
	if len(at) == len(pins) {
		f(at)
		return
	}
	before, end, x := 0, farthest, pins[len(at)]
	if len(at) > 0 {
		before = at[len(at)-1]
	}
	put := func(to int) {
		if to > before && to < end {
			lay(base, pins, append(at, to), f)
		}
	}
	if x.fixed > 0 {
		put(x.fixed)
		return
	}
	for _, y := range pins[len(at):] {
		if y.fixed > 0 {
			end = y.fixed
			break
		}
	}
	low := 0
	for _, b := range append(slices.Clip(base), mark{at: end}) {
		if to := max(low, before) + 1; to < b.at {
			put(to)
		}
		if low = b.at; b.of == x.of && !x.fresh {
			put(b.at)
		}
	}
}
