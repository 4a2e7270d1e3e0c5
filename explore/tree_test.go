package explore

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// treeEngine is an engine without a protocol, with blocks for every process.
func treeEngine(n int, packed bool) *engine {
	e := &engine{}
	e.init(n)
	if packed {
		e.packed = newPacking(n)
	}
	return e
}

// TestKeys checks that equal states have equal keys and different ones
// different keys, that a key gives back its blocks, and that it does not matter
// from which state one comes.
func TestKeys(t *testing.T) {
	for _, packed := range []bool{false, true} {
		for n := 1; n <= MaxProcesses; n++ {
			e := treeEngine(n, packed)
			tr := newTree(n)
			r := rand.New(rand.NewPCG(uint64(n), 5))
			// Each process has blocks of its own; six fit into four bits, too.
			blocks := make([][]uint32, n)
			for i := range 6 * n {
				id, _ := e.block.add()
				blocks[i%n] = append(blocks[i%n], id)
			}
			val, back := make([]uint32, 2*n-1), make([]uint32, 2*n-1)
			for p := range n {
				val[p] = blocks[p][0]
			}
			key := e.encode(tr, 0, val, 1<<n-1)
			keys := map[uint64][]uint32{}
			of := map[[MaxProcesses]uint32]uint64{}
			for range 3000 {
				if key == 0 {
					t.Fatalf("n=%d packed=%v: no key", n, packed)
				}
				state := slices.Clone(val[:n])
				var fixed [MaxProcesses]uint32
				copy(fixed[:], state)
				if old, ok := of[fixed]; ok && old != key {
					t.Fatalf("n=%d packed=%v: state %v has keys %x and %x", n, packed, state, old, key)
				}
				if old, ok := keys[key]; ok && !slices.Equal(old, state) {
					t.Fatalf("n=%d packed=%v: states %v and %v have key %x", n, packed, old, state, key)
				}
				keys[key], of[fixed] = state, key
				e.decode(tr, key, back)
				if !slices.Equal(back[:n], state) {
					t.Fatalf("n=%d packed=%v: state %v comes back as %v", n, packed, state, back[:n])
				}
				if !packed && !slices.Equal(back, val) {
					t.Fatalf("n=%d: vertices %v come back as %v", n, val, back)
				}
				// Go on from what came back, with some blocks changed.
				val, back = back, val
				set := uint32(0)
				for range 1 + r.IntN(3) {
					p := r.IntN(n)
					val[p] = blocks[p][r.IntN(6)]
					set |= 1 << p
				}
				key = e.encode(tr, key, val, set)
			}
		}
	}
}

// TestChanged compares the inner vertices to renew with the plain definition.
func TestChanged(t *testing.T) {
	for n := 1; n <= MaxProcesses; n++ {
		tr := newTree(n)
		if len(tr.left) != n-1 {
			t.Fatalf("n=%d: %d inner vertices", n, len(tr.left))
		}
		var leaves func(v int) uint32
		leaves = func(v int) uint32 {
			if v < n {
				return 1 << v
			}
			return leaves(tr.left[v-n]) | leaves(tr.right[v-n])
		}
		if n > 1 && leaves(2*n-2) != 1<<n-1 {
			t.Fatalf("n=%d: the root has leaves %b", n, leaves(2*n-2))
		}
		for set := range uint32(1) << min(n, 10) {
			var want []int
			for i := range max(n-2, 0) {
				if leaves(n+i)&set != 0 {
					want = append(want, i)
				}
			}
			got := tr.changed(set)
			if !slices.Equal(got, want) || tr.above != nil && !slices.Equal(tr.above[set], want) {
				t.Fatalf("n=%d set %b: %v, want %v", n, set, got, want)
			}
		}
	}
}

func TestPackingSpills(t *testing.T) {
	for _, n := range []int{4, 7, 16} {
		e := treeEngine(n, true)
		tr := newTree(n)
		val := make([]uint32, 2*n-1)
		for p := range n {
			val[p], _ = e.block.add()
		}
		last := n - 1
		fits := 1<<(64/n) - 1
		for i := range fits + 3 {
			if i > 0 {
				val[last], _ = e.block.add()
			}
			key := e.encode(tr, 0, val, 1<<n-1)
			if spilled := i >= fits; (key == 0) != spilled || e.packed.spill.Load() != spilled {
				t.Fatalf("n=%d: block %d of %d that fit: key %x, spilled %v", n, i+1, fits, key, e.packed.spill.Load())
			}
		}
	}
}
