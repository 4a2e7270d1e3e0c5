// Package ring is the election of a leader on a ring: Chang and Roberts, "An
// Improved Algorithm for Decentralized Extrema-Finding in Circular Configurations of
// Processes", Communications of the ACM 22(5), 1979. Nobody enters a critical
// section here: the properties are the protocol's own.
//
// # Side by side with the paper
//
//	the paper                                        here
//	a process sends its number to the next one       start
//	a larger number is passed on                     number: passed on
//	a smaller one is not                             number: too small
//	the own number has come round: the process is    number: elected
//	the one with the largest
//	the others are told                              leader: told, leader: all know
package ring

import (
	"fmt"

	"qcheck/explore"
)

// State is the state of a process.
type State struct {
	Started bool
	Leader  uint8 // the number of the leader, 0 when the process does not know it
}

// Message is a number on its way round the ring.
type Message struct {
	Number uint8
	Leader bool // it is that of the leader
}

type (
	step = explore.Step[State, Message]
	out  = explore.Out[Message]
)

// New returns the protocol for processes with the given numbers, from 1 on and each
// once, in the order of the ring. With forgetful, a process that receives a number
// before it has started does not pass it on, which the paper does not allow.
func New(numbers []uint8, forgetful bool) explore.Protocol[State, Message] {
	n := len(numbers)
	to := func(p int, m Message) []out { return []out{{To: (p + 1) % n, Msg: m}} }
	return explore.Protocol[State, Message]{
		Name: "ring", N: n,
		Steps: []string{"start", "number: passed on", "number: too small", "number: elected", "leader: told", "leader: all know"},
		Init:  func(int) State { return State{} },
		Actions: func(p int, s State) []step {
			if s.Started {
				return nil
			}
			s.Started = true
			return []step{{Name: "start", Next: s, Send: to(p, Message{Number: numbers[p]})}}
		},
		Deliver: func(p int, s State, _ int, m Message) []step {
			switch {
			case m.Leader && m.Number == numbers[p]:
				return []step{{Name: "leader: all know", Next: s}}
			case m.Leader:
				s.Leader = m.Number
				return []step{{Name: "leader: told", Next: s, Send: to(p, m)}}
			case m.Number == numbers[p]:
				s.Leader = m.Number
				return []step{{Name: "number: elected", Next: s, Send: to(p, Message{Number: m.Number, Leader: true})}}
			case m.Number > numbers[p] && (s.Started || !forgetful):
				return []step{{Name: "number: passed on", Next: s, Send: to(p, m)}}
			}
			return []step{{Name: "number: too small", Next: s}}
		},
		Requires: []explore.Requirement[State, Message]{
			explore.AlwaysOf[State, Message]("one-leader", func(_ int, s State) uint8 { return s.Leader }, oneLeader),
			explore.Sometimes("elected", func(v explore.View[State, Message]) bool { return known(v) > 0 }),
			explore.LeadsTo("everybody-knows",
				func(explore.View[State, Message]) bool { return true },
				func(v explore.View[State, Message]) bool { return known(v) == n }),
		},
	}
}

// oneLeader: all processes that know a leader know the same one.
func oneLeader(leaders []uint8) string {
	leader := uint8(0)
	for _, l := range leaders {
		switch {
		case l == 0:
		case leader != 0 && l != leader:
			return fmt.Sprintf("%d and %d are leaders", leader, l)
		default:
			leader = l
		}
	}
	return ""
}

// known returns how many processes know a leader.
func known(v explore.View[State, Message]) int {
	count := 0
	for _, s := range v.Locals {
		if s.Leader != 0 {
			count++
		}
	}
	return count
}
