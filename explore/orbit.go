package explore

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

// A turnsID is the number of a list of turns; they count from 0.
type turnsID uint32

// leader returns the leader of a block, and the leader's digest.
func (e *engine) leader(block blockID) (blockID, uint32) {
	row := e.blocks.at(block)
	word := &row[rowLeader]
	leader := atomic.LoadUint32(word)
	if leader == 0 {
		leader = fill(word, func() uint32 {
			leader, turns := e.binding.leader(block)
			// Before the leader, which says that they are there:
			atomic.StoreUint32(&row[rowTurns], uint32(turns))
			atomic.StoreUint32(&row[rowLeaderDigest], e.blocks.at(leader)[rowDigest])
			return uint32(leader)
		})
	}
	return blockID(leader), atomic.LoadUint32(&row[rowLeaderDigest])
}

// toLeader returns the turns that take a block to its leader, which is known.
func (e *engine) toLeader(block blockID) []turn {
	return *e.turns.With(turnsID(atomic.LoadUint32(&e.blocks.at(block)[rowTurns])))
}

// image returns a block, renamed.
func (e *engine) image(block blockID, t turn) blockID {
	if t == 0 {
		return block
	}
	key := imageKey(block, t)
	id, ok := e.images.Get(key)
	if !ok {
		id = e.images.Fill(key, func() blockID { return e.binding.image(block, t) })
	}
	return id
}

// imageOf stores a state, renamed.
func (e *engine) imageOf(blocks []blockID, t turn, into []blockID) {
	r := e.group.renamings[t]
	for p, block := range blocks {
		into[r[p]] = e.image(block, t)
	}
}

// An orbiter finds representatives, with working memory of its own.
type orbiter struct {
	e           *engine
	best, other []blockID
}

func newOrbiter(e *engine) *orbiter {
	return &orbiter{e: e, best: make([]blockID, e.n), other: make([]blockID, e.n)}
}

// represent returns a turn that takes a state to its representative, and the size of
// its orbit. The representative is o.best.
func (o *orbiter) represent(blocks []blockID) (by turn, size int) {
	e, g := o.e, o.e.group
	var least blockID
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
				e.imageOf(blocks, t, o.best)
				by, count = t, 1
				continue
			}
			switch e.imageOf(blocks, t, o.other); o.compare() {
			case -1:
				o.best, o.other = o.other, o.best
				by, count = t, 1
			case 0:
				count++
			}
		}
	}
	return by, g.order() / count
}

// compare compares the other state with the best.
func (o *orbiter) compare() int {
	for p, block := range o.other {
		if c := o.e.compareBlocks(block, o.best[p]); c != 0 {
			return c
		}
	}
	return 0
}

// imagesOf returns what the renamings of a kind make of a state, each state once.
func (e *engine) imagesOf(key table.StateKey, by func(renaming) bool) []table.StateKey {
	v, image := e.newVector(), e.newVector()
	e.codec.decode(key, v)
	var all []table.StateKey
	met := map[table.StateKey]bool{}
	for t, r := range e.group.renamings {
		if !by(r) {
			continue
		}
		e.imageOf(v.blocks, turn(t), image.blocks)
		if member := e.codec.encode(0, image, protocol.All(e.n)); member == 0 {
			e.lost("a state has no key")
		} else if !met[member] {
			met[member] = true
			all = append(all, member)
		}
	}
	return all
}

// turned returns what a process becomes by a turn; no process, -1, remains none.
func (e *engine) turned(t turn, p int) int {
	if e.group == nil || p < 0 {
		return p
	}
	return e.group.renamings[t][p]
}
