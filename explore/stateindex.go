package explore

// A stateIndex finds the numbers of states by their keys.
type stateIndex struct {
	slots []uint32
	shift uint
	keys  []stateKey
}

func newStateIndex(keys []stateKey) *stateIndex {
	log := uint(4)
	for 1<<log < 2*len(keys) {
		log++
	}
	x := &stateIndex{slots: make([]uint32, 1<<log), shift: 64 - log, keys: keys}
	for n, k := range keys {
		i := spread(uint64(k)) >> x.shift
		for x.slots[i] != 0 {
			i = (i + 1) & uint64(len(x.slots)-1)
		}
		x.slots[i] = uint32(n) + 1
	}
	return x
}

// of returns the number of a state, and the number of states for any other key.
func (x *stateIndex) of(key stateKey) stateID {
	for i := spread(uint64(key)) >> x.shift; x.slots[i] != 0; i = (i + 1) & uint64(len(x.slots)-1) {
		if n := x.slots[i] - 1; x.keys[n] == key {
			return stateID(n)
		}
	}
	return stateID(len(x.keys))
}
