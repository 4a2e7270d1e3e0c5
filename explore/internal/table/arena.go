package table

import "sync/atomic"

// The engine's tables are read by all workers without locks. What is not there yet is
// made without a lock, too, and written under the lock of its table, which is held for a
// moment; who comes second finds what the first one wrote. What an id stands for is
// written before the id is published, and never changed. Only protocol code is called
// under a lock that is held for long (see package engine).

// Apart keeps what is written often from the memory that is read by all workers.
type Apart [128]byte

// An Arena numbers values of one type from 1 on. Adding takes no lock.
type Arena[I ~uint32, T any] struct {
	chunks [ArenaChunks]atomic.Pointer[[ArenaChunk]T]
	_      Apart
	n      atomic.Uint32
	_      Apart
}

const (
	ArenaChunks = 1 << 14
	ArenaChunk  = 1 << 12
	ArenaFull   = ArenaChunks*ArenaChunk - 1<<20
)

// Add stores a value and returns its number.
func (a *Arena[I, T]) Add(v T) I {
	i := a.n.Add(1)
	chunk := &a.chunks[i/ArenaChunk]
	c := chunk.Load()
	if c == nil {
		chunk.CompareAndSwap(nil, new([ArenaChunk]T))
		c = chunk.Load()
	}
	c[i%ArenaChunk] = v
	return I(i)
}

// At returns value number i.
func (a *Arena[I, T]) At(i I) *T { return &a.chunks[i/ArenaChunk].Load()[i%ArenaChunk] }

// Len returns how many values there are.
func (a *Arena[I, T]) Len() int { return int(a.n.Load()) }

// Full reports whether few further values fit: the search is ended a moment
// after that is seen.
func (a *Arena[I, T]) Full() bool { return a.n.Load() >= ArenaFull }

// Cut takes the numbers after the first n back. Nobody else uses the arena.
func (a *Arena[I, T]) Cut(n int) { a.n.Store(uint32(n)) }
