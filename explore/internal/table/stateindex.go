package table

// A StateIndex finds the numbers of states by their keys.
type StateIndex struct {
	slots []uint32
	shift uint
	keys  []StateKey
}

func NewStateIndex(keys []StateKey) *StateIndex {
	log := uint(4)
	for 1<<log < 2*len(keys) {
		log++
	}
	x := &StateIndex{slots: make([]uint32, 1<<log), shift: 64 - log, keys: keys}
	for n, k := range keys {
		i := Spread(uint64(k)) >> x.shift
		for x.slots[i] != 0 {
			i = (i + 1) & uint64(len(x.slots)-1)
		}
		x.slots[i] = uint32(n) + 1
	}
	return x
}

// Of returns the number of a state, and the number of states for any other key.
func (x *StateIndex) Of(key StateKey) StateID {
	for i := Spread(uint64(key)) >> x.shift; x.slots[i] != 0; i = (i + 1) & uint64(len(x.slots)-1) {
		if n := x.slots[i] - 1; x.keys[n] == key {
			return StateID(n)
		}
	}
	return StateID(len(x.keys))
}
