package table

import "sync/atomic"

// The engine's tables are read by all workers without locks. What is not there yet is
// made without a lock, too, and written under the lock of its table, which is held for a
// moment; who comes second finds what the first one wrote. What an id stands for is
// written before the id is published, and never changed. Only protocol code is called
// under a lock that is held for long (see package engine).

// Apart keeps what is written often from the memory that is read by all workers.
type Apart [128]byte

// An Arena numbers values of one type from 1 on. Adding takes no lock. Most searches are small: so
// chunks are, and the lists of chunks are made as they are needed.
type Arena[I ~uint32, T any] struct {
	lists [ArenaLists]atomic.Pointer[[ArenaList]atomic.Pointer[[ArenaChunk]T]]
	_     Apart
	n     atomic.Uint32
	_     Apart
}

const (
	ArenaLists = 1 << 8
	ArenaList  = 1 << 9
	ArenaChunk = 1 << 9
	ArenaSize  = ArenaLists * ArenaList * ArenaChunk
	ArenaFull  = ArenaSize - 1<<20
)

// Add stores a value and returns its number.
func (a *Arena[I, T]) Add(v T) I {
	i := a.n.Add(1)
	made(&made(&a.lists[i/(ArenaList*ArenaChunk)])[i/ArenaChunk%ArenaList])[i%ArenaChunk] = v
	return I(i)
}

// made returns what a pointer points to, and makes it if there is nothing.
func made[T any](p *atomic.Pointer[T]) *T {
	if p.Load() == nil {
		p.CompareAndSwap(nil, new(T))
	}
	return p.Load()
}

// At returns value number i.
func (a *Arena[I, T]) At(i I) *T {
	return &a.lists[i/(ArenaList*ArenaChunk)].Load()[i/ArenaChunk%ArenaList].Load()[i%ArenaChunk]
}

// Len returns how many values there are.
func (a *Arena[I, T]) Len() int { return int(a.n.Load()) }

// Full reports whether few further values fit: the search is ended a moment
// after that is seen.
func (a *Arena[I, T]) Full() bool { return a.n.Load() >= ArenaFull }

// Cut takes the numbers after the first n back. Nobody else uses the arena.
func (a *Arena[I, T]) Cut(n int) { a.n.Store(uint32(n)) }
