package jiang

import (
	"fmt"
	"strings"

	"qcheck/explore"
)

// A Kind is the kind of a message.
type Kind uint8

const (
	REQUEST Kind = iota + 1
	GRANT
	RGRANT
	COMPETE
	SUCCESS
	FAIL
	NOTICE
	FOLLOW
	RELEASE
	RRELEASE
	CLEAR
	PREEMPT
	YIELD
	CLEARED // of the repair: a CLEAR has been done
)

// String returns the name that the paper gives to the message.
func (k Kind) String() string {
	names := [...]string{
		REQUEST: "REQUEST", GRANT: "GRANT", RGRANT: "R-GRANT", COMPETE: "COMPETE", SUCCESS: "SUCCESS", FAIL: "FAIL",
		NOTICE: "NOTICE", FOLLOW: "FOLLOW", RELEASE: "RELEASE", RRELEASE: "R-RELEASE", CLEAR: "CLEAR", PREEMPT: "PREEMPT",
		YIELD: "YIELD", CLEARED: "CLEARED",
	}
	if k == 0 || int(k) >= len(names) {
		return "no message"
	}
	return names[k]
}

// A Message is a message with those of its parameters (t, u, x) that its
// receiver looks at and does not know from the channel.
type Message struct {
	Kind Kind
	// Stamp is t: in all but PREEMPT, CLEAR and CLEARED, and in R-RELEASE only
	// where FOLLOWER has requests.
	Stamp explore.Stamp
	// Node is u, in COMPETE and FOLLOW.
	Node explore.Process
	// Resource is x, in REQUEST, COMPETE and CLEAR, and in FOLLOW where R-GRANT goes to
	// followers of the own resource alone.
	Resource uint8
	// Ring and Told are Q ∪ P and Z of COMPETE.
	Ring, Told explore.Set
}

// String writes a message as the paper does.
func (m Message) String() string {
	var parts []string
	if m.Stamp != 0 {
		parts = append(parts, fmt.Sprint(m.Stamp))
	}
	if m.Node != 0 {
		parts = append(parts, fmt.Sprint("node ", m.Node))
	}
	if m.Resource != 0 {
		parts = append(parts, fmt.Sprint("resource ", m.Resource))
	}
	if m.Kind == COMPETE {
		parts = append(parts, m.Ring.String(), m.Told.String())
	}
	if len(parts) == 0 {
		return m.Kind.String()
	}
	return fmt.Sprintf("%v(%s)", m.Kind, strings.Join(parts, ", "))
}
