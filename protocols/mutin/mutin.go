package mutin

import (
	"cmp"
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/csobject"
	"qcheck/protocols/instance"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks its numbers and its variant, but not that the
// quorums have the properties that the algorithm needs.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses.
	N int
	// L is how many processes must be in the critical section at least, 0 to
	// N-1.
	L int
	// Quorums has the quorum of each process. Whether quorums intersect is not
	// checked. Nil means that process i has the majority that follows it
	// cyclically: i to i+⌊N/2⌋.
	Quorums []explore.Set
	// InCS has the processes that are in the critical section initially, L of
	// them at least.
	InCS explore.Set
	// Variant is the name of a variant; empty for "repaired".
	Variant string
}

// The protocols by their object for mutual exclusion.
type (
	WithLock    = explore.Protocol[State[csobject.LockState], Message[csobject.LockMessage]]
	WithMaekawa = explore.Protocol[State[maekawa.State], Message[maekawa.Message]]
)

// NewWithLock returns the protocol of an instance with a lock that the first
// process keeps (see csobject.Lock) for mutual exclusion. It fails as Over does.
func NewWithLock(c Config) (WithLock, error) {
	c, err := c.complete()
	if err != nil {
		return WithLock{}, err
	}
	mx, err := csobject.Lock(c.N)
	if err != nil {
		return WithLock{}, err
	}
	return Over(c, mx)
}

// NewWithMaekawa returns the protocol of an instance with the repaired algorithm
// of Maekawa, by the same quorums, for mutual exclusion. It fails as Over does.
func NewWithMaekawa(c Config) (WithMaekawa, error) {
	c, err := c.complete()
	if err != nil {
		return WithMaekawa{}, err
	}
	mx, err := maekawa.New(maekawa.Config{N: c.N, Quorums: lists(c.Quorums)})
	if err != nil {
		return WithMaekawa{}, err
	}
	return Over(c, mx)
}

// lists returns each quorum as a list of quorums to choose from.
func lists(quorums []explore.Set) [][]explore.Set {
	var all [][]explore.Set
	for _, q := range quorums {
		all = append(all, []explore.Set{q})
	}
	return all
}

// Over returns the protocol of an instance over any object for mutual exclusion
// (see package csobject) in which no process is inside initially. It fails when a
// number is out of range, a quorum is empty or has a member that is no process,
// too few processes are in the critical section, the object is for another number
// of processes or the variant is unknown.
func Over[X, Y comparable](c Config, mx explore.Protocol[X, Y]) (explore.Protocol[State[X], Message[Y]], error) {
	var nothing explore.Protocol[State[X], Message[Y]]
	c, err := c.complete()
	if err != nil {
		return nothing, err
	}
	if mx.N != c.N {
		return nothing, fmt.Errorf("%s is for %d processes, not for %d", mx.Name, mx.N, c.N)
	}
	f, err := variant.Find(forms(), c.Variant, "repaired")
	if err != nil {
		return nothing, err
	}
	return newAlgorithm(f, c, mx).protocol(), nil
}

// complete checks the configuration and fills in the defaults.
func (c Config) complete() (Config, error) {
	err := cmp.Or(
		instance.CheckN(c.N),
		instance.CheckRange("l", c.L, 0, c.N-1),
		instance.CheckCount("quorums", c.Quorums, c.N),
		instance.CheckSets("the quorum of process %d", c.Quorums, c.N),
		instance.CheckInCS(c.InCS, c.N, c.L, c.N),
	)
	if c.Quorums == nil && err == nil {
		c.Quorums = instance.CyclicSets(c.N)
	}
	return c, err
}
