package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// TestKeys checks that equal states have equal keys and different ones
// different keys, that a key gives back its blocks, and that it does not matter
// from which state one comes.
func TestKeys(t *testing.T) {
	for _, packed := range []bool{false, true} {
		for n := 1; n <= protocol.MaxProcesses; n++ {
			e := newEngine(n, n, packed, false)
			r := rand.New(rand.NewPCG(uint64(n), 5))
			// Each process has blocks of its own; six fit into four bits, too.
			blocks := make([][]BlockID, n)
			for i := range 6 * n {
				id := addBlock(e)
				blocks[i%n] = append(blocks[i%n], id)
			}
			val, back := e.NewVector(), e.NewVector()
			for p := range n {
				val.Blocks[p] = blocks[p][0]
			}
			key := e.Codec.Encode(0, val, protocol.All(n))
			keys := map[table.StateKey][]BlockID{}
			of := map[[protocol.MaxProcesses]BlockID]table.StateKey{}
			for range 3000 {
				if key == 0 {
					t.Fatalf("n=%d packed=%v: no key", n, packed)
				}
				state := slices.Clone(val.Blocks)
				var fixed [protocol.MaxProcesses]BlockID
				copy(fixed[:], state)
				if old, ok := of[fixed]; ok && old != key {
					t.Fatalf("n=%d packed=%v: state %v has keys %x and %x", n, packed, state, old, key)
				}
				if old, ok := keys[key]; ok && !slices.Equal(old, state) {
					t.Fatalf("n=%d packed=%v: states %v and %v have key %x", n, packed, old, state, key)
				}
				keys[key], of[fixed] = state, key
				e.Codec.Decode(key, back)
				if !slices.Equal(back.Blocks, state) {
					t.Fatalf("n=%d packed=%v: state %v comes back as %v", n, packed, state, back.Blocks)
				}
				if !packed && !slices.Equal(back.inner, val.inner) {
					t.Fatalf("n=%d: inner nodes %v come back as %v", n, val.inner, back.inner)
				}
				// Go on from what came back, with some blocks changed.
				val, back = back, val
				set := protocol.Set(0)
				for range 1 + r.IntN(3) {
					p := r.IntN(n)
					val.Blocks[p] = blocks[p][r.IntN(6)]
					set = set.With(p)
				}
				key = e.Codec.Encode(key, val, set)
			}
		}
	}
}

// TestChanged compares the inner nodes to renew with the plain definition.
func TestChanged(t *testing.T) {
	for n := 1; n <= protocol.MaxProcesses; n++ {
		tr := newTree(n, newEngine(n, n, false, false).Pairs, nil)
		if len(tr.left) != n-1 {
			t.Fatalf("n=%d: %d inner nodes", n, len(tr.left))
		}
		var leaves func(v int) protocol.Set
		leaves = func(v int) protocol.Set {
			if v < n {
				return 1 << v
			}
			return leaves(tr.left[v-n]) | leaves(tr.right[v-n])
		}
		if n > 1 && leaves(2*n-2) != protocol.All(n) {
			t.Fatalf("n=%d: the root has leaves %b", n, leaves(2*n-2))
		}
		for set := range protocol.All(min(n, 10)) + 1 {
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

// addBlock numbers a block that is different from all others.
func addBlock(e *Engine) BlockID {
	record := RecordID(e.Blocks.Len())
	return e.Blocks.add(record, nil, func(row blockRow) { row[rowRecord] = uint32(record) })
}

func TestPackingSpills(t *testing.T) {
	for _, n := range []int{4, 7, 16} {
		e := newEngine(n, n, true, false)
		val := e.NewVector()
		for p := range n {
			val.Blocks[p] = addBlock(e)
		}
		last := n - 1
		fits := 1<<(64/n) - 1
		for i := range fits + 3 {
			if i > 0 {
				val.Blocks[last] = addBlock(e)
			}
			key := e.Codec.Encode(0, val, protocol.All(n))
			if spilled := i >= fits; (key == 0) != spilled || e.Spilled.Load() != spilled {
				t.Fatalf("n=%d: block %d of %d that fit: key %x, spilled %v", n, i+1, fits, key, e.Spilled.Load())
			}
		}
	}
}
