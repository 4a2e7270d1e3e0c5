package csobject

import (
	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// LockState is the local state of a process that uses a lock, and of the first
// process, which has it to give.
type LockState struct {
	Phase explore.Phase
	// Queue has, at the first process, those who have asked, in the order in
	// which it heard of them: the first has the lock.
	Queue [explore.MaxProcesses]explore.Process
}

// LockMessage is a message between a process and the lock.
type LockMessage uint8

// The messages of a lock.
const (
	REQUEST LockMessage = iota + 1
	GRANT
	RELEASE
)

var lockMessageNames = [...]string{0: "no message", REQUEST: "REQUEST", GRANT: "GRANT", RELEASE: "RELEASE"}

// String returns the name of the message.
func (m LockMessage) String() string { return variant.Name(lockMessageNames[:], m) }

// The names of the steps.
const (
	stepAsk     = "ask"
	stepLeave   = "leave"
	stepGranted = "REQUEST: granted"
	stepQueued  = "REQUEST: queued"
	stepEnters  = "GRANT"
	stepNext    = "RELEASE: next granted"
	stepKept    = "RELEASE: kept"
)

const server = 0

type (
	lockStep = explore.Step[LockState, LockMessage]
	lockOut  = explore.Out[LockMessage]
)

// Lock returns mutual exclusion of n processes by one of them: the first keeps
// the lock, and gives it to one after the other, in the order in which their
// requests come. It is there for larger instances of what is built upon it.
func Lock(n int) (explore.Protocol[LockState, LockMessage], error) {
	if err := instance.CheckN(n); err != nil {
		return explore.Protocol[LockState, LockMessage]{}, err
	}
	return explore.Protocol[LockState, LockMessage]{
		Name:      "lock",
		N:         n,
		Init:      func(int) LockState { return LockState{} },
		Actions:   lockActions,
		Deliver:   lockDeliver,
		Exclusion: instance.MutualExclusion(func(s LockState) explore.Phase { return s.Phase }, lockStanding),
		Steps:     []string{stepAsk, stepLeave, stepGranted, stepQueued, stepEnters, stepNext, stepKept},
	}, nil
}

func lockActions(_ int, s LockState) []lockStep {
	switch s.Phase {
	case explore.Thinking:
		s.Phase = explore.Waiting
		return []lockStep{{Name: stepAsk, Kind: explore.Ask, Next: s, Send: []lockOut{{To: server, Msg: REQUEST}}}}
	case explore.Inside:
		s.Phase = explore.Thinking
		return []lockStep{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: []lockOut{{To: server, Msg: RELEASE}}}}
	}
	return nil
}

func lockDeliver(_ int, s LockState, from int, m LockMessage) []lockStep {
	switch m {
	case REQUEST:
		last := 0
		for s.Queue[last] != 0 {
			last++
		}
		s.Queue[last] = explore.ProcessOf(from)
		if last > 0 {
			return []lockStep{{Name: stepQueued, Next: s}}
		}
		return []lockStep{{Name: stepGranted, Next: s, Send: []lockOut{{To: from, Msg: GRANT}}}}
	case GRANT:
		s.Phase = explore.Inside
		return []lockStep{{Name: stepEnters, Next: s}}
	}
	if s.Queue[0].Index() != from {
		return []lockStep{{Name: stepNext, Undefined: "a RELEASE came from a process that does not have the lock"}}
	}
	copy(s.Queue[:], s.Queue[1:])
	s.Queue[len(s.Queue)-1] = 0
	if s.Queue[0] == 0 {
		return []lockStep{{Name: stepKept, Next: s}}
	}
	return []lockStep{{Name: stepNext, Next: s, Send: []lockOut{{To: s.Queue[0].Index(), Msg: GRANT}}}}
}
