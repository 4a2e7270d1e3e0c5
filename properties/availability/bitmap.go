package availability

import (
	"context"
	"math/big"
	"math/bits"

	"qcheck/explore/yield"
	"qcheck/setsys"
)

// MaxBitmap is the largest number of nodes for which every family, whatever its
// structure, is analysed: 8 MB for each r.
const MaxBitmap = 26

// Bitmaps have one bit for each set of nodes: set S is bit S%64 of word S/64,
// where node i is bit i of S. So a word has the sets that agree on all nodes but
// the first six.
//
// A quorum q makes S with q, for each S disjoint from it that is
// (r-1)-available, r-available. For all S of a word at once that is: leave out
// those that have a node of q, and move the others up by the number of q, which
// is the first six nodes of q read as a set. Time: for each quorum and each r,
// one word operation for each set of nodes beyond the first six that is
// disjoint from q.
type bitmaps struct {
	n       int
	quorums []uint32
	watch   *yield.Watch
	levels  [][]uint64
}

const (
	low     = 6 // nodes that tell the sets of a word apart
	lowMask = 1<<low - 1
)

func newBitmaps(ctx context.Context, f setsys.Family) *bitmaps {
	b := &bitmaps{n: f.Nodes(), watch: yield.NewWatch(ctx)}
	for i := range f.Len() {
		b.quorums = append(b.quorums, uint32(f.Words(i)[0]))
	}
	all := make([]uint64, 1<<max(b.n-low, 0))
	for w := range all {
		all[w] = ^uint64(0) >> (64 - 1<<min(b.n, low))
	}
	b.levels = [][]uint64{all}
	return b
}

func (b *bitmaps) extend() bool {
	before := b.levels[len(b.levels)-1]
	next := make([]uint64, len(before))
	last := uint32(len(before) - 1)
	found := false
	for _, q := range b.quorums {
		b.watch.Look()
		high, shift := q>>low, q&lowMask
		avoids := without(shift)
		others := last &^ high
		for s := others; ; s = (s - 1) & others {
			moved := (before[s] & avoids) << shift
			next[s|high] |= moved
			found = found || moved != 0
			if s == 0 {
				break
			}
		}
	}
	b.levels = append(b.levels, next)
	return found
}

// without returns, as a word, the sets of the first six nodes that have none of
// the given ones.
func without(nodes uint32) uint64 {
	sets := ^uint64(0)
	for i, lacking := range [low]uint64{
		0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
		0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff,
	} {
		if nodes>>i&1 != 0 {
			sets &= lacking
		}
	}
	return sets
}

func (b *bitmaps) has(r int, set []uint64) bool {
	return b.levels[r][set[0]>>low]>>(set[0]&lowMask)&1 != 0
}

func (b *bitmaps) vector(r int) Vector {
	counts := make([]int64, b.n+1+low)
	var ofSize [low + 1]uint64
	for s := range 1 << low {
		ofSize[bits.OnesCount(uint(s))] |= 1 << s
	}
	for w, sets := range b.levels[r] {
		size := bits.OnesCount(uint(w))
		for s, of := range ofSize {
			counts[size+s] += int64(bits.OnesCount64(sets & of))
		}
	}
	v := make(Vector, b.n+1)
	for s := range v {
		v[s] = big.NewInt(counts[s])
	}
	return v
}

func (b *bitmaps) fatal(r int) setsys.NodeSet {
	full := uint32(1)<<b.n - 1
	least, size := full, b.n
	for w, sets := range b.levels[r] {
		for lacking := b.levels[0][w] &^ sets; lacking != 0; lacking &= lacking - 1 {
			failed := full &^ uint32(w<<low|bits.TrailingZeros64(lacking))
			if c := bits.OnesCount32(failed); c < size || c == size && before(failed, least) {
				least, size = failed, c
			}
		}
	}
	return setsys.FromWords(b.n, []uint64{uint64(least)})
}

// before reports whether a comes before b in canonical order; they have equally
// many nodes, so the one that has the first node that they do not share.
func before(a, b uint32) bool { return a != b && a>>bits.TrailingZeros32(a^b)&1 != 0 }
