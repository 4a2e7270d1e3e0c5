package naimitrehel

import (
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/variant"
)

// State is the local state of a process.
type State struct {
	Phase explore.Phase
	// Token says that the process has the token.
	Token bool
	// Father is where requests are sent, 0 at a root.
	Father explore.Process
	// Next is who gets the token when the process leaves, 0 for nobody.
	Next explore.Process
}

// A Kind is the kind of a message.
type Kind uint8

const (
	REQUEST Kind = iota + 1
	TOKEN
)

var kindNames = [...]string{0: "no message", REQUEST: "REQUEST", TOKEN: "TOKEN"}

// String returns the name of the kind.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message has a kind; Of is the process that a REQUEST is of, which is not who
// forwards it.
type Message struct {
	Kind Kind
	Of   explore.Process
}

// String writes REQUEST(2) or TOKEN.
func (m Message) String() string {
	if m.Of == 0 {
		return m.Kind.String()
	}
	return fmt.Sprintf("%v(%d)", m.Kind, m.Of)
}
