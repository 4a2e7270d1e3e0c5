package engine

import (
	"sync/atomic"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// The representative of an orbit. Each block of a process that may become the base of
// the group has a leader: of its images at the base, the one with the least content.
// In a representative the base has the block with the least leader of all processes:
// that is, its leader. Of the renamings that make it so, those count that make the
// blocks of the other processes, in their order, least. Least is so by content (see
// content.go), so that a state has the same representative in every search: with a
// stubborn set, the states that are met depend on it. Mostly one renaming is left
// after a look at the leaders. Those that are left at the end take the state to its
// representative, and the order of the group divided by their number is the size of
// the orbit.

// A renamingsID is the number of a list of renamings; they count from 0.
type renamingsID uint32

// leader returns the leader of a block, and the leader's digest.
func (e *Engine) leader(block BlockID) (BlockID, uint32) {
	row := e.Blocks.At(block)
	word := &row[rowLeader]
	leader := atomic.LoadUint32(word)
	if leader == 0 {
		leader = fill(word, func() uint32 {
			leader, turns := e.Binding.leader(block)
			// Before the leader, which says that they are there:
			atomic.StoreUint32(&row[rowRenamings], uint32(turns))
			atomic.StoreUint32(&row[rowLeaderDigest], e.Blocks.At(leader)[rowDigest])
			return uint32(leader)
		})
	}
	return BlockID(leader), atomic.LoadUint32(&row[rowLeaderDigest])
}

// toLeader returns the renamings that take a block to its leader, which is known.
func (e *Engine) toLeader(block BlockID) []RenamingID {
	return *e.renamingLists.With(renamingsID(atomic.LoadUint32(&e.Blocks.At(block)[rowRenamings])))
}

// image returns a block, renamed.
func (e *Engine) image(block BlockID, t RenamingID) BlockID {
	if t == 0 {
		return block
	}
	key := imageKey(block, t)
	id, ok := e.images.Get(key)
	if !ok {
		id = e.images.Fill(key, func() BlockID { return e.Binding.image(block, t) })
	}
	return id
}

// ImageOf stores a state, renamed.
func (e *Engine) ImageOf(blocks []BlockID, t RenamingID, into []BlockID) {
	r := e.Group.Renamings[t]
	for p, block := range blocks {
		into[r[p]] = e.image(block, t)
	}
}

// An orbiter finds representatives, with working memory of its own.
type orbiter struct {
	e           *Engine
	Best, Other []BlockID
}

func NewOrbiter(e *Engine) *orbiter {
	return &orbiter{e: e, Best: make([]BlockID, e.Width), Other: make([]BlockID, e.Width)}
}

// Represent returns a renaming that takes a state to its representative, and the size of
// its orbit. The representative is o.best.
func (o *orbiter) Represent(blocks []BlockID) (by RenamingID, size int) {
	e, g := o.e, o.e.Group
	var least BlockID
	var digest uint32
	var from protocol.Set
	for of := e.renamed; of != 0; of &= of - 1 {
		p := of.First()
		switch leader, d := e.leader(blocks[p]); {
		case from == 0 || e.compareDigests(leader, d, least, digest) < 0:
			least, digest, from = leader, d, protocol.SetOf(p)
		case leader == least:
			from = from.With(p)
		}
	}
	count := 0
	for ; from != 0; from &= from - 1 {
		for _, t := range e.toLeader(blocks[from.First()]) {
			if count == 0 {
				e.ImageOf(blocks, t, o.Best)
				by, count = t, 1
				continue
			}
			switch e.ImageOf(blocks, t, o.Other); o.Compare() {
			case -1:
				o.Best, o.Other = o.Other, o.Best
				by, count = t, 1
			case 0:
				count++
			}
		}
	}
	return by, g.Order() / count
}

// Compare compares the other state with the best.
func (o *orbiter) Compare() int {
	for p, block := range o.Other {
		if c := o.e.compareBlocks(block, o.Best[p]); c != 0 {
			return c
		}
	}
	return 0
}

// ImagesOf returns what the renamings of a kind make of a state, each state once.
func (e *Engine) ImagesOf(key table.StateKey, by func(Renaming) bool) []table.StateKey {
	v, image := e.NewVector(), e.NewVector()
	e.Codec.Decode(key, v)
	var all []table.StateKey
	met := map[table.StateKey]bool{}
	for t, r := range e.Group.Renamings {
		if !by(r) {
			continue
		}
		e.ImageOf(v.Blocks, RenamingID(t), image.Blocks)
		if member := e.Codec.Encode(0, image, e.AllBlocks()); member == 0 {
			e.Lost("a state has no key")
		} else if !met[member] {
			met[member] = true
			all = append(all, member)
		}
	}
	return all
}

// RenamedProcess returns what a process becomes by a renaming; no process, -1, remains none.
func (e *Engine) RenamedProcess(t RenamingID, p int) int {
	if e.Group == nil || p < 0 {
		return p
	}
	return e.Group.Renamings[t][p]
}
