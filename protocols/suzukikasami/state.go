package suzukikasami

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// A Number is the number of a request.
type Number interface{ uint8 | explore.Stamp }

// State is the local state of a process.
type State[N Number] struct {
	Phase explore.Phase
	// RN has the number of the latest request of each process that this one knows of.
	RN explore.PerProcess[N]
	// Has says that the process has the privilege, and Token is what comes with it.
	Has   bool
	Token Token[N]
}

// Token is what the privilege carries.
type Token[N Number] struct {
	// LN has the number of the request of each process that was served last.
	LN explore.PerProcess[N]
	// Q has those who are to get it, the next one first.
	Q [explore.MaxProcesses]explore.Process
}

// queued returns the processes in the queue.
func (t Token[N]) queued() (s explore.Set) {
	for _, j := range t.Q {
		if j != 0 {
			s = s.With(j.Index())
		}
	}
	return s
}

// with returns the token with processes at the end of the queue.
func (t Token[N]) with(processes []int) Token[N] {
	end := t.queued().Len()
	for i, j := range processes {
		t.Q[end+i] = explore.ProcessOf(j)
	}
	return t
}

// without returns the token without a process in the queue.
func (t Token[N]) without(p int) Token[N] {
	var q [explore.MaxProcesses]explore.Process
	at := 0
	for _, j := range t.Q {
		if j != explore.ProcessOf(p) {
			q[at] = j
			at++
		}
	}
	t.Q = q
	return t
}

// A Kind is the kind of a message.
type Kind uint8

const (
	REQUEST Kind = iota + 1
	PRIVILEGE
)

var kindNames = [...]string{0: "no message", REQUEST: "REQUEST", PRIVILEGE: "PRIVILEGE"}

// String returns the name that the paper gives to the message.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message has a kind, and the fields that this kind of message carries.
type Message[N Number] struct {
	Kind Kind
	// Number is the number of a REQUEST.
	Number N
	// Token comes with the PRIVILEGE.
	Token Token[N]
}
