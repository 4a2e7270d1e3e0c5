package explore

import "sync/atomic"

// The engine's tables are read by all workers without locks. What is not there yet is
// made without a lock, too, and written under the lock of its table, which is held for a
// moment; who comes second finds what the first one wrote. What an id stands for is
// written before the id is published, and never changed. Only protocol code is called
// under a lock that is held for long (see engine.mu).

// apart keeps what is written often from the memory that is read by all workers.
type apart [128]byte

// An arena numbers values of one type from 1 on. Adding takes no lock.
type arena[I ~uint32, T any] struct {
	chunks [arenaChunks]atomic.Pointer[[arenaChunk]T]
	_      apart
	n      atomic.Uint32
	_      apart
}

const (
	arenaChunks = 1 << 14
	arenaChunk  = 1 << 12
	arenaFull   = arenaChunks*arenaChunk - 1<<20
)

// add stores a value and returns its number.
func (a *arena[I, T]) add(v T) I {
	i := a.n.Add(1)
	chunk := &a.chunks[i/arenaChunk]
	c := chunk.Load()
	if c == nil {
		chunk.CompareAndSwap(nil, new([arenaChunk]T))
		c = chunk.Load()
	}
	c[i%arenaChunk] = v
	return I(i)
}

// at returns value number i.
func (a *arena[I, T]) at(i I) *T { return &a.chunks[i/arenaChunk].Load()[i%arenaChunk] }

// len returns how many values there are.
func (a *arena[I, T]) len() int { return int(a.n.Load()) }

// full reports whether few further values fit: the search is ended a moment
// after that is seen.
func (a *arena[I, T]) full() bool { return a.n.Load() >= arenaFull }
