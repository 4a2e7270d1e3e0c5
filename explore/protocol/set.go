package protocol

import (
	"fmt"
	"math/bits"
)

// A Set is a set of processes.
type Set uint16

// SetOf returns the set of the given processes.
func SetOf(processes ...int) Set {
	var s Set
	for _, p := range processes {
		s |= 1 << p
	}
	return s
}

// All returns the set of processes 0..n-1.
func All(n int) Set { return Set(1<<n - 1) }

// Has reports whether p is in s.
func (s Set) Has(p int) bool { return s>>p&1 != 0 }

// With returns s and p.
func (s Set) With(p int) Set { return s | 1<<p }

// Without returns s without p.
func (s Set) Without(p int) Set { return s &^ (1 << p) }

// Contains reports whether every member of t is one of s.
func (s Set) Contains(t Set) bool { return t&^s == 0 }

// Len returns the number of members.
func (s Set) Len() int { return bits.OnesCount16(uint16(s)) }

// First returns the first member of a set that is not empty.
func (s Set) First() int { return bits.TrailingZeros16(uint16(s)) }

// Members returns the members in ascending order.
func (s Set) Members() []int {
	var ps []int
	for ; s != 0; s &= s - 1 {
		ps = append(ps, s.First())
	}
	return ps
}

// Renamed returns the processes that those of a set become: process p becomes r[p]; those that r
// lacks stay.
func (s Set) Renamed(r []int) Set {
	renamed := s &^ All(len(r))
	for in := s & All(len(r)); in != 0; in &= in - 1 {
		renamed = renamed.With(r[in.First()])
	}
	return renamed
}

// Subsets returns the subsets of a size.
func (s Set) Subsets(size int) []Set {
	var all []Set
	for x := range int(s) + 1 {
		if t := Set(x); s.Contains(t) && t.Len() == size {
			all = append(all, t)
		}
	}
	return all
}

// String writes the set with processes numbered from 1: {1,3}.
func (s Set) String() string {
	text := "{"
	for i, p := range s.Members() {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprint(p + 1)
	}
	return text + "}"
}
