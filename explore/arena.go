package explore

import "sync/atomic"

// The engine's tables are read by all workers without locks and written under
// one lock (engine.mu): a reader that finds nothing takes the lock and looks
// again. What an id stands for is written before the id is published, and
// never changed.

// An arena numbers values of one type from 1 on.
type arena[I ~uint32, T any] struct {
	chunks [1 << 14]atomic.Pointer[[arenaChunk]T]
	n      uint32 // written under the engine's lock
}

const (
	arenaChunk = 1 << 12
	arenaFull  = 1<<14*arenaChunk - 1<<20
)

// add stores a value and returns its number. The engine's lock is held.
func (a *arena[I, T]) add(v T) I {
	a.n++
	i := a.n
	c := a.chunks[i/arenaChunk].Load()
	if c == nil {
		c = new([arenaChunk]T)
		a.chunks[i/arenaChunk].Store(c)
	}
	c[i%arenaChunk] = v
	return I(i)
}

// at returns value number i.
func (a *arena[I, T]) at(i I) *T { return &a.chunks[i/arenaChunk].Load()[i%arenaChunk] }

// full reports whether few further values fit: the search is ended a moment
// after that is seen.
func (a *arena[I, T]) full() bool { return a.n >= arenaFull }
