package explore

import "encoding/binary"

// An interner numbers values in the order in which it first meets them, from 0 on.
// The engine's lock is held while it is used.
type interner[I ~uint16 | ~uint32, V comparable] struct {
	ids    map[V]I
	values []V
}

func newInterner[I ~uint16 | ~uint32, V comparable]() interner[I, V] {
	return interner[I, V]{ids: map[V]I{}}
}

// id returns the number of a value.
func (t *interner[I, V]) id(v V) I {
	id, ok := t.ids[v]
	if !ok {
		id = I(len(t.values))
		t.ids[v] = id
		t.values = append(t.values, v)
	}
	return id
}

// at returns the value with a number.
func (t *interner[I, V]) at(id I) V { return t.values[id] }

// key writes ids one after the other, as a key for a map.
func key[I ~uint32](ids ...I) string {
	text := make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		text = binary.LittleEndian.AppendUint32(text, uint32(id))
	}
	return string(text)
}
