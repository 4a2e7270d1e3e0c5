package gcs

import (
	"cmp"
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/complement"
	"qcheck/protocols/csobject"
	"qcheck/protocols/instance"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/mutin"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks its numbers and its variant, but not that the
// quorums have the properties that the algorithm needs.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses.
	N int
	// L and K are how many processes must and may be in the critical section:
	// 0 ≤ L < K ≤ N.
	L, K int
	// Quorums has the quorum of each process, in both objects. Whether quorums
	// intersect is not checked. Nil means that process i has the majority that
	// follows it cyclically: i to i+⌊N/2⌋.
	Quorums []explore.Set
	// InCS has the processes that are in the critical section initially, L to K
	// of them.
	InCS explore.Set
	// Variant is the name of a variant; empty for "repaired".
	Variant string
}

// The states and messages of the objects, by their object for mutual exclusion.
type (
	lockState      = mutin.State[csobject.LockState]
	lockMessage    = mutin.Message[csobject.LockMessage]
	maekawaState   = mutin.State[maekawa.State]
	maekawaMessage = mutin.Message[maekawa.Message]
)

// The protocols by the object for mutual exclusion within both objects.
type (
	WithLock    = explore.Protocol[State[lockState, lockState], Message[lockMessage, lockMessage]]
	WithMaekawa = explore.Protocol[State[maekawaState, maekawaState], Message[maekawaMessage, maekawaMessage]]
)

// NewWithLock returns the protocol of an instance that has locks for mutual
// exclusion, one for each object. It fails as Over does, and when a quorum is
// empty or has a member that is no process.
func NewWithLock(c Config) (WithLock, error) {
	lmin, kmex, err := objects(c, mutin.NewWithLock)
	if err != nil {
		return WithLock{}, err
	}
	return Over(c, lmin, complement.Of(kmex))
}

// NewWithMaekawa returns the protocol of an instance that has the repaired
// algorithm of Maekawa for mutual exclusion, in each object by itself. It fails
// as NewWithLock does.
func NewWithMaekawa(c Config) (WithMaekawa, error) {
	lmin, kmex, err := objects(c, mutin.NewWithMaekawa)
	if err != nil {
		return WithMaekawa{}, err
	}
	return Over(c, lmin, complement.Of(kmex))
}

// objects returns MUTIN(l), and MUTIN(n-k) from which kmex is derived.
func objects[P any](c Config, build func(mutin.Config) (P, error)) (lmin, kmex P, err error) {
	f, err := c.check()
	if err != nil {
		return lmin, kmex, err
	}
	lmin, err = build(mutin.Config{N: c.N, L: c.L, Quorums: c.Quorums, InCS: c.InCS, Variant: f.object})
	if err != nil {
		return lmin, kmex, err
	}
	kmex, err = build(mutin.Config{N: c.N, L: c.N - c.K, Quorums: c.Quorums, InCS: explore.All(c.N) &^ c.InCS, Variant: f.object})
	return lmin, kmex, err
}

// Over returns the protocol of an instance over any object for L-mutual
// inclusion and any for K-mutual exclusion (see package csobject); the quorums
// are theirs. It fails when a number is out of range, too few or too many
// processes are in the critical section, an object is for another number of
// processes, the objects' clocks differ or the variant is unknown.
func Over[A, X, B, Y comparable](c Config, lmin explore.Protocol[A, X], kmex explore.Protocol[B, Y]) (explore.Protocol[State[A, B], Message[X, Y]], error) {
	var none explore.Protocol[State[A, B], Message[X, Y]]
	f, err := c.check()
	if err != nil {
		return none, err
	}
	switch {
	case lmin.N != c.N:
		return none, fmt.Errorf("lmin is for %d processes, not for %d", lmin.N, c.N)
	case kmex.N != c.N:
		return none, fmt.Errorf("kmex is for %d processes, not for %d", kmex.N, c.N)
	}
	clock := lmin.Clock
	if clock == (explore.ClockRule{}) {
		clock = kmex.Clock
	}
	if kmex.Clock != clock && kmex.Clock != (explore.ClockRule{}) {
		return none, fmt.Errorf("lmin and kmex have different rules for clocks")
	}
	return newAlgorithm(f, c, lmin, kmex).protocol(clock), nil
}

// check checks the configuration, except for the quorums, and returns the form.
func (c Config) check() (form, error) {
	f, unknown := variant.Find(forms(), c.Variant, "repaired")
	return f, cmp.Or(
		instance.CheckN(c.N),
		instance.CheckRange("k", c.K, 1, c.N),
		instance.CheckRange("l", c.L, 0, c.K-1),
		instance.CheckInCS(c.InCS, c.N, c.L, c.K),
		unknown,
	)
}
