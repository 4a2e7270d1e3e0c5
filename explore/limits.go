package explore

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
	"time"

	"qcheck/explore/protocol"
)

// reason says why the search is not complete.
func (s *search) reason() string {
	if why := s.Stop.Load(); why != nil {
		return *why
	}
	return "the search ended when all other properties were decided"
}

// limiting is what searches that limit memory share: the collector has one limit.
var limiting struct {
	mu       sync.Mutex
	searches int
	before   int64 // the limit that there was without them
}

// limitMemory makes the collector keep to a limit, until the function that it returns is
// called. Of searches at the same time, the limit of the last one counts.
func limitMemory(most int64) (release func()) {
	limiting.mu.Lock()
	defer limiting.mu.Unlock()
	before := debug.SetMemoryLimit(most)
	if limiting.searches++; limiting.searches == 1 {
		limiting.before = before
	}
	debug.FreeOSMemory() // what others used before
	return func() {
		limiting.mu.Lock()
		defer limiting.mu.Unlock()
		if limiting.searches--; limiting.searches == 0 {
			debug.SetMemoryLimit(limiting.before)
		}
	}
}

// memoryUsed returns what the program has from the system, in bytes. The samples are of all
// memory, and of that which was given back.
func memoryUsed(samples []metrics.Sample) int64 {
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// passes halts the search, and reports that, when it has passed a limit on the states kept, 0 for
// none, or on the states.
func (s *search) passes(kept int64) bool {
	switch most := s.o.MaxStates; {
	case kept > 0 && s.seen.Len() > kept:
		s.Halt(fmt.Sprintf("the limit of %d states kept was reached", kept))
	case most > 0 && s.statesSoFar.Load() > most:
		s.Halt(fmt.Sprintf("the limit of %d states was reached", most))
	default:
		return false
	}
	return true
}

// watch halts the search at its limits, and reports its progress, until done.
func (s *search) watch(ctx context.Context, done chan struct{}) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	last, pause := time.Now(), cmp.Or(s.o.dense.pause, time.Second)
	for {
		select {
		case <-done:
			return
		case <-ctx.Done():
			s.Halt(context.Cause(ctx).Error())
			return
		case <-tick.C:
		}
		if s.o.MaxMemory > 0 {
			if memoryUsed(sample)+s.o.closing(s.seen.Len()) > s.o.MaxMemory {
				s.Halt(fmt.Sprintf("the memory limit of %s was reached", amountOfMemory(s.o.MaxMemory)))
			}
		}
		if s.e.Spilled.Load() || s.e.Broken() {
			s.Halt("the time was over before the search could begin anew")
		}
		if s.e.Full() {
			s.Halt("a table of the search is full")
		}
		if s.o.Progress != nil && time.Since(last) > pause {
			last = time.Now()
			of := cmp.Or(s.trying.Load(), s)
			doing, _ := s.doing.Load().(string)
			growth, _ := of.growth.Load().(float64)
			s.o.Progress(Progress{
				States: of.statesSoFar.Load(), Kept: of.seen.Len(), Transitions: of.transitionsSoFar.Load(),
				Depth: int(of.depth.Load()), Growth: growth, Memory: memoryUsed(sample), Elapsed: time.Since(s.began), Doing: doing,
			})
		}
	}
}

// amountOfMemory writes a number of bytes in the largest unit of which it is a
// multiple.
func amountOfMemory(bytes int64) string {
	for i, unit := range []string{"GiB", "MiB", "KiB"} {
		if size := int64(1) << (30 - 10*i); bytes >= size && bytes%size == 0 {
			return fmt.Sprintf("%d %s", bytes/size, unit)
		}
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// closing returns how much memory the closure of so many states takes, with one rank for each
// process; 0 where none is asked for.
func (o Options) closing(states int64) int64 {
	if o.Closure == nil {
		return 0
	}
	perState := int64(4 + 4*len(o.Requests))
	if slices.Contains(o.Check, protocol.StarvationFreedom) {
		perState += 24 * int64(len(o.Requests))
	}
	return states * perState
}
