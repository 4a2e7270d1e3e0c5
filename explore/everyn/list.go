package everyn

import (
	"encoding/binary"
	"slices"
)

// A list is a list of numbers, as a key of maps.
type list string

func listOf(all []uint32) list {
	var b []byte
	for _, x := range all {
		b = binary.NativeEndian.AppendUint32(b, x)
	}
	return list(b)
}

func (l list) len() int { return len(l) / 4 }

func (l list) at(i int) int { return int(binary.NativeEndian.Uint32([]byte(l[4*i : 4*i+4]))) }

// without returns the list without its first number.
func (l list) without() list { return l[4:] }

func (l list) all() (all []uint32) {
	for i := range l.len() {
		all = append(all, uint32(l.at(i)))
	}
	return all
}

// numbered numbers values in the order in which they come.
type numbered[T comparable] struct {
	number map[T]int
	all    []T
}

func (n *numbered[T]) of(x T) (i int, isNew bool) {
	i, ok := n.number[x]
	if !ok {
		if n.number == nil {
			n.number = map[T]int{}
		}
		i = len(n.all)
		n.number[x], n.all = i, append(n.all, x)
	}
	return i, !ok
}

// A cell is a fact that becomes known at some time; what waits for it goes on then.
type cell struct {
	known bool
	wait  []func()
}

func (c *cell) fire() {
	if c.known {
		return
	}
	wait := c.wait
	c.known, c.wait = true, nil
	for _, f := range wait {
		f()
	}
}

// after calls f when all cells are known.
func after(cells []*cell, f func()) {
	if i := slices.IndexFunc(cells, func(c *cell) bool { return !c.known }); i >= 0 {
		cells[i].wait = append(cells[i].wait, func() { after(cells[i+1:], f) })
		return
	}
	f()
}

// cellOf returns the cell of a key.
func cellOf[K comparable](cells map[K]*cell, k K) *cell {
	if cells[k] == nil {
		cells[k] = &cell{}
	}
	return cells[k]
}

// A stream has things that become known little by little, each once, and whoever wants to know them.
type stream[T comparable] struct {
	numbered[T]
	readers []func(T)
}

func (s *stream[T]) put(x T) {
	if _, isNew := s.of(x); isNew {
		for _, f := range s.readers {
			f(x)
		}
	}
}

func (s *stream[T]) read(f func(T)) {
	s.readers = append(s.readers, f)
	for _, x := range s.all {
		f(x)
	}
}
