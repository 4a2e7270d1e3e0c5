package views

import (
	"slices"

	"qcheck/explore/internal/table"
)

// values numbers values of one type.
type values = table.Numbers[value]

// added adds a value to the set of a key, and reports whether it was not there.
func added[K, V comparable](sets map[K]map[V]bool, k K, v V) bool {
	if sets[k] == nil {
		sets[k] = map[V]bool{}
	}
	was := sets[k][v]
	sets[k][v] = true
	return !was
}

// A packet is a message on its way: its number, and the place of its stamp among those of
// the view, 0 for none.
type packet struct {
	msg   int32
	stamp uint8
}

// lists numbers lists of small values.
type lists[T comparable] struct {
	number map[string]int32
	all    [][]T
	key    func([]byte, T) []byte
	buffer []byte
}

func (t *lists[T]) of(list []T) int32 {
	t.buffer = t.buffer[:0]
	for _, x := range list {
		t.buffer = t.key(t.buffer, x)
	}
	if i, ok := t.number[string(t.buffer)]; ok {
		return i
	}
	if t.number == nil {
		t.number = map[string]int32{}
	}
	i := int32(len(t.all))
	t.number[string(t.buffer)] = i
	t.all = append(t.all, slices.Clone(list))
	return i
}

func number(b []byte, n int32) []byte {
	return append(b, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}
