package explore

import (
	"path/filepath"
	"time"

	"qcheck/explore/internal/decide"
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/space"
	"qcheck/explore/protocol"
)

// A ClockMode says how stamps are represented.
type ClockMode int

const (
	// Causal stamps: every clock that satisfies Lamport's clock condition.
	Causal ClockMode = iota
	// Integer clocks, as printed.
	Integer
)

// String returns causal or integer.
func (m ClockMode) String() string { return [...]string{"causal", "integer"}[m] }

// Unbounded stands for requests without bound.
const Unbounded = -1

// MaxWorkers is the most goroutines that search: more than any machine can use.
const MaxWorkers = 1 << 10

// Options say what is searched, for what, and how far. The zero value searches
// one request of each process, with causal stamps, for everything that this
// workload allows.
type Options struct {
	// Requests bounds how often each process asks, by process, each 0 to 250
	// or Unbounded; nil means once each.
	Requests []int
	// WithinRequests has starvation-freedom hold when no process waits for ever with the requests that there are, though
	// one might with more. Without it, that is unknown.
	WithinRequests bool
	// Check lists the properties to decide, goals of the protocol included; nil
	// means all, without StarvationFreedom unless some process asks without
	// bound.
	Check []protocol.Property
	// Clock is the representation of stamps.
	Clock ClockMode
	// ClockMax bounds integer clocks: states with a larger one are not
	// entered. 0 means no bound. With a bound, the verdict is about the states
	// within it.
	ClockMax int
	// Queued lets messages to oneself go through a channel, like others. Without
	// it only those do that are not taken at once, and those behind them.
	Queued bool
	// Full switches partial-order reduction off. It is derived from the handlers where that is sound for what is checked,
	// when a search has many states.
	Full bool
	// Derive derives the reduction from the beginning, whatever it costs, to compare.
	Derive bool
	// Asymmetric switches symmetry off. With it, of all states that differ only in
	// the numbers of processes one is kept, where the processes are alike; no verdict
	// depends on it. Counts and traces do not either, unless the search is reduced, too.
	Asymmetric bool
	// Workers is how many goroutines search, at most MaxWorkers; 0 means one. No result
	// depends on it.
	Workers int
	// MaxStates, MaxMemory (in bytes) and Timeout end the search with what is
	// known by then; 0 means no limit. MaxStates ends it with the first level after
	// which more states are known, so that it ends in the same place in every run.
	MaxStates int64
	// MaxOrbits is a limit like MaxStates, on the states kept (see Result.Orbits).
	MaxOrbits int64
	// MaxMemory is a limit on what the whole program has from the system. Meanwhile the
	// garbage collector works to keep it.
	MaxMemory int64
	Timeout   time.Duration
	// Paranoid runs each handler twice and compares.
	Paranoid bool
	// Closure, when not nil, is given the states that were judged, for a certificate, unless
	// there are none. It needs Full and Asymmetric: a certificate is about all states.
	Closure func(*decide.Closure)
	// Levels, when not nil, keeps the levels of the search in files, and begins with those
	// that are there: a search that was ended goes on. No count, verdict or trace depends
	// on it.
	Levels *Levels
	// Violated, when not nil, is called when a property is found to be violated,
	// while the search goes on for others; once for each. The result says the same of it.
	Violated func(PropertyResult)
	// Progress, when not nil, is called about once a second.
	Progress func(Progress)

	learner any   // a reduce.Learner: what is known of the protocol, where the reduction is derived
	dense   dense // for tests

	halted func() bool // reports whether the time is over
	wrong  *error      // what contradicts a reduced search (see sampled.go)
}

// A dense says with how few states the memory of a search is laid out as with many; 0 as
// usual.
type dense struct {
	slots  int   // the first size of the table of states
	plain  int   // with more slots than this, the table of states becomes compact
	coded  int   // so many states of a level are coded at once
	bits   uint  // of a packed key, for the number of a block
	marked int64 // of states on shortest runs, at most
	first  int64 // with more states kept than this, a reduction is tried first
	work   int64 // that a reduction may take each time it is tried, if the search took less

	sketchless bool // the graph is not made while states are expanded

	pause  time.Duration        // between two reports of progress
	polled func(*space.Outcome) // called whenever a search asks whether it is halted
}

// Levels say where a search keeps its levels.
type Levels struct {
	// Dir is the directory of the files. It is made if it is not there.
	Dir string
	// Build says which program searches, and Instance what, as far as the model and the
	// other options do not say it. Files that say something else are refused.
	Build, Instance string
	// Shards, when not 0, is in how many parts each level is, which tasks make (see
	// tasks.go): a search reads them, and makes none.
	Shards int
}

// in returns the same in a directory within.
func (l *Levels) in(dir string) *Levels {
	if l == nil {
		return nil
	}
	within := *l
	within.Dir = filepath.Join(l.Dir, dir)
	return &within
}

// Progress is how far a search has come.
type Progress struct {
	States, Transitions int64
	Kept                int64 // of the states, see Result.Orbits
	Depth               int
	Growth              float64 // how many times the states of the level before that depth has; 0 for the first
	Memory              int64   // of the program, in bytes
	Elapsed             time.Duration
	// Doing says what is done while the search itself stands still, or is over; empty while it
	// goes on. When a reduced search is tried meanwhile, the counts are that one's.
	Doing string
}

// config returns what the engine is told.
func (o Options) config(causal, packed bool) engine.Config {
	return engine.Config{
		Requests: o.Requests, Causal: causal, ClockMax: o.ClockMax, Queued: o.Queued,
		Packed: packed, Filed: o.Levels != nil, Bits: o.dense.bits, Halted: o.halted,
	}
}
